from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.io.trees.nested import from_text


def test_several_names_at_the_top_get_a_root() -> None:
    tree = from_text('{"Heart": ["I20"], "Lung": ["J45"]}', "tree")
    assert tree.path("J45") == ["J45", "Lung", "*"]
    assert from_text('["a", "b"]', "tree").labels == ["a", "b"]
    assert from_text('{"a": null}', "tree").path("a") == ["a", "*"]


@pytest.mark.parametrize("text", ["7", '"a"', '["a", ["b"]]', '{"a": true}', '{"a": [1]}'])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="names, or objects with names"):
        from_text(text, "tree")


def test_deep_objects_hit_no_limit_of_python() -> None:
    text = '{"a":' * 100_000 + "{}" + "}" * 100_000
    with pytest.raises(InvalidInput, match="too many levels"):
        from_text(text, "tree")
