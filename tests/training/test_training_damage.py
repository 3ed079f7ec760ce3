"""Damage to the folder of a training: named, set aside or refused, and the same weights in the end."""

import os
import pickle
import shutil

import pytest
import safetensors.torch
import torch
from askance.core import UserError
from askance.datasets import open_dataset
from askance.training import checkpoint_digest
from askance.training.checkpoint_digest import DamagedCheckpoint, read_verified_metadata
from askance.training.corpus import build_vocabulary, collect_scene_labels, make_corpus
from askance.training.folder_check import check_training_folder, is_training_folder, training_summary
from askance.training.recipe import TrainingRecipe, train_model
from askance.training.samples import samples_from_dataset
from askance.training.start_weights import read_weights

from colors import write_colors
from quiet import Quiet


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_colors(tmp_path_factory.mktemp("data") / "colors")


def recipe(data, **changes):
    return TrainingRecipe("blind", data, **({"epochs": 2, "check": data, "images": 3} | changes))


@pytest.fixture(scope="module")
def made(data, tmp_path_factory):
    """A folder with a training that ended, and one that was cut short in its second epoch."""
    folder = tmp_path_factory.mktemp("made")
    train_model(recipe(data), folder / "done", 1, Quiet())
    with pytest.raises(KeyboardInterrupt):
        train_model(recipe(data), folder / "cut", 1, Quiet(stop=4))
    return folder


@pytest.fixture
def cut(made, tmp_path):
    return shutil.copytree(made / "cut", tmp_path / "cut")


@pytest.fixture
def done(made, tmp_path):
    return shutil.copytree(made / "done", tmp_path / "done")


def resumed(data, folder, made):
    """Train on; asserts that the weights are those of an uninterrupted training, and returns what was said."""
    progress = Quiet()
    train_model(recipe(data), folder, 1, progress)
    one, other = read_weights(folder), read_weights(made / "done")
    assert all(torch.equal(one[name], other[name]) for name in other)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["model.json", "say.onnx", "see.onnx", "training", "words.onnx"]
    return progress.said


def flip(path, place=-50):
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def test_an_undamaged_training_goes_on_and_says_nothing_of_damage(data, cut, made):
    said = resumed(data, cut, made)
    assert [line.split()[:3] for line in said[1:]] == [["blind", "epoch", "2"]]


@pytest.mark.parametrize("place", [3, 200, -50])
def test_a_damaged_checkpoint_is_set_aside_before_it_is_used(data, cut, made, place):
    flip(cut / "checkpoint.safetensors", place)
    said = resumed(data, cut, made)
    (line,) = (line for line in said if "damaged" in line)
    assert line.startswith(f"{cut}/checkpoint.safetensors: damaged (")
    assert line.endswith("): set aside as checkpoint.damaged; the training begins again")
    assert any(line.startswith("blind epoch 1 ") for line in said)


def test_a_damaged_checkpoint_is_kept_until_the_training_ends(data, cut):
    flip(cut / "checkpoint.safetensors")
    content = (cut / "checkpoint.safetensors").read_bytes()
    with pytest.raises(KeyboardInterrupt):
        train_model(recipe(data), cut, 1, Quiet(stop=1))
    assert (cut / "checkpoint.damaged").read_bytes() == content
    assert not (cut / "checkpoint.safetensors").exists()


