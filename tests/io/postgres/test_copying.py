"""Values that come from a server and go back are the same values."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace

import psycopg
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


@pytest.mark.parametrize("batch", [1, 2, 100])
@pytest.mark.parametrize("block", [1, 4, 7, 1000])
def test_rows_may_come_in_blocks_of_any_size(
    batch: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covey.io.postgres.copying.BATCH", batch)
    sent = "".join(f"{at}\tä{at % 2}\t\\N\n" for at in range(7)).encode()
    blocks = [sent[at : at + block] for at in range(0, len(sent), block)]
    cursor = SimpleNamespace(copy=lambda _: nullcontext(blocks))
    numbers, texts, missing = copied_out(
        SimpleNamespace(cursor=lambda: nullcontext(cursor)), "SELECT"
    )
    assert numbers == [str(at) for at in range(7)]
    assert texts == [f"ä{at % 2}" for at in range(7)]
    assert missing == [None] * 7
    # Texts that repeat take no more room.
    assert texts[0] is texts[2]


def test_an_error_shows_no_value_of_a_private_row() -> None:
    log = server().folder / "log"
    before = log.stat().st_size
    with server().connect() as connection:
        connection.execute("CREATE TEMP TABLE persons (number int2, name text)")
        copied_in(connection, "persons", [["1", "Name 1"]], private=True)
        for private in (False, True):
            with pytest.raises(psycopg.Error) as raised:
                # Shown as any line that the server was at when it was stopped.
                copied_in(connection, "persons", [["2", "Name 2", "x"]], private=private)
            shown = log.read_bytes()[before:].decode()
            assert ("Name 2" in shown, "Name 2" in str(raised.value)) == (not private,) * 2
            before = log.stat().st_size
        assert connection.execute("SELECT * FROM persons").fetchall() == [(1, "Name 1")]
