"""The page: its structure, its words, and what it must not hold."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

from covey.measures.loss import ColumnLoss, Loss
from covey.measures.measures import measure
from covey.report.facts import Facts
from covey.report.render import CLASSES_AT_MOST, ROWS_AT_MOST, render, write_report
from tests.report import examples
from tests.report.examples import attribute, facts
from tests.report.page import Page

LOADS = ("src", "href", "action", "srcset", "data", "poster", "formaction", "background")


@pytest.fixture(params=list(examples.EVERY))
def every(request: pytest.FixtureRequest) -> Facts:
    return examples.EVERY[request.param]()


def test_the_page_is_whole(every: Facts) -> None:
    page = Page(render(every))
    assert page.open == []
    for part in ("decision", "generalized", "sizes", "figures", "certificate", "source"):
        assert page.having("id", part) == ["section"]
    assert len(page.data) == len(every.attributes)
    canvases = [attrs for tag, attrs in page.tags if tag == "canvas"]
    assert all(attrs["aria-label"] and attrs["tabindex"] == "0" for attrs in canvases)


def test_nothing_is_loaded_from_anywhere(every: Facts) -> None:
    # Digests have letters of any kind.
    text = re.sub(r"sha256-[\w+/=]*", "", render(every))
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text, re.IGNORECASE)
    for tag, attrs in Page(text).tags:
        assert tag not in ("link", "iframe", "img", "object", "embed", "base", "form", "a")
        assert not set(LOADS) & set(attrs), tag


def test_only_its_own_script_and_style_are_obeyed(every: Facts) -> None:
    page = Page(render(every))
    (policy,) = (attrs["content"] for _, attrs in page.tags if attrs.get("http-equiv"))
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "connect-src 'none'" in policy
    assert "unsafe" not in policy
    for text in (page.inner["script"][-1], "".join(page.inner["style"])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    # What the policy would forbid anyhow.
    assert not any("style" in attrs or "onclick" in attrs for _, attrs in page.tags)


def test_the_same_facts_give_the_same_bytes(every: Facts) -> None:
    assert render(every) == render(replace(every))


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "</script><script>alert(1)</script>",
        "<!-- <script>",
        '"><img src=x onerror=alert(1)>',
        "{{ 7 * 7 }}",
        "]]> & \u2028 \N{RIGHT-TO-LEFT OVERRIDE}",
    ],
)
def test_names_are_text_wherever_they_stand(evil: str) -> None:
    classes = attribute([20, 30], [evil, "b"], columns=(evil,))
    hostile = facts(
        classes,
        input_name=evil,
        fingerprint=evil,
        warnings=(evil,),
        dropped=(evil,),
        passing=(evil,),
        date=evil,
    )
    harmless = Page(render(facts(attribute([20, 30]), warnings=("w",), passing=("p",))))
    page = Page(render(hostile))
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in harmless.tags]
    assert page.data[0]["names"] == [evil, "b"]
    assert page.text.count(" ".join(evil.split())) >= 9


def test_a_class_below_k_is_a_warning_in_red() -> None:
    unknown = examples.answer(30, status="below-k", gap=None)
    unsafe = facts(attribute([19, 30]), k=20, answer=unknown)
    page = Page(render(unsafe))
    assert "decision unsafe" in [attrs.get("class") for _, attrs in page.tags]
    assert "must not be published: 1 class of 2 has fewer than 20 records" in page.text
    assert "among as few as 19 records" in page.text
    assert "bar low" in [attrs.get("class") for _, attrs in page.tags]


def test_measures_below_k_make_a_page_unsafe() -> None:
    """The recount has the last word."""
    believed = facts(attribute([20, 30]))
    recounted = replace(believed, measures=facts(attribute([1, 49])).measures)
    assert not recounted.safe
    assert "do not publish" in Page(render(recounted)).text


def test_everything_that_was_read_is_named() -> None:
    text = Page(render(examples.of_several())).text
    said = (
        "sha256:3f2a",
        "covey 0.1.0",
        "Python 3.11.7",
        "2024-05-31",
        "seed 0",
        "eps 0.1",
        "0.25 s",
    )
    for words in (
        *said,
        "Left out name",
        "Published as they are illness, year",
        "To be considered",
    ):
        assert words in text


def test_what_is_not_known_is_not_said() -> None:
    quick = examples.answer(30, runtime=None)
    quiet = facts(attribute([20, 30]), answer=quick, date=None, dropped=(), passing=())
    text = Page(render(quiet)).text
    for words in (
        "Date",
        "Written",
        "0.25 s",
        "Left out",
        "Published as they are",
        "To be considered",
    ):
        assert words not in text


def test_the_table_without_scripts_has_so_many_classes() -> None:
    page = Page(render(examples.of_labels(1000)))
    assert len(page.data[0]["names"]) == 1000
    assert sum(tag == "progress" for tag, _ in page.tags) == ROWS_AT_MOST
    assert f"the largest {ROWS_AT_MOST} of 1,000" in page.text


def test_intervals_keep_their_order() -> None:
    page = Page(render(examples.of_ages()))
    assert page.text.index("[18, 19)") < page.text.index("[19, 21)") < page.text.index("[21, 24)")
    assert page.having("data-picture", "bars") == ["figure"]
    edges = page.data[0]["edges"]
    assert edges[:3] == [18.0, 19.0, 21.0]


def test_months_have_bars_of_one_width() -> None:
    page = Page(render(examples.of_months()))
    assert page.having("data-picture", "bars") == ["figure"]
    assert page.data[0]["edges"] is None
    assert page.data[0]["begins"] is None
    assert Page(render(examples.of_ranges(4))).data[0]["begins"] == ["", "20", "30", ""]


def test_labels_have_no_picture_but_the_list() -> None:
    assert "figure" not in [tag for tag, _ in Page(render(examples.of_labels())).tags]


def test_of_very_many_classes_the_largest_are_there() -> None:
    sizes = [20 + number % 7 for number in range(CLASSES_AT_MOST + 5)]
    page = Page(render(facts(attribute(sizes, kind="ordered", columns=("age",)))))
    (data,) = page.data
    assert len(data["sizes"]) == CLASSES_AT_MOST
    assert min(data["sizes"]) == 20
    assert f"became {CLASSES_AT_MOST + 5:,} classes" in page.text
    assert page.having("data-picture", "bars") == []


def test_the_file_appears_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    write_report(examples.of_labels(), target)
    assert target.read_text(encoding="utf-8") == render(examples.of_labels())
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def test_figures_that_are_not_always_known() -> None:
    plain = facts(attribute([20, 30]))
    assert "certainty penalty" not in Page(render(plain)).text
    loss = Loss((ColumnLoss("age", 0.25, 0.5), ColumnLoss("zip", 0.75, 0.5)))
    full = replace(plain, measures=measure([20, 30], population=[40, 300], bound=24, loss=loss))
    text = Page(render(full)).text
    assert "excess over the bound 25 % of the largest class: no answer has one below 24" in text
    assert "certainty penalty (NCP), age 25 %" in text
    assert "certainty penalty, all (GCP) 50 %" in text
    assert "non-uniform entropy 50 %" in text
    assert "journalist risk, highest 2.5 %" in text
    assert "among 340 records of the population" in text
