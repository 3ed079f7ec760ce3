"""A scene under construction, and how an object is placed on the ground, the wall, in the sky or on water."""

from dataclasses import dataclass, field, replace

from askance.stickers.assemble_layers import ObjectPosition, assemble_layers, box_around_sprites
from askance.stickers.ground_area import GroundArea, depth_range_of_class, water_area_of_place
from askance.stickers.object_specs import ObjectSpec
from askance.stickers.rng import Rng
from askance.stickers.visibility_map import CLEAR, FREE, WIDTH, Layer, VisibilityMap, painting_order

MOST = 14
TRIES = 8
UNDER_WATER = 0.4  # fish swim no farther away than this share of the depth, well below the horizon
APART = 0.99  # what hangs on a wall or flies is hardly covered, and covers hardly anything
HIDDEN = 0.7  # the share of ground things that are tried behind another, mostly hidden


@dataclass(slots=True)
class SceneInProgress:
    """A scene under construction."""

    place: str
    weather: str | None
    rng: Rng
    land: GroundArea
    stage: VisibilityMap = field(default_factory=VisibilityMap)
    most: int = MOST

    def has_room_for(self, count: int = 1) -> bool:
        """Whether the scene may get this many more objects."""
        return len(self.stage.layers) + count <= self.most

    def layers_on_ground_named(self, names: tuple[str, ...]) -> list[Layer]:
        """The layers of these classes that are on the ground."""
        return [layer for layer in self.stage.layers if layer.name in names and layer.support == "ground"]


def place_between_depths(scene: SceneInProgress, spec: ObjectSpec, low: float, high: float) -> bool:
    """Place an object on the ground at a random free position between two depths; False if none fits."""
    if not scene.has_room_for(spec.object_count):
        return False
    rng = scene.rng
    base = scene.land.random_base_line(rng, low, high)
    first = len(scene.stage.layers)
    layers = assemble_layers(
        spec,
        ObjectPosition((0, base), scene.land.size_factor_at(base), painting_order(base, 1, first), base, "ground"),
        first,
    )
    shown = not any(layer.hidden for layer in scene.stage.layers)
    if (
        spec.object_count == 1
        and shown
        and rng.true_with_probability(HIDDEN)
        and _place_mostly_hidden(scene, layers[0])
    ):
        return True
    left, _, right, _ = box_around_sprites(layers)
    for turn in range(TRIES):
        to = rng.uniform_between(4, max(5, WIDTH - 4 - (right - left)))
        least = FREE if turn < TRIES // 2 and not spec.rides else CLEAR
        if scene.stage.try_to_place(layers, least, round(to) - left):
            return True
    return False


def _place_mostly_hidden(scene: SceneInProgress, layer: Layer) -> bool:
    """Put an object behind a bigger one, so that little of it is seen."""
    screen = _find_object_to_hide_behind(scene, layer.base)
    if screen is None:
        return False
    middle = screen.x + screen.sprite.mask.shape[1] / 2 - layer.sprite.mask.shape[1] / 2
    shy = [replace(layer, hidden=True)]
    reach = screen.sprite.mask.shape[1] / 2
    spots = [round(middle + scene.rng.uniform_between(-reach, reach)) for _ in range(4)]
    return any(scene.stage.try_to_place(shy, 1.0, spot - layer.x) for spot in spots)


def _find_object_to_hide_behind(scene: SceneInProgress, base: float) -> Layer | None:
    """A big object that stands nearer than the base line, to hide something behind."""
    nearer = [
        layer
        for layer in scene.stage.layers
        if layer.support == "ground" and layer.base > base + 8 and layer.sprite.area > 2500
    ]
    return scene.rng.choose_one(nearer) if nearer else None


def place_on_ground(scene: SceneInProgress, spec: ObjectSpec) -> bool:
    """Put an object on the ground at a depth that suits it."""
    return place_between_depths(scene, spec, *depth_range_of_class(spec.name, scene.place))


def place_on_wall_or_in_sky(scene: SceneInProgress, spec: ObjectSpec, base: int, factor: float, support: str) -> bool:
    """Put an object on the wall or in the sky."""
    where = ObjectPosition((0, base), factor, painting_order(0, 0, len(scene.stage.layers)), base, support)
    layers = assemble_layers(spec, where, len(scene.stage.layers))
    left, _, right, _ = box_around_sprites(layers)
    return any(
        scene.stage.try_to_place(layers, APART, round(scene.rng.uniform_between(6, WIDTH - 6 - (right - left))) - left)
        for _ in range(6)
    )


def place_afloat(scene: SceneInProgress, spec: ObjectSpec) -> bool:
    """Put an object on the water, if there is any."""
    water = water_area_of_place(scene.place)
    if water is None or not scene.has_room_for():
        return False
    base = water.random_base_line(scene.rng, UNDER_WATER if spec.name == "fish" else 0.0, 1.0)
    where = ObjectPosition(
        (0, base), water.size_factor_at(base), painting_order(base, 1, len(scene.stage.layers)), base, "water"
    )
    layers = assemble_layers(spec, where, len(scene.stage.layers))
    left, _, right, _ = box_around_sprites(layers)
    for _ in range(4):
        to = scene.rng.uniform_between(4, WIDTH - 4 - (right - left))
        if scene.stage.try_to_place(layers, CLEAR, round(to) - left):
            return True
    return False
