"""A contact sheet of cuts, insertions and removals: docs/images/metamorphic_edits.png, or of real data where named."""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from askance.core import Dataset, ImageData, Step, UserError
from askance.datasets import open_dataset
from askance.edits import CutoutCache, cut_positions, donor_image_lookup, edit_image, format_boxes, steps
from askance.suites.metamorphic.donor_pool import DonorPool
from askance.suites.metamorphic.image_variants import insert_variants
from askance.suites.metamorphic.object_clusters import ClusteredScene, ObjectCluster, clustered_scene
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames
from PIL import Image, ImageDraw, ImageFont

Cell = Image.Image | None
OUT = Path(__file__).parent.parent / "docs" / "images" / "metamorphic_edits.png"
PAPER, INK, LINE = "#f4f1ea", "#33312e", "#d1495b"
CELL, LABEL, GAP = (208, 156), 15, 4
LARGE = 42_000  # a quarter of a scene of stickers
HEADS = ("the picture and its boxes", "cut along x", "insert", "remove", "remove_inpaint")


def boxed(picture: ImageData, coarse: ClusteredScene) -> Image.Image:
    """The clean picture with the boxes that edits respect."""
    image = picture.image.copy()
    pen = ImageDraw.Draw(image)
    for x0, y0, x1, y1 in coarse.boxes:
        pen.rectangle((x0, y0, x1 - 1, y1 - 1), outline=LINE, width=max(2, image.width // 200))
    return image


def apart(picture: ImageData, coarse: ClusteredScene) -> Image.Image | None:
    """The pieces of a cut, a little apart."""
    pieces = cut_positions(coarse.boxes, coarse.scene.width, coarse.scene.height, "x")
    if not pieces:
        return None
    between = picture.image.width // 40
    sheet = Image.new("RGB", (picture.image.width + between * (len(pieces) - 1), picture.image.height), PAPER)
    for at, piece in enumerate(pieces):
        shown = edit_image(picture, steps("crop", box=format_boxes([piece])))
        sheet.paste(shown.image, (piece[0] + between * at, 0))
    return sheet


def largest(clusters: list[ObjectCluster]) -> ObjectCluster | None:
    """The largest clump of at most LARGE pixels."""
    sizes = [((one.box[2] - one.box[0]) * (one.box[3] - one.box[1]), one.head.id, one) for one in clusters]
    return max((each for each in sizes if each[0] <= LARGE), default=(0, "", None))[2]


def row(
    data: Dataset, image: str, pool: DonorPool, overlapping_names: OverlappingNames, cutouts: CutoutCache, loose: bool
) -> list[Cell]:
    """One image and its edited forms; None where there is no valid one (loose: one that shows the look alone)."""
    coarse = clustered_scene(data, image, overlapping_names)
    try:
        picture = data.load_image(image)
    except UserError:
        return []  # slices of real data lack pictures
    if coarse is None:
        return []
    inserts = [each.forms[0] for each in insert_variants(image, coarse, pool, 0, Random(image)) if picture.masks]
    gone = largest(coarse.clusters_without_overlap()) or (largest(list(coarse.seen)) if loose else None)
    if loose and gone and picture.masks and not inserts:
        (x0, y0, x1, y1), high = gone.head.box, coarse.scene.height
        box = (4, high - (y1 - y0) * 2 // 3, 4 + (x1 - x0) * 2 // 3, high)
        inserts = [steps("insert", image=image, things=gone.head.id, box=format_boxes([box]))]
    chain = max(inserts, key=_pasted, default=())
    edits = [
        chain,
        *(steps(name, box=format_boxes([gone.box])) if gone else () for name in ("remove", "remove_inpaint")),
    ]
    shown = [edit_image(picture, each, cutouts).image if each else None for each in edits]
    return [boxed(picture, coarse), apart(picture, coarse), *shown]


def _pasted(chain: tuple[Step, ...]) -> int:
    x0, y0, x1, y1 = (int(number) for number in str(dict(chain[0].args)["box"]).split(","))
    return (x1 - x0) * (y1 - y0)


def rows(data: Dataset, wanted: int, scenes: int) -> Iterator[list[Cell]]:
    """Rows of the first images for which most edits are possible."""
    words, pool = ontology(), DonorPool()
    overlapping_names = OverlappingNames(words, RelatedNames(words.objects))
    for image in data.images(scenes):
        coarse = clustered_scene(data, image, overlapping_names)
        if coarse is not None:
            pool.add_donors(image, coarse)
    cutouts = CutoutCache(donor_image_lookup(data))
    loose = not data.name.startswith("stickers")
    made = (row(data, image, pool, overlapping_names, cutouts, loose) for image in data.images(scenes))
    least = 2 if loose else len(HEADS)
    yield from islice((cells for cells in made if sum(cell is not None for cell in cells) >= least), wanted)


def sheet(made: list[list[Cell]]) -> Image.Image:
    """The rows under one another, under their heads."""
    wide, high = CELL[0] + GAP, CELL[1] + GAP
    whole = Image.new("RGB", (wide * len(HEADS) + GAP, LABEL + GAP + high * len(made)), PAPER)
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(11)
    for across, head in enumerate(HEADS):
        pen.text((GAP + across * wide, GAP), head, INK, font)
        for down, cells in enumerate(made):
            cell = cells[across]
            if cell is not None:
                cell = cell.copy()
                cell.thumbnail(CELL, Image.Resampling.LANCZOS)
                whole.paste(cell, (GAP + across * wide, LABEL + GAP + down * high))
    return whole


def main() -> None:
    """Write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="stickers", help="a data set, such as visual_genome:FOLDER")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--rows", type=int, default=5)
    parser.add_argument("--scenes", type=int, default=120, help="how many scenes to take donors from")
    args = parser.parse_args()
    made = sheet(list(rows(open_dataset(args.data), args.rows, args.scenes)))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    made.quantize(192, dither=Image.Dither.NONE).save(args.out, optimize=True)
    print(f"{args.out}: {made.width} × {made.height}, {args.out.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
