"""Skip-thoughts on small files in the published format, against a computation word by word and number by number."""

import math
import os
import warnings
from pathlib import Path

import numpy as np
import pytest
from askance.core import UserError
from askance.ranking.encoders import open_encoder
from askance.ranking.encoders.gru import Gru, final_states
from askance.ranking.encoders.treebank import treebank_tokens

WORD, UNI, FORWARD, BACKWARD = 64, 10, 6, 5
WORDS = ["the", "cat", "Is", "is", "red", "?", "What", "UNK", "<eos>", "color", "n't", "'s", "à", "on"]
QUESTIONS = ["What color is the cat?", "Is the zebra red?", "", "is", "Isn't the cat's red on the red on the cat?", "?"]


def arrays(rng, prefix, size):
    """The six arrays of one direction; large enough for the gates to close and open."""
    shapes = {"W": (WORD, 2 * size), "U": (size, 2 * size), "b": (2 * size,)}
    shapes |= {"Wx": (WORD, size), "Ux": (size, size), "bx": (size,)}
    return {f"{prefix}_{name}": rng.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(7)
    (tmp_path / "dictionary.txt").write_text("".join(f"{word}\n" for word in WORDS), encoding="utf-8")
    for name in ("utable.npy", "btable.npy"):
        np.save(tmp_path / name, rng.normal(0, 0.5, (len(WORDS), WORD)).astype(np.float32))
    np.savez(tmp_path / "uni_skip.npz", **arrays(rng, "encoder", UNI), Wemb=np.zeros((2, 2)))
    both = arrays(rng, "encoder", FORWARD) | arrays(rng, "encoder_r", BACKWARD)
    np.savez(tmp_path / "bi_skip.npz", **both)
    (tmp_path / "uni_skip.npz.pkl").write_bytes(b"never read")
    return tmp_path


def changed(path: Path, **new):
    """Write some arrays of an archive anew; None takes one out."""
    with np.load(path) as archive:
        old = dict(archive)
    np.savez(path, **{name: array for name, array in (old | new).items() if array is not None})


def step_by_step(weights, prefix, words):
    """The last state in Python's own floats, from the equations of the published code."""
    size = len(weights[f"{prefix}_bx"])
    part = {name: weights[f"{prefix}_{name}"].tolist() for name in ("W", "U", "b", "Wx", "Ux", "bx")}

    def sigmoid(value):
        return 1 / (1 + math.exp(-value))

    def times(row, matrix, column):
        return sum(value * line[column] for value, line in zip(row, matrix, strict=True))

    def gate(word, state, column):
        return sigmoid(times(word, part["W"], column) + times(state, part["U"], column) + part["b"][column])

    state = [0.0] * size
    for word in words:
        after = []
        for i in range(size):
            reset, update = gate(word, state, i), gate(word, state, size + i)
            new = math.tanh(reset * times(state, part["Ux"], i) + times(word, part["Wx"], i) + part["bx"][i])
            after.append(update * state[i] + (1 - update) * new)
        state = after
    return state


def by_hand(folder, question, has_end=False):
    said = treebank_tokens(question)
    said = [word if word in WORDS else "UNK" for word in said] + (["<eos>"] if has_end and said else [])
    files = [np.load(folder / name) for name in ("uni_skip.npz", "bi_skip.npz", "utable.npy", "btable.npy")]
    uni, both, uni_table, both_table = files
    one = [uni_table[WORDS.index(word)].tolist() for word in said]
    two = [both_table[WORDS.index(word)].tolist() for word in said]
    halves = [
        step_by_step(uni, "encoder", one),
        step_by_step(both, "encoder", two) + step_by_step(both, "encoder_r", two[::-1]),
    ]
    lengths = [math.sqrt(sum(value * value for value in half)) or 1 for half in halves]
    return [value / length for half, length in zip(halves, lengths, strict=True) for value in half]


@pytest.mark.parametrize("ending", ["", "#eos"])
def test_vectors_are_those_of_a_step_by_step_computation(folder, ending):
    encoder = open_encoder(f"skip-thoughts:{folder}{ending}")
    vectors = encoder.encode(QUESTIONS)
    assert vectors.shape == (len(QUESTIONS), encoder.dimension) == (6, UNI + FORWARD + BACKWARD)
    assert vectors.dtype == np.float32
    expected = np.array([by_hand(folder, question, bool(ending)) for question in QUESTIONS])
    assert np.abs(vectors - expected).max() < 1e-5
    assert np.abs(expected[0] - expected[1]).max() > 1e-2  # words matter


def test_each_half_is_a_unit_vector_and_no_words_are_zeros(folder):
    vectors = open_encoder(f"skip-thoughts:{folder}").encode(QUESTIONS)
    words = [bool(question) for question in QUESTIONS]
    assert np.allclose(np.linalg.norm(vectors[:, :UNI], axis=1), words, atol=1e-6)
    assert np.allclose(np.linalg.norm(vectors[:, UNI:], axis=1), words, atol=1e-6)


def test_nothing_depends_on_the_batch(folder):
    encoder = open_encoder(f"skip-thoughts:{folder}")
    many = encoder.encode(QUESTIONS * 60)  # more than one pass
    for i, question in enumerate(QUESTIONS):
        assert np.allclose(many[i::6], encoder.encode([question]), atol=1e-5)
    assert encoder.encode([]).shape == (0, encoder.dimension)
    assert not encoder.encode(["", " "]).any()


def test_the_order_of_words_and_their_case_matter(folder):
    encoder = open_encoder(f"skip-thoughts:{folder}")
    one, two, capital, unknown, other = encoder.encode(["red is", "is red", "Is red", "zebra red", "Zebras red"])
    assert np.abs(one - two).max() > 1e-2
    assert np.abs(capital - two).max() > 1e-2
    assert np.allclose(unknown, other, atol=1e-6)


def test_the_longest_question_comes_first():
    zeros = [np.zeros(shape, np.float32) for shape in ((3, 4), (2, 4), (4,), (3, 2), (2, 2), (2,))]
    with pytest.raises(ValueError, match="longest"):
        final_states(Gru(*zeros), np.zeros((2, 2, 3), np.float32), np.array([1, 2]))


def python2_table(path, rows):
    """A table as Python 2 wrote it: an array of objects, each an array of its own, here of two shapes by turns."""

    def array(shape, dtype, content):
        return (
            b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01b\x87R(K\x01"
            + shape + dtype + b"\x89" + content + b"tb"
        )  # fmt: skip

    def number(value):
        return b"M" + value.to_bytes(2, "little")

    tail = b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK"
    objects = b"cnumpy\ndtype\nU\x02O8K\x00K\x01\x87R(K\x03U\x01|" + tail + b"?tb"
    floats = b"cnumpy\ndtype\nU\x02f4K\x00K\x01\x87R(K\x03U\x01<" + tail + b"\x00tb"
    shapes = [b"K\x01" + number(rows.shape[1]) + b"\x86", number(rows.shape[1]) + b"\x85"]
    parts = [
        array(shapes[i % 2], floats, b"T" + len(row.tobytes()).to_bytes(4, "little") + row.tobytes())
        for i, row in enumerate(rows)
    ]
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "|O", "fortran_order": False, "shape": (len(rows),)})
        file.write(b"\x80\x02" + array(number(len(rows)) + b"\x85", objects, b"](" + b"".join(parts) + b"e") + b".")


