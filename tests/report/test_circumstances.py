"""What the owner did not say of a release is told, with how to say it."""

from __future__ import annotations

from dataclasses import replace

from covey.report.circumstances import TITLES, unsaid
from covey.report.render import render
from tests.report import examples
from tests.report.page import Page


def test_the_page_says_what_is_not_stated_and_how_to_state_it() -> None:
    facts = examples.of_labels()
    some = {key: f"the {key}" for key in TITLES if key not in ("controls", "review")}
    page = Page(render(replace(facts, context=some))).text
    assert "Not stated: controls, review." in page
    assert "state them with --context controls=TEXT and so on, or below [context]" in page
    assert "Before you sign: this report does not state controls, review." in page
    assert "2 of 6 parts of the context are not stated" in page


def test_the_page_is_silent_where_everything_is_stated() -> None:
    whole = {key: f"the {key}" for key in TITLES}
    page = Page(render(replace(examples.of_labels(), context=whole))).text
    assert unsaid(whole) == ()
    assert "not stated" not in page.lower()
    assert "Before you sign" not in page
