"""Digests between runs: an unchanged picture is not read again, a changed one always is, and no cache is no error."""

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from askance.datasets import open_dataset
from askance.datasets.reading import content_name_cache
from askance.datasets.reading.content_name_cache import FILE, cache_folder, cached_content_names
from askance.datasets.reading.image_files import content_name_of_file
from PIL import Image

LATER = 10 * 10**9  # nanoseconds: after the files have settled


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache folder of its own, looked at when the files have settled."""
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(content_name_cache, "time", SimpleNamespace(time_ns=lambda: time.time_ns() + LATER))
    return tmp_path / "cache"


@pytest.fixture
def reads(monkeypatch):
    """The names of the files that are read."""
    seen, read_bytes = [], Path.read_bytes

    def counted(path):
        seen.append(path.name)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    return seen


def pictures(folder, count=6):
    (folder / "images").mkdir(parents=True)
    paths = [folder / "images" / f"{number}.png" for number in range(count)]
    for number, path in enumerate(paths):
        Image.fromarray(np.full((4, 6, 3), number, np.uint8)).save(path)
    return paths


def graphs(folder, count=6):
    thing = '{"name": "dog", "x": 0, "y": 0, "w": 3, "h": 3, "attributes": [], "relations": []}'
    records = (f'"{number}": {{"width": 6, "height": 4, "objects": {{"1": {thing}}}}}' for number in range(count))
    (folder / "val_sceneGraphs.json").write_text("{" + ", ".join(records) + "}")


def scenes(folder, count=6):
    records = (f'{{"image": "{number}.png", "width": 6, "height": 4, "things": []}}' for number in range(count))
    (folder / "scenes.json").write_text("[" + ", ".join(records) + "]")


@pytest.mark.parametrize(("kind", "written"), [("gqa", graphs), ("folder", scenes)])
def test_the_second_fingerprint_reads_no_picture(tmp_path, cache, reads, kind, written):
    paths = pictures(tmp_path / "data")
    written(tmp_path / "data")
    name = f"{kind}:{tmp_path / 'data'}"
    first = open_dataset(name).fingerprint
    assert sorted(file for file in reads if file.endswith("png")) == [path.name for path in paths]
    reads.clear()
    assert open_dataset(name).fingerprint == first
    assert [file for file in reads if file.endswith("png")] == []
    assert {path.name for path in (tmp_path / "data").iterdir()} == {"images", *(
        file.name for file in (tmp_path / "data").glob("*.json")
    )}  # fmt: skip


def test_names_are_those_of_the_content(tmp_path, cache):
    paths = pictures(tmp_path)
    wanted = {path: content_name_of_file(path) for path in paths}
    assert cached_content_names(paths) == wanted
    assert cached_content_names(reversed(paths)) == wanted


@pytest.mark.parametrize("is_hidden", [False, True])
def test_other_content_of_the_same_size_is_noticed(tmp_path, cache, is_hidden):
    """Also where the time of the content is set back: that of the state cannot be."""
    path = tmp_path / "a.png"
    path.write_bytes(b"one")
    before = path.stat()
    first = cached_content_names([path])[path]
    time.sleep(0.05)  # more than the grain of the file system's clock
    path.write_bytes(b"two")
    if is_hidden:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert cached_content_names([path])[path] == content_name_of_file(path) != first


def test_another_file_in_its_place_is_noticed(tmp_path, cache):
    path, other = tmp_path / "a.png", tmp_path / "b.png"
    path.write_bytes(b"one")
    other.write_bytes(b"two")
    first = cached_content_names([path, other])
    other.replace(path)
    assert cached_content_names([path])[path] == first[other]


def test_a_file_changed_just_now_is_not_trusted(tmp_path, cache, monkeypatch, reads):
    monkeypatch.setattr(content_name_cache, "time", time)
    path = tmp_path / "a.png"
    path.write_bytes(b"one")
    assert cached_content_names([path]) == cached_content_names([path])
    assert reads == ["a.png", "a.png"]
    assert not cache.exists()


def test_a_file_that_changes_while_it_is_read_is_not_kept(tmp_path, cache, monkeypatch):
    path = tmp_path / "a.png"
    path.write_bytes(b"one")

    def slow(file):
        name = content_name_of_file(file)
        time.sleep(0.05)
        file.write_bytes(b"two")
        return name

    with monkeypatch.context() as patched:
        patched.setattr(content_name_cache, "content_name_of_file", slow)
        cached_content_names([path])
    assert cached_content_names([path])[path] == content_name_of_file(path)


def test_no_place_for_a_cache_is_no_error(tmp_path, cache, monkeypatch, reads):
    path = tmp_path / "a.png"
    path.write_bytes(b"one")
    cache.write_text("a file where the folder should be")
    name = cached_content_names([path])[path]
    monkeypatch.setenv("ASKANCE_CACHE", "")
    assert cached_content_names([path])[path] == name
    assert reads == ["a.png", "a.png"]


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write anywhere")
def test_an_unwritable_folder_is_no_error(tmp_path, cache):
    path = tmp_path / "a.png"
    path.write_bytes(b"one")
    cache.mkdir(mode=0o500)
    assert cached_content_names([path])[path] == content_name_of_file(path)
    assert list(cache.iterdir()) == []


def test_a_read_only_cache_is_still_read(tmp_path, cache, monkeypatch, reads):
    one, two = tmp_path / "a.png", tmp_path / "b.png"
    one.write_bytes(b"one")
    two.write_bytes(b"two")
    cached_content_names([one])
    reads.clear()
    connect = content_name_cache.sqlite3.connect
    monkeypatch.setattr(
        content_name_cache.sqlite3, "connect", lambda path, **more: connect(f"file:{path}?mode=ro", uri=True, **more)
    )
    for _ in range(2):
        cached_content_names([one, two])
    assert reads == ["b.png", "b.png"]


def test_a_damaged_cache_is_made_anew(tmp_path, cache, reads):
    path = tmp_path / "a.png"
    path.write_bytes(b"one")
    cache.mkdir()
    (cache / FILE).write_bytes(b"this is no database" * 100)
    for _ in range(3):
        cached_content_names([path])
    assert reads == ["a.png"]


def test_odd_file_names(tmp_path, cache, reads):
    path = tmp_path / os.fsdecode(b"\xff \xe2\x82.png")
    try:
        path.write_bytes(b"one")
    except OSError:
        pytest.skip("this file system takes no such name")
    assert cached_content_names([path]) == cached_content_names([path])
    assert len(reads) == 1


WORKER = """
import sys, time
from pathlib import Path
from types import SimpleNamespace
from askance.datasets.reading import content_name_cache
content_name_cache.time = SimpleNamespace(time_ns=lambda: time.time_ns() + 10**10)
content_name_cache.AT_ONCE = 3
print(sorted(content_name_cache.cached_content_names(Path(sys.argv[1]).glob("*.png")).values()))
"""


def test_two_processes_share_it(tmp_path, cache, reads):
    paths = pictures(tmp_path, 40)
    command = [sys.executable, "-W", "error", "-c", WORKER, str(paths[0].parent)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate(timeout=60)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert said[0] == said[1] == f"{sorted(cached_content_names(paths).values())}\n"
    assert reads == []


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="XDG is for others")
def test_where_it_is_kept(monkeypatch, tmp_path):
    monkeypatch.delenv("ASKANCE_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == tmp_path / ".cache" / "askance"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x" / "askance"
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "y"))
    assert cache_folder() == tmp_path / "y"
    monkeypatch.setenv("ASKANCE_CACHE", "")
    assert cache_folder() is None


@pytest.mark.parametrize("home", [RuntimeError("no home"), Path("~/.cache/askance")])
def test_without_a_home_folder_nothing_is_kept(monkeypatch, home):
    def user_cache_path(*_, **__):
        if isinstance(home, RuntimeError):
            raise home
        return home

    monkeypatch.delenv("ASKANCE_CACHE", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", user_cache_path)
    assert cache_folder() is None


def test_a_row_that_is_not_as_it_was_written_is_not_believed(tmp_path, cache, reads):
    """A name decides what is asked: one whose bits have changed would be another picture's."""
    paths = pictures(tmp_path / "a")
    names = cached_content_names(paths)
    with sqlite3.connect(cache / FILE) as database:
        database.execute("update digests set name = 'x' || substr(name, 2) where file = ?", (paths[0].name.encode(),))
        database.execute("update digests set name = 7 where file = ?", (paths[1].name.encode(),))
    database.close()
    reads.clear()
    assert cached_content_names(paths) == names
    assert sorted(reads) == sorted(path.name for path in paths[:2])
