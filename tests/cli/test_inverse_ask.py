"""askance inverse ask: images by file, by the beginning of their names and by file name; answers and photographs."""

import json

import pytest
from askance.cli.main import main
from askance.stickers.dataset import WORLD

from question_files import picture, put

NOTE = "inverse has learned from drawn scenes (stickers) only"


def ask(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(["inverse", "ask", *map(str, arguments), "-n", "1"])
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def test_an_image_of_stickers_needs_no_version(capfd):
    full = ask(capfd, f"stickers:test:1692:{WORLD}", "red")
    assert full[0] == 0
    assert NOTE not in full[2]
    assert ask(capfd, "stickers:test:1692", "red") == full
    code, _, err = ask(capfd, "stickers:test:99999", "red")
    assert (code, err.count("\n")) == (1, 1)
    assert "stickers:test:99999: is no file, and no image of stickers, such as stickers:test:" in err


def test_a_photograph_gets_a_note_and_is_found_by_its_file(capfd, tmp_path):
    path = put(tmp_path / "photos" / "cat.png", picture(7))
    code, out, err = ask(capfd, path, "red", "--json")
    assert (code, err.count(NOTE), len(json.loads(out))) == (0, 1, 1)
    code, _, err = ask(capfd, "cat.png", "red", "-d", f"folder:{tmp_path / 'photos'}")
    assert (code, NOTE in err) == (0, True)


@pytest.mark.parametrize(("answer", "hint"), [("vermilion", "inverse knows\n"), ("rad", "knows: did you mean red?\n")])
def test_only_slips_of_spelling_are_corrected(capfd, answer, hint):
    """A lion is near to vermilion in letters only."""
    code, _, err = ask(capfd, "stickers:test:1692", answer)
    assert code == 1
    assert err.endswith(hint)
