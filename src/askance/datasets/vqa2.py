"""`vqa2:FOLDER[#SPLIT]`: VQA v2 from its official files (Goyal et al. 2017).

FOLDER/v2_OpenEnded_mscoco_{val,train}2014_questions.json      questions (also v2_questions.json)
FOLDER/v2_mscoco_{val,train}2014_annotations.json              ten answers each (also v2_annotations.json)
FOLDER/{val,train}2014/COCO_{val,train}2014_000000262148.jpg   pictures (also in images/)
"""

from askance.datasets.reading.question_dataset import QuestionDataset
from askance.datasets.reading.vqa_layout import open_vqa_dataset


def open_vqa2(rest: str) -> QuestionDataset:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    return open_vqa_dataset("vqa2", rest)
