from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.postgres.people import Study, made


@pytest.fixture
def study(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Study]:
    """A table of people in a schema of its own; receipts go to a folder of the test."""
    monkeypatch.chdir(tmp_path_factory.mktemp("receipts"))
    with made() as study:
        yield study
