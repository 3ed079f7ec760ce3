"""Images of every kind, as files and as bytes in a table: shown as people see them, or refused with one line."""

import base64
import json
import os
import random
import re
import resource
import subprocess
import sys
from collections import Counter

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from askance.cli.main import FAILED_CALLS, main
from askance.core import UnreadableImage
from askance.datasets import open_dataset

from bad_images import bad_images
from image_kinds import good_images

SEED = int(os.environ.get("ASKANCE_FUZZ_SEED", "0"))
TIMES = int(os.environ.get("ASKANCE_FUZZ_TIMES", "1"))
MOST = 300 * 2**20  # bytes that refusing every bomb may add to the process


def folder_of(root, kinds):
    """(data set, image names, how errors name the images)."""
    (root / "images").mkdir(parents=True)
    rows, files = [], []
    for number, (name, suffix, data) in enumerate(kinds):
        files.append(f"{number}.{suffix}")
        (root / "images" / files[-1]).write_bytes(data)
        rows.append({"id": name, "image": files[-1], "question": f"Is it {name}?", "answers": ["yes"]})
    (root / "questions.json").write_text(json.dumps(rows))
    return f"folder:{root}", files


def parquet_of(root, kinds):
    root.mkdir(parents=True)
    columns = {
        "id": [name for name, _, _ in kinds],
        "image": pa.array([{"bytes": data, "path": None} for _, _, data in kinds],
                          pa.struct([("bytes", pa.binary()), ("path", pa.string())])),
        "question": [f"Is it {name}?" for name, _, _ in kinds],
        "answer": ["yes"] * len(kinds),
    }  # fmt: skip
    pq.write_table(pa.table(columns), root / "table.parquet")
    return f"parquet:{root / 'table.parquet'}", [f"row {number}" for number in range(len(kinds))]


def tsv_of(root, kinds):
    root.mkdir(parents=True)
    lines = ["index\timage\tquestion\tanswer"]
    lines += [f"{n}\t{base64.b64encode(data).decode()}\tIs it {name}?\tyes" for n, (name, _, data) in enumerate(kinds)]
    (root / "table.tsv").write_text("\n".join(lines) + "\n")
    return f"vlmevalkit:{root / 'table.tsv'}", [f"(index {number})" for number in range(len(kinds))]


LOADERS = {"folder": folder_of, "parquet": parquet_of, "vlmevalkit": tsv_of}


def outcomes(loader, root, kinds):
    """For each kind its pixels or the line that refuses it; anything else is an error of this test."""
    embedded = loader != "folder"
    wanted = [kind for kind in kinds if len(kind[2]) > (64 if embedded else -1)]  # a table refuses cells without bytes
    name, places = LOADERS[loader](root, wanted)
    data = open_dataset(name)
    found = {}
    for item, (kind, _, _), place in zip(data.items(len(wanted)), wanted, places, strict=True):
        assert item.question == f"Is it {kind}?"
        try:
            found[kind] = np.asarray(data.load_image(item.image).image)
        except UnreadableImage as error:
            line = str(error)
            assert "\n" not in line
            assert place in line
            assert re.search(r": .+: [a-z][^:]+$", line), f"no fix in {line!r}"
            found[kind] = line
    return found


def flat(expected):
    """Where the neighbours have the same color: lossy formats change the edges between colors."""
    same = np.ones(expected.shape[:2], bool)
    for axis in (0, 1):
        for shift in range(1, 6):
            moved = np.roll(expected, shift, axis)
            same &= (moved == expected).all(axis=2) & (np.roll(expected, -shift, axis) == expected).all(axis=2)
    return same


def difference(shown, expected, tolerance):
    """What is wrong with the pixels; "" if nothing is."""
    if shown.dtype != np.uint8 or shown.shape != expected.shape:
        return f"{shown.shape} {shown.dtype}, not {expected.shape}"
    off = np.abs(shown.astype(float) - expected).max(axis=2)
    worst = off.max() if tolerance < 4 else off[flat(expected)].max()
    return f"off by {worst:g} levels" if worst > tolerance else ""


@pytest.mark.parametrize("loader", LOADERS)
def test_every_kind_is_shown_as_people_see_it(loader, tmp_path, capsys):
    kinds = good_images()
    found = outcomes(loader, tmp_path / "data", [kind[:3] for kind in kinds])
    wrong = {}
    for name, _, _, expected, tolerance in kinds:
        shown = found[name]
        reason = shown if isinstance(shown, str) else difference(shown, expected, tolerance)
        if reason:
            wrong[name] = reason
    refused = sum(isinstance(shown, str) for shown in found.values())
    with capsys.disabled():
        right = len(kinds) - len(wrong)
        sys.stdout.write(
            f"\nimages by {loader}: {len(kinds)} kinds to be shown: {right} right,"
            f" {len(wrong) - refused} wrong, {refused} refused\n"
        )
    assert not wrong


