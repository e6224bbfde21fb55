"""How positions, results, games and studies show themselves in a notebook: as boards, players and tables.

The types shown are named, not imported, so nothing is loaded before there is something to show. `import kiebitz` calls
`register` where a notebook is running.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from kiebitz.errors import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kiebitz.analysis.answers import Result
    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.analysis.scores import BestScore
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Autoplay
    from kiebitz.patience.session import Session

_SVG, _HTML = "image/svg+xml", "text/html"
_PERCENT = ".2%"


def register(formatters: Mapping[str, Any]) -> None:
    """Tell IPython's formatters, by kind of output, which of our types they can show, and how."""
    for kind, shown in ((_SVG, _AS_SVG), (_HTML, _AS_HTML)):
        for (module, name), show in shown.items():
            formatters[kind].for_type_by_name(module, name, show)


def position_svg(position: Position) -> str:
    """Return the board."""
    from kiebitz.render import svg

    return svg.board(position, position.rules.title)


def result_html(result: Result) -> str:
    """Return the verdict, and the solution as a player, or else the board."""
    rules = result.position.rules
    title = f"{rules.title}: {result.verdict.value}"
    if result.limit_hit:
        return _headed(f"{title}, stopped by the limit on {result.limit_hit}", position_svg(result.position))
    if not result.moves:
        return _headed(title, position_svg(result.position))
    title += f" in {counted(len(result.moves), 'move')} (autoplay {result.autoplay.value})"
    return _played(title, result.position, result.moves, result.autoplay)


def best_html(best: BestScore) -> str:
    """Return the score, and a line to it as a player."""
    score = str(best.score) if best.exact else f"at least {best.score}, at most {best.bound}"
    title = f"{best.position.rules.title}: best score {score}"
    return _played(title, best.position, best.moves, best.autoplay)


def session_html(session: Session) -> str:
    """Return the board as it is now, the cards of the last move marked, and the moves so far."""
    from kiebitz.render import svg
    from kiebitz.render.replay import Replay

    deal = ""
    if session.deal is not None:
        deal = f" deal {session.deal.number}"
        deal += "" if session.deal.numbering == "microsoft" else f" ({session.deal.numbering})"
    state = ", won" if session.is_won else ", no move is left" if session.is_stuck else ""
    title = f"{session.rules.title}{deal}: {counted(session.ply, 'move')}{state}"
    frames = Replay.of(session.start, session.moves, session.autoplay).frames
    moved = {card for frame in frames if frame.ply == session.ply for card in frame.moved}
    board = svg.board(session.position, session.rules.title, moved=moved)
    return _headed(title, board, _notation(session.words()))


def range_html(result: RangeResult) -> str:
    """Return how many deals of a range have each verdict."""
    from kiebitz.analysis.limits import Verdict

    title = f"{result.rules.title} deals {result.first} to {result.last}"
    total = result.last - result.first + 1
    rows = [
        (verdict.value, f"{(count := result.count(verdict)):,}", format(count / total, _PERCENT)) for verdict in Verdict
    ]
    return _headed(title, _table(("verdict", "deals", "share"), rows))


def study_html(found: Any) -> str:
    """Return the shares and scores of a study: a row for each cell of its grid that has deals, with 95 % intervals."""
    cells = [cell for cell in found.cells if cell.deals]
    head = ("rules", "deals", "solved", "95 %", "impossible", "undecided")
    effort = ("states, median", "states, 99 %", "moves, mean", "moves, most")
    rows = []
    for cell in cells:
        interval = cell.interval("solved")
        rows.append(
            (
                cell.cell.text,
                f"{cell.deals:,}",
                *(_share(cell.share("solved")), _interval(interval)),
                *(_share(cell.share(verdict)) for verdict in ("impossible", "undecided")),
                *(_number(cell.values["states"].at(share)) for share in (0.5, 0.99)),
                *(_number(cell.values["moves"].mean, 1), _number(cell.values["moves"].most)),
            )
        )
    title = f"{counted(found.deals, 'deal')}{'' if found.finished else ', not finished'}"
    return _headed(title, _table((*head, *effort), rows), *_score_tables(cells))


def _score_tables(cells: Sequence[Any]) -> list[str]:
    """Return the table of the scores of a study; none where its question is only whether deals can be won."""
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


def etude_html(found: Any) -> str:
    """Return what the games of an étude came to: the mean score with its interval, and the share of wins."""
    mean, interval = _mean(found.score)
    rows = [("games", f"{found.games:,}")]
    if mean:
        rows.append(("mean best score", mean))
    if interval:
        rows.append(("95 % interval", interval))
    rows.append(("won", f"{_share(found.won)} {_interval(found.won.interval)}"))
    return _headed("Wetherell's étude", _table((), rows))


#: What is shown, by module and name, and what shows it.
_AS_SVG: dict[tuple[str, str], Callable[[Any], str]] = {
    ("kiebitz.patience.position", "Position"): position_svg,
    ("kiebitz.analysis.answers", "Result"): lambda result: position_svg(result.position),
    ("kiebitz.analysis.scores", "BestScore"): lambda best: position_svg(best.position),
    ("kiebitz.patience.session", "Session"): lambda session: position_svg(session.position),
}
_AS_HTML: dict[tuple[str, str], Callable[[Any], str]] = {
    ("kiebitz.analysis.answers", "Result"): result_html,
    ("kiebitz.analysis.ranges", "RangeResult"): range_html,
    ("kiebitz.analysis.scores", "BestScore"): best_html,
    ("kiebitz.patience.session", "Session"): session_html,
    ("kiebitz.studies.study.figures", "Figures"): study_html,
    ("kiebitz.studies.etude", "Figures"): etude_html,
}


def _played(title: str, start: Position, moves: Sequence[Move], autoplay: Autoplay) -> str:
    """Return a player in a frame of its own, so that neither its style nor its script touches the notebook."""
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
    lines = [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
    if head:
        lines.insert(0, f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _share(share: Any) -> str:
    return f"{share.count:,}" if share.value is None else f"{share.count:,} ({share.value:{_PERCENT}})"


def _interval(borders: tuple[float, float] | None) -> str:
    return "" if borders is None else f"{borders[0]:{_PERCENT}} to {borders[1]:{_PERCENT}}"


def _mean(sample: Any) -> tuple[str, str]:
    """Return the mean of a sample and its interval."""
    mean, interval = sample.mean, sample.interval
    return (
        "" if mean is None else f"{mean:.4f}",
        "" if interval is None else f"{interval[0]:.4f} to {interval[1]:.4f}",
    )


def _number(value: float | None, places: int = 0) -> str:
    return "" if value is None else f"{value:,.{places}f}"
