"""A table on a server, described and not read."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.io.inputs import open_input
from covey.io.inputs.postgres import PostgresInput
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")


def test_a_url_is_opened_as_a_table() -> None:
    server().run(
        "DROP TABLE IF EXISTS public.described",
        'CREATE TABLE public.described (a int, "B" text)',
    )
    found = open_input(server().url("public", "described"))
    assert isinstance(found, PostgresInput)
    assert found.columns == ("a", "B")
    assert found.name == f"postgresql://127.0.0.1:{server().port}/postgres#public.described"
    assert found.layout.format == "parquet"


def test_two_columns_that_differ_in_capitals_are_refused() -> None:
    server().run("DROP TABLE IF EXISTS public.twins", 'CREATE TABLE public.twins (a int, "A" int)')
    with pytest.raises(InvalidInput, match="two columns of one name"):
        open_input(server().url("public", "twins"))
