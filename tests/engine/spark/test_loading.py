"""Tables that appear in one commit, and folders that appear by one rename.

Delta and Iceberg are not there: a stand-in of Spark says what they would be asked, and Spark itself
makes a table of its own kind.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from covey import InvalidInput
from covey.core.errors import InternalError, Unanswered
from covey.engine.spark import loading

pytestmark = pytest.mark.xdist_group("spark")

SIZES = [3, 2]
ODD = "odd `name`"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five rows in two parts, and a file of each other kind."""
    made = tmp_path / "out [1]"
    made.mkdir()
    for at, values in enumerate((["a", "a", "b"], ["a", "b"])):
        pq.write_table(pa.table({ODD: values}), made / f"part-{at:05}.parquet")
    (made / "codebook.csv").write_text("book")
    (made / "certificate.json").write_text("{}")
    return made


class StandIn:
    """A session and a writer: keeps what it is asked, and has a table if somebody made one."""

    def __init__(self, there: str = "", marked: bool = False) -> None:
        self.there, self.marked = there, marked
        self.asked: list[tuple[str, ...]] = []
        self.catalog = self.read = self

    def __getattr__(self, name: str) -> Any:
        def asked(*given: str) -> StandIn:
            self.asked.append((name, *given))
            return self

        return asked

    def tableExists(self, name: str) -> bool:  # noqa: N802
        return name == self.there

    def sql(self, query: str, args: dict[str, str]) -> StandIn:
        assert args == {"name": self.there}
        return self

    def collect(self) -> list[tuple[str, str]]:
        return [("covey.certificate", "sha256:1")] if self.marked else [("owner", "somebody")]


def loaded_by(
    stand_in: StandIn, folder: Path, monkeypatch: pytest.MonkeyPatch, *, overwrite: bool
) -> None:
    monkeypatch.setattr(loading, "session", lambda: stand_in)
    monkeypatch.setattr(
        loading, "_refuse_other_sizes", lambda *_: stand_in.asked.append(("count",))
    )
    given: Any = ("c.t", "delta", "sha256:2", [ODD], SIZES)
    loading.load_table(folder, *given, overwrite=overwrite)


