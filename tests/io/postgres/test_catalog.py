"""What the server knows of tables."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.io.postgres.address import read_address
from covey.io.postgres.catalog import columns_of, is_view
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(scope="module", autouse=True)
def _tables() -> None:
    server().run(
        "CREATE SCHEMA known",
        "CREATE DOMAIN known.code AS varchar(5)",
        "CREATE DOMAIN known.money AS numeric(9,2)",
        "CREATE TYPE known.mood AS ENUM ('sad', 'glad')",
        'CREATE TABLE known.people (a int, "B c" known.code, d known.money, e numeric,'
        " f known.mood, g timestamptz(3), gone int)",
        "ALTER TABLE known.people DROP COLUMN gone",
        "CREATE VIEW known.seen AS SELECT a FROM known.people",
        "CREATE MATERIALIZED VIEW known.kept AS SELECT a FROM known.people",
    )


def described(table: str) -> list[tuple[str, str]]:
    with server().connect() as connection:
        found = columns_of(connection, read_address(server().url("known", table)))
    return [(column.name, column.type) for column in found]


def test_a_domain_has_the_type_that_it_is_based_on() -> None:
    assert described("people") == [
        ("a", "int4"), ("B c", "varchar"), ("d", "numeric(9,2)"), ("e", "numeric"), ("f", ""),
        ("g", "timestamptz"),
    ]  # fmt: skip
    assert described("seen") == [("a", "int4")]


def test_a_view_is_known_as_one() -> None:
    addresses = [read_address(server().url("known", table)) for table in ("people", "seen", "no")]
    with server().connect() as connection:
        assert [is_view(connection, each) for each in addresses] == [False, True, False]


@pytest.mark.parametrize(
    ("schema", "table", "words"),
    [
        ("known", "peple", "Did you mean 'people'"),
        ("knwon", "people", "Did you mean 'known'"),
        ("known", "kept", "a materialized view"),
    ],
)
def test_what_is_no_table_is_refused(schema: str, table: str, words: str) -> None:
    address = read_address(server().url(schema, table))
    with server().connect() as connection, pytest.raises(InvalidInput) as raised:
        columns_of(connection, address)
    assert words in str(raised.value)
