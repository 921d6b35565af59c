"""Values are found in the classes that the codebook has for them, whatever is asked at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey.codebook import groups as joined
from covey.codebook import ordinals
from tests.effort import cases
from tests.release.books import made


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_classes_are_those_that_loops_over_all_of_them_find(
    tmp_path: Path, seed: int, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng([seed, several])
    somewhere = 0
    books = cases(40, quick=8)
    for _ in range(books):
        # Small ones, so that few values make many blocks.
        monkeypatch.setattr(joined, "TABLE_SIZE", int(rng.choice([1, 20, joined.TABLE_SIZE])))
        monkeypatch.setattr(joined, "SPARSE", int(rng.choice([0, 1, 16])))
        monkeypatch.setattr(ordinals, "LOOKS", int(rng.choice([0, 20])))
        codebook = made(rng, several=several)
        found = codebook.located(tmp_path)
        assert found == codebook.expected()
        somewhere += sum(number >= 0 for number in found)
    assert somewhere > 2 * books
