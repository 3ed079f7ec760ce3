"""Small scenes by hand, for tests of metamorphic edits."""

from askance.core import Scene, SceneObject, SceneRelation

WIDTH, HEIGHT = 240, 180


def thing(id_, name, box, **more):
    return SceneObject(id_, name, box, **more)


def scene(*things, links=(), width=WIDTH, height=HEIGHT):
    return Scene("s", width, height, things, tuple(SceneRelation(*link) for link in links))
