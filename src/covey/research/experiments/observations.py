"""The paper's four observations, held against the sweep."""

from __future__ import annotations

import numpy as np

from covey.research.experiments.names import Sweep


def describe(sweeps: list[Sweep]) -> str:
    """Which of the paper's observations hold, and by how much."""
    values = sum(len(sweep.ks) for sweep in sweeps)
    certified = sum(sweep.certified for sweep in sweeps)
    lines = [
        "Fold and Spread on the names of the 1990 census (Du, Eppstein, Goodrich, Lueker 2009)",
        "",
        *(
            f"{sweep.table}: {sweep.total:,} records, {len(sweep.ks):,} values of k from"
            f" {sweep.ks[0]:,} to {sweep.ks[-1]:,}"
            for sweep in sweeps
        ),
        "",
        _spread_beats_fold(sweeps),
        _random_beats_sorted(sweeps),
        _drops_hurt(sweeps),
        _better_than_worst_case(sweeps),
        "",
        f"Beyond the paper: balanced is certified optimal at {certified:,} of {values:,} values of"
        f" k; its largest class is at most {_worst(sweeps, 'balanced'):.3f} k"
        f" and {_mean(sweeps, 'balanced'):.3f} k on average.",
    ]
    return "\n".join(lines)


def _spread_beats_fold(sweeps: list[Sweep]) -> str:
    parts = [
        f"{order}: smaller at {_share(sweeps, f'{order} spread', f'{order} fold'):.1%} of k, larger"
        f" at {_share(sweeps, f'{order} fold', f'{order} spread'):.1%}, on average"
        f" {_mean(sweeps, f'{order} spread'):.3f} k against {_mean(sweeps, f'{order} fold'):.3f} k"
        for order in ("random", "descending")
    ]
    # By the mean over all k: at single values of k either may win.
    holds = all(
        _mean(sweeps, f"{order} spread") < _mean(sweeps, f"{order} fold")
        for order in ("random", "descending")
    )
    return _observation(
        1, "Spread is superior to Fold, in random and in sorted order", holds, parts
    )


def _random_beats_sorted(sweeps: list[Sweep]) -> str:
    shares = {
        (name, order): _share(sweeps, f"random {name}", f"{order} {name}")
        for name in ("fold", "spread")
        for order in ("descending", "ascending")
    }
    parts = [
        f"{name}: random is smaller than {order} at {share:.1%} of k, larger at"
        f" {_share(sweeps, f'{order} {name}', f'random {name}'):.1%}"
        for (name, order), share in shares.items()
    ]
    # "Often" is read as: for more than half of all k.
    often = [f"{name} against {order}" for (name, order), share in shares.items() if share > 0.5]
    title = "A random order is often superior to a sorted one"
    if 0 < len(often) < len(shares):
        return _observation(2, title, f"HOLDS IN PART, for {' and '.join(often)}", parts)
    return _observation(2, title, bool(often), parts)


def _drops_hurt(sweeps: list[Sweep]) -> str:
    parts, jumps = [], {}
    for name in ("fold", "spread"):
        curve = f"descending {name}"
        change = np.concatenate([np.diff(sweep.ratio(curve)) for sweep in sweeps])
        # Steps of k at which there is one class less than before.
        drop = np.concatenate([np.diff(sweep.curves[curve].classes) < 0 for sweep in sweeps])
        jumps[name] = float(change[drop].mean()) if drop.any() else 0.0
        elsewhere = float(change[~drop].mean()) if (~drop).any() else 0.0
        parts.append(
            f"{name}: the ratio changes by {jumps[name]:+.4f} on average where a class is lost"
            f" ({int(drop.sum()):,} times), by {elsewhere:+.5f} elsewhere"
        )
    holds = jumps["fold"] > 0 and jumps["fold"] > jumps["spread"]
    title = "Where the number of classes drops by one the ratio suffers, most of all Fold's"
    return _observation(3, title, holds, parts)


def _better_than_worst_case(sweeps: list[Sweep]) -> str:
    parts = [
        f"{curve}: at most {_worst(sweeps, curve):.3f} k, {_mean(sweeps, curve):.3f} k on average"
        for curve in ("random fold", "random spread", "descending fold", "descending spread")
    ]
    parts.append("proved: 3 k for both")
    # "Much better" is read as: below 2 k on average, where 3 k is proved.
    holds = all(_mean(sweeps, curve) < 2 for curve in ("random spread", "descending spread"))
    return _observation(4, "Both do much better than their worst case", holds, parts)


def _observation(number: int, title: str, holds: bool | str, parts: list[str]) -> str:
    verdict = holds if isinstance(holds, str) else ("HOLDS" if holds else "DOES NOT HOLD")
    return "\n".join([f"{number}. {title}: {verdict}.", *(f"   {part}" for part in parts)])


def _share(sweeps: list[Sweep], smaller: str, larger: str) -> float:
    """At which share of all k one curve lies strictly below another."""
    below = [sweep.curves[smaller].largest < sweep.curves[larger].largest for sweep in sweeps]
    return float(np.concatenate(below).mean())


def _mean(sweeps: list[Sweep], curve: str) -> float:
    return float(np.concatenate([sweep.ratio(curve) for sweep in sweeps]).mean())


def _worst(sweeps: list[Sweep], curve: str) -> float:
    return max(float(sweep.ratio(curve).max()) for sweep in sweeps)