def python3_table(path, rows):
    parts = np.empty(len(rows), object)
    parts[:] = [row[np.newaxis] if i % 2 else row for i, row in enumerate(rows)]
    np.save(path, parts, allow_pickle=True)


@pytest.mark.parametrize("write", [python2_table, python3_table])
def test_tables_of_objects_are_read_without_unpickling(folder, write, monkeypatch):
    plain = open_encoder(f"skip-thoughts:{folder}").encode(QUESTIONS)
    rows = {name: np.load(folder / name) for name in ("utable.npy", "btable.npy")}
    for name, table in rows.items():
        write(folder / name, table)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy has new names for its old parts
            said = np.load(folder / name, allow_pickle=True, encoding="latin1")
        assert said.dtype == object
        assert np.array_equal(np.stack([row.reshape(-1) for row in said]), table)  # it is such a file
    monkeypatch.setattr("pickle.load", None)
    monkeypatch.setattr("pickle.loads", None)
    assert np.array_equal(open_encoder(f"skip-thoughts:{folder}").encode(QUESTIONS), plain)


class Trap:
    """Unpickling this makes a folder."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


def test_other_objects_are_refused_and_do_nothing(folder, tmp_path):
    objects = np.empty(len(WORDS), object)
    objects[:] = [Trap(tmp_path / "made")] * len(WORDS)
    np.save(folder / "utable.npy", objects, allow_pickle=True)
    with pytest.raises(UserError, match=r"utable\.npy: an array of objects that are not rows of 64 floats: fetch"):
        open_encoder(f"skip-thoughts:{folder}")
    assert not (tmp_path / "made").exists()


def test_a_table_of_objects_cut_short(folder):
    python2_table(folder / "btable.npy", np.load(folder / "btable.npy"))
    whole = (folder / "btable.npy").read_bytes()
    (folder / "btable.npy").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UserError, match=r"btable\.npy: has \d of its 14 rows of 64 floats"):
        open_encoder(f"skip-thoughts:{folder}")


def test_a_table_of_doubles_is_no_table_of_floats(folder):
    python3_table(folder / "utable.npy", np.load(folder / "utable.npy").astype(np.float64))
    with pytest.raises(UserError, match=r"utable\.npy: an array of objects that are not rows of 64 floats"):
        open_encoder(f"skip-thoughts:{folder}")


def lost(folder):
    (folder / "bi_skip.npz").unlink()


def without_array(folder):
    changed(folder / "bi_skip.npz", encoder_r_Ux=None)


def wrong_shape(folder):
    changed(folder / "uni_skip.npz", encoder_U=np.zeros((UNI, UNI), np.float32))


def not_finite(folder):
    changed(folder / "uni_skip.npz", encoder_b=np.full(2 * UNI, np.nan, np.float32))


def pickled(folder):
    changed(folder / "uni_skip.npz", encoder_b=np.array([None]))


def no_archive(folder):
    (folder / "uni_skip.npz").write_bytes(b"<html>not found</html>")


def cut_archive(folder):
    data = (folder / "uni_skip.npz").read_bytes()
    (folder / "uni_skip.npz").write_bytes(data[: len(data) // 2])


def narrow_table(folder):
    np.save(folder / "utable.npy", np.zeros((len(WORDS), 3), np.float32))


def few_rows(folder):
    np.save(folder / "btable.npy", np.zeros((3, WORD), np.float32))


def cut_table(folder):
    data = (folder / "utable.npy").read_bytes()
    (folder / "utable.npy").write_bytes(data[: len(data) // 2])


def no_table(folder):
    (folder / "utable.npy").write_bytes(b"")


def no_unknown(folder):
    (folder / "dictionary.txt").write_text("the\n")


def latin(folder):
    (folder / "dictionary.txt").write_bytes(b"the\nUNK\n\xe0\n")


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lost, r"lacks bi_skip\.npz: name the folder"),
        (without_array, r"bi_skip\.npz: lacks the array encoder_r_Ux: fetch the file again"),
        (wrong_shape, r"uni_skip\.npz: array encoder_U: 10 × 10, where 10 × 20 fits the others"),
        (not_finite, r"uni_skip\.npz: array encoder_b: holds what is not a finite float"),
        (pickled, r"uni_skip\.npz: array encoder_b: cannot be read \(Object arrays"),
        (no_archive, r"uni_skip\.npz: array encoder_W: cannot be read"),
        (cut_archive, r"uni_skip\.npz: array encoder_W: cannot be read"),
        (narrow_table, r"utable\.npy: holds 14 × 3 float32, not rows of 64 floats"),
        (few_rows, r"btable\.npy: 3 rows for 14 words of dictionary\.txt"),
        (cut_table, r"utable\.npy: not a whole array of numpy"),
        (no_table, r"utable\.npy: not a whole array of numpy"),
        (no_unknown, r"dictionary\.txt: lacks the word UNK"),
        (latin, r"dictionary\.txt: line 3: not UTF-8"),
    ],
)
def test_damaged_files_get_one_line(folder, damage, line):
    damage(folder)
    with pytest.raises(UserError, match=line) as error:
        open_encoder(f"skip-thoughts:{folder}")
    assert "\n" not in str(error.value)


def test_a_vector_that_is_not_finite_is_named_when_it_is_met(folder):
    table = np.load(folder / "utable.npy")
    table[1] = np.inf
    np.save(folder / "utable.npy", table)
    encoder = open_encoder(f"skip-thoughts:{folder}")
    encoder.encode(["is the red"])
    with pytest.raises(UserError, match=r"utable\.npy: the vector of line 2 of the dictionary is not finite"):
        encoder.encode(["the cat"])


def test_the_end_must_be_in_the_dictionary_only_where_it_is_wanted(folder):
    words = ["<end>" if word == "<eos>" else word for word in WORDS]
    (folder / "dictionary.txt").write_text("\n".join(words), encoding="utf-8")
    open_encoder(f"skip-thoughts:{folder}")
    with pytest.raises(UserError, match=r"dictionary\.txt: lacks the word <eos>"):
        open_encoder(f"skip-thoughts:{folder}#eos")


@pytest.mark.parametrize(("rest", "line"), [("", "no such folder"), ("/nowhere", "no such folder"), (".#end", "#end")])
def test_unknown_folder_or_ending(rest, line):
    with pytest.raises(UserError, match=line):
        open_encoder(f"skip-thoughts:{rest}")


def test_the_fingerprint_knows_the_files_and_the_end(folder):
    prints = {open_encoder(f"skip-thoughts:{folder}{end}").fingerprint for end in ("", "", "#eos")}
    changed(folder / "bi_skip.npz", encoder_bx=np.ones(FORWARD, np.float32))
    prints.add(open_encoder(f"skip-thoughts:{folder}").fingerprint)
    assert len(prints) == 3
