"""Which cases an image or a name selects: by id, so that a filter combines them with its other parts."""

import re
from collections.abc import Sequence

import numpy as np
from askance.server.array_lookup import Mask, Numbers
from askance.server.query_pool import QueryPool, Ticket
from askance.server.verdict_columns import SuiteCases

# A search looks into the names of cases and images only for what looks like a name: they are many.
_LOOKS_LIKE_NAME = re.compile(r"(?=.*[0-9:/._]).{4,}", re.DOTALL)
_OF_IMAGES = (
    "select c.id from unnest(?::varchar[]) wanted(image) join case_of_image found on found.hash = hash(wanted.image)"
    " join c on c.rowid = found.id where c.image = wanted.image order by c.id"
)
_WITH_NAME = (
    "select id from c where contains(lower(name), lower($1)) or contains(lower(image), lower($1))"
    " or contains(lower(file), lower($1)) order by id"
)


def looks_like_name(word: str) -> bool:
    """Whether a word of a search may be the name of a case or an image, such as test-001881 or dog.jpg."""
    return _LOOKS_LIKE_NAME.match(word) is not None


def cases_of_images(pool: QueryPool, images: Sequence[str], ticket: Ticket | None) -> Numbers | None:
    """The ids of the cases whose first role shows one of these images, in order; None: no image is wanted."""
    return pool.numpy(_OF_IMAGES, [list(dict.fromkeys(images))], ticket)["id"] if images else None


def cases_named(pool: QueryPool, word: str, ticket: Ticket | None) -> Numbers | None:
    """The ids of the cases with a word in their name, or in the name or file of their image; None: it is no name."""
    if not looks_like_name(word):
        return None
    found = pool.numpy(_WITH_NAME, [word], ticket)["id"]
    return found if len(found) else None


def mask_of_cases(ids: Numbers, cases: SuiteCases) -> Mask:
    """Which cases of a suite are among these ids, which are in order."""
    mask = np.zeros(len(cases), dtype=bool)
    start, end = np.searchsorted(ids, (cases.first, cases.first + len(cases)))
    mask[ids[start:end].astype(np.int64) - cases.first] = True
    return mask
