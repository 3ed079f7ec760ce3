"""`okvqa:FOLDER[#SPLIT]`: OK-VQA from its official files (Marino et al. 2019), in VQA's layout.

FOLDER/OpenEnded_mscoco_{val,train}2014_questions.json         questions
FOLDER/mscoco_{val,train}2014_annotations.json                 ten answers each
FOLDER/{val,train}2014/COCO_{val,train}2014_000000262148.jpg   pictures (also in images/)
"""

from askance.datasets.reading.question_dataset import QuestionDataset
from askance.datasets.reading.vqa_layout import open_vqa_dataset


def open_okvqa(rest: str) -> QuestionDataset:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    return open_vqa_dataset("okvqa", rest)
