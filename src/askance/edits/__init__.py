"""Image operations, each with what it does to the pixels and what it does to the scene."""

from askance.core import Picture, Scene, Step
from askance.core.query import Scalar
from askance.edits.base import Edit
from askance.edits.blur import BLUR
from askance.edits.crop import CROP
from askance.edits.gaussian_noise import GAUSSIAN_NOISE
from askance.edits.mask import MASK, boxes_text
from askance.edits.soft_blur import SOFT_BLUR

EDITS: dict[str, Edit] = {
    "blur": BLUR,
    "crop": CROP,
    "gaussian_noise": GAUSSIAN_NOISE,
    "mask": MASK,
    "soft_blur": SOFT_BLUR,
}


def steps(name: str, **args: Scalar) -> tuple[Step, ...]:
    """The steps of an edit: none at strength 0, so that it is the same call as the clean picture."""
    edit = EDITS[name]
    if edit.strength is not None and args.get(edit.strength) == 0:
        return ()
    # A whole number and the same float are one argument: 3 and 3.0 must have one key.
    plain = {
        key: float(value) if key == edit.strength and isinstance(value, int) else value for key, value in args.items()
    }
    return (Step.of(name, edit.version, **plain),)


def _edit(step: Step) -> Edit:
    edit = EDITS.get(step.name)
    if edit is None or edit.version != step.version:
        raise ValueError(f"this askance has no edit {step.name} version {step.version}")
    return edit


def edit_scene(scene: Scene, chain: tuple[Step, ...]) -> Scene:
    """The scene as the edits leave it."""
    for step in chain:
        scene = _edit(step).scene(scene, dict(step.args))
    return scene


def edit_picture(picture: Picture, chain: tuple[Step, ...]) -> Picture:
    """The pixels and the scene as the edits leave them."""
    for step in chain:
        picture = Picture(_edit(step).pixels(picture.pixels, dict(step.args)), picture.scene)
    if not chain or picture.scene is None:
        return picture
    return Picture(picture.pixels, edit_scene(picture.scene, chain))


__all__ = ["EDITS", "Edit", "boxes_text", "edit_picture", "edit_scene", "steps"]
