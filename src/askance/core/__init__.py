"""The nouns: frozen, typed, and with no behaviour that needs a model."""

from askance.core.answer import Answer, Reading, Verdict
from askance.core.case import Case, case_from, case_key
from askance.core.dataset import Dataset, Item, Noted
from askance.core.digest import canonical, digest, digest_of, source_digest
from askance.core.errors import Unreadable, UserError
from askance.core.model import Model, Shown, Temporary, beyond
from askance.core.picture import Picture
from askance.core.query import (
    Choose,
    Condition,
    Query,
    Readout,
    Score,
    Step,
    Stimulus,
    Text,
    call_key,
    query_from,
    query_key,
    request,
)
from askance.core.scene import Box, Link, Scene, Thing
from askance.core.suite import Card, Suite

__all__ = [
    "Answer",
    "Box",
    "Card",
    "Case",
    "Choose",
    "Condition",
    "Dataset",
    "Item",
    "Link",
    "Model",
    "Noted",
    "Picture",
    "Query",
    "Reading",
    "Readout",
    "Scene",
    "Score",
    "Shown",
    "Step",
    "Stimulus",
    "Suite",
    "Temporary",
    "Text",
    "Thing",
    "Unreadable",
    "UserError",
    "Verdict",
    "beyond",
    "call_key",
    "canonical",
    "case_from",
    "case_key",
    "digest",
    "digest_of",
    "query_from",
    "query_key",
    "request",
    "source_digest",
]
