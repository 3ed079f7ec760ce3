PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# tests of random examples, of which make test tries a few
PROPERTIES := tests/ranking/test_lasso.py $(addprefix tests/server/test_,annotate_view.py index.py openapi.py queries.py)

.PHONY: setup setup-serve setup-dev demo serve chromium test test-slow package extras peers lint check bench docs gallery site tutorial \
    screenshots clean

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
	touch $@ $(VENV)/.core $(VENV)/.serve $(VENV)/.docs

$(VENV)/.docs: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -e '.[docs]' -c constraints.txt
	touch $@ $(VENV)/.core

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
	$(PIP) install -e '.[wandb,mlflow]' -c constraints.txt || true
	command -v link-parser || apt-get install -y -q link-grammar link-grammar-dictionaries-en || true
	$(BIN)/python -m pytest -m slow -n 2 --dist worksteal
	ASKANCE_FUZZ_TIMES=5 $(BIN)/python -m pytest -n 2 --dist worksteal $(PROPERTIES)

package: setup-dev   ## builds sdist and wheel, and tries them in a fresh environment of every Python that is here
	$(BIN)/python scripts/build_package.py dist
	$(BIN)/python -m scripts.try_package pythons

extras: setup-dev    ## each extra alone in a fresh environment: size, start-up and proof; writes docs/extras.md
	$(BIN)/python -m scripts.try_package extras
	$(BIN)/python -m scripts.extras_table

peers: setup-dev     ## the race against other tools, about 30 minutes; writes docs/peers.md
	$(BIN)/python -m benchmarks.peers
	$(BIN)/python -m benchmarks.peers.table

lint: setup-dev      ## ruff and the types
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint          ## ruff, mypy, the quick laws: seconds
	$(BIN)/python -m pytest tests/laws -m 'not slow and not heavy' -n 2 --dist worksteal

bench: setup-dev     ## writes benchmarks/results.json
	$(BIN)/python -m benchmarks

docs: setup-dev      ## what is made from the code: docs/cli.md, docs/api.md, lists of models and metrics, the contact sheets
	$(BIN)/python scripts/cli_docs.py
	$(BIN)/python scripts/api_docs.py
	$(BIN)/python scripts/overview_docs.py
	$(BIN)/python -m scripts.docs_figures
	$(BIN)/python -m scripts.docs_output
	$(BIN)/python scripts/contact_sheet.py
	$(BIN)/python scripts/edit_sheet.py

gallery: setup-dev   ## the images of one case per suite, and docs/gallery.md, from runs of the built-in models: minutes
	$(BIN)/python -m scripts.docs_pictures
	$(BIN)/python -m scripts.gallery

tutorial: setup-dev  ## runs docs/tutorial.ipynb and stores its outputs
	$(BIN)/python -m scripts.tutorial

site: $(VENV)/.docs  ## the documentation as a site in site/, to be read and searched offline; a broken link is an error
	$(BIN)/python -m scripts.site

screenshots: setup-dev chromium ## the images of docs/dashboard: one per view, and the overview on a phone
	rm -rf docs/images/dashboard
	ASKANCE_SCREENSHOTS=docs/images/dashboard $(BIN)/python -m pytest -m slow tests/server/test_screenshots.py -k '1280-light or overview-390-dark'

clean:
	rm -rf $(VENV) askance-demo askance-runs site
