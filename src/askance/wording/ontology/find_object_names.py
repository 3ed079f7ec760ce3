"""Object names inside a text, however its compounds are written: "tennis racket", "tennis-racket", "surf board"."""

import re

from askance.wording.ontology.ontology import ontology

LONGEST = 3  # words of an object name: "fire hydrant cap"
_WORD = re.compile(r"[a-z]+")  # "man's" names a man, "snow-covered" snow


def find_object_names(text: str) -> list[str]:
    """Every object name of the ontology in a text, the longest compounds first."""
    words, known = _WORD.findall(text.lower()), ontology().objects.canonical_name
    spans = (words[at : at + size] for size in range(LONGEST, 0, -1) for at in range(len(words) - size + 1))
    found = (known(" ".join(span)) or known("-".join(span)) for span in spans)
    return [name for name in found if name is not None]
