"""One suite for every engine. A test asks for what it needs by the names of capabilities, never by
the name of an engine: ``@pytest.mark.needs("keeps_order")``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.engine.backends import ENGINES, Backend, Session
from tests.spark import session

MakeEngine = Callable[[], Session]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that uses an engine runs once on each that has the capabilities it needs."""
    if "engine_name" in metafunc.fixturenames:
        marks = metafunc.definition.iter_markers("needs")
        needed = [capability for mark in marks for capability in mark.args]
        names = [name for name in ENGINES if _has(name, needed)]
        # One server is enough: all that needs it runs in one process.
        marks_of = {name: [pytest.mark.xdist_group(name)] for name in ("postgres", "spark")}
        metafunc.parametrize(
            "engine_name", [pytest.param(name, marks=marks_of.get(name, [])) for name in names]
        )


def _has(name: str, needed: Sequence[str]) -> bool:
    capabilities = ENGINES[name].engine(Path()).capabilities
    return all(getattr(capabilities, capability) for capability in needed)


@pytest.fixture
def backend(engine_name: str) -> Backend:
    if engine_name == "spark":
        session()
    return ENGINES[engine_name]


@pytest.fixture
def make_engine(backend: Backend, tmp_path: Path) -> MakeEngine:
    """Engines that keep their private files in ``tmp_path / "private"``."""
    private = tmp_path / "private"
    private.mkdir()
    return lambda: Session(backend.engine(private))


@pytest.fixture
def engine(make_engine: MakeEngine) -> Iterator[Session]:
    with make_engine() as made:
        yield made
