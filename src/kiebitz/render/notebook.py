"""Positions, results, games and studies in notebooks: as boards, players, tables and plots.

`import kiebitz` calls `register` in a notebook. Types are registered by name, so that nothing else is imported before
its first object is shown.
"""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any

from kiebitz.errors import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kiebitz.analysis.answers import Answer, Result
    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.analysis.scores import BestScore
    from kiebitz.analysis.shortest import ShortestLine
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.session import Session

_SVG, _HTML = "image/svg+xml", "text/html"
_PERCENT = ".2%"
_INK, _MARK = "#2f8f57", "#e08a00"  # visible on white and on black


def register(formatters: Mapping[str, Any]) -> None:
    """Register the displays of our types with IPython's formatters."""
    for kind, shown in ((_SVG, _AS_SVG), (_HTML, _AS_HTML)):
        for (module, name), show in shown.items():
            formatters[kind].for_type_by_name(module, name, show)


def position_svg(position: Position) -> str:
    """Return the board."""
    from kiebitz.render import svg

    return svg.board(position, position.rules.title)


def result_html(result: Result) -> str:
    """Return the verdict with the solution as a player, or else with the board."""
    rules = result.position.rules
    title = f"{rules.title}: {result.verdict.value}"
    if result.limit_hit:
        return _headed(f"{title}, stopped by the limit on {result.limit_hit}", position_svg(result.position))
    if not result.moves:
        return _headed(title, position_svg(result.position))
    title += f" in {counted(len(result.moves), 'move')} (autoplay {result.autoplay.value})"
    return _played(title, result.position, result.moves, result.autoplay)


def answer_html(answer: Answer) -> str:
    """Return the board with the verdict and the best score."""
    summary = answer.verdict.value
    if answer.score is not None:
        summary += f", best score {_score(answer.score, answer.bound)}"
    stopped = f", stopped by the limit on {answer.limit_hit}" if answer.limit_hit else ""
    return _headed(f"{answer.position.rules.title}: {summary}{stopped}", position_svg(answer.position))


def shortest_html(best: ShortestLine) -> str:
    """Return the length or its bounds, and the best line as a player."""
    title = f"{best.position.rules.title}: {best.verdict.value}"
    if best.length is None:
        return _headed(title, position_svg(best.position))
    if best.proven:
        title += f" in {counted(best.length, 'move')}, the fewest there are"
    else:
        title += f" in {counted(best.length, 'move')}; none has fewer than {best.bound}"
    return _played(title, best.position, best.moves, best.autoplay)


def best_html(best: BestScore) -> str:
    """Return the score, and a line to it as a player."""
    title = f"{best.position.rules.title}: best score {_score(best.score, best.bound)}"
    return _played(title, best.position, best.moves, best.autoplay)


def session_html(session: Session) -> str:
    """Return the current board, the cards of the last move marked, and the moves so far."""
    from kiebitz.render import svg
    from kiebitz.render.replay import Replay

    state = ", won" if session.is_won else ", no move is left" if session.is_stuck else ""
    title = f"{session.title}: {counted(session.ply, 'move')}{state}"
    frames = Replay.of(session.start, session.moves, session.autoplay).frames
    moved = {card for frame in frames if frame.ply == session.ply for card in frame.moved}
    board = svg.board(session.position, session.rules.title, moved=moved)
    return _headed(title, board, _notation(session.words()))


def range_html(result: RangeResult) -> str:
    """Return the number of deals per verdict; in a scored game also the histogram of best scores."""
    from kiebitz.analysis.answers import NO_SCORE
    from kiebitz.analysis.limits import Verdict

    title = f"{result.rules.title} deals {result.first} to {result.last}"
    total = result.last - result.first + 1
    rows = []
    for verdict in Verdict:
        share = result.count(verdict) / total
        rows.append((verdict.value, f"{result.count(verdict):,}", format(share, _PERCENT), _bar(share)))
    scores = Counter(result.scores)
    scores.pop(NO_SCORE, None)
    return _headed(title, _table(("verdict", "deals", "share", ""), rows), *_histogram("best score", scores))


