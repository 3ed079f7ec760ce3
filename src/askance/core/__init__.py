"""The nouns: frozen, typed, and with no behaviour that needs a model."""

from askance.core.answer import Answer, Reading, Verdict
from askance.core.case import Case, case_from, case_key
from askance.core.dataset import Dataset, GroupMember, HasNotes, HasQuestionGroups, Item
from askance.core.digest import canonical, digest, digest_of, source_digest
from askance.core.errors import Unreadable, UserError
from askance.core.image import ImageData
from askance.core.metric import Metric
from askance.core.model import Model, ModelInput, TemporaryError, unsupported
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
    request_bytes,
)
from askance.core.scene import Box, Scene, SceneObject, SceneRelation
from askance.core.suite import Card, Suite
from askance.core.usage import Price, Usage

__all__ = [
    "Answer",
    "Box",
    "Card",
    "Case",
    "Choose",
    "Condition",
    "Dataset",
    "GroupMember",
    "HasNotes",
    "HasQuestionGroups",
    "ImageData",
    "Item",
    "Metric",
    "Model",
    "ModelInput",
    "Price",
    "Query",
    "Reading",
    "Readout",
    "Scene",
    "SceneObject",
    "SceneRelation",
    "Score",
    "Step",
    "Stimulus",
    "Suite",
    "TemporaryError",
    "Text",
    "Unreadable",
    "Usage",
    "UserError",
    "Verdict",
    "call_key",
    "canonical",
    "case_from",
    "case_key",
    "digest",
    "digest_of",
    "query_from",
    "query_key",
    "request_bytes",
    "source_digest",
    "unsupported",
]
