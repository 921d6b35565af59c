"""DuckDB has a way to read every input that covey opens, and says so of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey.core.errors import InternalError
from covey.io.reading import connect
from covey.io.staging import stage
from tests.engine.plain import PlainInput


def test_an_input_of_another_engine_is_refused(tmp_path: Path) -> None:
    with (
        connect() as connection,
        pytest.raises(InternalError, match="cannot read people, a PlainInput"),
    ):
        stage(PlainInput("people", ("zip",)), connection, tmp_path, ())
