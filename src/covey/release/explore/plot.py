"""Loss, classes and largest class by k, as a picture."""

from __future__ import annotations

from pathlib import Path

from covey.core.plot import new_figure, require_plotting, save
from covey.release.explore.explore import Choice, Exploration

FIGURES = (("loss", "loss"), ("classes", "classes"), ("largest class", "largest"))
STYLES = {"local": "o-", "nested": "^-.", "global": "s--"}


def draw(exploration: Exploration, target: Path) -> None:
    """Three panels above one another; a line for each recoding."""
    require_plotting()
    figure = new_figure(6.5, 7.5)
    panels = figure.subplots(3, 1, sharex=True)
    lines = _by_recoding(exploration)
    for panel, (name, of) in zip(panels, FIGURES, strict=True):
        for recoding, choices in lines.items():
            panel.plot(
                [choice.k for choice in choices],
                [getattr(choice, of) for choice in choices],
                STYLES.get(recoding, "d:"),
                label=recoding,
            )
        panel.set_ylabel(name)
        panel.grid(visible=True, alpha=0.3)
    panels[0].legend(title="recoding")
    for panel in panels:
        panel.set_ylim(bottom=0)
    for panel in panels[1:]:
        panel.yaxis.set_major_formatter("{x:,.0f}")
    # The k that people try grow by factors: 2, 5, 10, 20.
    panels[-1].set_xscale("log")
    ticks = sorted({choice.k for choice in exploration.choices})
    panels[-1].set_xticks(ticks, [f"{k:,}" for k in ticks])
    panels[-1].minorticks_off()
    panels[-1].set_xlabel("k")
    save(figure, target)


def _by_recoding(exploration: Exploration) -> dict[str, list[Choice]]:
    found: dict[str, list[Choice]] = {}
    for choice in exploration.choices:
        if not choice.why_not:
            found.setdefault(choice.recoding, []).append(choice)
    return found
