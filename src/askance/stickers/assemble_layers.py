"""Object specs → layers: sprites at positions, garments on wearers, held objects in hands, riders on mounts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from askance.stickers.art import drawings_by_class
from askance.stickers.art.drawing_primitives import Point
from askance.stickers.object_specs import ObjectSpec
from askance.stickers.sprites import CanvasFrame, canvas_frame_of_class, draw_sprite, pixels_per_canvas_unit
from askance.stickers.visibility_map import Layer, count_solid_pixels

HANDLES = {"basket": (0.5, 0.06), "suitcase": (0.5, 0.06), "cup": (0.5, 0.5), "bottle": (0.5, 0.55)}  # shares of canvas

SHOWING = 38  # a thing less wide or high is drawn plain: its pattern would hardly be seen


@dataclass(frozen=True, slots=True)
class ObjectPosition:
    """Position of an object: the image point under it, its depth, and its support."""

    at: Point
    factor: float
    z: int
    base: float
    support: str


def assemble_layers(spec: ObjectSpec, where: ObjectPosition, first: int, pin: Point | None = None) -> list[Layer]:
    """The layers of a spec; ids count from `first`; `pin` is the canvas point put at `where.at` (default: its foot)."""
    if spec.rides:
        return _rider_and_mount_layers(spec, spec.rides, where, first)
    body = _make_layer(spec, where, first, pin)
    layers = [body]
    for garment in spec.worn:
        layers.append(_garment_layer(garment, body, first + len(layers)))
    if len(layers) > 1:
        layers[0] = replace(
            body, own=count_solid_pixels(layers), ties=tuple(("wearing", other.id) for other in layers[1:])
        )
    if spec.held:
        held = _held_object_layer(spec.held, layers[0], where, first + len(layers))
        layers[0] = replace(layers[0], ties=(*layers[0].ties, ("holding", held.id)))
        layers.append(held)
    return layers


def box_around_sprites(layers: Sequence[Layer]) -> tuple[int, int, int, int]:
    """The box around all sprites."""
    return (
        min(layer.x for layer in layers),
        min(layer.y for layer in layers),
        max(layer.x + layer.sprite.mask.shape[1] for layer in layers),
        max(layer.y + layer.sprite.mask.shape[0] for layer in layers),
    )


def anchor_in_image(layer: Layer, name: str) -> Point | None:
    """A named point of an object's drawing, in the image."""
    point = drawings_by_class()[layer.name].anchors(layer.look).get(name)
    return layer.frame.point_in_image(point) if point else None


def _make_layer(spec: ObjectSpec, where: ObjectPosition, first: int, pin: Point | None) -> Layer:
    shape = drawings_by_class()[spec.name]
    frame = canvas_frame_of_class(
        spec.name, pixels_per_canvas_unit(spec.name, where.factor * spec.factor), spec.flipped
    )
    foot = frame.point_in_image(pin or (shape.width / 2, shape.height))
    frame = frame.moved_by(round(where.at[0] - foot[0]), round(where.at[1] - foot[1]))
    return _layer_from_drawing(spec, frame, where, f"t{first}", None)


def _layer_from_drawing(
    spec: ObjectSpec, frame: CanvasFrame, where: ObjectPosition, name: str, wearer: Layer | None
) -> Layer:
    look, canvas = spec.look, (frame.width, frame.height, frame.flipped)
    if look.pattern and min(canvas[:2]) < SHOWING:
        look = replace(look, pattern=None)
    drawn = draw_sprite(spec.name, look, wearer.name if wearer else None, *canvas)
    if look.pattern and min(drawn.mask.shape) < SHOWING:
        look = replace(look, pattern=None)
        drawn = draw_sprite(spec.name, look, wearer.name if wearer else None, *canvas)
    shown = {category: value for category, value in spec.attributes.items() if category != "pattern" or look.pattern}
    return Layer(
        id=name,
        name=spec.name,
        look=look,
        sprite=drawn,
        frame=frame,
        x=frame.x + drawn.left,
        y=frame.y + drawn.top,
        z=where.z,
        base=where.base,
        support=where.support,
        attributes=shown,
        wearer=wearer.id if wearer else None,
        own=drawn.area,
        shade=where.support == "ground",
    )


def _garment_layer(spec: ObjectSpec, body: Layer, first: int) -> Layer:
    order = first - int(body.id[1:])
    where = ObjectPosition((0, 0), 1.0, body.z + order, body.base, body.id)
    return _layer_from_drawing(spec, body.frame, where, f"t{first}", body)


def _held_object_layer(spec: ObjectSpec, body: Layer, where: ObjectPosition, first: int) -> Layer:
    shape = drawings_by_class()[spec.name]
    share = HANDLES.get(spec.name, (0.5, 0.5))
    grip = shape.anchors(spec.look).get("grip", (shape.width * share[0], shape.height * share[1]))
    hand = anchor_in_image(body, "hand") or where.at
    return _make_layer(spec, ObjectPosition(hand, where.factor, body.z + 9, where.base, body.id), first, grip)


def _rider_and_mount_layers(spec: ObjectSpec, ridden: ObjectSpec, where: ObjectPosition, first: int) -> list[Layer]:
    mount = _make_layer(ridden, where, first, None)
    saddle = anchor_in_image(mount, "saddle") or where.at
    who = drawings_by_class()[spec.name].anchors(spec.look)
    pin = who["feet"] if ridden.name == "skateboard" else who["seat"]
    seated = ObjectPosition(saddle, where.factor, where.z + 20, where.base, mount.id)
    rider, *rest = assemble_layers(replace(spec, rides=None), seated, first + 1, pin)
    ties = (*rider.ties, ("riding", mount.id), ("on", mount.id))
    return [mount, replace(rider, ties=ties), *rest]
