# bioloom: `make demo` and `make test` are all that a fresh machine needs (python3 >= 3.11 and make).

PYTHON ?= $(shell for p in python3.12 python3.11 python3.13 python3; do \
  $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
JOBS ?= 2
SPREAD := -n $(JOBS) --dist loadscope --no-loadscope-reorder
VENV := .venv
BIN := $(VENV)/bin
TESTED = $(or $(wildcard $(BIN)/python),$(PYTHON))
OLDEST ?= $(shell .ci/interpreter oldest $(TESTED))
NEWEST ?= $(shell .ci/interpreter newest $(TESTED))
BIOLOOM := $(BIN)/bioloom
MODELS := $(notdir $(patsubst %/,%,$(wildcard platform/bioloom/weights/*/)))
OURS := $(foreach model,$(MODELS),--no-emit-package bioloom-models-$(model))

unexport PYTHONDONTWRITEBYTECODE  # else every worker and every process of a test compiles all modules anew

.PHONY: help install demo test test-oldest test-newest test-on faults lab check audit format docs site lock build clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(VENV)/.installed: requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "bioloom needs Python 3.11 or newer with the venv module (Debian: apt-get install python3-venv); name it with PYTHON=..."; exit 1; }
	@echo "Making the virtual environment $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@echo "Fetching and installing the packages of requirements.txt; this takes minutes on a slow network or a busy machine ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@echo "Installing bioloom itself ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.txt
	@echo "Installing the packages of requirements-dev.txt, for the tests ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

$(VENV)/.installed-lab: $(VENV)/.installed-dev requirements-lab.txt
	@echo "Installing the packages of requirements-lab.txt (some 5 GB) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-lab.txt
	@touch $@

install: $(VENV)/.installed ## make .venv with bioloom in it

demo: $(VENV)/.installed ## start Neo4j, load real protocols and a real graph, ask a question
	@$(BIN)/bioloom demo

test: $(VENV)/.installed-dev ## run every test, against a real Neo4j that the tests start (JOBS=1: one after another)
	$(BIN)/python -m pytest $(SPREAD)

test-oldest: ## run the unit tests on the oldest Python that is here and that bioloom promises to run on
	@$(MAKE) --no-print-directory test-on ON=oldest ON_PYTHON=$(OLDEST)

test-newest: ## run the unit tests on the newest Python that is here and that bioloom promises to run on
	@$(MAKE) --no-print-directory test-on ON=newest ON_PYTHON=$(NEWEST)

test-on:
	@if [ -z "$(ON_PYTHON)" ]; then echo "no $(ON) Python but that of $(VENV) is here"; else \
	  $(MAKE) --no-print-directory VENV=.venv-$(ON) PYTHON=$(ON_PYTHON) .venv-$(ON)/.installed-dev && \
	  .venv-$(ON)/bin/python --version && \
	  .venv-$(ON)/bin/python -m pytest $(SPREAD) -p no:cacheprovider tests/unit tests/integration/test_packaging.py; fi

faults: $(VENV)/.installed-dev ## break it on purpose, in full (docs/reliability.md says how long; ONLY=tests/faults/test_races.py for a part)
	BIOLOOM_FAULTS=full BIOLOOM_FAULT_RESULTS=$(CURDIR)/docs/results/faults.jsonl \
	  $(BIN)/python -m pytest $(or $(ONLY),tests/faults) -p no:cacheprovider --timeout 0
	$(BIN)/python -m bioloom_lab.maintenance.reliability_page docs/reliability.md docs/results/faults.jsonl

lab: $(VENV)/.installed-lab ## add what training and other people's models need (torch: some 5 GB on Linux)

check: $(VENV)/.installed-dev ## format, lint and types, as CI runs them
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

audit: ## ask the Python Packaging Advisory Database about every pinned package (needs uv and a network)
	uv tool run pip-audit --require-hashes --disable-pip -r requirements.txt

format: $(VENV)/.installed-dev ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/.installed ## write the pages that are made from the code
	$(BIN)/python -m typer bioloom.cli.app utils docs --name bioloom --title "The command line" > docs/cli.md
	$(BIN)/python -m bioloom_lab.maintenance.cookbook_page docs/cookbook.md docs/results/bench/cookbook.json
	$(BIN)/python -m bioloom_lab.maintenance.bill_of_materials docs/sbom.json docs/licences.md

site: $(VENV)/.installed-dev ## build the documentation as a site in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

lock: ## renew the hash-pinned requirements (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet \
	  $(OURS) --extra build pyproject.toml -o requirements.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet \
	  $(OURS) --extra build --extra dev --extra frames --extra py2neo pyproject.toml -o requirements-dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet \
	  $(OURS) --extra build --extra dev --extra frames --extra py2neo --extra lab pyproject.toml -o requirements-lab.txt

build: $(VENV)/.installed-dev ## sdist and wheel in dist/, and a wheel for each shipped model
	$(BIN)/python -m build --no-isolation
	for model in $(MODELS); do $(BIN)/python -m build --no-isolation --wheel --outdir dist platform/bioloom/weights/$$model; done

clean: ## remove the virtual environment and build outputs (your graph stays)
	rm -rf $(VENV) .venv-oldest .venv-newest dist build
