# Each command sets up what it needs. While working: `make quick`; before a commit: `make test`.

# The Python to use; by default python3, or a newer one that is on the PATH.
PYTHON ?=
# What `make install` installs beside the library and the command.
EXTRAS ?= terminal
VENV := .venv
BENCH := .bench-venv
# icepool's current version needs Python 3.12; where that is missing, an older one is measured.
BENCH_PYTHON ?= $(shell python3.12 -c '' 2>/dev/null && echo python3.12 || echo '$(PYTHON)')
ANYDYCE := .anydyce-venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/pytest -n auto --dist worksteal
# One more than there are processors.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)
QUICK := $(PYTEST) -m "not slow" --hypothesis-profile quick
ENSURE := sh tools/environment.sh ensure
INSTALL := sh tools/environment.sh install

# What was compiled is kept: tests start many processes, and each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play prompt install uninstall page site quick test measured checks lint types browser docs hooks versions dist bench fuzz clean FORCE

# The page, served to this machine, and the prompt in this terminal; where one cannot be had, the other.
play: $(VENV)/pyvenv.cfg
	@$(MAKE) --no-print-directory $(VENV)/served || { \
		echo 'The server could not be installed; here is the prompt.'; \
		$(MAKE) --no-print-directory $(VENV)/installed; }
	@$(BIN)/python -m tools.page || echo 'The page could not be built; everything else is there.'
	@command -v astragal >/dev/null || echo 'To have the command astragal in every folder: make install'
	@$(BIN)/astragal serve --prompt --open --log $(VENV)/serve.log

# The prompt alone.
prompt: $(VENV)/installed
	@$(BIN)/astragal prompt

# The command, for this user, in every folder: with pipx or uv, or in an environment of its own.
install:
	@sh tools/install.sh install '$(EXTRAS)' '$(PYTHON)'

uninstall:
	@sh tools/install.sh uninstall

# The page for browsers with the engine that runs in them, in src/astragal/page; nothing if nothing changed.
page: $(VENV)/installed
	@$(BIN)/python -m tools.page

# The page as a folder for any web host, in dist/site: no server is needed.
site: $(VENV)/installed
	@$(BIN)/python -m tools.page site

# Half a minute: nothing slow, no server, no browser; three rows of each table, a quarter of Hypothesis's examples.
quick: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(QUICK) --rows 3 --ignore tests/server --ignore tests/web

# Every test: the quick ones measure coverage; then the slow ones, and Hypothesis with all its examples.
# Types are checked while the page is built and the quick tests run; the slow ones wait for other
# processes often enough for one more worker.
test: $(VENV)/developed
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory --jobs=2 types measured
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "slow or hypothesis"

# The quick tests, and how much of the package they run.
measured: $(VENV)/developed page browser
	$(BIN)/python -m tools.page check
	$(QUICK) --cov --cov-report=

# Lint, formatting, layers and types.
checks: lint types

lint: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/check_layers.py

types: $(VENV)/developed
	$(BIN)/mypy

# Chromium, for the tests in a browser; where it cannot be had, they are skipped.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || test -n "$$ASTRAGAL_CHROMIUM" || { \
		echo 'installing Chromium …'; apt-get -qq update && apt-get -qq install --yes chromium >/dev/null; \
	} || echo 'Chromium could not be installed: the tests in a browser are skipped'

# The guides and the API reference as a site, in site/.
docs: $(VENV)/developed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo 'open site/index.html, or with search: $(BIN)/mkdocs serve'

# What is checked before every commit, and `make quick` before every push.
hooks: $(VENV)/developed
	$(BIN)/pre-commit install --hook-type pre-commit --hook-type pre-push

# The fast tests on every version of Python that is installed, each in an environment of its own.
versions:
	@for version in 3.11 3.12 3.13 3.14; do \
		if python$$version -c "" 2>/dev/null; \
		then echo "Python $$version" && $(MAKE) --no-print-directory quick \
			PYTHON=python$$version VENV=.versions/$$version || exit 1; \
		else echo "Python $$version is not installed"; fi; \
	done

