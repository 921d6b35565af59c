"""How DuckDB reads an input: a private copy in its own database, one module per kind of input.

An input only describes a table. The DuckDB engine, and the readers that check a release, turn that
description into rows here. Another engine has its own way from the same description.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.errors import InternalError
from covey.io.inputs.arrow import ArrowInput
from covey.io.inputs.base import Input, Staging
from covey.io.inputs.csv import CsvInput
from covey.io.inputs.database import DuckDBInput, SQLiteInput
from covey.io.inputs.excel import ExcelInput
from covey.io.inputs.frames import FrameInput
from covey.io.inputs.json_lines import JsonLinesInput
from covey.io.inputs.parquet import ParquetInput
from covey.io.inputs.postgres import PostgresCounts, PostgresInput
from covey.io.inputs.relation import RelationInput
from covey.io.inputs.spark import SparkInput
from covey.io.inputs.statistics import StatisticsInput
from covey.io.staging.arrow import stage_arrow
from covey.io.staging.csv import stage_csv
from covey.io.staging.database import stage_duckdb, stage_sqlite
from covey.io.staging.excel import stage_excel
from covey.io.staging.frames import stage_frame
from covey.io.staging.json_lines import stage_json_lines
from covey.io.staging.parquet import stage_parquet
from covey.io.staging.postgres import stage_counts, stage_postgres
from covey.io.staging.relation import stage_relation
from covey.io.staging.spark import stage_spark
from covey.io.staging.statistics import stage_statistics

if TYPE_CHECKING:
    import duckdb

Stage = Callable[[Any, "duckdb.DuckDBPyConnection", Path, Sequence[str]], Staging]

STAGES: dict[type, Stage] = {
    CsvInput: stage_csv,
    ParquetInput: stage_parquet,
    DuckDBInput: stage_duckdb,
    SQLiteInput: stage_sqlite,
    ExcelInput: stage_excel,
    FrameInput: stage_frame,
    RelationInput: stage_relation,
    PostgresInput: stage_postgres,
    PostgresCounts: stage_counts,
    SparkInput: stage_spark,
    ArrowInput: stage_arrow,
    JsonLinesInput: stage_json_lines,
    StatisticsInput: stage_statistics,
}


def stage(
    given: Input, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    """Make the private copy: in the connection's temporary tables, or in files in the folder.

    ``wanted`` are the columns that will be counted, all if there are none. A frame stages only
    these: its other columns come back without being read.
    """
    how = STAGES.get(type(given))
    if how is None:
        raise InternalError(f"DuckDB cannot read {given.name}, a {type(given).__name__}.")
    return replace(how(given, connection, folder, wanted), notation=given.notation)
