PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# tests of random examples, of which make test tries a few
PROPERTIES := tests/ranking/test_lasso.py $(addprefix tests/server/test_,annotate_view.py index.py openapi.py queries.py)

.PHONY: setup setup-serve setup-dev demo serve chromium test test-slow lint check bench docs screenshots clean

setup: $(VENV)/.core
setup-serve: $(VENV)/.serve
setup-dev: $(VENV)/.dev

$(VENV)/.core: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -e . -c constraints.txt
	touch $@

$(VENV)/.serve: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -e '.[serve]' -c constraints.txt
	touch $@ $(VENV)/.core

$(VENV)/.dev: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -e '.[dev]' -c constraints.txt
	touch $@ $(VENV)/.core $(VENV)/.serve

demo: setup          ## the main job on the embedded default
	$(BIN)/askance demo

serve: setup-serve   ## the dashboard over the demo's workspace, which is made first if it is missing
	test -f askance-demo/askance.json || $(BIN)/askance demo
	$(BIN)/askance serve askance-demo --model builtin:transformer --open

chromium:            ## for the tests of the dashboard, which skip where it cannot be installed
	command -v chromium-headless-shell || { apt-get update -q; \
	    for name in chromium-headless-shell chromium; do \
	        DEBIAN_FRONTEND=noninteractive apt-get install -y -q $$name && break; done; } || true

test: setup-dev chromium ## everything but the slow ones
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-slow: setup-dev chromium ## the long ones; the grammar check skips where link-grammar cannot be installed
	$(PIP) install 'transformers[serving]' accelerate -c constraints.txt || true
	command -v link-parser || apt-get install -y -q link-grammar link-grammar-dictionaries-en || true
	$(BIN)/python -m pytest -m slow -n 2 --dist worksteal
	ASKANCE_FUZZ_TIMES=5 $(BIN)/python -m pytest -n 2 --dist worksteal $(PROPERTIES)

lint: setup-dev      ## ruff and the types
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint          ## ruff, mypy, the quick laws: seconds
	$(BIN)/python -m pytest tests/laws -m 'not slow and not heavy' -n 2 --dist worksteal

bench: setup-dev     ## writes benchmarks/results.json
	$(BIN)/python -m benchmarks

docs: setup-dev      ## what is made from the code: docs/cli.md, docs/api.md, the contact sheets
	$(BIN)/python scripts/cli_docs.py
	$(BIN)/python scripts/api_docs.py
	$(BIN)/python -m scripts.docs_figures
	$(BIN)/python -m scripts.docs_output
	$(BIN)/python scripts/contact_sheet.py
	$(BIN)/python scripts/edit_sheet.py

screenshots: setup-dev chromium ## the images of docs/dashboard: one per view, and the overview on a phone
	rm -rf docs/images/dashboard
	ASKANCE_SCREENSHOTS=docs/images/dashboard $(BIN)/python -m pytest -m slow tests/server/test_screenshots.py -k '1280-light or overview-390-dark'

clean:
	rm -rf $(VENV) askance-demo askance-runs
