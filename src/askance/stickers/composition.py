"""A scene under construction, and how an object is placed on the ground, the wall, in the sky or on water."""

from dataclasses import dataclass, field, replace

from askance.stickers.assemble import Position, assemble, bounds
from askance.stickers.ground_area import GroundArea, depth_range, water_area
from askance.stickers.object_specs import ObjectSpec
from askance.stickers.rng import Rng
from askance.stickers.visibility import CLEAR, FREE, WIDTH, Layer, VisibilityMap, z_at

MOST = 14
TRIES = 8
UNDER_WATER = 0.4  # fish swim no farther away than this share of the depth, well below the horizon
APART = 0.99  # what hangs on a wall or flies is hardly covered, and covers hardly anything
HIDDEN = 0.7  # the share of ground things that are tried behind another, mostly hidden


@dataclass(slots=True)
class Composition:
    """A scene under construction."""

    place: str
    weather: str | None
    rng: Rng
    land: GroundArea
    stage: VisibilityMap = field(default_factory=VisibilityMap)
    most: int = MOST

    def room_for(self, count: int = 1) -> bool:
        """Whether the scene may get this many more objects."""
        return len(self.stage.layers) + count <= self.most

    def named(self, names: tuple[str, ...]) -> list[Layer]:
        """The layers of these classes that are on the ground."""
        return [layer for layer in self.stage.layers if layer.name in names and layer.support == "ground"]


def find_free_position(scene: Composition, spec: ObjectSpec, low: float, high: float) -> bool:
    """Place an object on the ground at a random free position between two depths; False if none fits."""
    if not scene.room_for(spec.count):
        return False
    rng = scene.rng
    base = scene.land.base(rng, low, high)
    first = len(scene.stage.layers)
    layers = assemble(spec, Position((0, base), scene.land.factor(base), z_at(base, 1, first), base, "ground"), first)
    shown = not any(layer.hidden for layer in scene.stage.layers)
    if spec.count == 1 and shown and rng.chance(HIDDEN) and _hide(scene, layers[0]):
        return True
    left, _, right, _ = bounds(layers)
    for turn in range(TRIES):
        to = rng.between(4, max(5, WIDTH - 4 - (right - left)))
        least = FREE if turn < TRIES // 2 and not spec.rides else CLEAR
        if scene.stage.place(layers, least, round(to) - left):
            return True
    return False


def _hide(scene: Composition, layer: Layer) -> bool:
    """Put an object behind a bigger one, so that little of it is seen."""
    screen = _screen(scene, layer.base)
    if screen is None:
        return False
    middle = screen.x + screen.sprite.mask.shape[1] / 2 - layer.sprite.mask.shape[1] / 2
    shy = [replace(layer, hidden=True)]
    reach = screen.sprite.mask.shape[1] / 2
    spots = [round(middle + scene.rng.between(-reach, reach)) for _ in range(4)]
    return any(scene.stage.place(shy, 1.0, spot - layer.x) for spot in spots)


def _screen(scene: Composition, base: float) -> Layer | None:
    """A big object that stands nearer than the base line, to hide something behind."""
    nearer = [
        layer
        for layer in scene.stage.layers
        if layer.support == "ground" and layer.base > base + 8 and layer.sprite.area > 2500
    ]
    return scene.rng.pick(nearer) if nearer else None


def stand(scene: Composition, spec: ObjectSpec) -> bool:
    """Put an object on the ground at a depth that suits it."""
    return find_free_position(scene, spec, *depth_range(spec.name, scene.place))


def hang(scene: Composition, spec: ObjectSpec, base: int, factor: float, support: str) -> bool:
    """Put an object on the wall or in the sky."""
    where = Position((0, base), factor, z_at(0, 0, len(scene.stage.layers)), base, support)
    layers = assemble(spec, where, len(scene.stage.layers))
    left, _, right, _ = bounds(layers)
    return any(
        scene.stage.place(layers, APART, round(scene.rng.between(6, WIDTH - 6 - (right - left))) - left)
        for _ in range(6)
    )


def float_on(scene: Composition, spec: ObjectSpec) -> bool:
    """Put an object on the water, if there is any."""
    water = water_area(scene.place)
    if water is None or not scene.room_for():
        return False
    base = water.base(scene.rng, UNDER_WATER if spec.name == "fish" else 0.0, 1.0)
    where = Position((0, base), water.factor(base), z_at(base, 1, len(scene.stage.layers)), base, "water")
    layers = assemble(spec, where, len(scene.stage.layers))
    left, _, right, _ = bounds(layers)
    for _ in range(4):
        to = scene.rng.between(4, WIDTH - 4 - (right - left))
        if scene.stage.place(layers, CLEAR, round(to) - left):
            return True
    return False
