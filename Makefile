# Development commands; `make` alone lists them. They need Python 3.11 and make.

.DEFAULT_GOAL := help
.PHONY: help serve test test-domain test-service test-all test-debian check format openapi bench lock clean

BIN := .venv/bin
READY := .venv/ready
IS_PYTHON_311 := -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))'

help: ## list all commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

serve: $(READY) ## install everything, serve on http://127.0.0.1:8012 and let bots play a first match
	@CHRONICLE_LOG_FORMAT=$${CHRONICLE_LOG_FORMAT:-console} CHRONICLE_LOG_LEVEL=$${CHRONICLE_LOG_LEVEL:-warning} \
		exec $(BIN)/chronicle serve --demo

# CHRONICLE_TEST_SEED=<number> repeats a run, CHRONICLE_TEST_SEED=random tries another one.
PYTEST := $(BIN)/python -m pytest
PARALLEL := --numprocesses 2 --dist worksteal

test: $(READY) ## run all tests except the slow ones
	@$(PYTEST) $(PARALLEL) -m 'not slow'

test-domain: $(READY) ## run the tests of the rules, with few random matches, within seconds
	@$(PYTEST) $(PARALLEL) -p no:schemathesis -m 'not slow and not broad' --hypothesis-profile=quick tests/domain tests/games

test-service: $(READY) ## run the tests of the service and its read models
	@$(PYTEST) $(PARALLEL) -m 'not slow' tests/service tests/projections

test-all: $(READY) ## run all tests, with a new random seed
	@CHRONICLE_TEST_SEED=$${CHRONICLE_TEST_SEED:-random} $(PYTEST) $(PARALLEL)

test-debian: $(READY) ## run the tests on Debian's PostgreSQL (POSTGRES_BIN=/usr/lib/postgresql/15/bin)
	@ops/on-debian-postgres $(PYTEST) -m 'not slow'

check: $(READY) ## check dependencies, format, lint rules, types, layers and openapi/openapi.json
	@$(BIN)/python -m pip --disable-pip-version-check check
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m service.cli.openapi --check

format: $(READY) ## format the code and apply automatic lint fixes
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix

openapi: $(READY) ## generate openapi/openapi.json
	@$(BIN)/python -m service.cli.openapi

bench: $(READY) ## run the benchmarks, each result next to a reference value
	@$(BIN)/python -m ops.bench

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --custom-compile-command 'make lock'

lock: $(READY) ## lock new dependencies of pyproject.toml (UPGRADE=--upgrade upgrades all)
	@echo setuptools | $(LOCK) $(UPGRADE) pyproject.toml - --group dev --output-file requirements-dev.lock
	@echo setuptools | $(LOCK) pyproject.toml - --constraint requirements-dev.lock --output-file requirements.lock

clean: ## remove the environment and all caches, but no data folders
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .schemathesis *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml requirements-dev.lock
	@for python in "$(PYTHON)" python3.11 python3 python; do \
		"$$python" $(IS_PYTHON_311) 2>/dev/null && break; \
		python=; \
	done; \
	if [ -z "$$python" ]; then \
		echo 'Python 3.11 is required. Install it, or set its path with `make PYTHON=/path/to/python3.11`.' >&2; exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
		echo "$$python cannot create virtual environments. On Debian and Ubuntu, run \`apt-get install python3.11-venv\`." >&2; exit 1; \
	fi; \
	echo 'Installing the locked dependencies into .venv (about a minute) ...' && \
	"$$python" -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
