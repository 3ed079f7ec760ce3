"""The built-in networks: one answer a query whatever its batch, readouts, draws, noise inside, names and files."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import askance
import msgspec
import networks
import numpy as np
import pytest
from askance.core import Choose, Condition, ImageData, ModelInput, Query, Score, Step, Stimulus, UserError
from askance.core.onnx_files import external_weight_files
from askance.models import open_model
from askance.models.builtin import NAMES, WEIGHTS
from askance.models.builtin.feature_noise import add_noise
from askance.models.builtin.feature_spread import measure_feature_spread
from askance.models.builtin.image_size import resize_with_margins
from askance.models.builtin.model_folder import ModelFiles
from askance.models.builtin.sampling import KEEP, dropout_masks
from toy import ToyData

QUESTIONS = ("What color is the car?", "Are there any dogs in this picture?", "How many dogs are there?", "Is it red?")
SEEING = tuple(name for name in NAMES if name != "blind")
DROPOUT = Condition(dropout=True)


def pictures(count=3):
    rng = np.random.default_rng(1)
    small = (rng.integers(0, 256, (6, 8, 3), dtype=np.uint8) for _ in range(count))
    return [ImageData(np.kron(each, np.ones((40, 40, 1), np.uint8))) for each in small]


def shown(picture, question=QUESTIONS[0], **changes):
    return ModelInput(Query(Stimulus("a", question), **changes), picture=picture)


def noise(site, scale=1.0, seed=0):
    return Condition(inside=(Step.of("gaussian", site=site, scale=scale, seed=seed),))


def score(model, picture, **changes):
    answer = model.answer([shown(picture, readout=Score("red"), **changes)])[0]
    assert answer.status == "ok", answer.reason
    return answer.score


@pytest.fixture(scope="module", params=NAMES)
def model(request):
    return networks.model(request.param)


@pytest.fixture(scope="module")
def seeing():
    return networks.model("cnn-lstm")


def mixture(model):
    """Queries of every readout and condition about a few pictures."""
    conditions = [Condition(), DROPOUT, Condition(temperature=1.0), noise("text.in")]
    conditions += [noise("vision.out", seed=3)] if "noise:vision.out" in model.supports else []
    readouts = [{}, {"readout": Score("red")}, {"readout": Choose(("red", "blue", "yes"))}]
    made = []
    for place, picture in enumerate(pictures()):
        for number, condition in enumerate(conditions):
            readout = readouts[(place + number) % 3]
            made += [shown(picture, q, condition=condition, draw=number, **readout) for q in QUESTIONS[: 2 + place]]
    return made


def same(one, other):
    assert (one.status, one.text, one.reason) == (other.status, other.text, other.reason)
    assert [answer for answer, _ in one.top] == [answer for answer, _ in other.top]
    assert [p for _, p in one.top] == pytest.approx([p for _, p in other.top], abs=1e-5)
    assert one.score == (None if other.score is None else pytest.approx(other.score, abs=1e-5))


def test_an_answer_does_not_depend_on_its_batch(model):
    asked = mixture(model)
    together = model.answer(asked)
    assert all(answer.status == "ok" for answer in together)
    fresh = networks.model(model.name.removeprefix("builtin:"))
    order = list(range(len(asked)))
    Random(0).shuffle(order)
    for size in (1, 2, 7):
        for start in range(0, len(order), size):
            some = order[start : start + size]
            for place, answer in zip(some, fresh.answer([asked[place] for place in some]), strict=True):
                same(answer, together[place])


def test_threads_share_a_model(model):
    asked = mixture(model)[:12]
    alone = model.answer(asked)
    fresh = networks.model(model.name.removeprefix("builtin:"))
    with ThreadPoolExecutor(4) as pool:
        for answers in pool.map(lambda _: fresh.answer(asked), range(4)):
            for one, other in zip(answers, alone, strict=True):
                same(one, other)


def test_the_best_answer_comes_with_the_five_best(model):
    answer = model.answer([shown(pictures(1)[0])])[0]
    shares = [share for _, share in answer.top]
    assert answer.text == answer.top[0][0]
    assert len(shares) == 5
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1 + 1e-9
    assert score_of(model, answer.top[2][0]) == pytest.approx(shares[2], abs=1e-6)


def score_of(model, answer):
    return model.answer([shown(pictures(1)[0], readout=Score(answer))])[0].score


def test_probabilities_sum_to_one(model):
    picture = pictures(1)[0]
    asked = [shown(picture, readout=Score(answer)) for answer in model.files.about.answers[:400]]
    assert sum(answer.score for answer in model.answer(asked)) == pytest.approx(1, abs=1e-3)


def test_answers_are_compared_normalised_and_unknown_ones_have_probability_zero(seeing):
    picture = pictures(1)[0]
    asked = [shown(picture, readout=Score(each)) for each in ("red", "Red.", "a RED", "two", "2", "zeppelinish")]
    plain, full_stop, article, word, digit, unknown = seeing.answer(asked)
    assert plain.score == pytest.approx(full_stop.score) == pytest.approx(article.score)
    assert word.score == pytest.approx(digit.score)
    assert (unknown.status, unknown.score) == ("ok", 0.0)
    assert "zeppelinish" in unknown.reason


def test_choosing(seeing):
    picture = pictures(1)[0]
    options = ("no", "zeppelinish", "Red", "2")
    shares = {option: score_of(seeing, option) for option in options}
    chosen, none = seeing.answer(
        [shown(picture, readout=Choose(options)), shown(picture, readout=Choose(("zeppelinish", "gibbousness")))]
    )
    assert chosen.text == max(options, key=lambda option: shares[option])
    assert [option for option, _ in chosen.top] == sorted(options[:1] + options[2:], key=lambda each: -shares[each])
    assert (none.status, none.text) == ("failed", None)
    assert "none of the options" in none.reason


def test_dropout_draws(model):
    picture = pictures(1)[0]
    drawn = [score(model, picture, condition=DROPOUT, draw=draw) for draw in range(30)]
    assert len(set(drawn)) > 25
    assert np.std(drawn) > 0
    assert score(model, picture, condition=DROPOUT, draw=7) == pytest.approx(drawn[7], abs=1e-6)
    still = [score(model, picture, draw=draw) for draw in range(3)]
    assert still[0] == still[1] == still[2]


def test_masks_keep_nine_channels_of_ten_and_the_mean():
    made = [dropout_masks(Query(Stimulus("a", "b"), condition=DROPOUT, draw=draw), (100, 50)) for draw in range(200)]
    values = np.concatenate([np.concatenate(each) for each in made])
    assert set(np.unique(values)) == {np.float32(0), np.float32(1 / KEEP)}
    assert values.mean() == pytest.approx(1, abs=0.01)
    assert not np.array_equal(made[0][0][:50], made[0][1])
    assert all((mask == 1).all() for mask in dropout_masks(Query(Stimulus("a", "b")), (100, 50)))


def test_temperature_draws_with_the_models_own_probabilities(seeing):
    picture, warm = pictures(1)[0], Condition(temperature=1.0)
    draws = seeing.answer([shown(picture, condition=warm, draw=draw) for draw in range(800)])
    best, share = draws[0].top[0]
    assert np.mean([answer.text == best for answer in draws]) == pytest.approx(share, abs=0.06)
    cold = seeing.answer([shown(picture, condition=Condition(temperature=1e-9), draw=draw) for draw in range(20)])
    assert {answer.text for answer in cold} == {best}
    for wrong in (-1.0, float("nan")):
        assert seeing.answer([shown(picture, condition=Condition(temperature=wrong))])[0].status == "failed"


@pytest.mark.parametrize("site", ["vision.out", "text.in"])
def test_noise_inside(model, site):
    picture = pictures(1)[0]
    if site == "vision.out" and model.name == "builtin:blind":
        refused = model.answer([shown(picture, condition=noise(site))])[0]
        assert (refused.status, refused.reason) == ("failed", "this model does not support noise:vision.out")
        return
    clean = score(model, picture)
    assert score(model, picture, condition=noise(site, 0.0)) == pytest.approx(clean, abs=1e-7)
    once = score(model, picture, condition=noise(site))
    assert abs(once - clean) > 1e-6
    assert score(model, picture, condition=noise(site)) == pytest.approx(once, abs=1e-7)
    assert abs(score(model, picture, condition=noise(site, seed=1)) - once) > 1e-6


def test_noise_is_as_strong_as_the_dimensions_spread():
    spread = {"vision.out": (1.0, 5.0, 0.0)}
    step = Step.of("gaussian", site="vision.out", scale=0.5, seed=2)
    added = add_noise(np.ones((20_000, 3), np.float32), (step,), spread) - 1
    assert added.std(0) == pytest.approx([0.5, 2.5, 0.0], rel=0.03)
    assert added.mean(0) == pytest.approx([0, 0, 0], abs=0.06)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Step.of("poisson", site="text.in", scale=1.0, seed=0), "is not known"),
        (Step.of("gaussian", site="text.in", seed=0), "is not known"),
        (Step.of("gaussian", site="text.in", scale=-1.0, seed=0), "scale -1.0"),
        (Step.of("gaussian", site="text.in", scale=1.0, seed="a"), "seed 'a'"),
        (Step.of("gaussian", site="cellar", scale=1.0, seed=0), "does not support noise:cellar"),
    ],
)
def test_noise_that_is_not_known_fails_with_a_reason(seeing, step, reason):
    answer = seeing.answer([shown(pictures(1)[0], condition=Condition(inside=(step,)))])[0]
    assert answer.status == "failed"
    assert reason in answer.reason


@pytest.mark.parametrize("name", SEEING)
def test_a_picture_is_seen_once_for_all_its_questions_and_draws(name, monkeypatch):
    model = networks.model(name)
    seen_pictures = []
    run = model.sessions.run

    def counting(part, **inputs):
        seen_pictures.extend(inputs.get("pixels", ()))
        return run(part, **inputs)

    monkeypatch.setattr(model.sessions, "run", counting)
    some = pictures(3)
    for draw in range(2):
        model.answer([shown(picture, q, draw=draw, condition=DROPOUT) for picture in some for q in QUESTIONS])
    assert len(seen_pictures) == 3


def test_another_picture_gets_other_scores(seeing):
    scores = [score(seeing, picture) for picture in pictures(3)]
    assert len(set(scores)) == 3


def test_only_the_blind_one_needs_no_picture(model):
    answer = model.answer([shown(None)])[0]
    if model.name == "builtin:blind":
        assert (model.needs, answer.status) == (frozenset(), "ok")
    else:
        assert (model.needs, answer.status) == ({"pixels"}, "failed")
        assert "no picture" in answer.reason


def test_a_run_on_a_folder(tmp_path):
    name = f"builtin:{networks.copied('attention', tmp_path)}"
    done = askance.run([name], ToyData(12), ["accuracy", "repeat"], out=tmp_path / "run")
    rows = {(row["suite"], row["metric"]): row for row in done.metrics.to_pylist() if row["group"] == ""}
    assert rows["repeat", "agreement"]["value"] == 100
    assert rows["accuracy", "coverage"]["value"] == 100
    assert {row["model"] for row in rows.values()} == {name}


def with_weights_outside(folder):
    """The network `say` with its weights in a file of their own, as exporters write large ones."""
    onnx = pytest.importorskip("onnx")
    path = folder / "say.onnx"
    network = onnx.load(path)
    path.unlink()
    onnx.save_model(network, path, save_as_external_data=True, location="say.weights", size_threshold=0)
    return folder / "say.weights"


def test_weights_outside_the_network_are_part_of_the_fingerprint(tmp_path):
    folder = networks.unchecked("blind", tmp_path)
    weights = with_weights_outside(folder)
    before = askance.run(f"builtin:{folder}", ToyData(6), out=tmp_path / "w")
    assert before.done.outcome.made == 6
    assert askance.run(f"builtin:{folder}", ToyData(6), out=tmp_path / "w").done.outcome.made == 0
    weights.write_bytes(bytes(len(weights.read_bytes())))
    after = askance.run(f"builtin:{folder}", ToyData(6), out=tmp_path / "w")
    assert after.done.outcome.made == 6
    assert after.answers["top"].to_pylist() != before.answers["top"].to_pylist()


def entry(name, key=b"location"):
    """A StringStringEntryProto {key, value}, as it is written."""
    length = bytes([len(name)]) if len(name) < 128 else bytes([len(name) & 127 | 128, len(name) >> 7])
    return b"\x0a" + bytes([len(key)]) + key + b"\x12" + length + name.encode()


def test_files_that_a_network_names_are_found(tmp_path):
    long = f"{'w' * 200}.bin"
    for name in ("a.bin", "below/b.bin", long, "other.bin"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    network = tmp_path / "n.onnx"
    parts = [entry("a.bin"), entry("below/b.bin"), entry(long), entry("gone.bin"), entry("other.bin", b"offset")]
    network.write_bytes(b"\x08\x07" + b"....".join(parts) + b"\x0a\x08location\x12")
    assert external_weight_files(network) == [tmp_path / name for name in ("a.bin", "below/b.bin", long)]
    network.write_bytes(b"")
    assert external_weight_files(network) == []


def test_the_fingerprint_is_of_the_files(tmp_path):
    assert (
        open_model(f"builtin:{networks.copied('blind', tmp_path)}").fingerprint == networks.model("blind").fingerprint
    )
    folder = networks.unchecked("blind", tmp_path / "edited")
    before = open_model(f"builtin:{folder}").fingerprint
    about = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps(about | {"answers": about["answers"][::-1]}))
    assert open_model(f"builtin:{folder}").fingerprint != before


def test_names_that_are_not_there(tmp_path):
    with pytest.raises(UserError, match="did you mean builtin:transformer"):
        open_model("builtin:transfomer")
    with pytest.raises(UserError, match="no such folder"):
        open_model(f"builtin:{tmp_path}/nowhere")
    with pytest.raises(UserError, match="did you mean builtin:blind"):
        open_model("builtin:")
    with pytest.raises(UserError, match=r"model\.json: cannot be read"):
        open_model(f"builtin:{tmp_path}")
    with pytest.raises(UserError, match="takes no --model-args"):
        open_model("builtin:blind", {"a": "b"})


def test_damaged_files_are_named(tmp_path):
    folder = networks.unchecked("blind", tmp_path)
    (folder / "say.onnx").write_bytes(b"not a network")
    with pytest.raises(UserError, match=r"say\.onnx: cannot be loaded"):
        open_model(f"builtin:{folder}").answer([shown(None)])
    (folder / "say.onnx").unlink()
    with pytest.raises(UserError, match=r"say\.onnx: is missing"):
        open_model(f"builtin:{folder}")
    (folder / "model.json").write_text('{"words": []}')
    with pytest.raises(UserError, match=r"model\.json: .*`answers`"):
        open_model(f"builtin:{folder}")


def test_without_a_spread_no_noise_is_offered(tmp_path):
    folder = networks.unchecked("cnn-lstm", tmp_path)
    about = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps({key: about[key] for key in about if key != "spread"}))
    assert not [offer for offer in open_model(f"builtin:{folder}").supports if offer.startswith("noise:")]


def test_the_spread_is_over_all_rows(seeing):
    files = ModelFiles(networks.folder("cnn-lstm"))
    samples = [
        (resize_with_margins(picture.image), question)
        for picture, question in zip(pictures(3), QUESTIONS, strict=False)
    ]
    grids = np.concatenate([seeing.sessions.run("see", pixels=pixels[None])[0] for pixels, _ in samples])
    tokens = np.concatenate([each[each != 0] for each in files.lexicon.encode_questions([q for _, q in samples])])
    words = seeing.sessions.run("words", tokens=tokens[None, None])[0, 0]
    found = measure_feature_spread(files, samples)
    assert found["vision.out"] == pytest.approx(grids.std(0), rel=1e-3, abs=1e-5)
    assert found["text.in"] == pytest.approx(words.std(0), rel=1e-3, abs=1e-5)
    assert "vision.out" not in measure_feature_spread(ModelFiles(networks.folder("blind")), samples)


def test_opening_loads_nothing_and_answering_is_silent():
    folder = networks.folder("attention")
    probe = f"""
import sys
import numpy as np
from askance.core import ModelInput, Query, Stimulus
from askance.models import open_model
model = open_model("builtin:{folder}")
model.fingerprint, model.supports, model.needs
assert not {{"onnxruntime", "torch", "onnx"}} & set(sys.modules)
print(model.answer([ModelInput(Query(Stimulus("a", "Is it red?")), np.zeros((48, 64, 3), np.uint8))])[0].status)
assert not {{"torch", "onnx"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("ok", "")


@pytest.mark.skipif(not WEIGHTS.is_dir(), reason="no weights are shipped yet")
def test_the_shipped_models_are_complete_and_light():
    for name in NAMES:
        about = msgspec.json.decode((WEIGHTS / name / "model.json").read_bytes())
        assert about["model"] == name
        assert set(about["spread"]) == ({"text.in"} if name == "blind" else {"text.in", "vision.out"})
        assert open_model(f"builtin:{name}").name == f"builtin:{name}"
    assert sum(file.stat().st_size for file in WEIGHTS.rglob("*") if file.is_file()) <= 12e6
