"""The decision and the certificate, in words for a privacy officer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from covey import InvalidInput
from covey.report.decision import generalized, headline, standing, verdict
from covey.report.facts import Example
from covey.report.render import render
from tests.report import examples
from tests.report.examples import attribute, facts
from tests.report.page import Page


def test_the_decision_is_two_sentences() -> None:
    page = Page(render(examples.of_labels()))
    assert "k-anonymous by diagnosis: every class has at least 20 records" in page.text
    assert "shares its diagnosis with at least 19 others" in page.text
    assert "it is proved that no answer has a smaller one" in page.text


def test_what_holds_besides_k_is_in_the_decision() -> None:
    (said,) = {each for each in render(examples.of_several()).splitlines() if "proved that" in each}
    assert (
        "Every class also has at least 3 different values of &#39;illness&#39; and recursive (2, 3)"
        in said
    )
    assert "also has" not in Page(render(examples.of_labels())).text


def test_one_class_is_shown_as_it_is_published() -> None:
    several = examples.of_several()
    shown = (
        "For instance, 24 records are published as zip: 8* (80001 and 4 more); age: (missing);"
        " diagnosis: ka."
    )
    assert shown in Page(render(several)).text
    unsafe = replace(several, measures=facts(attribute([1, 49])).measures)
    assert "For instance" not in Page(render(unsafe)).text
    with pytest.raises(InvalidInput, match="at least k = 20 records"):
        replace(several, example=Example((("zip", "80001"),), 19))


def test_k_of_one_is_not_praised() -> None:
    text = Page(render(facts(attribute([1, 2]), k=1))).text
    assert "k = 1 protects nobody" in text
    assert "nobody can be singled out" not in text


def test_two_columns_are_them() -> None:
    text = Page(render(examples.of_points())).text
    assert (
        "shares its lat and lon with at least 19 others, so nobody can be singled out by them"
        in (text)
    )


def test_what_is_not_optimal_says_how_far_it_can_be() -> None:
    page = Page(render(examples.of_regions()))
    assert "which is proved to be at most 1.031 times the best possible" in page.text
    assert "So the answer is at most 1.031 times the best possible." in page.text


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (0.0, "no answer has a smaller one"),
        (0.9, "which is proved to be at most 1.9 times the best possible"),
        (1.25, "which is proved to be at most 2.25 times the best possible"),
        (None, "may be far from the least possible: how far is not known"),
    ],
)
def test_every_gap_has_words(gap: float | None, words: str) -> None:
    status = "optimal" if gap == 0 else "feasible"
    assert verdict(examples.answer(30, gap=gap, status=status)).endswith(words)


def test_a_lower_quadratic_cost_is_not_a_smaller_class() -> None:
    assert "no answer has a lower quadratic cost" in verdict(
        examples.answer(30, objective="quadratic")
    )
    assert "and the quadratic cost is proved" in verdict(
        examples.answer(30, objective="quadratic", status="feasible", gap=0.5)
    )


def test_one_class_does_not_have_records_each() -> None:
    assert generalized(attribute([3000])) == (
        "3 different values became 1 class, as groups of values, with 3,000 records."
    )
    assert generalized(attribute([20, 30])).endswith(", with 20 to 30 records each.")
    assert generalized(attribute([20, 20]), alone=False).endswith(
        "with 20 records each; a class is one set of every quasi-identifier."
    )


def test_rectangles_are_not_said_to_tile_the_plane() -> None:
    """With --tight there are gaps between them."""
    points = attribute([20, 30], kind="points", columns=("lat", "lon"))
    assert "as rectangles, with" in generalized(points)


def test_the_decision_points_to_columns_that_may_give_people_away() -> None:
    """And to nothing else: other warnings are no such columns."""
    sentence = 'may give people away: they are listed under "To be considered".'
    warned = facts(attribute([20, 30]), warnings=("the rows keep the order of the table",))
    assert "give people away" not in Page(render(warned)).text
    identifying = replace(warned, identifying=("age",), warnings=("'age': others may know this",))
    text = Page(render(identifying)).text
    assert sentence in text
    assert text.index(sentence) < text.rindex("To be considered") < text.index("'age': others")


def test_the_certificate_is_in_plain_words() -> None:
    kind = replace(examples.answer(30), certificate_kind="withheld")
    text = Page(render(facts(attribute([20, 30]), answer=kind))).text
    assert "with the table, covey verify checks this lower bound" in text
    assert "withheld" not in text  # no proof is kept secret: this is the name of its kind
    assert "Its proof is in certificate.json." in text


def test_the_decision_is_marked_by_what_may_give_people_away() -> None:
    plain = examples.of_labels()
    plain = replace(plain, measures=replace(plain.measures, sensitive=()))
    assert standing(plain) == "safe"
    exposed = replace(plain, identifying=("name",))
    assert standing(exposed) == "caution"
    assert "but other columns may give people away" in headline(exposed)
    one = facts(attribute([1, 2]), k=1)
    assert (standing(one), headline(one)) == ("caution", "k = 1 protects nobody")
    assert standing(facts(attribute([1, 20]), k=5)) == "unsafe"
    assert 'class="decision caution"' in render(exposed)


def test_a_value_that_can_be_guessed_is_not_called_safe() -> None:
    """Three values in every class, of which one has most of the records: an l of 3 hides little."""
    several = examples.of_several()
    (mixed,) = several.measures.sensitive[:1]
    for alpha, mark in ((0.82, "caution"), (0.4, "safe")):
        own = replace(mixed, alpha=alpha)
        found = replace(
            several,
            measures=replace(several.measures, sensitive=(own,)),
            identifying=(),
            repeated=(),
        )
        assert standing(found) == mark
        assert ("82 % of a class" in headline(found)) == (mark == "caution")
        text = Page(render(found)).text
        assert ("In some class 82 % of the records have the same value" in text) == (alpha > 0.5)
        asked = replace(found, rules={own.column: {"alpha": 0.9}})
        assert standing(asked) == "safe"


def test_records_that_may_be_of_one_person_are_in_the_headline() -> None:
    plain = examples.of_labels()
    several = replace(plain, repeated=("patient",), warnings=("'patient' has 3 values",))
    assert standing(several) == "caution"
    assert headline(several).endswith("but perhaps fewer than 20 people, by 'patient'")
    text = Page(render(several)).text
    assert "Records are counted, not people" in text
    assert text.index("perhaps fewer than 20 people") < text.index("1. Context")
    assert "perhaps fewer" not in headline(plain)


def test_classes_of_another_release_claim_no_bound() -> None:
    applied = replace(examples.of_labels(), answer=None)
    text = Page(render(applied)).text
    assert "made for the records of another release" in text
    assert "The certificate claims k and no bound" in text
    assert "is proved" not in text


def test_people_whom_no_record_names_are_in_the_headline() -> None:
    plain = examples.of_labels()
    measures = replace(plain.measures, sensitive=())
    named = replace(plain, person="patient", measures=measures)
    assert standing(named) == "safe"
    assert "so nobody can be singled out" in Page(render(named)).text
    unnamed = replace(named, unnamed=2)
    assert standing(unnamed) == "caution"
    assert headline(unnamed).endswith(
        "only if no two records without a value in 'patient' are of one"
    )
    text = Page(render(unnamed)).text
    assert "so nobody can be singled out" not in text
    assert "on which 2 classes depend; only then nobody can be singled out" in text
