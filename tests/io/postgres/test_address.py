"""URLs of tables, of which nothing secret is shown."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.io.postgres.address import is_address, parsed, read_address, without_password


@pytest.mark.parametrize(
    ("url", "name", "schema", "table"),
    [
        ("postgresql://ann:pw@db:5433/clinic#study.people",
         "postgresql://db:5433/clinic#study.people", "study", "people"),
        ("postgres://db/clinic#people", "postgresql://db/clinic#public.people", "public",
         "people"),
        ("postgresql:///clinic?host=/run&user=ann#s.t", "postgresql:///clinic#s.t", "s", "t"),
        ("postgresql://?service=clinic#s.t", "postgresql:///?service=clinic#s.t", "s", "t"),
        ("postgresql://db/c#%22my.study%22.%22a%22%22b%22", 'postgresql://db/c#my.study.a"b',
         "my.study", 'a"b'),
        ("postgresql://ann:a%23b@db/c#s.two words", "postgresql://db/c#s.two words", "s",
         "two words"),
    ],
)  # fmt: skip
def test_a_table_is_named_behind_its_database(url: str, name: str, schema: str, table: str) -> None:
    found = read_address(url)
    assert (found.name, found.schema, found.table) == (name, schema, table)
    assert "pw" not in repr(found)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:tops3cret@db/clinic",
        "postgresql://ann:tops3cret@db/clinic#",
        "postgresql://ann:tops3cret@db/clinic?nonsense=tops3cret#s.t",
        "postgresql://ann:tops3cret%zz@db/clinic#s.t",
        "postgresql://ann:tops3cret@db/clinic#.t",
    ],
)
def test_a_wrong_url_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        read_address(url)
    assert "tops3cret" not in str(raised.value) + repr(raised.value.given)


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("postgresql://ann:pw@db/c#s.t", "postgresql://ann@db/c#s.t"),
        ("postgresql://db/c?password=pw#s.t", "postgresql://db/c#s.t"),
        ("postgresql://ann:p%3Aw@a:1,b:2/c?sslpassword=pw&sslmode=require#s.t",
         "postgresql://ann@a:1,b:2/c?sslmode=require#s.t"),
        ("postgresql:///c?p%61ssword=pw&user=ann#s.t", "postgresql:///c?user=ann#s.t"),
    ],
)  # fmt: skip
def test_a_password_is_left_out(url: str, kept: str) -> None:
    assert without_password(url) == kept
    settings = parsed(kept.rpartition("#")[0])
    assert not {"password", "sslpassword"} & settings.keys()
    before = parsed(url.rpartition("#")[0])
    assert settings.items() <= before.items()


def test_a_password_is_left_out_of_a_url_that_names_no_table() -> None:
    assert without_password("postgresql://ann:pw@db/c") == "postgresql://ann@db/c"


@pytest.mark.parametrize("name", ["oauth_client_secret", "scram_client_key", "scram_server_key"])
def test_other_secrets_are_left_out(name: str) -> None:
    """Settings that only newer versions of libpq know, so that the URL is not parsed here."""
    url = f"postgresql://ann@db/c?{name}=pw#s.t"
    assert without_password(url) == "postgresql://ann@db/c#s.t"


def test_a_password_with_a_question_mark_is_left_out() -> None:
    url = "postgresql://ann:top?secret@host/db#study.people"
    assert without_password(url) == "postgresql://ann@host/db#study.people"


@pytest.mark.parametrize("url", ["ann:top/secret@host/db#t", "ann:p@ss@host/db#t"])
def test_a_password_that_would_be_taken_for_a_place_is_refused_and_not_shown(url: str) -> None:
    with pytest.raises(InvalidInput, match="not a URL") as refused:
        read_address(f"postgresql://{url}")
    assert "top" not in str(refused.value)
    assert "ss@" not in str(refused.value)


def test_files_are_no_addresses() -> None:
    assert not is_address("postgresql.csv")
    assert not is_address(None)


def test_one_connection_reaches_tables_of_one_url() -> None:
    one, other = (read_address(f"postgresql://ann@db/clinic#study.{t}") for t in ("a", "b"))
    assert one.same_server(other)
    assert not one.same_server(read_address("postgresql://ann@db/other#study.a"))
