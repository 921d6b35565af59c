# Everything happens in .venv, which the first target that needs it makes.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The tools of the build stay in .venv, so that only what changed is compiled again.
BUILD := PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-build-isolation
# With the folders: a file that was removed is noticed, too.
NATIVE := CMakeLists.txt $(wildcard native/* native/*/* native/*/*/*)
# Which modules there are: an editable installation knows them by name, and a module that has become
# a package would not be found. The file changes only if the list does.
LISTED := find src -name '*.py' | LC_ALL=C sort
MODULES := $(shell [ ! -d .venv ] || { $(LISTED) | cmp -s - .venv/modules || $(LISTED) > .venv/modules; echo .venv/modules; })
# Peers, and a package that ships a table, which pin what they need to versions of their own: their
# code runs with covey's. anjana calls pycanon.
PINNING := anjana==1.2.3 pycanon==1.3.6 responsibly==0.1.2

# Of this package only the script of axe-core is used, which looks for what is not accessible in a
# page: not Playwright, which it needs.
AXE := 'axe-playwright-python>=0.1.8'

# What covey needs, with every extra. One extra names others by covey's own name.
PACKAGES := import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; print(*(r for e in (p["dependencies"], *p["optional-dependencies"].values()) for r in e if not r.startswith(p["name"] + "[")), sep="\n")

# What covey anonymize loads of other packages: it is compiled with them, so that the first run takes no longer than the next.
# Of all other packages, modules are compiled when they are first loaded, many of them never.
LOADED := click duckdb jinja2 markupsafe numpy

SECONDS ?= 600
# Tests wait for processes, servers and disks: one more of them at a time than there are CPUs.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)

# Modules are compiled once, not by each of the many processes that the tests start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint components test-long test-native coverage test-page chromium postgres java compiler stubs attack bench bench-compare dist screens docs clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.venv/tools: pyproject.toml | compiler
	@echo 'Setting up .venv, once: packages are installed and the loops compiled. This takes some four minutes.'
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "covey needs Python 3.11 or newer; name one with: make PYTHON=python3.12")'
	@$(PYTHON) -m venv .venv
	@$(LISTED) > .venv/modules
	@$(PIP) $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])') cmake ninja 'setuptools>=70.1'  # setuptools: PySpark comes as source
	@touch $@

.venv/packages: .venv/tools
	@$(BIN)/python -c '$(PACKAGES)' > .venv/packages.txt
	@$(BUILD) --no-compile --requirement .venv/packages.txt
	@cd "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" && "$(CURDIR)/$(BIN)/python" -m compileall -q -x /tests/ $(LOADED)
	@$(PIP) --no-deps $(AXE)
	@touch $@

.venv/compiled: .venv/tools $(NATIVE) $(MODULES)
	@$(BUILD) --no-deps --editable .
	@$(BIN)/python -m compileall -q src  # as pip does for what is not editable: commands start sooner
	@touch $@

# What covey needs is downloaded while it is compiled.
.venv/ready: .venv/tools $(NATIVE) $(MODULES)
	@$(MAKE) --no-print-directory --jobs=2 .venv/packages .venv/compiled
	@touch $@
	@echo 'Set up: .venv/bin/covey.'

# A compiler, and the headers of Python, which Debian has in a package of their own.
HEADERS := $(PYTHON) -c 'import os, sysconfig; exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'

compiler:
	@$(HEADERS) || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-dev python3-venv >/dev/null && $(HEADERS); } \
	  || { echo "covey is compiled once, with the headers of Python: install them (Debian: apt-get install python3-dev python3-venv) and try again."; exit 1; }
	@command -v "$${CXX:-c++}" >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends g++ >/dev/null; } \
	  || { echo "covey is compiled once, by a C++ compiler: install one (Debian: apt-get install g++; macOS: xcode-select --install) and try again."; exit 1; }

setup: .venv/ready ## install covey and all it needs into .venv

demo: .venv/ready ## 200,000 synthetic patients, released by regions of counties, into demo/
	@mkdir -p demo
	@$(BIN)/python -m covey.research.experiments.patients -n 200000 -o demo/patients.csv
	$(BIN)/covey anonymize demo/patients.csv -k 1000 \
	  --region county=src/covey/research/data/counties.geojson:fips --islands nearest \
	  --drop patient_id --drop name --drop latitude --drop longitude \
	  -o demo/release --overwrite
	$(BIN)/covey verify demo/release --against demo/patients.csv --map src/covey/research/data/counties.geojson
	@echo
	@echo "Open demo/release/report.html in a browser: the map, the risks, and what was proved."
	@echo "Or go the whole way on a page: $(BIN)/covey app demo/patients.csv --folder src/covey/research/data"

test: .venv/ready ## lint, types, tests and doctests, and the report and the page in a browser
	@$(MAKE) --no-print-directory --jobs=2 lint components
	$(BIN)/pytest -n $(WORKERS)
	@if command -v chromium >/dev/null; then $(BIN)/pytest tests/report/browser.py tests/app/browser.py; \
	  else echo "NOT TESTED: the report and the page in a browser."; fi

