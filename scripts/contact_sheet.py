"""Contact sheets of the built-in world: docs/stickers-classes.png and docs/stickers-scenes.png."""

import textwrap
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
from askance.stickers.build_scene import build_scene
from askance.stickers.class_traits import TRAITS
from askance.stickers.generate_items import generate_items
from askance.stickers.random_looks import random_look
from askance.stickers.render_scene import render_scene
from askance.stickers.rng import Rng
from askance.stickers.sprites import canvas_frame_of_class, draw_sprite
from PIL import Image, ImageDraw, ImageFont

DOCS = Path(__file__).parent.parent / "docs"
PAPER, INK, FAINT = "#f4f1ea", "#33312e", "#6d6963"
CELL, LABEL, CELLS_ACROSS = 84, 16, 14
SCENES, SCENES_ACROSS, CAPTION = 24, 4, 74
SCENE_SIZE = (320, 240)


def class_cell(name: str, turn: int) -> Image.Image:
    """One class as large as its cell."""
    rng = Rng("contact sheet", name, turn)
    postures = TRAITS[name].postures
    states = TRAITS[name].states
    look = random_look(name, rng, postures[turn % len(postures)] if postures else None)
    look = replace(look, state=states[turn % len(states)] if states else None)
    frame = canvas_frame_of_class(name, 1.0, False)
    shrink = (CELL - 6) / max(frame.width, frame.height)
    frame = canvas_frame_of_class(name, shrink, False)
    drawn = draw_sprite(name, look, None, frame.width, frame.height, False)
    cell = Image.new("RGB", (CELL, CELL + LABEL), PAPER)
    image = Image.fromarray(drawn.rgba)
    cell.paste(image, ((CELL - image.width) // 2, CELL - image.height - 2), image)
    ImageDraw.Draw(cell).text((CELL / 2, CELL + 2), name, INK, ImageFont.load_default(11), anchor="ma")
    return cell


def classes() -> Image.Image:
    """Every class twice, labelled."""
    cells = [class_cell(name, turn) for name in TRAITS for turn in (0, 1)]
    rows = -(-len(cells) // CELLS_ACROSS)
    sheet = Image.new("RGB", (CELLS_ACROSS * CELL, rows * (CELL + LABEL)), PAPER)
    for at, cell in enumerate(cells):
        sheet.paste(cell, (at % CELLS_ACROSS * CELL, at // CELLS_ACROSS * (CELL + LABEL)))
    return sheet


def scene_cell(index: int) -> Image.Image:
    """One scene with two of its questions beneath."""
    built = build_scene("test", index)
    cell = Image.new("RGB", (SCENE_SIZE[0] + 12, SCENE_SIZE[1] + CAPTION), PAPER)
    cell.paste(render_scene(built).image.resize(SCENE_SIZE, Image.Resampling.LANCZOS), (6, 6))
    pen, font = ImageDraw.Draw(cell), ImageFont.load_default(12)
    items = list(generate_items(built.scene, "", "test", index))
    chosen = [items[at] for at in np.random.default_rng(index).permutation(len(items))[:2]]
    y = SCENE_SIZE[1] + 10
    for item in chosen:
        truth = Counter(item.answers).most_common(1)[0][0]
        for line in textwrap.wrap(f"{item.question} ({truth})", 54):
            pen.text((8, y), line, INK if line[0].isupper() else FAINT, font)
            y += 14
    return cell


def scenes() -> Image.Image:
    """Some scenes of the test split."""
    cells = [scene_cell(index) for index in range(SCENES)]
    wide, high = cells[0].size
    sheet = Image.new("RGB", (SCENES_ACROSS * wide, -(-SCENES // SCENES_ACROSS) * high), PAPER)
    for at, cell in enumerate(cells):
        sheet.paste(cell, (at % SCENES_ACROSS * wide, at // SCENES_ACROSS * high))
    return sheet


def main() -> None:
    """Write both sheets."""
    for name, sheet in (("classes", classes()), ("scenes", scenes())):
        path = DOCS / f"stickers-{name}.png"
        sheet.save(path, optimize=True)
        print(f"{path}: {sheet.width} × {sheet.height}, {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
