"""Labels of which missing is one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Covey


@pytest.mark.parametrize("keep_common", [(), ("--keep-common",)])
def test_missing_is_a_value_however_few_records_have_it(
    covey: Covey, tmp_path: Path, keep_common: tuple[str, ...]
) -> None:
    table = tmp_path / "t.csv"
    table.write_text("value,count\na,4\nb,9\n,1\n")
    ran = covey("solve", "labels", table, "-k", 5, *keep_common, "--json")
    members = [sorted(map(str, each["members"])) for each in json.loads(ran.out)["classes"]]
    assert sorted(members) == [["None", "a"], ["b"]]
    assert "1 record has no value in 'value': that is treated as a value of its own" in ran.err