lint: .venv/ready ## format, style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(filter %.h %.cpp,$(NATIVE))
	$(BIN)/mypy

# What the tests need besides packages of Python. Without one of them its tests are left out, which
# is said; in CI that is an error.
components:
	@$(MAKE) --no-print-directory --silent postgres || { echo "NOT TESTED: PostgreSQL."; [ "$$CI" != true ]; }
	@$(MAKE) --no-print-directory --silent java || { echo "NOT TESTED: Spark."; [ "$$CI" != true ]; }
	@$(MAKE) --no-print-directory --silent chromium || { echo "NOT TESTED: the report and the page in a browser."; [ "$$CI" != true ]; }

test-long: .venv/ready ## every guarantee against brute force on 100,000 instances and more, and all tests with all cases
	COVEY_RANDOM=1 COVEY_INSTANCES=120000 $(BIN)/pytest -n auto tests/test_laws.py tests/problems/labels/test_two.py \
		tests/problems/regions/test_barnette.py tests/problems/regions/test_hamiltonian.py
	COVEY_RANDOM=1 COVEY_INSTANCES=20000 $(BIN)/pytest -n auto tests/problems/test_certificates.py tests/problems/cells/test_bound.py
	COVEY_LONG=1 $(BIN)/pytest -n auto
	$(BIN)/pytest tests/engine/spark/cluster.py

coverage: .venv/ready ## which lines of Python and C++ the tests reach, as tables; fails below the floors
	$(BIN)/python -m tests.native.coverage

test-native: .venv/ready ## the compiled loops under sanitizers, and a fuzz target for each of them
	$(BIN)/python -m tests.native.sanitized address,undefined
	$(BIN)/python -m tests.native.sanitized thread

test-page: .venv/ready chromium ## the report and the page in a real browser, with the network cut
	$(BIN)/pytest tests/report/browser.py tests/app/browser.py

chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
	  || { echo "The browser tests need chromium: install it (Debian: apt-get install chromium) and try again."; exit 1; }

# The tests start a server of their own and stop it: the one that Debian would start is not needed.
POSTGRES := command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1

postgres:
	@$(POSTGRES) || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null && sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null; } \
	  || { echo "The tests of PostgreSQL need its server: install it (Debian: apt-get install postgresql) and try again."; exit 1; }

java:
	@command -v java >/dev/null || [ -x "$$JAVA_HOME/bin/java" ] || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless >/dev/null; } \
	  || { echo "The tests of Spark need Java 17: install it (Debian: apt-get install openjdk-17-jre-headless) and try again."; exit 1; }

attack: .venv/ready ## attack covey for SECONDS=600: random jobs, forged proofs, damaged files, ...
	$(BIN)/python -m attacks --seconds $(SECONDS)

# Peers live in an environment of their own, which sees that of covey behind its own packages.
PEERS := .venv-peers/bin/python

.venv-peers/ready: benchmarks/peers.txt | .venv/ready
	$(PYTHON) -m venv .venv-peers
	$(PEERS) -c 'import sysconfig, pathlib; own = sysconfig.get_path("purelib"); pathlib.Path(own, "covey.pth").write_text("import site; site.addsitedir(\"%s\")\n" % own.replace(".venv-peers", ".venv"))'
	$(PEERS) -m pip install --quiet --disable-pip-version-check --requirement benchmarks/peers.txt
	$(PEERS) -m pip install --quiet --disable-pip-version-check --no-deps $(PINNING)
	$(PEERS) -c 'import microagg1d, numpy; microagg1d.univariate_microaggregation(numpy.arange(1e3), 3)'  # compiles for minutes, and keeps it
	touch $@

bench: .venv-peers/ready ## covey beside other programs, into docs/benchmarks.md; QUICK=1: five minutes, into build/bench
	$(PEERS) -m benchmarks.side_by_side $(if $(QUICK),--quick --page build/bench,--figures --page docs) $(if $(MINUTES),--minutes $(MINUTES))

bench-compare: .venv/ready ## two runs of make bench: OLD=docs/benchmarks.json NEW=build/bench/COMMIT.json
	$(BIN)/python -m benchmarks.side_by_side.compare $(or $(OLD),docs/benchmarks.json) $(or $(NEW),$$(ls -t build/bench/*.json | head -1))

stubs: .venv/ready ## write the types of the compiled loops, src/covey/_native/, again
	$(BIN)/python -m tests.native.stubs

dist: .venv/ready ## an sdist and a manylinux wheel into dist/, tried in an empty environment
	rm -rf dist build/dist
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m build --no-isolation --outdir build/dist
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/dist/*.whl
	cp build/dist/*.tar.gz dist
	$(BIN)/pytest tests/installed.py

screens: .venv/ready chromium ## make the pictures of docs/how-to/app.md again, in a real browser
	$(BIN)/python -m tests.app.screens docs/pictures/app

docs: .venv/ready ## write the pages and pictures of docs/ that are made from code, and the site into site/
	$(BIN)/python -m documentation

clean: ## remove what the targets made
	rm -rf .venv .venv-peers build dist demo site .mypy_cache .pytest_cache .ruff_cache .coverage*
