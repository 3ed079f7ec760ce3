"""Writes docs/models.md, docs/datasets.md and docs/glossary.md from what the families and the suites' cards declare."""

from pathlib import Path

from askance.datasets import DATASETS
from askance.models import MODELS
from askance.report.glossary import make_glossary
from askance.report.metric_declarations import built_in_declarations
from askance.suites import SUITES

DOCS = Path(__file__).parent.parent / "docs"
MODELS_HEAD = """# Models

This page lists the kinds of models that Askance can test. `-m NAME` chooses a model; repeat it to test several.

```sh
askance run -m oracle -m defective:color-blind -s accuracy --limit 60
```

`askance list models` prints this list with all names. Any Python function is a model too: see [your own model](extend/model.md).

| model | what it is |
|---|---|
"""
MODELS_TAIL = """
The built-in models and the models with known faults need no download, so you can try every command of these pages at once. [Model cards](model-cards.md) describe how the built-in networks were trained.
"""
DATASETS_HEAD = """# Data sets

This page lists the data sets that Askance can read. `-d NAME` chooses one; the default is `stickers`, which is built in.

```sh
askance run -m oracle -d stickers -s accuracy --limit 60
```

The other data sets are read from folders on your disk, in the layout in which their authors publish them. Askance downloads none of them. In the table, words in capitals are yours to replace, and parts in brackets are optional. For your own questions, begin with [jsonl](datasets/jsonl.md) or [folder](datasets/folder.md).

| data set | what it is |
|---|---|
"""
DATASETS_TAIL = """
All data sets follow the same [rules](data-rules.md). The model receives each image as 8-bit RGB, with the orientation and the colors of an image viewer ([image files](image-files.md)). A class of your own can be a data set too ([how](extend/dataset.md)).
"""
GLOSSARY_HEAD = """# Metrics

This page explains every metric: what it means, its unit, and which direction is better. It is generated from the cards of the suites. `askance list metrics` prints the same list, and every HTML report ends in the part of it that the report needs.

```sh
askance list metrics
```

Metrics are named `SUITE.METRIC`, such as `carets.cons`. `askance check --min carets.cons=60` and `askance report --by carets.cons` use these names.
"""


def models() -> str:
    """The page of all kinds of models."""
    rows = (_row("models", name, kind.form, kind.about) for name, kind in MODELS.items())
    return MODELS_HEAD + "".join(rows) + MODELS_TAIL


def datasets() -> str:
    """The page of all data sets."""
    rows = (_row("datasets", name, kind.form, kind.about) for name, kind in DATASETS.items())
    return DATASETS_HEAD + "".join(rows) + DATASETS_TAIL


def _row(family: str, name: str, form: str, about: str) -> str:
    escaped = form.replace("|", "\\|")
    return f"| [`{escaped}`]({family}/{name}.md) | {about} |\n"


def glossary() -> str:
    """The page of all metrics, suite by suite."""
    parts = [GLOSSARY_HEAD]
    for name, suite in SUITES.items():
        rows = [{"suite": name, "metric": metric.name, "group": ""} for metric in suite.card.metrics]
        parts.append(f"\n## {name}\n\nThe suite [`{name}`](suites/{name}.md) tests this claim: {suite.card.claim}.\n\n")
        parts.append("| metric | meaning | unit | direction |\n|---|---|---|---|\n")
        for entry in make_glossary(rows, built_in_declarations()):
            parts.append(f"| `{entry.name}` | {entry.meaning} | {entry.unit} | {entry.direction} |\n")
    return "".join(parts)


PAGES = {"models": models, "datasets": datasets, "glossary": glossary}

if __name__ == "__main__":
    for page, text in PAGES.items():
        (DOCS / f"{page}.md").write_text(text(), encoding="utf-8")
