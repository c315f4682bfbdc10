# Two commands do everything: `make play` and `make test`. Each sets up what it needs.

PYTHON ?= python3
VENV := .venv
BENCH := .bench-venv
BIN := $(VENV)/bin
PIP := -m pip install --quiet --disable-pip-version-check

.PHONY: play test bench fuzz clean

play: $(VENV)/installed
	@$(BIN)/astragal prompt

test: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/check_layers.py
	$(BIN)/pytest -n auto --dist worksteal

# Rivals live in an environment of their own: nothing they install touches the project.
bench: $(BENCH)/installed
	$(BENCH)/bin/python -m benchmarks.odds
	$(BENCH)/bin/python -m benchmarks.rules
	$(BENCH)/bin/python -m benchmarks.rolling

# The long run of generated inputs; a short one is part of `make test`.
fuzz: $(VENV)/developed
	$(BIN)/python tools/fuzz.py --count 1000000

clean:
	rm -rf $(VENV) $(BENCH)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python $(PIP) --editable .
	@touch $@

$(VENV)/developed: requirements-dev.txt $(VENV)/installed
	$(BIN)/python $(PIP) --requirement requirements-dev.txt
	@touch $@

$(BENCH)/installed: pyproject.toml benchmarks/requirements.txt $(shell find src -name '*.py')
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python $(PIP) --requirement benchmarks/requirements.txt .
	@touch $@
