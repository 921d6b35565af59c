"""What can be taken back."""

from __future__ import annotations

from covey.app.draft import Draft
from covey.app.history import LONGEST, Stand, after, elsewhere


def stand(table: str = "/a.csv", k: int = 10, **reading: object) -> Stand:
    opened = Draft.of_table(table, reading, ["age"])
    return Stand(opened.with_values({"k": k}), opened, "out")


def test_a_job_has_decisions_where_it_differs_from_what_was_opened() -> None:
    assert [stand(k=k).has_decisions for k in (10, 5)] == [False, True]


def test_a_table_is_read_again_only_where_it_is_another_or_was_read_otherwise() -> None:
    others = (stand(k=5), stand("/b.csv"), stand(trim=True))
    assert [stand().is_read_as(other) for other in others] == [True, False, False]


def test_the_history_forgets_what_is_long_ago_and_what_fits_no_more() -> None:
    history: list[Stand] = []
    for k in range(2, LONGEST + 3):
        history = after(history, stand(k=k))
    assert [history[at].draft.data["k"] for at in (0, -1)] == [3, LONGEST + 2]
    mixed = [stand("/a.csv"), stand("/b.csv")]
    assert elsewhere(mixed, "/a.csv") == [mixed[1]]