@pytest.mark.parametrize("loader", LOADERS)
def test_every_other_kind_is_refused_with_one_line(loader, tmp_path, capsys, monkeypatch):
    def no_process(*args, **options):
        raise AssertionError(f"a decoder started a process: {args}")

    monkeypatch.setattr(subprocess, "Popen", no_process)  # Ghostscript is what Pillow would call for EPS
    kinds = bad_images()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = outcomes(loader, tmp_path / "data", kinds)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    shown = [name for name, outcome in found.items() if not isinstance(outcome, str)]
    with capsys.disabled():
        sys.stdout.write(
            f"\nimages by {loader}: {len(found)} kinds to be refused: {len(found) - len(shown)} refused with one line,"
            f" {len(shown)} shown; {grown / 2**20:.0f} MB more memory\n"
        )
    assert not shown
    assert grown < MOST


def mutated(data, rng):
    """(what was done, other bytes)."""
    kind = rng.choice(("cut", "flip", "zeros", "insert", "repeat", "swap"))
    place = rng.randrange(len(data))
    if kind == "cut":
        return kind, data[:place]
    if kind == "flip":
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 3, 20))):
            changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return kind, bytes(changed)
    size = rng.randrange(1, 40)
    if kind == "zeros":
        return kind, data[:place] + bytes(min(size, len(data) - place)) + data[place + size :]
    if kind == "insert":
        return kind, data[:place] + rng.randbytes(size) + data[place:]
    if kind == "repeat":
        return kind, data[: place + size] + data[place:]
    return kind, data[:place] + rng.randbytes(min(size, len(data) - place)) + data[place + size :]


def attempts(count, root, capsys):
    """Damaged images by both ways in; a cut one is refused, or shows all that the whole one shows."""
    rng = random.Random(SEED)
    good = good_images()
    whole = outcomes("folder", root / "whole", [kind[:3] for kind in good])
    kinds, of, known = [], {}, {kind[2] for kind in good}
    while len(kinds) < count:
        name, suffix, data, _, _ = rng.choice(good)
        done, data = mutated(data, rng)
        if data not in known:  # an image is named by its content: a copy is the same image
            known.add(data)
            kinds.append((f"{len(kinds)} {name} {done}", suffix, data))
            of[kinds[-1][0]] = name, done
    for loader in ("folder", "parquet"):
        counts = Counter()
        for name, outcome in outcomes(loader, root / loader, kinds).items():
            source, done = of[name]
            if isinstance(outcome, str):
                counts["refused"] += 1
            elif outcome.shape == whole[source].shape and (outcome == whole[source]).all():
                counts["harmless"] += 1
            else:
                counts["half shown" if done == "cut" else "changed"] += 1
        with capsys.disabled():
            sys.stdout.write(
                f"\nimages by {loader}: {sum(counts.values()):,} damaged files: {counts['refused']:,} refused with one"
                f" line, {counts['harmless']:,} harmless, {counts['changed']:,} shown with other pixels (no checksum),"
                f" {counts['half shown']} cut but shown, 0 tracebacks\n"
            )
        assert not counts["half shown"]


def test_damaged_images_are_refused_or_whole(tmp_path, capsys):
    attempts(300 * TIMES, tmp_path, capsys)


@pytest.mark.slow
def test_many_damaged_images_are_refused_or_whole(tmp_path, capsys):
    attempts(20_000 * TIMES, tmp_path, capsys)


@pytest.mark.parametrize("loader", ["folder", "parquet"])
def test_a_run_goes_on_after_bad_images(loader, tmp_path, capfd, monkeypatch):
    (tmp_path / "fuzz_image_model.py").write_text("def answer(image, question):\n    return 'yes'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    good, bad = [kind[:3] for kind in good_images()], [kind for kind in bad_images() if len(kind[2]) > 64]
    data, _ = LOADERS[loader](tmp_path / "data", good + bad)
    with pytest.raises(SystemExit) as ended:
        main(["run", "-m", "python:fuzz_image_model:answer", "-d", data, "--out", "out", "--json"])
    out, err = capfd.readouterr()
    assert ended.value.code == FAILED_CALLS
    assert "Traceback" not in err
    assert f"{len(bad)} calls failed" in err
    total = next(row for row in json.loads(out) if row["group"] == "")
    assert (total["n"], total["undecided"]) == (len(good), len(bad))
