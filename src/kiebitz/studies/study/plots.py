"""The plots of a study, as PNG and SVG: shares of deals that can be won, with intervals, and effort."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.errors import InputError, counted
from kiebitz.patience.rule_options import CHANGEABLE
from kiebitz.studies.grid import DIMENSIONS
from kiebitz.studies.plot_style import COLOURS, blank, need, png, style, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.studies.grid import Value
    from kiebitz.studies.row_counts import CellFindings
    from kiebitz.studies.study.figures import Figures
    from kiebitz.studies.study.plan import Study

_MARKERS = "osD^vPX*"
#: The units of dimensions of the grid.
_UNITS = {rule.name: rule.unit for rule in CHANGEABLE if rule.studied and rule.unit}
_LOW = 30  # in %: if all shares are below, the axis ends below 100
_MAX_LINES = 16  # in one plot of effort


def plots(study: Study, report: Figures) -> dict[str, bytes]:
    """Return the plots by file name; a `KiebitzError` without deals or without matplotlib."""
    need()
    if not report.deals:
        raise InputError("", "there are no deals to be plotted")
    cells = [cell for cell in report.cells if cell.deals]
    files = {}
    with style():
        figures = {"winnable": _winnable(study, cells), "effort": _effort(study, cells)}
        figures |= study.asks.plots(cells, lambda some: title(study, some))
        for name, figure in figures.items():
            files[f"{name}.png"] = png(figure)
            files[f"{name}.svg"] = svg(figure).encode()
    return files


def _winnable(study: Study, cells: list[CellFindings]) -> Any:
    across = next((name for name in DIMENSIONS if len({_value(cell, name) for cell in cells}) > 1), study.varied[0])
    figure, axes = blank(_axis(across), "share of deals in %")
    values = list(dict.fromkeys(_value(cell, across) for cell in cells))
    numbers = all(isinstance(value, int) for value in values)
    places = {value: float(value) if isinstance(value, int) and numbers else at for at, value in enumerate(values)}
    series: dict[str, list[CellFindings]] = {}
    others = [name for name in DIMENSIONS if name != across and len({_value(cell, name) for cell in cells}) > 1]
    for cell in cells:
        series.setdefault(_name(cell, others), []).append(cell)
    for at, (name, line) in enumerate(series.items()):
        shift = 0.06 * (at - (len(series) - 1) / 2)  # so that no interval hides another
        points = [(places[_value(cell, across)] + shift, cell) for cell in line]
        _points(axes, points, at, name, joined=numbers)
    axes.set_xticks(list(places.values()), [_tick(value) for value in values])
    axes.margins(x=0.08)
    highest = 100 * max((cell.interval("solved") or (0.0, 1.0))[1] for cell in cells)
    top = 103 if highest > _LOW else max(0.1, 1.3 * highest)
    axes.set_ylim(-0.03 * top, top)
    axes.set_title(f"{title(study, cells)}: {study.asks.won}")
    if len(series) > 1 or any(cell.verdicts["undecided"] for cell in cells):
        axes.legend(frameon=False, fontsize=8)
    return figure


def _points(axes: Any, points: list[tuple[float, CellFindings]], at: int, name: str, *, joined: bool) -> None:
    colour = COLOURS[at % len(COLOURS)]
    xs = [x for x, _ in points]
    shares = [100 * (cell.share("solved").value or 0.0) for _, cell in points]
    intervals = [cell.interval("solved") or (0.0, 1.0) for _, cell in points]
    below = [share - 100 * low for share, (low, _) in zip(shares, intervals, strict=True)]
    above = [100 * high - share for share, (_, high) in zip(shares, intervals, strict=True)]
    label = name or "solved, with the 95 % interval that takes the undecided either way"
    axes.errorbar(
        xs,
        shares,
        yerr=[[max(0.0, gap) for gap in below], [max(0.0, gap) for gap in above]],
        color=colour,
        marker=_MARKERS[at % len(_MARKERS)],
        markersize=4.5,
        linewidth=1 if joined else 0,
        capsize=4,
        elinewidth=1.4,
        label=label,
    )
    if len(points) > 10 or name:
        return
    for x, share, (low, high), (_, cell) in zip(xs, shares, intervals, points, strict=True):
        # Beyond the interval, beside the line and within the frame.
        over = share < 85
        axes.annotate(
            _percent(cell),
            (x, 100 * (high if over else low)),
            textcoords="offset points",
            xytext=(6 if joined else 0, 5) if over else (0, -13),
            ha="right" if over and joined else "center",
            fontsize=8,
        )


def _effort(study: Study, cells: list[CellFindings]) -> Any:
    what = study.asks.effort
    return _histogram(study, cells[0], what) if len(cells) == 1 else _tails(study, cells, what)


def _histogram(study: Study, cell: CellFindings, what: str) -> Any:
    figure, axes = blank(f"{what} that the search looked at in one deal", "share of deals in %")
    digits: dict[int, int] = {}
    for value, times in cell.values["states"].counts.items():
        digits[int(value).bit_length()] = digits.get(int(value).bit_length(), 0) + times
    # Bars from one power of two to the next: numbers of n binary digits go from 2^(n - 1) to 2^n - 1.
    axes.bar(
        [2.0 ** (count - 1) for count in digits],
        [100 * times / cell.deals for times in digits.values()],
        width=[2.0 ** (count - 1) for count in digits],
        align="edge",
        color=COLOURS[0],
        edgecolor="white",
        linewidth=0.6,
    )
    axes.set_xscale("log", base=2)
    mean, maximum = cell.values["states"].mean or 0.0, cell.values["states"].most or 0
    axes.set_title(f"{title(study, [cell])}: {mean:,.1f} {what} in the mean, {maximum:,} at most")
    return figure


def _tails(study: Study, cells: list[CellFindings], what: str) -> Any:
    """Draw the share of deals above each number of states; histograms of several cells would overlap."""
    figure, axes = blank(what, f"deals that took more {what} than that, in %")
    varied = [name for name in DIMENSIONS if len({_value(cell, name) for cell in cells}) > 1]
    for at, cell in enumerate(cells[:_MAX_LINES]):
        xs, ys, remaining = [1.0], [100.0], cell.deals
        for value in sorted(cell.values["states"].counts):
            remaining -= cell.values["states"].counts[value]
            if remaining and value > 1.02 * xs[-1]:  # closer points are indistinguishable
                xs.append(value)
                ys.append(100 * remaining / cell.deals)
        axes.plot(
            xs,
            ys,
            color=COLOURS[at % len(COLOURS)],
            linewidth=1.4,
            linestyle="-" if at < len(COLOURS) else "--",
            drawstyle="steps-post",
            label=_name(cell, varied),
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.6)
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    more = f" (the first {_MAX_LINES} of {len(cells)})" if len(cells) > _MAX_LINES else ""
    axes.set_title(f"{title(study, cells)}: effort{more}")
    return figure


def title(study: Study, cells: Sequence[CellFindings]) -> str:
    counts = {cell.deals for cell in cells}
    each = counted(counts.pop(), "deal") if len(counts) == 1 else f"up to {counted(max(counts), 'deal')}"
    return f"{cells[0].cell.title}, {each}" + (" each" if len(cells) > 1 else "") + _numbering(study)


def _numbering(study: Study) -> str:
    deals = study.deals
    return f", seed {deals.seed}" if deals.seed is not None else ""


def _percent(cell: CellFindings) -> str:
    share = 100 * (cell.share("solved").value or 0.0)
    for places in (1, 2, 3, 4) if 1 <= share <= 99 else (2, 3, 4):
        text = f"{share:.{places}f}"
        if float(text) not in (0.0, 100.0) or share in (0.0, 100.0):
            break
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}"


def _value(cell: CellFindings, name: str) -> Value | None:
    return cell.cell.values[name]


def _tick(value: Value | None) -> str:
    return str(value).replace("_", " ")


def _axis(name: str) -> str:
    return f"{_UNITS[name]}s" if name in _UNITS else name.replace("_", " ")


def _name(cell: CellFindings, varied: list[str]) -> str:
    return ", ".join(_in_words(name, _value(cell, name)) for name in varied)


def _in_words(name: str, value: Value | None) -> str:
    if isinstance(value, int) and name in _UNITS:
        return counted(value, _UNITS[name])
    return f"{_axis(name)}: {_tick(value)}"
