"""Who does pieces of work."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core import workers


def doubled(piece: bytes) -> bytes:
    return piece * 2


def test_pieces_are_done_here_if_nobody_else_is_named() -> None:
    assert workers.spread(doubled, [b"a", b"bc"]) == [b"aa", b"bcbc"]


def test_others_work_inside_of_the_block_only() -> None:
    asked: list[int] = []

    def others(work: workers.Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
        asked.append(len(pieces))
        return workers.here(work, pieces)

    with workers.using(others):
        assert workers.spread(doubled, [b"a"]) == [b"aa"]
    assert workers.spread(doubled, [b"a", b"b"]) == [b"aa", b"bb"]
    assert asked == [1]
