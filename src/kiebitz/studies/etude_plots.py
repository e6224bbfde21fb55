"""The étude's plots, each as the text of an SVG file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import InputError, counted
from kiebitz.studies.etude import PAID, STAKE
from kiebitz.studies.plot_style import blank, need, style, svg
from kiebitz.studies.questions.score import CARDS

if TYPE_CHECKING:
    from kiebitz.studies.etude import EtudeFigures

_BLUE, _PALE, _GREY, _RED = "#30659b", "#c9d9ea", "#6b6b6b", "#b5382a"


def plots(figures: EtudeFigures) -> dict[str, str]:
    """Return the plots by file name; a `KiebitzError` without games or without matplotlib."""
    need()
    if not figures.games:
        raise InputError("", "there are no games to be plotted")
    with style():
        return {
            "scores.svg": _scores(figures),
            "convergence.svg": _convergence(figures),
            "positions.svg": _positions(figures),
        }


def _scores(figures: EtudeFigures) -> str:
    figure, axes = blank("best score (cards brought home)", "share of games in %")
    games = figures.games
    scores = range(CARDS + 1)
    axes.bar(scores, [100 * figures.scores[score] / games for score in scores], width=0.8, color=_BLUE)
    mean = figures.score.mean
    if mean is not None:
        axes.axvline(mean, color=_RED, linewidth=1.2, label=f"mean {mean:.2f}")
    even = STAKE / PAID
    axes.axvline(even, color=_GREY, linewidth=1.2, linestyle="--", label=f"the casino's break-even {even:g}")
    axes.set_xlim(-1, CARDS + 1)
    axes.set_title(f"Best scores of {counted(figures.games, 'game')}")
    axes.legend(frameon=False)
    return svg(figure)


def _convergence(figures: EtudeFigures) -> str:
    figure, axes = blank("games played", "mean best score")
    points = [sample for sample in figures.convergence() if sample.count >= 10]
    counts = [sample.count for sample in points]
    intervals = [sample.interval_within(0, CARDS) or (0.0, 0.0) for sample in points]
    low, high = [low for low, _ in intervals], [high for _, high in intervals]
    axes.fill_between(counts, low, high, color=_PALE, label="95 % interval")
    axes.plot(counts, [sample.mean or 0.0 for sample in points], color=_BLUE, linewidth=1.4, label="mean so far")
    mean = figures.score.mean
    if mean is not None:
        axes.axhline(mean, color=_RED, linewidth=0.8, linestyle="--", label=f"mean of all {mean:.3f}")
    if counts and counts[-1] > counts[0]:
        axes.set_xscale("log")
        axes.set_xlim(counts[0], counts[-1])
    axes.set_title("The mean as games are added")
    axes.legend(frameon=False)
    return svg(figure)


def _positions(figures: EtudeFigures) -> str:
    figure, axes = blank("positions that the search looked at in one deal", "share of games in %")
    games, effort = figures.games, figures.effort
    digits = range(int(max(effort, default=0)) + 1)
    # Bars from one power of two to the next: numbers of n binary digits go from 2^(n - 1) to 2^n - 1.
    axes.bar(
        [2.0 ** (count - 1) for count in digits],
        [100 * effort[count] / games for count in digits],
        width=[2.0 ** (count - 1) for count in digits],
        align="edge",
        color=_BLUE,
        edgecolor="white",
        linewidth=0.6,
    )
    axes.set_xscale("log", base=2)
    axes.set_xlim(left=1)
    axes.set_yscale("log")
    mean = figures.states.mean or 0
    axes.set_title(f"Positions per deal: {mean:.1f} in the mean, {figures.most_positions:,} at most")
    return svg(figure)
