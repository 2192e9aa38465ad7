# Needs Python 3.11 or later, make and the package registries; everything else is put into .venv on demand.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(LOCK_ARGS) pyproject.toml
CONTRACT := tests/contract
# The machine's Node if redocly can work with it.
NODE_WILL_DO := node -e 'const [major, minor] = process.versions.node.split(".").map(Number); \
	process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)'
OPS := tests/ops
FULLY_COVERED := service/engine/*,service/games/*

.DEFAULT_GOAL := help
.PHONY: help run test check contract ops image fuzz fmt openapi bench load lock

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/runtime.stamp ## serve on http://127.0.0.1:8000 (HOST and PORT change it)
	@exec $(BIN)/python -m service

test: $(VENV)/dev.stamp ## run all tests (ARGS="-k word" for some of them)
	$(BIN)/python -m pytest --numprocesses auto $(ARGS)

check: $(VENV)/dev.stamp $(VENV)/ops.stamp $(CONTRACT)/node_modules/stamp ## everything that CI checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m service.api.openapi --check
	$(BIN)/python -m pytest --numprocesses auto --cov --cov-report=
	$(BIN)/coverage report
	$(BIN)/coverage report --include="$(FULLY_COVERED)" --fail-under=100
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(CONTRACT)
	$(BIN)/python -m pytest -m "not container" $(OPS)

contract: $(VENV)/dev.stamp $(CONTRACT)/node_modules/stamp ## only what holds the contract: lint, clients, guide, fuzzing
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(CONTRACT) $(ARGS)

ops: $(VENV)/ops.stamp ## only what holds the operation: image, manifests, proxies, failovers (needs nginx and redis-server)
	$(BIN)/python -m pytest -m "not container" $(OPS) $(ARGS)

image: $(VENV)/ops.stamp ## build the image and run it (as root, with buildah and debootstrap)
	$(BIN)/python -m pytest -s -m container $(OPS) $(ARGS)

fuzz: $(VENV)/dev.stamp ## send thousands of requests that the contract allows or forbids (FUZZ_EXAMPLES, FUZZ_SECONDS)
	FUZZ_EXAMPLES=$${FUZZ_EXAMPLES:-400} FUZZ_SECONDS=$${FUZZ_SECONDS:-120} $(BIN)/python -m pytest -s $(CONTRACT)/test_fuzz.py $(ARGS)

fmt: $(VENV)/dev.stamp ## format the code and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

openapi: $(VENV)/dev.stamp ## record the examples anew and write openapi/openapi.json from the code
	$(BIN)/python -m tests.api.recording
	$(BIN)/python -m service.api.openapi

bench: $(VENV)/bench.stamp ## measure against the yardsticks
	$(BIN)/python -m tests.bench

load: $(VENV)/load.stamp ## play whole games at N tables at once (TABLES, STREAMS, SECONDS, URL)
	$(BIN)/python -m tests.load

lock: $(VENV)/dev.stamp ## write the lock files anew (LOCK_ARGS=--upgrade for the newest releases)
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra tracing --constraint requirements.lock --output-file requirements-tracing.lock
	$(COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock
	$(COMPILE) --group bench --constraint requirements-dev.lock --output-file requirements-bench.lock
	$(COMPILE) --group load --constraint requirements-dev.lock --output-file requirements-load.lock
	$(COMPILE) --group ops --constraint requirements-dev.lock --output-file requirements-ops.lock
	$(COMPILE) --group node --constraint requirements-dev.lock --output-file requirements-node.lock

# A stamp is newer than its lock file when what that names is installed.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or later is needed, $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
			"Name another: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/runtime.stamp: requirements.lock | $(VENV)/bin/python
	$(PIP_INSTALL) -r requirements.lock
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock | $(VENV)/bin/python
	$(PIP_INSTALL) -r requirements-dev.lock
	@touch $@

$(VENV)/bench.stamp: requirements-bench.lock | $(VENV)/bin/python
	$(PIP_INSTALL) -r requirements-bench.lock
	@touch $@

$(VENV)/load.stamp: requirements-load.lock | $(VENV)/bin/python
	$(PIP_INSTALL) -r requirements-load.lock
	@touch $@

$(VENV)/ops.stamp: requirements-ops.lock $(VENV)/dev.stamp
	$(PIP_INSTALL) -r requirements-ops.lock
	@touch $@

$(CONTRACT)/node_modules/stamp: $(CONTRACT)/package-lock.json requirements-node.lock | $(VENV)/bin/python
	@$(NODE_WILL_DO) 2>/dev/null && command -v npm >/dev/null || $(PIP_INSTALL) -r requirements-node.lock
	cd $(CONTRACT) && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci
	@touch $@
