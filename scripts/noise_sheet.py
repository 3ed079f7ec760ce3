"""A contact sheet of noise and stability edits at the strengths of suite noise: docs/images/noise_edits.png."""

from pathlib import Path

from askance.datasets import open_dataset
from askance.edits import edit_image
from askance.suites.noise.noise_kinds import GEOMETRIC, PIXEL_NOISE, geometric_edits, pixel_noise_edits
from PIL import Image, ImageDraw

OUT = Path(__file__).parent.parent / "docs" / "images" / "noise_edits.png"
CELL, LABEL, GAP, COLUMNS = (240, 180), 16, 6, 4


def main() -> None:
    """The clean picture, every kind of noise, and every edit at its strongest."""
    data = open_dataset("stickers")
    image = list(data.images(2, 1))[1]
    picture = data.load_image(image)
    chains = {"clean": (), **{kind: pixel_noise_edits(kind, image, 0, 0) for kind in PIXEL_NOISE}}
    strongest = {kind: edit.levels[-1] for kind, edit in GEOMETRIC.items()}
    chains |= {f"{kind} {level:g}": geometric_edits(kind, level, image, 0) for kind, level in strongest.items()}
    rows = -(-len(chains) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (CELL[0] + GAP), rows * (CELL[1] + LABEL + GAP)), "#f4f1ea")
    draw = ImageDraw.Draw(sheet)
    for place, (name, chain) in enumerate(chains.items()):
        x, y = place % COLUMNS * (CELL[0] + GAP), place // COLUMNS * (CELL[1] + LABEL + GAP)
        sheet.paste(edit_image(picture, chain).image.resize(CELL, Image.Resampling.LANCZOS), (x, y + LABEL))
        draw.text((x + 2, y + 2), name, fill="#33312e")
    sheet.quantize(128).save(OUT, optimize=True)


main()
