"""`gqa_ood:FOLDER[#PART]`: GQA-OOD (Kervadec et al. 2021), frequent (head) and rare (tail) answers over GQA's pictures.

FOLDER/{testdev,val}_{head,tail,all}.json    questions in GQA's layout (a prefix ood_ is accepted)
FOLDER/*_sceneGraphs.json, images/ID.jpg     GQA's own files, where they are there
"""

from pathlib import Path

from askance.core import UserError
from askance.core.unknown_names import unknown_name_error
from askance.datasets.gqa import GqaDataset, Sources, scene_graph_files, split_folder_and_part

SPLITS = ("testdev", "val")
PARTS = ("head", "tail", "all")
CHOICES = ("", *SPLITS, *PARTS, *(f"{split}_{part}" for split in SPLITS for part in PARTS))


def open_gqa_ood(rest: str) -> GqaDataset:
    """`FOLDER` is head and tail (or all, where one is absent) of each split; `#head`, `#val`, `#val_tail` select."""
    root, choice = split_folder_and_part(rest, "gqa_ood:FOLDER")
    if choice not in CHOICES:
        raise unknown_name_error("GQA-OOD part", choice, CHOICES[1:])
    words = choice.split("_")
    splits = [split for split in SPLITS if split in words] or list(SPLITS)
    named = [part for part in PARTS if part in words]
    questions = tuple(pair for split in splits for pair in _question_files_by_part(root, split, named))
    wanted = f"{splits[0]}_{named[0] if named else 'all'}.json"
    if not questions:
        raise UserError(f"{root}: holds no {wanted}: unpack GQA-OOD's files there")
    return GqaDataset(f"gqa_ood:{rest}", root, scene_graph_files(root), questions, wanted)


def _question_files_by_part(root: Path, split: str, named: list[str]) -> Sources:
    """The files of a split, each tagged with its part."""
    found: dict[str, Path] = {}
    for part in PARTS:
        names = (f"{split}_{part}.json", f"ood_{split}_{part}.json")
        path = next((root / name for name in names if (root / name).is_file()), None)
        if path is not None:
            found[part] = path
    # `all` is head and tail together: never both, or each question would be asked twice.
    both = "head" in found and "tail" in found
    take = named or (["head", "tail"] if both else ["all"] if "all" in found else list(found))
    return tuple((found[part], (("ood", part),)) for part in take if part in found)
