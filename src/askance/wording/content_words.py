"""What a question is about: the words that name something, in the singular."""

import re
from functools import lru_cache

from askance.wording.ontology import ontology

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_FUNCTION = frozenset({
    "a", "an", "the", "this", "that", "these", "those", "some", "any", "no", "none", "not", "each", "every", "all",
    "both", "either", "neither", "another", "other", "others", "one", "ones", "thing", "things", "something",
    "anything", "nothing", "everything", "someone", "anyone", "somebody", "anybody", "object", "objects", "item",
    "items", "i", "you", "he", "she", "it", "we", "they", "me", "him", "her", "us", "them", "my", "your", "his", "its",
    "our", "their", "there", "here", "who", "whom", "whose", "what", "which", "where", "when", "why", "how", "much",
    "many", "more", "most", "less", "fewer", "least", "few", "several", "lots", "lot", "if", "whether", "than", "then",
    "as", "so", "too", "also", "just", "only", "even", "still", "and", "or", "but", "nor", "of", "in", "on", "at", "by",
    "to", "from", "into", "onto", "upon", "with", "without", "for", "about", "over", "under", "above", "below",
    "beneath", "behind", "between", "beside", "besides", "among", "along", "across", "against", "near", "next",
    "around", "through", "off", "out", "up", "down", "front", "back", "top", "bottom", "side", "left", "right",
    "middle", "center", "centre", "inside", "outside", "away", "toward", "towards", "like", "same", "different", "is",
    "are", "was", "were", "am", "be", "been", "being", "do", "does", "did", "doing", "done", "have", "has", "had",
    "having", "can", "could", "will", "would", "shall", "should", "may", "might", "must", "let", "please", "true",
    "false", "yes", "see", "sees", "seen", "seeing", "look", "looks", "looking", "looked", "appear", "appears", "show",
    "shows", "shown", "showing", "tell", "say", "says", "said", "call", "called", "think", "find", "contain",
    "contains", "depicted", "visible", "present", "exist", "exists", "count", "made", "make", "makes", "go", "going",
    "get", "getting", "use", "used", "using", "seem", "seems", "happen", "happening", "type", "kind", "sort", "part",
    "picture", "pictures", "image", "images", "photo", "photos", "photograph", "photographs", "scene", "scenes", "view",
    "shot", "background", "foreground", "first", "second", "third", "last",
})  # fmt: skip
_APART = re.compile(r"n't$|'(?:s|re|ve|ll|d|m)$")


@lru_cache(maxsize=1 << 16)
def content_words(question: str) -> frozenset[str]:
    """The words of a question that are no function words; one entry for singular and plural."""
    words = (_APART.sub("", word) for word in _WORD.findall(question.lower().replace("’", "'")))
    return frozenset(_singular(word) for word in words if word and word not in _FUNCTION)


@lru_cache(maxsize=1 << 14)
def _singular(word: str) -> str:
    """The word's meaning where it is a known name, else the word without a plural's ending."""
    known = ontology().noun(word)
    if known is not None:
        return known.synset or known.name
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word
