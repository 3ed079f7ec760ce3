"""Image operations, each with what it does to the pixels and what it does to the scene."""

from typing import Any

from askance.core import ImageData, Scene, Step, UserError
from askance.core.query import Scalar
from askance.core.registry import Registry
from askance.edits.blur import BLUR
from askance.edits.blur_background import SOFT_BLUR
from askance.edits.boxes import format_boxes
from askance.edits.brightness import BRIGHTNESS
from askance.edits.cover_with_patch import REMOVE
from askance.edits.crop import CROP
from askance.edits.cut_positions import cut_positions
from askance.edits.cutout import (
    CutoutCache,
    ImageOf,
    ObjectGroup,
    SceneOf,
    donor_image_lookup,
    donor_scene_lookup,
    object_group_with_parts,
)
from askance.edits.downscale_and_upscale import RESAMPLE
from askance.edits.edit_types import Args, DonorEdit, Edit
from askance.edits.gaussian_noise import GAUSSIAN_NOISE
from askance.edits.insert_objects import INSERT
from askance.edits.jpeg import JPEG
from askance.edits.mask_background import MASK
from askance.edits.pad import PAD
from askance.edits.poisson_noise import POISSON_NOISE
from askance.edits.remove_inpaint import REMOVE_INPAINT
from askance.edits.rotate import ROTATE
from askance.edits.salt_pepper import SALT_PEPPER
from askance.edits.shift import SHIFT
from askance.edits.speckle import SPECKLE

EDITS: dict[str, Edit | DonorEdit] = {
    "blur": BLUR,
    "brightness": BRIGHTNESS,
    "crop": CROP,
    "gaussian_noise": GAUSSIAN_NOISE,
    "insert": INSERT,
    "jpeg": JPEG,
    "mask": MASK,
    "pad": PAD,
    "poisson_noise": POISSON_NOISE,
    "remove": REMOVE,
    "remove_inpaint": REMOVE_INPAINT,
    "resample": RESAMPLE,
    "rotate": ROTATE,
    "salt_pepper": SALT_PEPPER,
    "shift": SHIFT,
    "soft_blur": SOFT_BLUR,
    "speckle": SPECKLE,
}
BY_BOX = frozenset({"crop", "insert", "mask", "remove", "remove_inpaint", "soft_blur"})  # what is kept or covered


def _check_is_edit(name: str, found: Any) -> Edit | DonorEdit:
    if not isinstance(found, Edit | DonorEdit):
        raise UserError(f"a {type(found).__name__} is not an edit: give an askance.edits.Edit")
    return found


ALL_EDITS: Registry[Edit | DonorEdit] = Registry(
    "askance.edits",
    "edit",
    EDITS,
    _check_is_edit,
    hint="askance list edits; an edit of your own needs an installed package with an entry point askance.edits",
)


def check_edit_version(step: Step) -> None:
    """UserError where no edit of that name and version is known here."""
    edit = ALL_EDITS.find(step.name)
    if edit.version != step.version:
        raise UserError(f"edit {step.name} has version {edit.version} here, not {step.version}: make its cases again")


def check_edit_arguments(step: Step) -> None:
    """UserError where the argument is missing without which the edit cannot be made, such as for a misspelled one."""
    edit, given = ALL_EDITS.find(step.name), dict(step.args)
    wanted = [edit.strength] if edit.strength is not None else list(edit.example)
    if wanted and not any(name in given for name in wanted):
        has = f"it has {', '.join(given)}" if given else "it has no argument"
        raise UserError(f"edit {step.name} needs {' and '.join(wanted)}: {has}")


def steps(name: str, **args: Scalar) -> tuple[Step, ...]:
    """The steps of an edit: none at strength 0, so that it is the same call as the clean image."""
    edit = ALL_EDITS.find(name)
    if edit.strength is not None and args.get(edit.strength) == 0:
        return ()
    # A whole number and the same float are one argument: 3 and 3.0 must have one key.
    plain = {
        key: float(value) if key == edit.strength and isinstance(value, int) else value for key, value in args.items()
    }
    return (Step.of(name, edit.version, **plain),)