# The package as it is published, page and all, in dist/; installed into a fresh environment from its source.
dist: $(VENV)/developed page
	rm -rf dist/*.whl dist/*.tar.gz .package-venv
	$(BIN)/python -m hatchling build --directory dist
	$(ENSURE) .package-venv '$(PYTHON)'
	$(INSTALL) .package-venv dist/*.tar.gz
	.package-venv/bin/astragal roll 4d6kh3 --explain

# Rivals live in environments of their own: nothing they install touches the project, or each other.
bench: $(BENCH)/installed $(ANYDYCE)/installed $(VENV)/developed page
	$(BENCH)/bin/python -m benchmarks.odds
	-$(BENCH)/bin/python -m benchmarks.questions
	-$(BENCH)/bin/python -m benchmarks.plans
	$(BENCH)/bin/python -m benchmarks.rules
	$(BENCH)/bin/python -m benchmarks.games
	$(BENCH)/bin/python -m benchmarks.rolling
	$(BENCH)/bin/python -m benchmarks.sweeps
	$(BENCH)/bin/python -m benchmarks.finding
	$(BENCH)/bin/python -m benchmarks.anydice
	$(BENCH)/bin/python -m benchmarks.server
	$(BIN)/python -m benchmarks.browser

# The long run of generated inputs; a short one is part of `make test`.
fuzz: $(VENV)/developed
	$(BIN)/python -m tools.fuzz --count 1000000
	$(BIN)/python -m tools.hostile --count 500
	$(BIN)/python -m tools.generated_costs --count 200
	$(BIN)/python -m tools.patterns

clean:
	rm -rf $(VENV) $(BENCH) $(ANYDYCE) .versions .package-venv dist site build \
		web/node_modules web/engine src/astragal/page

# Looked at each time, and made anew if it is broken; then what is installed in it is older than it.
$(VENV)/pyvenv.cfg: FORCE
	@$(ENSURE) $(VENV) '$(PYTHON)'

$(VENV)/installed: pyproject.toml $(VENV)/pyvenv.cfg
	@echo 'installing Astragal, once …'
	@$(INSTALL) $(VENV) --editable '.[terminal]'
	@touch $@

$(VENV)/served: pyproject.toml $(VENV)/pyvenv.cfg
	@echo 'installing Astragal and its server, once …'
	@$(INSTALL) $(VENV) --editable '.[server,terminal]'
	@test -e $(VENV)/installed || touch $(VENV)/installed
	@touch $@

$(VENV)/developed: requirements-dev.txt requirements-docs.txt $(VENV)/installed
	@echo 'installing what its developers need, once …'
	@$(INSTALL) $(VENV) --requirement requirements-dev.txt --requirement requirements-docs.txt
	@touch $@

$(BENCH)/pyvenv.cfg: FORCE
	@$(ENSURE) $(BENCH) '$(BENCH_PYTHON)'

$(BENCH)/installed: pyproject.toml benchmarks/requirements.txt $(BENCH)/pyvenv.cfg $(shell find src -name '*.py')
	@echo 'installing Astragal and its rivals, once …'
	@$(INSTALL) $(BENCH) --requirement benchmarks/requirements.txt .
	@touch $@

$(ANYDYCE)/pyvenv.cfg: FORCE
	@$(ENSURE) $(ANYDYCE) '$(PYTHON)'

# Its interpreter needs neither notebooks nor plots, which its other parts would bring.
$(ANYDYCE)/installed: benchmarks/anydyce.txt $(ANYDYCE)/pyvenv.cfg
	@echo 'installing anydyce, once …'
	@$(INSTALL) $(ANYDYCE) --no-deps --requirement benchmarks/anydyce.txt
	@touch $@
