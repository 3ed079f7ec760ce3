"""Part of law 9: the docs build as a site without a warning, every page is in its navigation, and every link works."""

import subprocess

import pytest
from scripts.overview_docs import DOCS, PAGES
from scripts.site.__main__ import build, main
from scripts.site.built_links import check_site
from scripts.site.navigation import read_navigation
from scripts.site.staging import Stage

BARE = ("-D", "html_theme=basic")  # the pages without the side bar, in a third of the time


@pytest.mark.parametrize("name", PAGES)
def test_the_overviews_are_what_the_code_says(name):
    assert (DOCS / f"{name}.md").read_text() == PAGES[name](), "run make docs"


def test_the_site_builds_and_every_internal_link_works(tmp_path):
    assert build(tmp_path / "site", *BARE) == ""
    count, wrong = check_site(tmp_path / "site")
    assert wrong == []
    assert count > 1000


def test_a_killed_sphinx_and_an_empty_site_are_errors(tmp_path, monkeypatch, capsys):
    killed = subprocess.CompletedProcess([], -9, "", "")
    monkeypatch.setattr("scripts.site.__main__.subprocess.run", lambda *args, **named: killed)
    assert build(tmp_path) == "Sphinx ended with code -9"
    monkeypatch.setattr("scripts.site.__main__.build", lambda out: "")
    assert main(tmp_path) == 1
    assert "contains no page with a link" in capsys.readouterr().out


def test_broken_links_of_a_built_page_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html#one">1</a><a href="b.html#two">2</a><a href="c.html">3</a>'
        '<img src="https://x.y/z.png"><a href="https://x.y">4</a><a href="#top">5</a>'
    )
    (tmp_path / "b.html").write_text('<h2 id="one">B</h2>')
    count, wrong = check_site(tmp_path)
    assert count == 4
    assert sorted(wrong) == [
        "a.html: b.html#two: no such anchor",
        "a.html: c.html: no such file",
        "a.html: loads https://x.y/z.png",
    ]


@pytest.mark.parametrize(
    ("pages", "wrong"),
    [
        (["index.md", "a.md", "b.md"], ""),
        (["index.md", "a.md", "b.md", "new.md"], "new.md is in no section"),
        (["index.md", "b.md"], "a.md is named but does not exist"),
    ],
)
def test_every_page_is_in_the_navigation_once(tmp_path, pages, wrong):
    file = tmp_path / "navigation.toml"
    file.write_text('[[section]]\ntitle = "One"\npages = ["a.md", "b*.md", "gone*.md"]\n')
    if not wrong:
        assert [entry.page for entry in read_navigation(file, pages)[0].entries] == ["a.md", "b.md"]
    else:
        with pytest.raises(ValueError, match=wrong):
            read_navigation(file, pages)


def test_terminal_sessions_and_links_to_the_repository_are_changed(tmp_path):
    Stage(tmp_path / "pages").write()
    until = (tmp_path / "pages" / "until.md").read_text()
    assert "```console\n$ askance run" in until
    assert "](source/LICENSE.md)" in (tmp_path / "pages" / "CONTRIBUTING.md").read_text()
    assert (tmp_path / "pages" / "source" / "LICENSE.md").exists()