def study_html(figures: Any) -> str:
    """Return the shares and scores of a study with 95 % intervals: a row for each cell of its grid that has deals."""
    cells = [cell for cell in figures.cells if cell.deals]
    head = ("rules", "deals", "solved", "95 %", "", "impossible", "undecided")
    effort = ("states, median", "states, 99 %", "moves, mean", "moves, most")
    rows = []
    for cell in cells:
        interval = cell.interval("solved")
        rows.append(
            (
                cell.cell.text,
                f"{cell.deals:,}",
                *(_share(cell.share("solved")), _interval(interval), _bar(cell.share("solved").value, interval)),
                *(_share(cell.share(verdict)) for verdict in ("impossible", "undecided")),
                *(_number(cell.values["states"].at(share)) for share in (0.5, 0.99)),
                *(_number(cell.values["moves"].mean, 1), _number(cell.values["moves"].most)),
            )
        )
    title = f"{counted(figures.deals, 'deal')}{'' if figures.finished else ', not finished'}"
    return _headed(title, _table((*head, *effort), rows), *_score_tables(cells))


def _score_tables(cells: Sequence[Any]) -> list[str]:
    """Return the table of a study's scores; empty if its question has none."""
    if not any(cell.values["score"].count for cell in cells):
        return []
    rows = []
    for cell in cells:
        scores = cell.values["score"]
        values = (_number(value) for value in (scores.at(0.5), scores.at(0.99), scores.most))
        decisions = _number(cell.values["decisions"].mean, 1)
        rows.append((cell.cell.text, *_mean(scores.sample), *values, decisions))
    head = ("rules", "mean score", "95 %", "score, median", "score, 99 %", "score, most", "decisions, mean")
    return [_table(head, rows)]


def etude_html(figures: Any) -> str:
    """Return the mean score of an étude's games with its interval, and the share of wins."""
    mean, interval = _mean(figures.score)
    rows = [("games", f"{figures.games:,}")]
    if mean:
        rows.append(("mean best score", mean))
    if interval:
        rows.append(("95 % interval", interval))
    rows.append(("won", f"{_share(figures.won)} {_interval(figures.won.interval)}"))
    return _headed("Wetherell's étude", _table((), rows), *_histogram("best score", figures.scores))


#: Displays by module and name of the type.
_AS_SVG: dict[tuple[str, str], Callable[[Any], str]] = {
    ("kiebitz.patience.position", "Position"): position_svg,
    ("kiebitz.analysis.answers", "Answer"): lambda answer: position_svg(answer.position),
    ("kiebitz.analysis.answers", "Result"): lambda result: position_svg(result.position),
    ("kiebitz.analysis.scores", "BestScore"): lambda best: position_svg(best.position),
    ("kiebitz.analysis.shortest", "ShortestLine"): lambda best: position_svg(best.position),
    ("kiebitz.patience.session", "Session"): lambda session: position_svg(session.position),
}
_AS_HTML: dict[tuple[str, str], Callable[[Any], str]] = {
    ("kiebitz.analysis.answers", "Answer"): answer_html,
    ("kiebitz.analysis.answers", "Result"): result_html,
    ("kiebitz.analysis.ranges", "RangeResult"): range_html,
    ("kiebitz.analysis.scores", "BestScore"): best_html,
    ("kiebitz.analysis.shortest", "ShortestLine"): shortest_html,
    ("kiebitz.patience.session", "Session"): session_html,
    ("kiebitz.studies.study.figures", "Figures"): study_html,
    ("kiebitz.studies.etude", "EtudeFigures"): etude_html,
}


def _played(title: str, start: Position, moves: Sequence[Move], autoplay: Autoplay) -> str:
    """Return a player in a frame, which isolates its style and script from the notebook."""
    from kiebitz.render.replay import Replay
    from kiebitz.render.replay.html import html

    replay = Replay.of(start, moves, autoplay, start.rules.title)
    words = [frame.text for frame in replay.frames if frame.ply and not frame.automatic]
    frame = (
        f'<iframe srcdoc="{escape(html(replay))}" sandbox="allow-scripts" title="{escape(title)}" '
        'style="width:100%;max-width:60rem;height:40rem;border:0"></iframe>'
    )
    return _headed(title, frame, _notation(words))


