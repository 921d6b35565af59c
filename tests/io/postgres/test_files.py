"""The tables of a release, and its files in a private folder."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.io.postgres.address import read_address
from covey.io.postgres.files import downloaded, tables_of
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")


def test_files_come_to_the_letter() -> None:
    server().run(
        "DROP TABLE IF EXISTS public.kept_certificate",
        "CREATE TABLE public.kept_certificate (file text, content text)",
        "INSERT INTO public.kept_certificate VALUES ('a.txt', E'ä\\r\\n\"x\\t'), ('b', '')",
    )
    address = read_address(server().url("public", "kept"))
    with downloaded(address) as folder:
        found = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert found == {"a.txt": 'ä\r\n"x\t'.encode(), "b": b""}
    assert not folder.exists()
    assert [each.table for each in tables_of(address)][1:] == [
        "kept_codebook", "kept_cells", "kept_certificate",
    ]  # fmt: skip
    with (
        pytest.raises(InvalidInput, match="not a release"),
        downloaded(read_address(server().url("public", "other"))),
    ):
        pass