def _find_edit(step: Step) -> Edit | DonorEdit:
    edit = ALL_EDITS.get(step.name)
    if edit is None or edit.version != step.version:
        raise ValueError(f"this askance has no edit {step.name} version {step.version}")
    return edit


def _require_boxes(scene: Scene, step: Step) -> None:
    """A scene without boxes cannot say what such an edit keeps or hides, and nothing is edited by a guess."""
    if not scene.boxed and step.name in BY_BOX:
        raise ValueError(f"{step.name} needs boxes, but the scene graph of {scene.id} has none")


def edit_scene(scene: Scene, chain: tuple[Step, ...], scene_of: SceneOf | None = None) -> Scene:
    """The scene as the edits leave it; `scene_of` gives the scenes of donor images."""
    for step in chain:
        edit, args = _find_edit(step), dict(step.args)
        _require_boxes(scene, step)
        if isinstance(edit, Edit):
            scene = edit.scene(scene, args)
        elif scene_of is None:
            raise ValueError(f"{step.name} takes from another image: give edit_scene the data set's donor_scenes")
        else:
            image = str(args["image"])
            scene = edit.scene(scene, args, object_group_with_parts(scene_of(image), image, str(args["things"])))
    return scene


def describe_edits(chain: tuple[Step, ...], scene: Scene | None, scene_of: SceneOf | None = None) -> list[str]:
    """Each edit in plain words, such as "background blurred, σ = 6"; scenes give the names of objects and sides."""
    said = []
    for step in chain:
        edit, args = ALL_EDITS.get(step.name), dict(step.args)
        if edit is None or edit.version != step.version:
            said.append(step.name)  # of another version of askance: what it did to the scene is not known here
            scene = None
            continue
        if isinstance(edit, DonorEdit):
            group = _donor_object_group(args, scene_of)
            said.append(edit.plain(_as_given(args), group))
            scene = None if scene is None or group is None else edit.scene(scene, args, group)
        else:
            said.append(edit.plain(_as_given(args), scene))
            scene = None if scene is None else edit.scene(scene, args)
    return said


def _as_given(args: Args) -> Args:
    """Arguments for people: `steps` makes a strength of 60 the number 60.0, which nobody gave."""
    return {
        key: int(value) if isinstance(value, float) and value.is_integer() else value for key, value in args.items()
    }


def _donor_object_group(args: Args, scene_of: SceneOf | None) -> ObjectGroup | None:
    """What a graft takes from its donor image; None where the donor has no scene."""
    image = str(args["image"])
    scene = None if scene_of is None else scene_of(image)
    return None if scene is None else object_group_with_parts(scene, image, str(args["things"]))


def edit_image(
    picture: ImageData, chain: tuple[Step, ...], picture_of: ImageOf | CutoutCache | None = None
) -> ImageData:
    """The pixels, the scene and the masks as the edits leave them; `picture_of` gives donors, or cut-outs of them."""
    cutouts = picture_of if picture_of is None or isinstance(picture_of, CutoutCache) else CutoutCache(picture_of)
    for step in chain:
        picture = _apply_edit_step(picture, step, cutouts)
    return picture


def _apply_edit_step(picture: ImageData, step: Step, cutouts: CutoutCache | None) -> ImageData:
    edit, args, scene = _find_edit(step), dict(step.args), picture.scene
    if scene is not None:
        _require_boxes(scene, step)
    if isinstance(edit, Edit):
        after = None if scene is None else edit.scene(scene, args)
        return ImageData(edit.pixels(picture.pixels, args), after, edit.masks(picture, args))
    if cutouts is None:
        raise ValueError(f"{step.name} takes from another image: give edit_picture the data set's donor_pictures")
    cutout = cutouts(str(args["image"]), str(args["things"]))
    after = None if scene is None else edit.scene(scene, args, cutout.group)
    return ImageData(edit.pixels(picture.pixels, args, cutout), after, edit.masks(picture, args, cutout))


__all__ = [
    "ALL_EDITS",
    "EDITS",
    "CutoutCache",
    "DonorEdit",
    "Edit",
    "check_edit_arguments",
    "check_edit_version",
    "cut_positions",
    "describe_edits",
    "donor_image_lookup",
    "donor_scene_lookup",
    "edit_image",
    "edit_scene",
    "format_boxes",
    "steps",
]
