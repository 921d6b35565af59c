"""Tables that a Spark cluster reads, counted there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.errors import InvalidInput
from covey.io.inputs.paths import digest
from covey.io.inputs.spark import SparkInput
from covey.io.spark.driver import asking, session_of
from covey.verification.claims import Claimed
from covey.verification.there import DATE, Codes, Place

if TYPE_CHECKING:
    import duckdb

TEXTS = ("string", "varchar", "char")
NUMBERS = ("tinyint", "smallint", "int", "bigint", "decimal", "boolean", "date", "timestamp_ntz")
"""Types, besides texts, of which two values are the same if their texts are."""
FRACTIONS = ("float", "double")
WITHOUT_HASH = ("map", "variant", "geometry", "geography")
_PATTERN = str.maketrans({letter: f"\\{letter}" for letter in "\\*?[]{}"})


class OnCluster(Place):
    """``view`` is a name for the frame, of which the executors keep a copy meanwhile."""

    combination_type = "VARCHAR"
    at_once = 1_000_000
    row_number = "monotonically_increasing_id()"
    hash_of_number = "xxhash64(r)"

    def __init__(self, given: SparkInput, view: str) -> None:
        self.given, self.session = given, session_of(given.frame)
        self.name, self.columns = given.name, given.columns
        self.types = _types_here(given)
        texts = ", ".join(
            f"{_exactly(f'c{at}', type_)} AS t{at}" for at, type_ in enumerate(given.types)
        )
        self.scan = f"(SELECT *, {texts} FROM {view})"

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with asking(self.name):
            return [tuple(row) for row in self.session.sql(query).collect()]

    def bring(
        self, query: str, here: duckdb.DuckDBPyConnection, table: str, folder: Path,
        fields: Mapping[str, str],
    ) -> None:  # fmt: skip
        with asking(self.name):
            arrived = self.session.sql(query).toArrow()
        here.register("arriving", arrived.rename_columns(list(fields)))
        here.execute(f"CREATE TEMP TABLE {table} AS SELECT * FROM arriving")
        here.unregister("arriving")

    def joined(self, query: Callable[[str, str], str], one: Codes, other: Codes) -> int:
        with asking(self.name), ExitStack() as closing:
            sides = [self._with_numbers(codes, closing) for codes in (one, other)]
            ((found,),) = self.session.sql(query(*sides)).collect()
        return int(found)

    def _with_numbers(self, codes: Codes, closing: ExitStack) -> str:
        import pyarrow as pa

        numbers = pa.array(codes.numbers, pa.int64())
        combinations = pa.array(codes.combinations, pa.string())
        table = pa.table({"combination": combinations, "number": numbers})
        known = _named(self.session.createDataFrame(table), closing)
        own = codes.there.row([f"t{at}" for at in codes.places])
        return (
            f"SELECT s.*, k.number FROM {codes.there.scan} s"
            f" JOIN {known} k ON {own} = k.combination"
        )

    def row(self, texts: Sequence[str]) -> str:
        return f"to_json(array({', '.join(texts)}))"

    def combination(self, texts: Sequence[str]) -> str:
        return self.row(texts)

    def whole(self, places: Sequence[int]) -> list[str]:
        return [f"sha2({self.row([f't{at}' for at in places])}, 256)"]

    def hash(self, at: int) -> str:
        type_ = self.given.types[at]
        # What Spark itself cannot hash is not looked at: nor does covey where it publishes.
        if any(each in type_ for each in WITHOUT_HASH):
            return "0L"
        zero = f"CASE WHEN c{at} = 0 THEN '0' ELSE t{at} END"
        text = zero if _name(type_) in FRACTIONS else f"t{at}"
        return f"xxhash64({text}, t{at} IS NULL)"

    def value(self, at: int) -> str:
        return f"any_value(c{at})"

    def holder(self, at: int) -> str:
        return f"c{at}" if _name(self.given.types[at]) in (*NUMBERS, *FRACTIONS) else f"t{at}"

    def plain(self, at: int) -> str:
        known = (*TEXTS, *NUMBERS, *FRACTIONS, "timestamp")
        return f"CAST(c{at} AS STRING)" if _name(self.given.types[at]) in known else f"t{at}"

    def is_date(self, text: str) -> str:
        return f"{text} RLIKE {_literal(DATE)}"


@contextmanager
def in_spark(given: Sequence[SparkInput]) -> Iterator[list[Place]]:
    with ExitStack() as closing:
        places: list[Place] = []
        for each in given:
            with asking(each.name):
                # Numbers for names: those of Spark may hold points, which it would read as parts.
                numbered = each.frame.toDF(*(f"c{at}" for at in range(len(each.columns))))
                # Else every count would read the table once more. Spark takes the copy of a frame
                # for that of any other that is made alike: this one is made like no other.
                kept = numbered.selectExpr("*", f"'{secrets.token_hex(8)}' AS own").persist()
                closing.callback(_freed, kept)
                places.append(OnCluster(each, _named(kept, closing)))
        yield places


def part_files(claimed: Claimed, parts: Sequence[str], given: SparkInput) -> SparkInput:
    """The part files of a release as the cluster sees them: those that are here, to the byte."""
    spark = session_of(given.frame)
    here = [claimed.folder / name for name in parts]
    paths = [f"file://{path.absolute()}".translate(_PATTERN) for path in here]
    try:
        with asking(claimed.name):
            files = spark.read.format("binaryFile").load(paths)
            digests = files.selectExpr("sha2(content, 256)").collect()
        seen = sorted(digest for (digest,) in digests)
    except InvalidInput:
        seen = []
    if seen != sorted(map(digest, here)):
        raise InvalidInput(
            f"The cluster does not see the part files of {claimed.name}, or sees others at the same"
            " path: the rows cannot be compared there.",
            hint="Bring the folder to a disk that this machine and all executors see by the same"
            " path, or compare here, with the table as a file of this machine.",
        )
    with asking(claimed.name):
        frame = spark.read.parquet(*paths)
        fields = frame.schema.fields
    columns = tuple(field.name for field in fields)
    types = tuple(field.dataType.simpleString() for field in fields)
    return SparkInput(frame, claimed.name, columns, types)


def _named(frame: Any, closing: ExitStack) -> str:
    """A name for a frame, which is gone at the end."""
    view = f"covey_{secrets.token_hex(8)}"
    frame.createOrReplaceTempView(view)
    closing.callback(_dropped, session_of(frame), view)
    return view


def _dropped(session: Any, view: str) -> None:
    # Where Spark is not there any more, nor is the name.
    with suppress(Exception):
        session.catalog.dropTempView(view)


def _freed(frame: Any) -> None:
    with suppress(Exception):
        frame.unpersist()


def _types_here(given: SparkInput) -> tuple[str, ...]:
    """DuckDB's types for those of Spark, as Arrow brings them."""
    from covey.io.reading import connect

    with asking(given.name):
        names = [f"c{at}" for at in range(len(given.columns))]
        empty = given.frame.limit(0).toDF(*names).toArrow()
    with connect() as here:
        here.register("arriving", empty)
        rows = here.execute("DESCRIBE SELECT * FROM arriving").fetchall()
        here.unregister("arriving")
    return tuple(row[1] for row in rows)


def _name(type_: str) -> str:
    """
    >>> _name("decimal(9,2)"), _name("string collate UNICODE_CI"), _name("array<int>")
    ('decimal', 'string', 'array')
    """
    return type_.partition("(")[0].partition(" ")[0].partition("<")[0]


def _exactly(field: str, type_: str) -> str:
    """SQL of a text that is the same for values that are published alike, and for no others."""
    name = _name(type_)
    if name in TEXTS:
        text = f"({field} COLLATE UTF8_BINARY)"
        # JSON has one sign for all bytes that are no letters.
        return f"IF(is_valid_utf8({text}), concat('=', {text}), hex({text}))"
    if name == "binary":
        return f"hex({field})"
    if name == "timestamp":
        # Its text has no zone: an hour that comes twice in autumn would be one.
        return f"CAST(unix_micros({field}) AS STRING)"
    if name in (*NUMBERS, *FRACTIONS) or name.startswith("interval"):
        return f"CAST({field} AS STRING)"
    # A missing list is no list with a missing value.
    written = (
        "map('timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX',"
        " 'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', 'ignoreNullFields', 'false')"
    )
    return f"to_json(named_struct('v', {field}), {written})"


def _literal(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
