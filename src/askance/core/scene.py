"""A scene graph: what is in a picture, as far as it is known."""

from collections.abc import Mapping

import msgspec

Box = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels; x1 and y1 are just outside


class SceneObject(msgspec.Struct, frozen=True):
    """One object. `attributes`: category → values, e.g. {"color": ("red",), "state": ("open",)}."""

    id: str
    name: str
    box: Box
    attributes: dict[str, tuple[str, ...]] = {}
    visible: float = 1.0  # the share of its own pixels that are in the picture and not hidden by others
    z: int = 0  # painted later = in front
    part_of: str | None = None
    also: tuple[str, ...] = ()  # other names that annotators gave it

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that annotators gave it, the usual one first."""
        return (self.name, *self.also)

    def value(self, category: str) -> str | None:
        """The first value of an attribute category, if the thing has one."""
        values = self.attributes.get(category, ())
        return values[0] if values else None


class SceneRelation(msgspec.Struct, frozen=True, array_like=True):
    """A relation between two things, by id: subject `name` object."""

    subject: str
    name: str
    object: str


class Scene(msgspec.Struct, frozen=True):
    """A picture's things and links, with its place and weather where known."""

    id: str
    width: int
    height: int
    things: tuple[SceneObject, ...] = ()
    links: tuple[SceneRelation, ...] = ()
    place: str | None = None
    weather: str | None = None
    background: float = 1.0  # how much of the background the edits have left to see
    unclear: tuple[str, ...] = ()  # names that the picture may suggest although no thing has them: never affirm or deny
    complete: bool = False  # annotators looked for every name of the data set's vocabulary: a name not listed is absent
    closed: bool = False  # what is not listed (object, attribute, relation) is false, as in the built-in world
    boxed: bool = True  # False: the data give no boxes, each is one pixel at the object's centre; edit nothing by them
    fixed_names: bool = False  # labelled from a fixed list (a detector's labels): says nothing about any other name

    def objects_by_id(self) -> Mapping[str, SceneObject]:
        """The things, by id."""
        return {thing.id: thing for thing in self.things}
