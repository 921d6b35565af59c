"""Tables that a cluster reads, counted there, and what is left of that."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey import InvalidInput
from covey.core.errors import Unanswered
from covey.io.inputs.spark import open_spark
from covey.verification import in_spark
from covey.verification.in_spark import OnCluster
from tests.engine.spark.people import Study, write_people
from tests.spark import kept, session, views

pytestmark = pytest.mark.xdist_group("spark")


def test_what_goes_wrong_leaves_nothing_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Study(tmp_path, write_people(tmp_path))
    before = kept()
    frame = session().read.parquet(str(study.table))
    study.anonymize(frame)
    # A task that fails in the middle says nothing of the release: it is an error, and no claim.
    failing = frame.selectExpr(
        *(f"`{name.replace('`', '``')}`" for name in frame.columns if name != "cost"),
        "IF(age = 21, raise_error('Name 7'), cost) AS cost",
    )
    with pytest.raises(Unanswered, match="cannot be read") as raised:
        covey.verify(study.out, failing)
    assert "Name" not in str(raised.value)
    # Another cluster has other files there, or none.
    monkeypatch.setattr(in_spark, "digest", lambda _: "0" * 64)
    with pytest.raises(InvalidInput, match="does not see the part files"):
        covey.verify(study.out, frame)
    assert not views()
    assert kept() <= before


def test_types_and_numbers() -> None:
    query = "SELECT 1.5 AS a, 'x' AS b, timestamp'2024-05-31' AS c, X'61' AS d"
    given = open_spark(session().sql(query))
    with in_spark.in_spark([given]) as (place,):
        assert isinstance(place, OnCluster)
        assert place.types == ("DECIMAL(2,1)", "VARCHAR", "TIMESTAMP WITH TIME ZONE", "BLOB")
        assert [place.holder(at) for at in range(4)] == ["c0", "t1", "t2", "t3"]
        assert place.ask(f"SELECT t0, t3, {place.plain(1)} FROM {place.scan} s") == [
            ("1.5", "61", "x")
        ]
        assert len(place.ask(place.one_in(3))) <= 1


def test_an_honest_release_of_odd_types_holds(tmp_path: Path) -> None:
    frame = session().sql(
        "SELECT CAST(id % 9 * 1.1 AS FLOAT) AS score, CASE id % 3 WHEN 0 THEN 0.0D WHEN 1 THEN"
        " -0.0D END AS z, map('a', id) AS m, named_struct('x', array(id)) AS nested,"
        " timestamp_seconds(1730000000 + id % 9 * 1800) AS seen, id % 2 = 0 AS even FROM range(99)"
    )
    quasi = {"score": covey.Ordered(), "seen": covey.Ordered(), "even": covey.Labels()}
    covey.anonymize(frame, k=5, quasi=quasi, out=tmp_path / "out")
    found = covey.verify(tmp_path / "out", frame)
    assert found.holds, found
