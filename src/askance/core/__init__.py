"""The nouns: frozen, typed, and with no behaviour that needs a model."""

from askance.core.answer import Answer, Reading, Verdict
from askance.core.case import Case, case_key, decode_case
from askance.core.chart import Chart
from askance.core.dataset import Dataset, GroupMember, HasNotes, HasQuestionGroups, Item
from askance.core.digest import canonical_bytes, digest, digest_value, source_digest
from askance.core.errors import UnreadableImage, UserError
from askance.core.finding_rule import FindingRule
from askance.core.image import ImageData
from askance.core.metric import Metric
from askance.core.model import Model, ModelInput, TemporaryError, find_unsupported_feature
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
    decode_query,
    encode_query,
    query_key,
)
from askance.core.scene import Box, Scene, SceneObject, SceneRelation
from askance.core.suite import Card, Suite
from askance.core.suite_display import SuiteDisplay
from askance.core.usage import Price, Usage

__all__ = [
    "Answer",
    "Box",
    "Card",
    "Case",
    "Chart",
    "Choose",
    "Condition",
    "Dataset",
    "FindingRule",
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
    "SuiteDisplay",
    "TemporaryError",
    "Text",
    "UnreadableImage",
    "Usage",
    "UserError",
    "Verdict",
    "call_key",
    "canonical_bytes",
    "case_key",
    "decode_case",
    "decode_query",
    "digest",
    "digest_value",
    "encode_query",
    "find_unsupported_feature",
    "query_key",
    "source_digest",
]
