"""Images by content: keys, thumbnails, edits, caching, and nothing that the workspace does not show."""

import io
from pathlib import Path

import pytest
from askance.core import Step, Stimulus, decode_query
from askance.core.digest import canonical_bytes
from askance.datasets import open_dataset
from askance.edits import edit_image
from askance.server.html_templates import environment, load_templates
from askance.server.images import EncodedImages, ImageShelf, OpenedDataset, ShownImage, image_address, image_key
from askance.server.pages import Links
from askance.store import Workspace, connect
from PIL import Image, ImageChops, ImageStat
from starlette.requests import Request

from dashboard_pages import make_client


@pytest.fixture(scope="module")
def stimuli(demo_workspace) -> list[Stimulus]:
    """What the cases of the small workspace show, edited images among them."""
    with connect(Workspace(demo_workspace), tables=("queries",)) as connection:
        found = connection.execute("select request from queries where image is not null").fetchall()
    return [decode_query(request).stimulus for (request,) in found]


def opened(answer) -> Image.Image:
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def test_every_image_of_the_workspace_is_found_by_its_key_alone(client, stimuli):
    some = {(one.image, one.edits): None for one in stimuli}
    assert any(edits for _, edits in some)
    for image, edits in list(some)[:: max(1, len(some) // 8)]:
        answer = client.get(f"/images/{image_key(image, edits)}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")


def test_an_image_shows_its_edits(client, stimuli):
    one = next(
        one for one in stimuli if any(step.name == "blur" or step.name == "cut" for step in one.edits) or one.edits
    )
    shown = opened(client.get(f"/images/{image_key(one.image, one.edits)}"))
    wanted = edit_image(open_dataset("stickers").load_image(one.image), one.edits).image
    assert shown.size == wanted.size
    plain = open_dataset("stickers").load_image(one.image).image
    to_wanted, to_plain = (ImageStat.Stat(ImageChops.difference(shown, each)).mean for each in (wanted, plain))
    assert max(to_wanted) < 12  # lossy, but the same image
    assert sum(to_wanted) < sum(to_plain)


def test_thumbnails_have_few_widths(client, stimuli):
    key = image_key(stimuli[0].image)
    large = opened(client.get(f"/images/{key}"))
    small = opened(client.get(f"/images/{key}?width=100"))
    assert small.width == 160 < large.width
    assert client.get(f"/images/{key}?width=100").headers["content-type"] == "image/webp"
    assert client.get(f"/images/{key}?width=99999").status_code == 422


def test_images_are_kept_by_browsers(client, stimuli):
    address = f"/images/{image_key(stimuli[0].image)}?width=160"
    first = client.get(address)
    assert "immutable" in first.headers["cache-control"]
    assert client.get(address, headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_what_the_workspace_does_not_show_is_not_found(client, stimuli):
    one = stimuli[0]
    edited = (Step.of("blur", sigma=99.0),)
    assert client.get(f"/images/{image_key(one.image, edited)}").status_code == 404
    assert client.get(f"/images/{image_key('stickers-other')}").status_code == 404


def test_the_key_in_sql_is_that_in_python(demo_workspace, stimuli):
    from askance.server.images import KEY_SQL

    one = next(one for one in stimuli if one.edits)
    with connect(Workspace(demo_workspace), tables=("queries",)) as connection:
        variant = canonical_bytes(one.edits).decode()
        sql = f"select distinct {KEY_SQL} from queries where image = ? and variant = ?"
        assert connection.execute(sql, [one.image, variant]).fetchall() == [(image_key(one.image, one.edits),)]


def test_a_page_names_the_images_that_it_shows(client, stimuli):
    request = Request({"type": "http", "app": client.app, "headers": []})
    workspace = client.app.state.dashboard.workspaces[0]
    address = image_address(request, workspace, Links(""), "stickers", stimuli[0], width=320)
    assert client.get(address).status_code == 200
    assert image_address(request, workspace, Links(""), "stickers", Stimulus(None, "Is it red?")) is None


def test_an_image_that_cannot_be_loaded_any_more_has_a_placeholder(client):
    shelf: ImageShelf = client.app.state.images
    workspace = client.app.state.dashboard.workspaces[0]
    for shown in (ShownImage("stickers", "no-such-image"), ShownImage("folder:/nowhere", "a")):
        answer = client.get(f"/images/{shelf.name(workspace, shown)}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert answer.headers["cache-control"] == "no-store"
        assert "/nowhere" not in answer.text


def test_the_least_recently_used_image_is_forgotten():
    kept = EncodedImages(limit=25)
    for name in ("a", "b"):
        kept.put(("w", name, 0), b"0123456789")
    assert kept.get(("w", "a", 0))
    kept.put(("w", "c", 0), b"0123456789")
    assert [kept.get(("w", name, 0)) is not None for name in "abc"] == [True, False, True]


def test_images_belong_to_their_workspace(demo_workspace, two_datasets, stimuli):
    client = make_client(demo_workspace, two_datasets)
    keys = {image_key(one.image, one.edits) for one in stimuli if one.edits}
    statuses = {client.get(f"/images/{key}?w=two-datasets").status_code for key in sorted(keys)[:20]}
    assert 404 in statuses
    assert isinstance(two_datasets, Path)


def test_variants_of_an_image_are_drawn_from_one_decoded_image(stimuli, monkeypatch):
    data, loaded = open_dataset("stickers"), []
    load = data.load_image
    monkeypatch.setattr(type(data), "load_image", lambda self, name: loaded.append(name) or load(name))
    opened_dataset = OpenedDataset(data)
    name = stimuli[0].image
    drawn = {
        opened_dataset.draw(ShownImage("stickers", name, edits), 0) for edits in ((), (Step.of("blur", sigma=3.0),))
    }
    assert (len(drawn), loaded) == (2, [name])


def test_templates_are_compiled_before_a_page_needs_them():
    load_templates()
    kept = {name for _, name in environment().cache}
    assert {"case.html", "cases.html", "overview.html"} <= kept
