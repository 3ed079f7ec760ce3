"""The English (Porter 2) stemmer of Snowball, in the edition that METEOR 1.5 carries."""

from collections.abc import Iterable

VOWELS = frozenset("aeiouy")
DOUBLES = frozenset(("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"))
BEFORE_LI = frozenset("cdeghkmnrt")
BEGINNINGS = ("gener", "commun", "arsen")


def _parse_ending_pairs(rows: str) -> dict[str, str]:
    """Pairs written ending:replacement."""
    return dict(row.split(":") for row in rows.split())


IRREGULAR = _parse_ending_pairs(
    "skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli"
    " singly:singl sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes"
)
FINISHED = frozenset(  # once a plural's s is gone
    ("inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed")
)
DERIVED = _parse_ending_pairs(
    "tional:tion enci:ence anci:ance abli:able entli:ent izer:ize ization:ize ational:ate ation:ate ator:ate"
    " alism:al aliti:al alli:al fulness:ful ousli:ous ousness:ous iveness:ive iviti:ive biliti:ble bli:ble ogi:og"
    " fulli:ful lessli:less li:"
)
FURTHER = _parse_ending_pairs("tional:tion ational:ate alize:al icate:ic iciti:ic ical:ic ful: ness: ative:")
LAST = _parse_ending_pairs(
    "al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ism: ate: iti: ous: ive: ize: ion:"
)


def stem(word: str) -> str:
    """The stem of a lower-case word."""
    if len(word) <= 2:
        return word
    if word in IRREGULAR:
        return IRREGULAR[word]
    word = _mark_consonant_y(word.removeprefix("'"))
    first, second = _regions(word)
    word = _strip_plural(_strip_possessive(word))
    if word not in FINISHED:
        word = _replace_final_y(_strip_past_or_ing(word, first))
        word = _replace_derivational_ending(word, first)
        word = _shorten_derivational_ending(word, first, second)
        word = _strip_derivational_ending(word, second)
        word = _strip_final_e_or_l(word, first, second)
    return word.replace("Y", "y")


def _longest_ending(word: str, endings: Iterable[str]) -> str:
    """The longest of the endings that the word has, or nothing."""
    return max((ending for ending in endings if word.endswith(ending)), key=len, default="")


def _mark_consonant_y(word: str) -> str:
    """A y that begins the word or follows a vowel is a consonant, written Y."""
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter == "y" and (place == 0 or letters[place - 1] in VOWELS):
            letters[place] = "Y"
    return "".join(letters)


def _region_start(word: str, start: int) -> int:
    """Where the region begins that follows the first consonant after a vowel."""
    for place in range(start + 1, len(word)):
        if word[place] not in VOWELS and word[place - 1] in VOWELS:
            return place + 1
    return len(word)


def _regions(word: str) -> tuple[int, int]:
    """Where R1 and R2 begin."""
    beginning = next((one for one in BEGINNINGS if word.startswith(one)), "")
    first = len(beginning) or _region_start(word, 0)
    return first, _region_start(word, first)


def _strip_possessive(word: str) -> str:
    return word.removesuffix(_longest_ending(word, ("'", "'s", "'s'")))


def _strip_plural(word: str) -> str:
    ending = _longest_ending(word, ("sses", "ied", "ies", "us", "ss", "s"))
    if ending == "sses":
        return word[:-2]
    if ending in ("ied", "ies"):
        return word[:-2] if len(word) > 4 else word[:-1]
    if ending == "s" and any(letter in VOWELS for letter in word[:-2]):
        return word[:-1]
    return word


def _ends_short(word: str) -> bool:
    """Whether the word ends in a short syllable."""
    if len(word) == 2:
        return word[0] in VOWELS and word[1] not in VOWELS
    if len(word) < 3 or word[-1] in VOWELS or word[-1] in "wxY":
        return False
    return word[-2] in VOWELS and word[-3] not in VOWELS


def _strip_past_or_ing(word: str, first: int) -> str:
    ending = _longest_ending(word, ("eed", "eedly", "ed", "edly", "ing", "ingly"))
    kept = word.removesuffix(ending)
    if ending in ("eed", "eedly"):
        return kept + "ee" if len(kept) >= first else word
    if not ending or not any(letter in VOWELS for letter in kept):
        return word
    if kept.endswith(("at", "bl", "iz")):
        return kept + "e"
    if kept[-2:] in DOUBLES:
        return kept[:-1]
    return kept + "e" if _ends_short(kept) and first >= len(kept) else kept


def _replace_final_y(word: str) -> str:
    return word[:-1] + "i" if len(word) > 2 and word[-1] in "yY" and word[-2] not in VOWELS else word


def _replace_derivational_ending(word: str, first: int) -> str:
    ending = _longest_ending(word, DERIVED)
    kept = word.removesuffix(ending)
    if not ending or len(kept) < first:
        return word
    if (ending == "ogi" and not kept.endswith("l")) or (ending == "li" and kept[-1:] not in BEFORE_LI):
        return word
    return kept + DERIVED[ending]


def _shorten_derivational_ending(word: str, first: int, second: int) -> str:
    ending = _longest_ending(word, FURTHER)
    kept = word.removesuffix(ending)
    if not ending or len(kept) < (second if ending == "ative" else first):
        return word
    return kept + FURTHER[ending]


def _strip_derivational_ending(word: str, second: int) -> str:
    ending = _longest_ending(word, LAST)
    kept = word.removesuffix(ending)
    if not ending or len(kept) < second or (ending == "ion" and kept[-1:] not in ("s", "t")):
        return word
    return kept


def _strip_final_e_or_l(word: str, first: int, second: int) -> str:
    kept = word[:-1]
    if word.endswith("e") and (len(kept) >= second or (len(kept) >= first and not _ends_short(kept))):
        return kept
    return kept if word.endswith("ll") and len(kept) >= second else word
