"""Small scenes by hand, for tests of metamorphic edits."""

from askance.core import Link, Scene, Thing

WIDTH, HEIGHT = 240, 180


def thing(id_, name, box, **more):
    return Thing(id_, name, box, **more)


def scene(*things, links=(), width=WIDTH, height=HEIGHT):
    return Scene("s", width, height, things, tuple(Link(*link) for link in links))
