"""The cases behind findings: every finding links to a card that illustrates it, also where nothing fails by itself."""

import re
import shutil
import subprocess

import askance
import pytest
from askance import report
from askance.report.failure_cards import PER_FINDING

BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
PROBE = """<script>
onerror = (message) => { document.title = "error: " + message; };
addEventListener("load", () => {
  const visible = () => document.querySelectorAll("#cases .case:not([hidden])").length;
  const all = document.querySelectorAll("#cases .case").length, first = visible();
  document.querySelector("a.show-cases").click();
  const linked = visible();
  document.querySelector(".clear").click();
  const form = document.querySelector("form.filters");
  form.elements.suite.value = "bias";
  form.dispatchEvent(new Event("change"));
  const suites = new Set([...document.querySelectorAll("#cases .case:not([hidden])")].map((c) => c.dataset.suite));
  document.title = ["done", all, first, linked, [...suites].join("+")].join(" ");
});
</script></head>"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    models = ["oracle", "defective:blind", "defective:refuses"]
    return askance.run(models, "stickers", ["accuracy", "bias"], limit=120, out=tmp_path_factory.mktemp("run")).space


@pytest.fixture(scope="module")
def page(run):
    rows, declared = report.table_to_rows(report.current_metrics(run)), report.declared_metrics(run)
    cards = report.make_failure_cards(run, 2, findings=report.all_findings(rows, declared))
    return report.render_report_page(rows, cards, "Title", declared=declared)


def test_every_finding_has_cases_in_the_page(run, page):
    rows, declared = report.table_to_rows(report.current_metrics(run)), report.declared_metrics(run)
    findings = report.all_findings(rows, declared)
    assert {"refusals"} <= {finding.topic for finding in findings if finding.model == "defective:refuses"}
    assert "Most frequent reason: <bdi>does not talk about people" in page
    assert "0 of 0 failing cases" not in page
    links = re.findall(r'class="show-cases" href="#(case-\d+)" data-finding="(finding-\d+)"', page)
    assert len(links) == len(findings)
    for case, finding in links:
        card = re.search(rf'<article[^>]* id="{case}"[^>]*>', page)[0]
        assert finding in re.search(r'data-findings="([^"]*)"', card)[1].split()
        assert len(re.findall(rf'data-findings="[^"]*\b{finding}\b', page)) >= min(PER_FINDING, 1)


def test_cases_that_only_measure_or_are_undecided_are_not_called_failures(page):
    assert "Undecided." in page
    refused = page.index('data-model="defective:refuses"')
    assert "Broken rule:" not in page[refused : page.index("</article>", refused)]


def test_images_are_stored_once(page):
    stored = re.findall(r'<image id="(image-\d+)"[^>]* href="(data:[^"]+)"', page)
    assert len({address for _, address in stored}) == len(stored) > 0
    assert set(re.findall(r'<use href="#(image-\d+)"', page)) == {name for name, _ in stored}


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs a browser")
def test_filters_and_links_work_in_a_browser(page, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(page.replace("</head>", PROBE, 1), encoding="utf-8")
    command = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
               "--virtual-time-budget=5000", "--dump-dom", f"file://{file}"]  # fmt: skip
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    done, every, first, linked, suites = re.search(r"<title>(.*?)</title>", shown)[1].split()
    assert done == "done"
    assert 0 < int(linked) < int(every)
    assert 0 < int(first) <= 12
    assert suites == "bias"