def test_the_checkpoint_of_another_training_is_not_used(data, cut, made, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        train_model(recipe(data, seed=1), tmp_path / "other", 1, Quiet(stop=4))
    shutil.copy(tmp_path / "other" / "checkpoint.safetensors", cut)
    assert any("damaged (it is of another training): set aside" in line for line in resumed(data, cut, made))


class Trap:
    """What a pickle would run."""

    def __reduce__(self):
        return os.mkdir, (self.path,)


def test_a_pickle_is_never_loaded(data, cut, made, tmp_path):
    trap = Trap()
    trap.path = str(tmp_path / "sprung")
    torch.save({"a": trap}, cut / "checkpoint.safetensors")
    for name in ("train", "check"):
        (cut / "corpus" / name / "tokens.npy").write_bytes(b"\x93NUMPY" + pickle.dumps(trap))
    said = resumed(data, cut, made)
    assert sum("damaged" in line for line in said) == 3
    assert not (tmp_path / "sprung").exists()


def test_a_checkpoint_of_another_version_is_refused_with_the_fix(data, cut):
    path = cut / "checkpoint.safetensors"
    metadata = read_verified_metadata(path.read_bytes()) | {"digest": checkpoint_digest.EMPTY}
    tensors = safetensors.torch.load(path.read_bytes())
    tensors.pop("network.words.weight")
    path.write_bytes(checkpoint_digest.write_digest_into(safetensors.torch.save(tensors, metadata)))
    with pytest.raises(
        UserError, match=r"does not fit this version of askance \(.*\): end the training with"
    ) as raised:
        train_model(recipe(data), cut, 1, Quiet())
    assert "\n" not in str(raised.value)


FILES = ("answer.npy", "image.npy", "key", "lexicon.json", "pictures.npy", "things.npy", "tokens.npy", "told.json")


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_corpus_is_made_again(data, cut, made, name):
    flip(cut / "corpus" / "train" / name, -3)
    (line,) = (line for line in resumed(data, cut, made) if "damaged" in line)
    assert line.startswith(f"{cut}/corpus/train/{name}: damaged (")
    assert line.endswith("): made again")


def test_a_corpus_of_which_a_file_is_missing_is_made_again(data, cut, made):
    (cut / "corpus" / "check" / "image.npy").unlink()  # as a kill leaves it that falls into the last step
    assert f"{cut}/corpus/check/image.npy: missing: made again" in resumed(data, cut, made)


def test_a_damaged_corpus_is_told_where_it_is_made(data, tmp_path):
    samples = list(samples_from_dataset(open_dataset(data), None, 0))
    said, given = [], (samples, data, build_vocabulary(samples, 1, 1), collect_scene_labels(()), 1)
    before = make_corpus(tmp_path, *given)
    flip(tmp_path / "answer.npy", -8)
    again = make_corpus(tmp_path, *given, say=said.append)
    assert said == [f"{tmp_path}/answer.npy: damaged (its digest does not match): made again"]
    assert (again.answer == before.answer).all()


@pytest.mark.parametrize("spoil", [flip, lambda path: path.write_bytes(b""), os.unlink])
def test_the_mark_is_written_again_where_a_whole_file_says_whose_the_folder_is(data, cut, done, made, spoil):
    for folder in (cut, done):
        spoil(folder / "training")
        assert any(
            line.startswith(f"{folder}/training") and "written again" in line for line in resumed(data, folder, made)
        )
        train_model(recipe(data), folder, 1, Quiet())


def test_a_folder_whose_training_cannot_be_told_is_refused(data, cut, done):
    for folder, other in ((cut, "checkpoint.safetensors"), (done, "model.json")):
        flip(folder / "training")
        flip(folder / other, 400)
        with pytest.raises(UserError, match=r"training: damaged .*: name another folder with -o"):
            train_model(recipe(data), folder, 1, Quiet())


def test_the_damaged_mark_of_another_training_does_not_give_its_folder_away(data, cut):
    flip(cut / "training")
    with pytest.raises(UserError, match="holds another training"):
        train_model(recipe(data, seed=7), cut, 1, Quiet())


@pytest.mark.parametrize("name", ["model.json", "see.onnx", "words.onnx", "say.onnx"])
def test_a_damaged_model_is_not_called_trained(data, done, name):
    flip(done / name, 300)
    with pytest.raises(UserError, match=rf"{name}: damaged .*: restore the file, train again"):
        train_model(recipe(data), done, 1, Quiet())


@pytest.mark.parametrize("name", ["model.json", "see.onnx", "words.onnx", "say.onnx"])
def test_a_damaged_model_is_not_gone_on_from(data, done, tmp_path, name):
    flip(done / name, 300)
    with pytest.raises(UserError, match=rf"{name}: damaged "):
        train_model(recipe(data, start=str(done)), tmp_path / "new", 1, Quiet())


def test_the_check_of_a_folder_names_what_is_damaged(data, cut, done, tmp_path):
    assert [check_training_folder(folder) for folder in (cut, done, tmp_path)] == [[], [], []]
    assert [is_training_folder(folder) for folder in (cut, done, tmp_path)] == [True, True, False]
    assert training_summary(cut).startswith("a training that was cut short: run the same")
    assert training_summary(done) == "a blind of 13 words and 6 answers"
    for path in (cut / "training", cut / "checkpoint.safetensors", cut / "corpus" / "train" / "tokens.npy"):
        flip(path, -10)
    names = [line.partition(": ")[0] for line, is_repaired in check_training_folder(cut) if not is_repaired]
    assert names == [f"{cut}/{name}" for name in ("training", "checkpoint.safetensors", "corpus/train/tokens.npy")]
    flip(done / "say.onnx")
    ((line, _),) = check_training_folder(done)
    assert line.startswith(f"{done}/say.onnx: damaged (it is not what was exported): ")


def test_what_a_kill_left_half_written_is_removed(data, tmp_path, made):
    folder = tmp_path / "m"
    folder.mkdir()
    for name in ("training", "checkpoint.safetensors", "model.json"):
        (folder / f".{name}.123.tmp").write_text("half")
    resumed(data, folder, made)


def test_every_byte_of_a_checkpoint_is_covered_by_its_digest():
    data = safetensors.torch.save({"a": torch.arange(5.0)}, {"b": "c", "digest": checkpoint_digest.EMPTY})
    data = checkpoint_digest.write_digest_into(data)
    assert read_verified_metadata(data)["b"] == "c"
    for place in range(len(data)):
        spoilt = bytearray(data)
        spoilt[place] ^= 1
        with pytest.raises(DamagedCheckpoint):
            read_verified_metadata(bytes(spoilt))
    for size in range(len(data)):
        with pytest.raises(DamagedCheckpoint):
            read_verified_metadata(data[:size])
