from __future__ import annotations

from dataclasses import fields

import pytest
from documentation.job_file import documented, page

from covey.attributes import KINDS, Role
from covey.attributes.trees import Tree

ONLY_IN_CERTIFICATES = {"tree", "ordered"}
"""Options of trees that are made from the table: of such roles a user sets none of them, or says in
the docstring what they do."""


@pytest.mark.parametrize("role", KINDS, ids=lambda role: role.role)
def test_every_option_that_a_user_sets_is_documented(role: type[Role]) -> None:
    hidden = ONLY_IN_CERTIFICATES if issubclass(role, Tree) and role is not Tree else set()
    _, options = documented(role)
    assert {field.name for field in fields(role)} - hidden <= set(options)


def test_definitions_of_several_names_and_lines() -> None:
    class Made:
        """What it
        is.

        low, high
            The columns of ``this`` and | that,

            in two paragraphs.
        other
            More, by :class:`covey.Role`.
        """

    assert documented(Made) == (
        "What it is.",
        {
            "low": "The columns of `this` and \\| that, in two paragraphs.",
            "high": "The columns of `this` and \\| that, in two paragraphs.",
            "other": "More, by `covey.Role`.",
        },
    )


def test_required_keys_are_marked_once() -> None:
    row = next(line for line in page().splitlines() if line.startswith("| `k` |"))
    assert row.count("Required.") == 1
