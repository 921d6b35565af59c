"""What engines refuse: another notation than covey's own, where they do not know it."""

from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.engine.checks import refuse_notation
from covey.engine.postgres import PostgresEngine
from covey.engine.spark import SparkEngine
from covey.io.inputs.postgres import PostgresInput
from covey.io.notation import PLAIN, Notation
from covey.io.postgres.address import read_address

WORDS = "na=, decimal=, thousands=, date_format= and trim=True are for tables that DuckDB reads"


@pytest.mark.parametrize(
    "how", [{"na": "N/A"}, {"decimal": ","}, {"date_format": "%d.%m.%Y"}, {"trim": True}]
)
def test_a_server_and_a_cluster_refuse_another_notation(how: dict[str, object]) -> None:
    """Before anybody is asked for the table."""
    notation = Notation.of(**how)
    with pytest.raises(InvalidInput, match=f"Spark reads values as covey writes them: {WORDS}"):
        SparkEngine().source("people.parquet", notation=notation)
    given = PostgresInput(read_address("postgresql://ann@nowhere/db#t"), (), notation)
    with pytest.raises(InvalidInput, match=f"A PostgreSQL server reads values.*{WORDS}"):
        PostgresEngine().open(given, {"x": "text"})


def test_covey_own_way_is_everywhere() -> None:
    refuse_notation(PLAIN, "Spark")
