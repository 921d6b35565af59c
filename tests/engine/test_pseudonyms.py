"""Pseudonyms by SQL are those of Python's HMAC."""

from __future__ import annotations

import hashlib
import hmac

import duckdb
import pytest

from covey.engine.pseudonyms import LENGTH, pseudonym


@pytest.mark.parametrize("key", ["00" * 32, "ff" * 32, hashlib.sha256(b"a key").hexdigest()])
def test_they_are_hmac_of_the_text(key: str) -> None:
    texts = ["p1", "", "Ä, \n'", "x" * 500]
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t (c VARCHAR)")
        connection.executemany("INSERT INTO t VALUES (?)", [[text] for text in texts])
        asked = f"SELECT {pseudonym('encode(c)', key)} FROM t"
        found = [row[0] for row in connection.execute(asked).fetchall()]
        nothing = connection.execute(f"SELECT {pseudonym('encode(NULL::VARCHAR)', key)}").fetchall()
    expected = [hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256) for text in texts]
    assert found == [each.hexdigest()[:LENGTH] for each in expected]
    assert nothing == [(None,)]
