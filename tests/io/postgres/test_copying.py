"""Values that come from a server and go back are the same values."""

from __future__ import annotations

import pytest

from covey.io.postgres.copying import copied_in, copied_out
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")

TEXTS = ["", None, r"\N", "\\", "a\tb", "a\nb", "\r\n", "\b\f\v", "NULL", "ä\U0001f600", "\\.", " "]


def test_texts_come_back_to_the_letter() -> None:
    with server().connect() as connection:
        connection.execute("CREATE TEMP TABLE texts (number int, text text)")
        rows = [[str(at), text] for at, text in enumerate(TEXTS)]
        copied_in(connection, "texts", rows)
        found = connection.execute("SELECT text FROM texts ORDER BY number").fetchall()
        assert [text for (text,) in found] == TEXTS
        assert copied_out(connection, "SELECT text FROM texts ORDER BY number") == [TEXTS]
        assert copied_out(connection, "SELECT text FROM texts WHERE false") == []


def test_many_rows_go_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covey.io.postgres.copying.BATCH", 3)
    with server().connect() as connection:
        connection.execute("CREATE TEMP TABLE numbers (number int)")
        copied_in(connection, "numbers", ([str(at)] for at in range(10)))
        ((found,),) = connection.execute("SELECT sum(number) FROM numbers").fetchall()
    assert found == 45
