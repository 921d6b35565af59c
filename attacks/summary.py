"""What came of all campaigns, as a table and a list of failures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attacks.runner import Failure, Outcome


def table(outcomes: Sequence[Outcome]) -> str:
    lines = [f"{'campaign':<12}{'cases':>8}{'tries':>10}{'seconds':>10}{'failures':>10}"]
    for each in outcomes:
        seen = ", ".join(f"{number:,} {what}" for what, number in sorted(each.seen.items()))
        figures = f"{each.cases:>8,}{each.tries:>10,}{each.seconds:>10.1f}{len(each.failures):>10}"
        lines.append(f"{each.campaign:<12}{figures}" + (f"   {seen}" if seen else ""))
    return "\n".join(lines)


def failures(outcomes: Sequence[Outcome]) -> str:
    """Those that are alike are listed once, by the first seed."""
    lines = []
    for first, number in _alike(outcomes):
        more = f" ({number - 1} more like it)" if number > 1 else ""
        lines += [f"FAILED {first.campaign}, seed {first.seed}{more}: {first.message}",
                  f"  {first.line}"]  # fmt: skip
    return "\n".join(lines)


def _alike(outcomes: Sequence[Outcome]) -> Iterator[tuple[Failure, int]]:
    groups: dict[tuple[str, str], list[Failure]] = {}
    for outcome in outcomes:
        for failure in outcome.failures:
            groups.setdefault((outcome.campaign, failure.likeness), []).append(failure)
    for group in groups.values():
        yield group[0], len(group)
