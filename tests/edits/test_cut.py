"""Cuts: the most pieces that tile the picture, each with a box, none splitting one."""

import pytest
from askance.edits import edit_scene, format_boxes, steps
from askance.edits.cut_positions import cut_positions
from askance.stickers.build_scene import build_scene
from hypothesis import given
from hypothesis import strategies as st

WIDTH, HEIGHT = 40, 30
corner = st.tuples(st.integers(-5, 42), st.integers(-5, 32), st.integers(1, 12), st.integers(1, 12))
boxes = st.builds(lambda c: (c[0], c[1], c[0] + c[2], c[1] + c[3]), corner)


def most_pieces(spans, size):
    """How many pieces there can be, by trying every line, from the first pixel on."""
    free = [all(not low <= at < high for low, high in spans) for at in range(size)]
    lines = [
        at
        for at in range(1, size)
        if all(not low < at < high for low, high in spans) and (free[at - 1] or free[at])  # in a gap of a pixel
    ]
    best = {0: 0}  # line → pieces before it
    for line in [*lines, size]:
        before = [
            count + 1
            for start, count in best.items()
            if any(start <= low and high <= line for low, high in spans)  # a piece has a box of its own
        ]
        if before:
            best[line] = max(before)
    return best.get(size, 0)


@pytest.mark.parametrize("axis", ["x", "y"])
@given(some=st.lists(boxes, max_size=6))
def test_no_box_is_split_and_no_more_pieces_are_possible(axis, some):
    pieces = cut_positions(some, WIDTH, HEIGHT, axis)
    low, size = (0, WIDTH) if axis == "x" else (1, HEIGHT)
    inside = [b for b in some if b[0] < WIDTH and b[1] < HEIGHT and b[2] > 0 and b[3] > 0]
    spans = [(max(0, box[low]), min(size, box[low + 2])) for box in inside]
    possible = most_pieces(spans, size)
    assert len(pieces) == (possible if possible > 1 else 0)
    if not pieces:
        return
    assert [piece[low] for piece in pieces] == [0, *(piece[low + 2] for piece in pieces[:-1])]
    assert pieces[-1][low + 2] == size
    other = 1 - low
    assert all((piece[other], piece[other + 2]) == (0, HEIGHT if axis == "x" else WIDTH) for piece in pieces)
    for begin, end in spans:
        assert sum(piece[low] <= begin and end <= piece[low + 2] for piece in pieces) == 1
    for piece in pieces:
        assert any(piece[low] <= begin and end <= piece[low + 2] for begin, end in spans)


def test_a_cut_lies_in_the_middle_of_the_gap():
    assert cut_positions([(2, 0, 10, 5), (20, 3, 30, 9)], 40, 30, "x") == ((0, 0, 15, 30), (15, 0, 40, 30))
    assert cut_positions([(2, 0, 10, 5), (20, 8, 30, 9)], 40, 30, "y") == ((0, 0, 40, 6), (0, 6, 40, 30))


@pytest.mark.parametrize(
    "some", [[], [(1, 1, 5, 5)], [(0, 0, 10, 5), (10, 8, 20, 9)], [(0, 0, 30, 5), (2, 8, 4, 9), (6, 8, 8, 9)]]
)
def test_nothing_to_cut(some):
    assert cut_positions(some, 40, 30, "x") == ()  # boxes that touch are not cut between


def test_a_gap_of_one_pixel_is_enough():
    assert cut_positions([(0, 0, 10, 5), (11, 0, 20, 5)], 40, 30, "x") == ((0, 0, 10, 30), (10, 0, 40, 30))


def test_pieces_of_stickers_keep_every_thing_as_visible_as_it_was():
    cut = 0
    for index in range(12):
        scene = build_scene("test", index).scene
        for axis in ("x", "y"):
            pieces = cut_positions([thing.box for thing in scene.things], scene.width, scene.height, axis)
            parts = [edit_scene(scene, steps("crop", box=format_boxes([piece]))) for piece in pieces]
            if not parts:
                continue
            cut += 1
            found = {thing.id: thing for each in parts for thing in each.things}
            assert sum(len(each.things) for each in parts) == len(scene.things) == len(found)
            assert all(found[thing.id].visible == thing.visible for thing in scene.things)
            assert sum(each.background for each in parts) == pytest.approx(1)
    assert cut >= 5
