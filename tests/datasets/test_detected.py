"""Data sets with detected objects: scenes from detections, what is kept, and what fails alone."""

import json
import threading

import pytest
from askance.core import Scene, SceneObject, UserError
from askance.core.progress import NoProgress
from askance.datasets import open_dataset
from askance.datasets.detected_dataset import BATCH_SIZE, DetectedDataset, name_with_detector, open_detected_dataset
from askance.datasets.detectors import FLOOR, Detection, open_detector, sort_and_round_detections
from askance.datasets.folder import FolderDataset
from askance.datasets.reading.detected_scene import detections_to_scene, uncertain_boxes
from askance.engine import run
from askance.engine.attach_detection_cache import attach_detection_cache
from askance.store.detection_cache import StoredDetections, open_dataset_with_stored_detections
from hypothesis import given
from hypothesis import strategies as st

from detector_world import Shades, draw

TABLE = {
    "7": [
        ("Traffic_Light", 0.9, (1.2, 2.0, 20.9, 30.0)),
        ("cat", 0.8, (30.0, 5.0, 70.0, 20.5)),
        ("cat", 0.6, (30.4, 5.0, 59.0, 20.0)),
        ("dog", 0.5, (22.0, 0.0, 28.0, 9.0)),
        ("N/A", 0.99, (0.0, 0.0, 9.0, 9.0)),
        ("cup", 0.04, (0.0, 0.0, 9.0, 9.0)),
    ],
    "9": [],
}


class Notes(NoProgress):
    """A watch that remembers."""

    def __init__(self):
        self.lines, self.done, self.total = [], 0, None

    def start(self, total, saved, what="calls to make"):
        self.total = (total, saved, what)

    def advance(self, calls):
        self.done += calls

    def say(self, message):
        self.lines.append(message)


def opened(root, table=TABLE, threshold=0.7, **more):
    return DetectedDataset(FolderDataset(root, every=True), Shades(table), threshold, **more)


def by_shade(data):
    return {int(data.data.load_image(name).pixels[0, 0, 0]): name for name in data.data.images()}


def test_a_scene_holds_what_is_sure_and_is_unclear_about_the_rest(tmp_path):
    data = opened(draw(tmp_path, [7, 9]))
    names = by_shade(data)
    assert sorted(data.images()) == sorted(names.values())
    scene = data.scene(names[7])
    assert scene == Scene(
        names[7], 60, 40,
        (SceneObject("d0", "traffic light", (1, 2, 21, 30)), SceneObject("d1", "cat", (30, 5, 60, 21))),
        unclear=("dog",), fixed_names=True,
    )  # fmt: skip
    assert data.coarse_scene(names[7]) is scene
    assert data.scene(names[9]) == Scene(names[9], 60, 40, fixed_names=True)
    picture = data.load_image(names[7])
    assert (picture.scene, picture.image.size, dict(picture.masks)) == (scene, (60, 40), {})
    assert data.masks is False


def test_doubtful_boxes_are_kept_clear_of_unless_they_are_those_of_a_thing(tmp_path):
    data = opened(draw(tmp_path, [7]))
    assert data.crowd_regions(*data.images()) == ((22, 0, 28, 9),)  # not the second box around the same cat
    surer = DetectedDataset(data.data, data.detector, 0.5)
    assert [thing.name for thing in surer.scene(*surer.images()).things] == ["traffic light", "cat", "cat", "dog"]
    assert surer.crowd_regions(*surer.images()) == ()


def test_another_threshold_needs_no_new_look_and_another_detector_does(tmp_path):
    pictures, cache = draw(tmp_path / "p", [7, 9]), tmp_path / "scenes"
    first = opened(pictures)
    kept = attach_detection_cache(first, cache, [], NoProgress(), threading.Event())
    list(kept.images())
    assert sorted(first.detector.looked) == [7, 9]
    second = attach_detection_cache(opened(pictures, threshold=0.5), cache, [], NoProgress(), threading.Event())
    name = by_shade(second)[7]
    assert len(second.scene(name).things) == 4
    assert kept.scene(name) == opened(pictures).scene(name)  # from the shard as from the detector
    assert second.detector.looked == []
    assert second.fingerprint != kept.fingerprint == first.fingerprint
    other = DetectedDataset(first.data, Shades(TABLE, version=2), 0.7)
    assert other.fingerprint != first.fingerprint
    other = attach_detection_cache(other, cache, [], NoProgress(), threading.Event())
    list(other.images())
    assert sorted(other.detector.looked) == [7, 9]
    assert len(list(cache.iterdir())) == 2


