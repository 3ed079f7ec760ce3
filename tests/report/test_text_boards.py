"""A board that is too wide for the terminal comes in parts, and loses nothing."""

from askance.report.board import Board
from askance.report.board_text import split_to_width

BOARD = Board(["model", "data", *(f"suite{n}.figure" for n in range(9))], [["oracle", "stickers", *"123456789"]])


def test_a_board_that_fits_stays_whole():
    assert split_to_width(BOARD, 400) == [BOARD]


def test_a_wide_board_is_cut_between_columns_with_the_keys_on_every_part():
    found = split_to_width(BOARD, 80)
    assert len(found) > 1
    assert all(part.columns[:2] == ["model", "data"] for part in found)
    assert [name for part in found for name in part.columns[2:]] == BOARD.columns[2:]
    assert [cell for part in found for cell in part.rows[0][2:]] == BOARD.rows[0][2:]
    assert all(sum(len(name) + 3 for name in part.columns) < 80 for part in found)


def test_a_terminal_too_narrow_for_one_column_still_gets_one_a_part():
    assert [len(part.columns) for part in split_to_width(BOARD, 10)] == [3] * 9
