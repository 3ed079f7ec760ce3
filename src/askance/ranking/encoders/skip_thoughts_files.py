"""The published files of Skip-thoughts: dictionary, word tables, weights; their .pkl options are not needed."""

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from askance.core import UserError
from askance.ranking.encoders.encoder import Vectors
from askance.ranking.encoders.gru import Gru
from askance.ranking.encoders.word_tables import WordTable, open_word_table

DICTIONARY, UNI, BI, UNI_TABLE, BI_TABLE = "dictionary.txt", "uni_skip.npz", "bi_skip.npz", "utable.npy", "btable.npy"
FILES = (DICTIONARY, UNI_TABLE, BI_TABLE, UNI, BI)
UNKNOWN, END = "UNK", "<eos>"
_AGAIN = "fetch the file again"


@dataclass(frozen=True, slots=True)
class SkipThoughtsWeights:
    """All that the encoder needs."""

    places: Mapping[str, int]  # word → row of both tables
    uni: Gru
    forward: Gru
    backward: Gru
    uni_words: WordTable
    bi_words: WordTable


def read_skip_thoughts_weights(folder: Path, has_end: bool) -> SkipThoughtsWeights:
    """The weights in a folder; what is missing or does not fit is named."""
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise UserError(f"{folder}: lacks {', '.join(missing)}: name the folder of Skip-thoughts' published files")
    uni, forward = _read_gru(folder / UNI, "encoder"), _read_gru(folder / BI, "encoder")
    backward = _read_gru(folder / BI, "encoder_r")
    if len(forward.new_word) != len(backward.new_word):
        raise UserError(f"{folder / BI}: encoder_Wx and encoder_r_Wx are for words of different lengths: {_AGAIN}")
    words = _read_dictionary(folder / DICTIONARY)
    places = {word: place for place, word in enumerate(words)}  # of equal words the last one counts, as published
    for word in (UNKNOWN, END) if has_end else (UNKNOWN,):
        if word not in places:
            raise UserError(f"{folder / DICTIONARY}: lacks the word {word}: {_AGAIN}")
    tables = []
    for name, gru in ((UNI_TABLE, uni), (BI_TABLE, forward)):
        table = open_word_table(folder / name, len(gru.new_word))
        if len(table) < len(words):
            raise UserError(f"{folder / name}: {len(table):,} rows for {len(words):,} words of {DICTIONARY}: {_AGAIN}")
        tables.append(table)
    return SkipThoughtsWeights(places, uni, forward, backward, *tables)


def _read_dictionary(path: Path) -> list[str]:
    """One word a line; the line's number is the row of its vector."""
    lines = path.read_bytes().removesuffix(b"\n").split(b"\n")
    words = []
    for number, line in enumerate(lines, 1):
        try:
            words.append(line.decode().strip())
        except UnicodeDecodeError as error:
            raise UserError(f"{path}: line {number}: not UTF-8: {_AGAIN}") from error
    return words


def _read_gru(path: Path, prefix: str) -> Gru:
    """The weights of one direction, whose sizes follow from the arrays."""
    names = {"gates_word": "W", "gates_state": "U", "gates_bias": "b"}
    names |= {"new_word": "Wx", "new_state": "Ux", "new_bias": "bx"}
    arrays = {field: _read_array(path, f"{prefix}_{name}") for field, name in names.items()}
    word = arrays["new_word"].shape[0] if arrays["new_word"].ndim else 0
    state = arrays["new_bias"].size
    shapes = {"gates_word": (word, 2 * state), "gates_state": (state, 2 * state), "gates_bias": (2 * state,)}
    shapes |= {"new_word": (word, state), "new_state": (state, state), "new_bias": (state,)}
    for field, shape in shapes.items():
        if arrays[field].shape != shape:
            found, wanted = (" × ".join(map(str, each)) or "a number" for each in (arrays[field].shape, shape))
            raise UserError(f"{path}: array {prefix}_{names[field]}: {found}, where {wanted} fits the others: {_AGAIN}")
    return Gru(**arrays)


def _read_array(path: Path, name: str) -> Vectors:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            if name not in archive:
                raise UserError(f"{path}: lacks the array {name}: {_AGAIN}")
            array = archive[name]
    except (OSError, ValueError, EOFError, AttributeError, TypeError, zipfile.BadZipFile) as error:
        raise UserError(f"{path}: array {name}: cannot be read ({error}): {_AGAIN}") from error
    if array.dtype.kind != "f" or not np.isfinite(array).all():
        raise UserError(f"{path}: array {name}: holds what is not a finite float: {_AGAIN}")
    return np.ascontiguousarray(array, np.float32)
