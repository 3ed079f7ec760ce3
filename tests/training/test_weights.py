"""Export keeps every weight under its name, and a training goes on from the files with rows by word."""

import numpy as np
import onnxruntime
import pytest
import torch
from askance.core import UserError
from askance.datasets import open_dataset
from askance.models.builtin.vocabulary import SPECIAL, UNKNOWN, Vocabulary
from askance.training.corpus import WORDS, build_vocabulary, collect_scene_labels, make_corpus
from askance.training.networks import NETWORKS
from askance.training.onnx_export import CLOSE, export_onnx
from askance.training.samples import samples_from_dataset
from askance.training.start_weights import extend_vocabulary, initial_weights, open_start_model

from colors import write_colors

OLD = Vocabulary(("<pad>", "<unknown>", "<whole>", "is", "it", "red"), ("yes", "no", "red"))


def network_with_norms(model, words, answers):
    torch.manual_seed(1)
    network = NETWORKS[model](words, answers).eval()
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
            module.weight.data.uniform_(0.5, 1.5)
            module.bias.data.normal_(0, 0.1)
    return network


@pytest.fixture(scope="module", params=NETWORKS)
def exported(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    network = network_with_norms(request.param, len(OLD.words), len(OLD.answers))
    far = export_onnx(network, folder, OLD, {"model": request.param})
    return request.param, folder, network, far


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    data = write_colors(folder / "data", size=(320, 240))
    samples = list(samples_from_dataset(open_dataset(data), None, 0))
    lexicon = extend_vocabulary(OLD, build_vocabulary(samples, 1, 1))
    return make_corpus(folder / "made", samples, data, lexicon, collect_scene_labels(()), 1)


def said(folder, pixels, tokens, drops):
    parts = {part: onnxruntime.InferenceSession(str(folder / f"{part}.onnx")) for part in ("see", "words", "say")}
    grid = parts["see"].run(None, {"pixels": pixels})[0]
    embedded = parts["words"].run(None, {"tokens": tokens})[0]
    masks = {f"drop{n}": np.ones((*tokens.shape[:2], size), np.float32) for n, size in enumerate(drops)}
    feeds = {"grid": grid, "embedded": embedded, "given": (tokens != 0).astype(np.float32), **masks}
    return parts["say"].run(None, feeds)[0]


def test_onnx_says_what_torch_says(exported):
    _, folder, network, far = exported
    assert far <= CLOSE
    rng = np.random.default_rng(0)
    pixels = rng.integers(0, 256, (3, 240, 320, 3), dtype=np.uint8)  # another batch, other lengths than were traced
    tokens = rng.integers(1, len(OLD.words), (3, 2, 9))
    tokens[0, 0, 4:] = 0
    with torch.no_grad():
        grid = network.encode_image(torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255)
        drops = [torch.ones(3, 2, size) for size in network.drops]
        words = torch.from_numpy(tokens)
        wanted = network.score_answers(grid, network.words(words), (words != 0).float(), drops).numpy()
    assert np.abs(said(folder, pixels, tokens, network.drops) - wanted).max() <= CLOSE


def test_a_network_goes_on_as_the_given_one(exported, corpus):
    model, folder, network, _ = exported
    state = initial_weights(folder, model, corpus, 0)
    again = NETWORKS[model](len(corpus.lexicon.words), len(corpus.lexicon.answers)).eval()
    again.load_state_dict(state)
    pixels, tokens = np.array(corpus.pictures[:2]), np.full((2, 1, 6), 3)
    tokens[:, 0, 0], tokens[:, 0, 4:] = 2, 0
    wanted = said(folder, pixels, tokens, network.drops)
    shown = torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255
    words = torch.from_numpy(tokens)
    drops = [torch.ones(2, 1, size) for size in network.drops]
    with torch.no_grad():
        got = again.score_answers(again.encode_image(shown), again.words(words), (words != 0).float(), drops).numpy()
        training = again.train().encode_image(
            torch.from_numpy(np.array(corpus.pictures)).permute(0, 3, 1, 2).float() / 255
        )
        plain = again.eval().encode_image(torch.from_numpy(np.array(corpus.pictures)).permute(0, 3, 1, 2).float() / 255)
    assert np.abs(got[..., : len(OLD.answers)] - wanted).max() <= 1e-3
    assert float((training - plain).abs().max()) <= 1e-2 * max(1.0, float(plain.abs().max()))  # the norms were told


def test_rows_follow_their_words(exported, corpus):
    model, folder, network, _ = exported
    state = initial_weights(folder, model, corpus, 0)
    old = network.state_dict()["words.weight"]
    for number, word in enumerate(OLD.words):
        assert torch.equal(state["words.weight"][corpus.lexicon.word_numbers[word]], old[number])
    new = [number for number, word in enumerate(corpus.lexicon.words) if word not in OLD.words]
    assert new
    assert all(torch.equal(state["words.weight"][number], old[UNKNOWN]) for number in new)


def test_a_lexicon_grows_behind():
    both = extend_vocabulary(OLD, Vocabulary((*OLD.words[:3], "dog", "is"), ("no", "dog")))
    assert both == Vocabulary((*OLD.words, "dog"), (*OLD.answers, "dog"))
    assert extend_vocabulary(OLD, OLD) == OLD


def test_a_lexicon_grows_no_further_than_its_numbers_reach():
    new = Vocabulary(tuple(f"word{number}" for number in range(2**15)), ())
    assert len(extend_vocabulary(OLD, new).words) == WORDS + len(SPECIAL) < 2**15


def test_what_cannot_be_gone_on_from(exported, corpus, tmp_path):
    model, folder, _, _ = exported
    other = next(name for name in NETWORKS if name != model)
    with pytest.raises(UserError, match=f"holds a {model}, not a {other}"):
        initial_weights(folder, other, corpus, 0)
    with pytest.raises(UserError, match=r"holds no model\.json"):
        open_start_model(tmp_path, model)