def _headed(title: str, *parts: str) -> str:
    return "\n".join([f"<div><p><strong>{escape(title)}</strong></p>", *parts, "</div>"])


def _notation(words: Sequence[str]) -> str:
    moves = escape(" ".join(words))
    return f"<details><summary>Moves</summary><code>{moves}</code></details>" if words else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [
        f"<tr>{''.join(f'<td>{cell if isinstance(cell, _Drawing) else escape(cell)}</td>' for cell in row)}</tr>"
        for row in rows
    ]
    if head:
        lines.insert(0, f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>")
    return f"<table>{''.join(lines)}</table>"


class _Drawing(str):
    __slots__ = ()


def _bar(share: float | None, interval: tuple[float, float] | None = None) -> str:
    if share is None:
        return ""
    long, high = 140, 12
    parts = [
        f'<rect width="{long}" height="{high}" rx="2" fill="#888" fill-opacity=".25"/>',
        f'<rect width="{long * share:.2f}" height="{high}" rx="2" fill="{_INK}"/>',
    ]
    label = format(share, _PERCENT)
    if interval is not None:
        low, upper = (long * border for border in interval)
        parts.append(
            f'<path d="M{low:.2f} 6H{upper:.2f}M{low:.2f} 2v8M{upper:.2f} 2v8" stroke="{_MARK}" stroke-width="2"/>'
        )
        label += f", 95 % interval {_interval(interval)}"
    size = f'width="{long}" height="{high}" viewBox="0 0 {long} {high}"'
    return _Drawing(f'<svg {size} role="img" aria-label="{label}">{"".join(parts)}</svg>')


def _histogram(name: str, counts: Mapping[Any, int]) -> list[str]:
    """Return the histogram of whole numbers, with titles on its columns; empty without counts."""
    if not counts:
        return []
    first, last, highest = int(min(counts)), int(max(counts)), max(counts.values())
    wide, high, below = 12, 110, 16
    columns = []
    for value in range(first, last + 1):
        tall = high * counts.get(value, 0) / highest
        x = (value - first) * wide
        columns.append(
            f'<rect x="{x + 1}" y="{high - tall:.2f}" width="{wide - 2}" height="{tall:.2f}" fill="{_INK}">'
            f"<title>{value}: {counts.get(value, 0):,}</title></rect>"
        )
        if value % 5 == 0:
            columns.append(
                f'<text x="{x + wide / 2}" y="{high + 13}" font-size="11" text-anchor="middle" fill="currentColor">'
                f"{value}</text>"
            )
    across = (last - first + 1) * wide
    label = escape(f"{name}: {first} to {last}, most often {max(counts, key=lambda value: counts[value]):g}")
    size = f'width="{across}" height="{high + below}" viewBox="0 0 {across} {high + below}"'
    style = 'style="overflow:visible;max-width:100%"'
    return [f'<p>{escape(name)}</p><svg {size} {style} role="img" aria-label="{label}">{"".join(columns)}</svg>']


def _score(score: int, bound: int | None) -> str:
    return str(score) if score == bound else f"at least {score}, at most {bound}"


def _share(share: Any) -> str:
    return f"{share.count:,}" if share.value is None else f"{share.count:,} ({share.value:{_PERCENT}})"


def _interval(borders: tuple[float, float] | None) -> str:
    return "" if borders is None else f"{borders[0]:{_PERCENT}} to {borders[1]:{_PERCENT}}"


def _mean(sample: Any) -> tuple[str, str]:
    mean, interval = sample.mean, sample.interval
    return (
        "" if mean is None else f"{mean:.4f}",
        "" if interval is None else f"{interval[0]:.4f} to {interval[1]:.4f}",
    )


def _number(value: float | None, places: int = 0) -> str:
    return "" if value is None else f"{value:,.{places}f}"
