from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from covey.report.histogram import histogram

SIZES = st.lists(st.integers(1, 10**6), min_size=1, max_size=200)


@given(SIZES, st.integers(1, 1000))
def test_every_class_is_in_a_bar_on_its_side_of_k(sizes: list[int], k: int) -> None:
    found = histogram(sizes, k)
    counted = [int(bar.words.split()[0].replace(",", "")) for bar in found.bars]
    low = [n for n, bar in zip(counted, found.bars, strict=True) if not bar.safe]
    assert sum(counted) == len(sizes)
    assert sum(low) == sum(size < k for size in sizes)
    assert all(bar.x + bar.width <= found.width for bar in found.bars)
    assert all(bar.y >= 0 and bar.y + bar.height <= found.base + 0.02 for bar in found.bars)


def test_k_stands_between_the_classes_below_and_the_others() -> None:
    found = histogram([1, 2, 10, 11], k=10)
    below = [bar.x + bar.width for bar in found.bars if not bar.safe]
    above = [bar.x for bar in found.bars if bar.safe]
    assert max(below) < found.k_at < min(above)
    assert found.words == "4 classes of 1 to 11 records; 2 below k = 10"


def test_one_class_is_one_bar() -> None:
    (bar,) = histogram([25], k=20).bars
    assert bar.words == "1 class of 25 records"