def test_a_table_of_delta_is_one_call_after_a_count(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = StandIn()
    loaded_by(stand_in, folder, monkeypatch, overwrite=False)
    assert [len(stand_in.asked.pop(0)), *stand_in.asked] == [
        1 + len(SIZES),  # the parts, which are two as well
        ("count",),
        ("writeTo", "c.t"),
        ("using", "delta"),
        ("tableProperty", "covey.certificate", "sha256:2"),
        ("create",),
        ("table", "c.t"),
        ("count",),
    ]


def test_a_former_release_is_replaced_and_nothing_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = StandIn("c.t", marked=True)
    loaded_by(former, folder, monkeypatch, overwrite=True)
    assert ("replace",) in former.asked
    assert ("create",) not in former.asked
    for stand_in, overwrite, words in (
        (StandIn("c.t", marked=True), False, "exists already"),
        (StandIn("c.t"), True, "not a release of covey"),
    ):
        with pytest.raises(InvalidInput, match=words):
            loaded_by(stand_in, folder, monkeypatch, overwrite=overwrite)
        assert stand_in.asked == []


def differ_at_the_second_count(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter([SIZES, [4, 1]])
    counted = loading._refuse_other_sizes
    monkeypatch.setattr(
        loading,
        "_refuse_other_sizes",
        lambda frame, columns, _: counted(frame, columns, next(counts)),
    )


def test_a_new_table_with_other_rows_is_dropped(
    spark: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    differ_at_the_second_count(monkeypatch)
    with pytest.raises(InternalError, match="not those of the release"):
        load(folder, "parquet", SIZES)
    assert not spark.catalog.tableExists("loaded")


@pytest.mark.parametrize(
    ("stand_in", "words"),
    [
        (StandIn("c.t", marked=True), "c.t took the place of a former release"),
        (StandIn(), "c.t was made, .* could not be removed"),
    ],
    ids=["replaced", "made"],
)
def test_a_table_with_other_rows_that_stays_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, stand_in: StandIn, words: str
) -> None:
    def count(*_: Any) -> None:
        stand_in.asked.append(("count",))
        if stand_in.asked.count(("count",)) == 2:
            raise InternalError("other rows")

    monkeypatch.setattr(loading, "session", lambda: stand_in)
    monkeypatch.setattr(loading, "_refuse_other_sizes", count)
    with pytest.raises(InternalError, match=words):
        loading.load_table(folder, "c.t", "delta", "sha256:2", [ODD], SIZES, overwrite=True)


def load(folder: Path, format_: str, sizes: list[int]) -> None:
    loading.load_table(folder, "loaded", format_, "sha256:3", [ODD], sizes, overwrite=False)


def test_a_table_of_spark_s_own_has_the_rows_and_the_mark(spark: Any, folder: Path) -> None:
    with pytest.raises(InternalError, match="not those of the release"):
        load(folder, "parquet", [4, 1])
    assert not spark.catalog.tableExists("loaded")
    load(folder, "parquet", SIZES)
    try:
        assert spark.table("loaded").count() == 5
        with pytest.raises(InvalidInput, match="exists already"):
            load(folder, "parquet", SIZES)
        found = spark.sql("SHOW TBLPROPERTIES loaded").collect()
        assert ("covey.certificate", "sha256:3") in [tuple(row) for row in found]
    finally:
        spark.sql("DROP TABLE loaded")


@pytest.mark.parametrize("renames", [True, False])
def test_a_folder_appears_whole_or_not_at_all(
    spark: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, renames: bool
) -> None:
    """A disk of this machine by the way of HDFS, and as if it kept objects."""
    if not renames:
        monkeypatch.setattr(loading, "RENAMED", ())
    target = folder.parent / "there {b}"
    with pytest.raises(InternalError, match="not those of the release"):
        loading.load_files(folder, str(target), "certificate.json", [ODD], [4, 1])
    assert [each.name for each in folder.parent.iterdir()] == [folder.name]
    loading.load_files(folder, f"file://{target}", "certificate.json", [ODD], SIZES)
    names = sorted(each.name for each in folder.iterdir())
    assert sorted(each.name for each in target.iterdir()) == names
    for name in names:
        assert (target / name).read_bytes() == (folder / name).read_bytes()
    with pytest.raises(InvalidInput, match="exists already"):
        loading.load_files(folder, str(target), "certificate.json", [ODD], SIZES)
    assert sorted(each.name for each in folder.parent.iterdir()) == [folder.name, target.name]


@pytest.mark.parametrize("renames", [True, False])
def test_spark_that_is_lost_while_files_are_copied_leaves_nothing(
    spark: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, renames: bool
) -> None:
    if not renames:
        monkeypatch.setattr(loading, "RENAMED", ())
    copy = loading._copy_file
    for step in range(len(list(folder.iterdir()))):
        left = [step]

        def lost(*given: Any, left: list[int] = left) -> None:
            if left[0] == 0:
                raise ConnectionRefusedError
            left[0] -= 1
            copy(*given)

        monkeypatch.setattr(loading, "_copy_file", lost)
        with pytest.raises(Unanswered, match="The connection to Spark was lost"):
            loading.load_files(folder, str(folder.parent / "t"), "certificate.json", [ODD], SIZES)
        assert [each.name for each in folder.parent.iterdir()] == [folder.name], step


def test_spark_that_is_lost_at_any_call_leaves_no_table_without_a_word(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lost(StandIn):
        calls = 0

        def __getattr__(self, name: str) -> Any:
            Lost.calls -= 1
            if Lost.calls < 0:
                raise ConnectionRefusedError
            return super().__getattr__(name)

    for step in range(20):
        monkeypatch.setattr(Lost, "calls", step)
        stand_in = Lost()
        try:
            loaded_by(stand_in, folder, monkeypatch, overwrite=False)
        except Unanswered as error:
            assert "connection to Spark was lost" in str(error)  # noqa: PT017
            assert ("create",) not in stand_in.asked, step
        except InternalError as error:
            # It was made, and what takes it away does not answer either.
            assert "could not be removed" in str(error)  # noqa: PT017
            assert ("create",) in stand_in.asked, step
        else:
            break
    assert step > 3


def test_what_appears_meanwhile_is_not_touched(
    spark: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = folder.parent / "there"

    def somebody(*_: Any) -> None:
        target.mkdir()
        (target / "mine").touch()

    monkeypatch.setattr(loading, "_refuse_other_sizes", somebody)
    with pytest.raises(InvalidInput, match="somebody else wrote there meanwhile"):
        loading.load_files(folder, str(target), "certificate.json", [ODD], SIZES)
    assert [each.name for each in target.iterdir()] == ["mine"]
    assert sorted(each.name for each in folder.parent.iterdir()) == [folder.name, "there"]


def test_connect_copies_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "session", object)
    with pytest.raises(InvalidInput, match="Spark Connect"):
        loading.load_files(Path("out"), "hdfs://h/p", "certificate.json", [], [])