def test_detection_stops_after_a_batch_and_goes_on(tmp_path):
    pictures, cache = draw(tmp_path / "p", range(100, 100 + BATCH_SIZE + 8)), tmp_path / "scenes"
    stop, progress = threading.Event(), Notes()
    stop.set()
    data = attach_detection_cache(opened(pictures), cache, [], progress, stop)
    with pytest.raises(KeyboardInterrupt):
        list(data.images())
    assert progress.total == (BATCH_SIZE + 8, 0, "pictures to look at")
    assert progress.done == len(data.detector.looked) == BATCH_SIZE
    again, progress = opened(pictures), Notes()
    again = attach_detection_cache(again, cache, [], progress, threading.Event())
    assert len(list(again.images())) == BATCH_SIZE + 8
    assert progress.total == (8, BATCH_SIZE, "pictures to look at")
    assert len(again.detector.looked) == progress.done == 8
    assert len(list(again.images())) == BATCH_SIZE + 8
    assert progress.done == 8


def test_pictures_are_looked_at_as_they_are_wanted(tmp_path):
    data = opened(draw(tmp_path, range(100, 100 + BATCH_SIZE + 8)))
    next(data.images())
    assert len(data.detector.looked) == BATCH_SIZE


def test_a_damaged_shard_is_named_and_made_again(tmp_path):
    pictures, folder = draw(tmp_path / "p", [7]), tmp_path / "scenes"
    data = opened(pictures)
    list(attach_detection_cache(data, folder, [], NoProgress(), threading.Event()).images())
    (shard,) = folder.rglob("*.parquet")
    shard.write_bytes(shard.read_bytes()[:-1] + b"x")
    (shard.parent / "notes.parquet").write_bytes(b"mine")  # of others: passed over
    (shard.parent / "000009-0123456789abcdef.parquet").mkdir()
    said = []
    cache = StoredDetections(shard.parent, said.append)
    assert len(said) == 1
    assert str(shard) in said[0]
    again = opened(pictures, cache=cache)
    assert len(again.scene(*again.images()).things) == 2
    assert len([path for path in folder.rglob("0*.parquet") if path.is_file()]) == 2  # under another number


def test_an_unreadable_picture_fails_alone(tmp_path):
    draw(tmp_path, [7, 66])
    (tmp_path / "bad.jpg").write_text("no picture")
    progress = Notes()
    data = attach_detection_cache(opened(tmp_path), None, [], progress, threading.Event())
    scenes = [data.scene(name) for name in data.images()]
    assert [scene is None for scene in scenes].count(True) == 2
    assert sorted(line.split(":")[0] for line in progress.lines) == ["no objects", "no objects"]
    assert any("bad.jpg: not an image file" in line for line in progress.lines)
    assert any("opencv:shades fails on it: no room for this one" in line for line in progress.lines)
    list(data.images())
    assert len(progress.lines) == 2


def test_a_detector_that_fails_on_all_says_so(tmp_path):
    with pytest.raises(UserError, match=r"opencv:shades fails on every picture.*no room for this one"):
        list(opened(draw(tmp_path, [66])).images())


def test_scene_graphs_of_the_data_stay_the_fine_source(tmp_path):
    draw(tmp_path / "images", [7])
    thing = {"id": "1", "name": "kitten", "box": [30, 5, 60, 20], "attributes": {"color": ["red"]}}
    record = {"image": "7.png", "width": 60, "height": 40, "things": [thing]}
    (tmp_path / "scenes.json").write_text(json.dumps([record]))
    data = opened(tmp_path)
    (name,) = data.images()
    assert [thing.name for thing in data.scene(name).things] == ["kitten"]
    assert data.scene(name).unclear == ("dog", "traffic light")  # a kitten may be the cat
    assert [thing.name for thing in data.coarse_scene(name).things] == ["traffic light", "cat"]


