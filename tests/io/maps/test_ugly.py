"""Ugly maps are read right, or refused with words that help."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.core.caller import by_command
from covey.io.maps.read import read_areas
from tests.io.maps.ugly import MAPS, UglyMap


@pytest.mark.parametrize("ugly", MAPS, ids=lambda ugly: ugly.story)
def test_every_story_ends_well(ugly: UglyMap, tmp_path: Path) -> None:
    file = tmp_path / ugly.name
    file.write_text(ugly.content)
    if ugly.words:
        with pytest.raises(InvalidInput) as caught:
            read_areas(areas=file, key="id", **ugly.how)
        with by_command():
            assert ugly.words in f"{caught.value}\n{caught.value.hint}"
        return
    found = read_areas(areas=file, key="id", **ugly.how)
    named = {tuple(sorted((found.keys[a], found.keys[b]))) for a, b in found.graph.edges}
    assert named == ugly.borders
    assert found.notes == ugly.notes
