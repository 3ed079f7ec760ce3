"""Which words METEOR takes for function words, and which mean the same."""

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from askance.core.errors import UserError
from askance.core.install_command import install_command

JAR = "meteor-1.5.jar"
Source = Literal["own", "jar"]

# Every word that is more than a thousandth of English text (the `wordfreq` package, list "en"), as METEOR defines them.
_MOST_FREQUENT = (
    "the to and of a in i is for that you it on with this was be as are have at he not by but from my or we an your"
    " all so his they me if one can will just like about up out what has when more do no were who had it's their there"
    " her which time get been would she new people how don't some also them now other i'm its our than good only after"
    " first him into know see two make over think any then could back these us want because go well said way 1 2 most"
    " much very where"
)
FUNCTION_WORDS = frozenset(_MOST_FREQUENT.split())

# WordNet's rules of detachment: nouns, verbs, adjectives.
_RULES = "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y s: ies:y es:e es: ed:e ed: ing:e ing: er: est: er:e est:e"
_ENDINGS = [tuple(rule.split(":")) for rule in _RULES.split()]


@dataclass(frozen=True, slots=True)
class MeteorTables:
    """What METEOR knows of words."""

    function_words: frozenset[str] = FUNCTION_WORDS
    synsets: Mapping[str, frozenset[int]] = field(default_factory=dict)  # empty: no matcher of synonyms
    bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of irregular forms

    def synsets_of(self, word: str) -> frozenset[int]:
        """The synsets of a word and of its base forms."""
        bases = self.bases.get(word) or (self._base_form(word),)
        return frozenset[int]().union(*(self.synsets.get(form, ()) for form in (word, *bases)))

    def _base_form(self, word: str) -> str:
        """The base form by WordNet's rules, or nothing."""
        end = "ful" if word.endswith("ful") else ""
        front = word[: word.rindex("f")] if end else word
        if front.endswith("ss") or len(front) <= 2:
            return ""
        detached = (front.removesuffix(old) + new for old, new in _ENDINGS if front.endswith(old))
        return next((form + end for form in detached if form in self.synsets), "")


def open_meteor_tables(source: Source) -> MeteorTables:
    """Our own function words and no synonyms, or the lists of the reference's jar."""
    if source not in ("own", "jar"):
        raise UserError(f"unknown tables {source!r} of ranker meteor: take own or jar")
    return MeteorTables() if source == "own" else read_meteor_jar(meteor_jar_path())


def meteor_jar_path() -> Path:
    """The reference implementation, where pycocoevalcap brought it."""
    spec = find_spec("pycocoevalcap")
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    for folder in folders:
        if (folder / "meteor" / JAR).is_file():
            return folder / "meteor" / JAR
    raise UserError(f"{JAR} is not here: {install_command('coco-metrics')}, or take meteor with its own tables")


def read_meteor_jar(jar: Path) -> MeteorTables:
    """The function words and the WordNet tables that a METEOR jar carries."""
    with zipfile.ZipFile(jar) as archive:
        function, synonym, exceptions = (
            archive.read(name).decode().splitlines()
            for name in ("function/english.words", "synonym/english.synsets", "synonym/english.exceptions")
        )
    synsets = {
        word: frozenset(map(int, numbers.split())) for word, numbers in zip(synonym[::2], synonym[1::2], strict=True)
    }
    bases: dict[str, tuple[str, ...]] = {}
    for base, forms in zip(exceptions[::2], exceptions[1::2], strict=True):
        for form in forms.split():
            bases[form] = (*bases.get(form, ()), base)
    return MeteorTables(frozenset(function), synsets, bases)