def test_a_folder_of_pictures_alone_has_images_and_no_questions(tmp_path):
    draw(tmp_path, [7, 9])
    assert len(list(open_dataset(f"folder:{tmp_path}").images())) == 2
    assert list(open_dataset(f"folder:{tmp_path}").items()) == []
    assert len(list(FolderDataset(tmp_path, every=True).images())) == 2
    assert len(list(FolderDataset(tmp_path, every=True).images(1))) == 1
    draw(tmp_path / "images", [5])  # where there is images/, that is where the pictures are
    assert len(list(FolderDataset(tmp_path, every=True).images())) == 1
    (tmp_path / "none").mkdir()
    with pytest.raises(UserError, match="has no images: put some there"):
        FolderDataset(tmp_path / "none", every=True)


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("folder:{}", "names no data set or no detector"),
        (",objects=hf:x", "names no data set or no detector"),
        ("folder:{},objects=hf:{},threshold=much", "'much' is no number"),
        ("folder:{},objects=yolo:x", "unknown detector 'yolo:x'.*hf:FOLDER"),
        ("folder:{},objects=hf:", "names no detector: write hf:FOLDER_OR_ID"),
        ("folder:{},objects=hf:{}", "holds no config.json"),
        ("folder:{},objects=hf:{}/none/at/all", "no such folder"),
        ("folder:{}/none,objects=hf:{}", "no such folder"),
    ],
)
def test_bad_names_get_one_line(tmp_path, rest, words):
    pytest.importorskip("transformers", reason="pip install 'askance[hf]'")
    draw(tmp_path, [7])
    with pytest.raises(UserError, match=words):
        open_detected_dataset(rest.replace("{}", str(tmp_path)))


def test_thresholds_below_the_floor_are_refused(tmp_path):
    with pytest.raises(UserError, match="less sure detections are not kept"):
        opened(draw(tmp_path, [7]), threshold=FLOOR / 2)


def test_a_missing_extra_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("askance.datasets.detectors.huggingface.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install .*\[hf\]'"):
        open_detector(f"hf:{tmp_path}")
    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    with pytest.raises(UserError, match=r"pip install .*\[opencv\]'"):
        open_detector("opencv:x.pb,labels=y")


def test_the_option_is_a_name_of_data():
    assert name_with_detector("folder:P", None) == "folder:P"
    assert name_with_detector("folder:P", "hf:a/b", 0.5) == "detected:folder:P,objects=hf:a/b,threshold=0.5"
    assert name_with_detector("folder:P", "hf:a/b") == "detected:folder:P,objects=hf:a/b,threshold=0.7"
    with pytest.raises(UserError, match="--objects-threshold goes with --objects"):
        name_with_detector("folder:P", None, 0.5)


def test_a_run_keeps_its_detections_and_a_reader_uses_them(tmp_path, monkeypatch):
    pictures = draw(tmp_path / "p", range(100, 104), (240, 120))
    grid = [(x, 0.9, (50 * i + 5, 5, 50 * i + 45, 90)) for i, x in enumerate(["cat", "dog", "cup", "dog"])]
    detector = Shades({str(shade): grid for shade in range(100, 104)})
    monkeypatch.setattr("askance.datasets.detected_dataset.open_detector", lambda name: detector)
    progress = Notes()
    name = f"detected:folder:{pictures},objects=opencv:shades,threshold=0.7"
    done = run(lambda image, question: "2", name, ["metamorphic"], limit=60, out=tmp_path / "w", progress=progress)
    assert sum("no masks" in line for line in progress.lines) == 1
    relations = {row["group"].split("/")[0] for row in done.cases.to_pylist()}
    assert {"partition", "cut", "remove", "remove+"} <= relations
    assert not {"insert", "insert+"} & relations
    assert len(detector.looked) == 4
    data = open_dataset_with_stored_detections(name, tmp_path / "w")
    assert data.name == name
    assert all(len(data.scene(image).things) == 4 for image in data.images())
    run(lambda image, question: "2", name.replace("0.7", "0.8"), ["metamorphic"], limit=60, out=tmp_path / "w")
    assert len(detector.looked) == 4


coordinate = st.floats(-50, 150, width=32)
detection = st.builds(Detection, st.sampled_from(["cat", "Dog_", "N/A"]), st.floats(0, 1), st.tuples(*[coordinate] * 4))


@given(st.lists(detection, max_size=12), st.floats(FLOOR, 1))
def test_scenes_are_sound_whatever_is_detected(detections, threshold):
    seen = sort_and_round_detections(100, 80, detections)
    assert seen == sort_and_round_detections(100, 80, reversed(detections))
    scene = detections_to_scene(seen, "i", threshold)
    assert [thing.id for thing in scene.things] == [f"d{i}" for i in range(len(scene.things))]
    assert {thing.name for thing in scene.things} <= {"cat", "dog"}
    assert not {thing.name for thing in scene.things} & set(scene.unclear)
    for x0, y0, x1, y1 in (*(thing.box for thing in scene.things), *uncertain_boxes(seen, threshold)):
        assert 0 <= x0 < x1 <= 100
        assert 0 <= y0 < y1 <= 80
    assert {one.label for one in seen.detections} == {thing.name for thing in scene.things} | set(scene.unclear)
