"""Object specs → layers: sprites at positions, garments on wearers, held objects in hands, riders on mounts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from askance.stickers.art import shapes
from askance.stickers.art.kit import Point
from askance.stickers.object_specs import ObjectSpec
from askance.stickers.sprites import Frame, frame_of, scale_of, sprite
from askance.stickers.visibility import Layer, body_area

HANDLES = {"basket": (0.5, 0.06), "suitcase": (0.5, 0.06), "cup": (0.5, 0.5), "bottle": (0.5, 0.55)}  # shares of canvas

SHOWING = 38  # a thing less wide or high is drawn plain: its pattern would hardly be seen


@dataclass(frozen=True, slots=True)
class Position:
    """Position of an object: the image point under it, its depth, and its support."""

    at: Point
    factor: float
    z: int
    base: float
    support: str


def assemble(spec: ObjectSpec, where: Position, first: int, pin: Point | None = None) -> list[Layer]:
    """The layers of a spec; ids count from `first`; `pin` is the canvas point put at `where.at` (default: its foot)."""
    if spec.rides:
        return _mounted(spec, spec.rides, where, first)
    body = _layer(spec, where, first, pin)
    layers = [body]
    for garment in spec.worn:
        layers.append(_worn(garment, body, first + len(layers)))
    if len(layers) > 1:
        layers[0] = replace(body, own=body_area(layers), ties=tuple(("wearing", other.id) for other in layers[1:]))
    if spec.held:
        held = _held(spec.held, layers[0], where, first + len(layers))
        layers[0] = replace(layers[0], ties=(*layers[0].ties, ("holding", held.id)))
        layers.append(held)
    return layers


def bounds(layers: Sequence[Layer]) -> tuple[int, int, int, int]:
    """The box around all sprites."""
    return (
        min(layer.x for layer in layers),
        min(layer.y for layer in layers),
        max(layer.x + layer.sprite.mask.shape[1] for layer in layers),
        max(layer.y + layer.sprite.mask.shape[0] for layer in layers),
    )


def anchor(layer: Layer, name: str) -> Point | None:
    """A named point of an object's drawing, in the image."""
    point = shapes()[layer.name].anchors(layer.look).get(name)
    return layer.frame.point(point) if point else None


def _layer(spec: ObjectSpec, where: Position, first: int, pin: Point | None) -> Layer:
    shape = shapes()[spec.name]
    frame = frame_of(spec.name, scale_of(spec.name, where.factor * spec.factor), spec.flipped)
    foot = frame.point(pin or (shape.width / 2, shape.height))
    frame = frame.moved(round(where.at[0] - foot[0]), round(where.at[1] - foot[1]))
    return _drawn(spec, frame, where, f"t{first}", None)


def _drawn(spec: ObjectSpec, frame: Frame, where: Position, name: str, wearer: Layer | None) -> Layer:
    look, canvas = spec.look, (frame.width, frame.height, frame.flipped)
    if look.pattern and min(canvas[:2]) < SHOWING:
        look = replace(look, pattern=None)
    drawn = sprite(spec.name, look, wearer.name if wearer else None, *canvas)
    if look.pattern and min(drawn.mask.shape) < SHOWING:
        look = replace(look, pattern=None)
        drawn = sprite(spec.name, look, wearer.name if wearer else None, *canvas)
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


def _worn(spec: ObjectSpec, body: Layer, first: int) -> Layer:
    order = first - int(body.id[1:])
    where = Position((0, 0), 1.0, body.z + order, body.base, body.id)
    return _drawn(spec, body.frame, where, f"t{first}", body)


def _held(spec: ObjectSpec, body: Layer, where: Position, first: int) -> Layer:
    shape = shapes()[spec.name]
    share = HANDLES.get(spec.name, (0.5, 0.5))
    grip = shape.anchors(spec.look).get("grip", (shape.width * share[0], shape.height * share[1]))
    hand = anchor(body, "hand") or where.at
    return _layer(spec, Position(hand, where.factor, body.z + 9, where.base, body.id), first, grip)


def _mounted(spec: ObjectSpec, ridden: ObjectSpec, where: Position, first: int) -> list[Layer]:
    mount = _layer(ridden, where, first, None)
    saddle = anchor(mount, "saddle") or where.at
    who = shapes()[spec.name].anchors(spec.look)
    pin = who["feet"] if ridden.name == "skateboard" else who["seat"]
    seated = Position(saddle, where.factor, where.z + 20, where.base, mount.id)
    rider, *rest = assemble(replace(spec, rides=None), seated, first + 1, pin)
    ties = (*rider.ties, ("riding", mount.id), ("on", mount.id))
    return [mount, replace(rider, ties=ties), *rest]
