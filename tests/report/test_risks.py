"""The risks that regulators name, in figures and words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from covey.measures.exposure import Coded, exposure
from covey.measures.measures import measure
from covey.measures.spread import Spread
from covey.report.decision import headline, standing
from covey.report.facts import UNDOES, Facts, Variable
from covey.report.render import render
from covey.report.risks import attackers, changes, criteria, subsets, trials
from tests.report import examples
from tests.report.page import Page

DEGREE = Variable("degree", "other", "published as it is", "by default", UNDOES)


def exposed(facts: Facts) -> Facts:
    """With an original of three people, one of them unique."""
    codes = (np.array([0, 0, 1]), np.array([0, 1, 0]))
    seen = exposure(Coded(("age", "sex"), codes, np.array([1, 2, 47])), k=20)
    return replace(facts, before=seen)


def test_risk_is_told_before_and_after() -> None:
    facts = exposed(examples.facts(examples.attribute([20, 30])))
    rows = {each.name: (each.before, each.after) for each in changes(facts)}
    assert rows["smallest class"] == ("1", "20")
    assert rows["unique records"] == ("1 (2 %)", "0")
    assert rows["records in classes below k"] == ("3 (6 %)", "0")
    assert rows["prosecutor risk, highest"] == ("100 %", "5 %")
    assert rows["marketer risk"] == ("6 %", "4 %")
    assert [each.columns for each in subsets(facts)] == [("age",), ("sex",)]
    # Both columns are a subset as well, by which most are unique.
    assert "at most 1 unique, by age, sex;" in trials(facts)[1].found
    page = Page(render(facts)).text
    assert "unique before, after 1 → 0" in page


def test_what_is_not_known_of_the_original_is_not_made_up() -> None:
    facts = examples.of_labels()
    assert {each.before for each in changes(facts)} == {""}
    assert subsets(facts) == []
    assert "unique before" not in Page(render(facts)).text
    assert "not known" in Page(render(facts)).text


def test_a_class_below_k_is_counted_after_as_well() -> None:
    unknown = examples.answer(30, status="below-k", gap=None)
    facts = examples.facts(examples.attribute([1, 30]), answer=unknown)
    rows = {each.name: each.after for each in changes(facts)}
    assert rows["unique records"] == rows["records in classes below k"] == "1"
    assert trials(facts)[0].outcome == "FAILED"


def test_people_are_called_people() -> None:
    people = replace(examples.of_labels(), person="patient")
    assert "the right person" in attackers(people)[0].chance
    assert "of the people" in attackers(people)[2].chance
    assert any("people" in each.name for each in changes(people))
    assert "the smallest class has 20 people" in " ".join(criteria(people)[0].figures)
    assert not [each for each in trials(people) if "distinguish people" in each.name]


def test_the_three_criteria_say_what_was_not_measured() -> None:
    facts = examples.of_labels()
    quiet = replace(facts, measures=replace(facts.measures, sensitive=()), passing=())
    out, link, infer = (" ".join(each.figures) for each in criteria(quiet))
    assert "published unchanged" not in out
    assert "not measured here" in link
    assert "No column was named as sensitive, so nothing was measured" in infer
    assert "By illness, year, which are published unchanged: not protected" in " ".join(
        criteria(facts)[0].figures
    )
    undone = replace(facts, variables=(DEGREE,))
    assert "By what degree tells of them" in " ".join(criteria(undone)[0].figures)
    for several, words in ((30, "30 people have records in several"), (3, "Fewer than 20 people")):
        assert words in " ".join(
            criteria(replace(facts, person="patient", several=several))[1].figures
        )
    alone = replace(facts, person="patient", several=0)
    assert "Nobody has records in several classes" in " ".join(criteria(alone)[1].figures)
    shown = replace(facts, person="patient", pseudonym=True)
    assert "one pseudonym" in " ".join(criteria(shown)[1].figures)


def test_inference_is_told_by_the_distance_that_was_asked() -> None:
    """Two classes whose values are far apart if all are, and near in their order."""
    costs = Spread.from_rows("cost", [0, 0, 1, 1], [1, 3, 2, 4], ordered=True)
    plain = examples.of_labels()
    measures = measure(plain.class_sizes, [costs], quasi=["diagnosis"], k=plain.k)
    told = {"t": "t = 0.5 with all values equally far apart (0.6 was asked)"}
    told["t-ordered"] = "t = 0.167 by the order of the values (0.6 was asked)"
    for rules in ({"t": 0.6}, {"t-ordered": 0.6}, {"t": 0.6, "t-ordered": 0.6}):
        asked = replace(plain, measures=measures, rules={"cost": rules})
        infer = " ".join(criteria(asked)[2].figures)
        assert {rule: words in infer for rule, words in told.items()} == {
            rule: rule in rules for rule in told
        }
    free = " ".join(criteria(replace(plain, measures=measures))[2].figures)
    assert "t = 0.5 with all values equally far apart (nothing was asked)" in free


def test_what_was_found_is_named_and_what_was_not_tried_is_said_to_be_so() -> None:
    plain = examples.of_labels()
    looked = replace(plain, identifying=("year",), repeated=("patient",), variables=(DEGREE,))
    found = trials(looked)
    assert [each.outcome for each in found] == ["held", "found", "found", "found", "not tried"]
    assert [each.found for each in found[1:4]] == ["year", "degree", "patient"]


def test_nothing_is_said_to_be_absent_where_combinations_stayed_in_the_engine() -> None:
    kept = replace(examples.of_labels(), kept=True, variables=(replace(DEGREE, exposed=""),))
    outcomes = [each.outcome for each in trials(kept)]
    assert outcomes == [
        "held", "not tried", "nothing found", "nothing found", "not tried", "not tried"
    ]  # fmt: skip
    assert trials(kept)[3].found.startswith("none in the rows that were looked at")
    assert trials(replace(kept, uncounted=2))[3].outcome == "not counted"
    assert "Not measured, because the distinct combinations" in Page(render(kept)).text
    assert standing(kept) == "caution"
    plain = replace(kept, measures=replace(kept.measures, sensitive=()))
    assert headline(plain).endswith("whether other columns give people away was not counted")
    assert "Not measured, because" not in Page(render(replace(kept, kept=False))).text


def test_uniqueness_in_the_population_is_estimated_before_and_after() -> None:
    plain = examples.of_labels()
    assert not [each for each in changes(plain) if "population" in each.name]
    sample = measure(plain.class_sizes, quasi=["diagnosis"], k=plain.k, population_size=10**6)
    sized = changes(replace(plain, measures=sample))
    (row,) = [each for each in sized if each.name == "unique in the population"]
    assert (row.before, row.after) == ("", "0 (0 %)")
    assert "of 1,000,000 people" in row.meaning
    assert [each.name for each in sized if each.name.startswith("the same by")] == [
        "the same by Pitman's model",
        "the same by Zayatz's model",
        "the same by the negative binomial model",
    ]
