"""Which texts contain a word, from the distinct tokens of all texts: a search reads each token once, not each text.

A token is what lies between two spaces. A word without spaces is inside a text exactly if it is inside one of the
tokens of the text. So the texts that `contains` finds in SQL are the texts of the tokens that contain the word.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from askance.server.array_lookup import Mask, Numbers

SPACE, SEPARATOR = " ", "\x1f"  # the second one is between the texts of one case: see `index_build`
MOST_BYTES = 16 * 2**20  # of texts
AT_ONCE = 8_192  # texts: the tokens of all at once would take ten times the memory of what is kept


@dataclass(frozen=True, slots=True)
class TokenIndex:
    """The texts of each distinct token."""

    tokens: pa.Array  # distinct
    ends: npt.NDArray[np.int64]  # of each token's part of `texts`
    texts: npt.NDArray[np.uint32]  # ids, token after token
    size: int  # number of texts

    @classmethod
    def of(cls, texts: pa.ChunkedArray) -> "TokenIndex":
        """The index of some texts, whose ids are their places."""
        places: dict[str, int] = {}  # token → its number
        numbers, ids = [np.empty(0, np.uint32)], [np.empty(0, np.uint32)]
        for start in range(0, len(texts), AT_ONCE):
            tokens, indices, owners = _tokens_of(texts.slice(start, AT_ONCE))
            own = [places.setdefault(token, len(places)) for token in tokens.to_pylist()]
            numbers.append(np.array(own, np.uint32)[indices])
            ids.append(owners + np.uint32(start))
        joined = np.concatenate(numbers).astype(np.uint16 if len(places) < 2**16 else np.uint32)  # sorts quickly
        ends = np.cumsum(np.bincount(joined, minlength=len(places)))
        order = np.argsort(joined, kind="stable")
        return cls(pa.array(places, pa.string()), ends, np.concatenate(ids)[order], len(texts))

    def texts_with(self, word: str) -> Mask:
        """The texts that contain a word in lower case, by id; one more place, which is false."""
        assert can_search(word)
        return self._texts_of(pc.match_substring(self.tokens, word))

    def texts_with_match(self, pattern: str) -> Mask:
        """The texts with a token that matches a regular expression, in the same form."""
        return self._texts_of(pc.match_substring_regex(self.tokens, pattern))

    def _texts_of(self, is_chosen: pa.Array) -> Mask:
        mask = np.zeros(self.size + 1, dtype=bool)
        for token in np.flatnonzero(is_chosen.to_numpy(zero_copy_only=False)):
            mask[self.texts[self.ends[token - 1] if token else 0 : self.ends[token]]] = True
        return mask


def _tokens_of(texts: pa.ChunkedArray) -> tuple[pa.Array, Numbers, Numbers]:
    """The distinct tokens of some texts; of every token its number among them, and the place of its text."""
    spaced = pc.replace_substring(texts, SEPARATOR, SPACE)
    split = pc.split_pattern(pa.concat_arrays(spaced.chunks), SPACE)
    found = pc.list_flatten(split).dictionary_encode()
    owners = pc.list_parent_indices(split).to_numpy().astype(np.uint32)
    return found.dictionary, found.indices.to_numpy(zero_copy_only=False), owners


def can_search(word: str) -> bool:
    """Whether tokens decide where a word is: phrases go across them."""
    return SPACE not in word and SEPARATOR not in word
