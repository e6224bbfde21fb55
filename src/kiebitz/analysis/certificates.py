"""Certificates: files that let a small program confirm that a position cannot be won, or not in fewer moves.

docs/certificates.md specifies them; the checker, `kiebitz.check_certificate`, shares no code with this package.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from kiebitz.analysis.answers import SearchAnswer
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limit_tracker import LimitTracker
from kiebitz.analysis.limits import VERDICTS, Effort, Limit, Verdict, limit_or
from kiebitz.analysis.supported_rules import Search, unmet_condition
from kiebitz.cards import Rank
from kiebitz.errors import FileError, KernelFaultError, NumberRangeError, UnsupportedRulesError
from kiebitz.kernel import analyst as kernel_analyst
from kiebitz.kernel import functions as kernel
from kiebitz.kernel import host
from kiebitz.kernel.analyst import PROVE
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_game, encode_layout, encode_position, encode_rules
from kiebitz.patience.games import game, games
from kiebitz.patience.rule_options import Build, Foundations, HomeMoves, Supermoves

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.kernel.answers import Proof
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

#: The most moves that a claim can be about.
MOST_MOVES = 254
_BY_EASIER_GAME = -1  # to the kernel, in place of a number of moves
_LOWEST_MERGED = 3  # the lowest rank from which on suits are merged, counted from 0

#: What certificates say of rules, or can leave unsaid, because single-card moves do it all.
_STATED = {"game", "title", "pack", "columns", "cells", "build", "empty_column", "foundations", "ace", "home_moves"}
_UNSAID = {"supermoves", "dealt_to_cells", "dealt_first", "dealt_rows", "goal", "family"}
#: A certificate with more positions takes so long that it pays to know the next claim that matters.
_LONG = 20_000
_WINS = -1  # what the checker says of a line that is legal and wins
_PROVEN, _NOT_PROVEN, _UNREADABLE = range(3)
_BUILDS = ("alternate_colour", "same_suit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate(SearchAnswer):
    """A proven claim about a position, and the file that proves it.

    `moves` is `None` if the position cannot be won; otherwise no line has fewer single-card moves, moves home included.
    `shortest` says whether a line of that length exists. `data` is the file, empty if nothing was proven: then
    `limit_hit` names the limit, or `refuted` is the length of a line shorter than claimed, or `obstacle` is the reason
    why suits were merged in vain: the easier games are `winnable`, or one is lost but has more `positions` than
    checkers search, or there are too many `piles` for the search. `limit_hit` may also name the limit that prevented a
    higher claim.
    """

    position: Position
    moves: int | None = None
    positions: int = 0
    data: bytes = b""
    shortest: bool = False
    refuted: int | None = None
    obstacle: str | None = None


def supports(rules: Rules) -> str | None:
    """Return `None` if certificates support these rules, else the reason."""
    if rules.supermoves in (Supermoves.WHOLE, Supermoves.ANY):
        return f"supermoves {rules.supermoves.value}; expected rules of single-card moves"
    if rules.stock:
        return "a stock; expected all cards on the board"
    if rules.build.value not in _BUILDS:
        return f"build {rules.build.value}; expected {' or '.join(_BUILDS)}"
    if rules.foundations is Foundations.WHOLE_RUNS:
        return "foundations whole_runs; expected cards that go home one by one"
    usual = game("freecell")
    for field in fields(rules):
        if field.name not in _STATED | _UNSAID and getattr(rules, field.name) != getattr(usual, field.name):
            name = field.name.replace("_", " ")
            return f"other {name} than FreeCell; expected rules whose {name} a certificate need not tell"
    return unmet_condition(rules, Search.SHORTEST_LINE)


def _unmergeable(rules: Rules) -> str | None:
    """Return `None` if there are easier games with merged suits, else the reason."""
    if rules.build is not Build.ALTERNATE_COLOUR:
        return f"build {rules.build.value}; expected {Build.ALTERNATE_COLOUR.value}"
    if rules.foundations is not Foundations.UP:
        return f"foundations {rules.foundations.value}; expected {Foundations.UP.value}"
    if rules.home_moves is not HomeMoves.FREE:
        return f"home_moves {rules.home_moves.value}; expected {HomeMoves.FREE.value}"
    if len({card.suit for card in rules.pack}) == len({card.suit.colour for card in rules.pack}):
        return "no two suits of one colour"
    if len({card.rank for card in rules.pack}) <= _LOWEST_MERGED:
        return f"no more than {_LOWEST_MERGED} ranks"
    return None


def certify(
    position: Position,
    limit: Limit | None = None,
    *,
    moves: int | None = None,
    merge_suits: bool = False,
    number: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Certificate:
    """Prove that a position cannot be won or, if it can, that no line is shorter than the shortest one.

    With *moves*, prove that no line has fewer, whether or not the position can be won. With *merge_suits*, prove that
    the position cannot be won by an easier game in which the suits of the higher ranks are merged; the certificate has
    no positions, and its checker finds them.
    *number* is the position's Microsoft deal, if it is one: the certificate then names the deal instead of the board.
    Raises `UnsupportedRulesError` for unsupported games, `NumberRangeError` unless *moves* is 1 to `MOST_MOVES`.

    >>> from kiebitz.patience.dealing import deal
    >>> certify(deal(781948), number=781948).positions
    7736
    """
    reason = supports(position.rules)
    if reason is not None:
        raise UnsupportedRulesError(position.rules.title, f"has no certificates: {reason}")
    if moves is not None and not 1 <= moves <= MOST_MOVES:
        raise NumberRangeError(moves, f"1 to {MOST_MOVES} moves", least=1, most=MOST_MOVES)
    tracker = LimitTracker(limit_or(limit), stop)
    maker = _Maker(position, tracker, number)
    if merge_suits:
        if (reason := _unmergeable(position.rules)) is not None:
            raise UnsupportedRulesError(position.rules.title, f"has no proofs with merged suits: {reason}")
        return maker.by_easier_game()
    if moves is not None:
        return maker.at_least(moves)
    game, board = encode_game(position.rules), encode_position(position)
    with as_kernel_fault():
        answer = tracker.spend(lambda limits, poll: kernel_analyst.answer(game, board, PROVE, (*limits, 0), poll))
    verdict = Verdict.UNDECIDED if answer is None else VERDICTS[answer.verdict]
    if verdict is Verdict.UNDECIDED:
        return maker.nothing(tracker.limit_hit)
    return maker.impossible() if verdict is Verdict.IMPOSSIBLE else maker.shortest()


def check(name: str) -> tuple[bool, str]:
    """Return whether the certificate in a file proves its claim, and the proven statement or the reason.

    Raises `FileError` if the file is not a certificate, or cannot be read. The checker shares no code with the search.
    """
    try:
        verdict, statement = host.check_certificate(name)
    except UnicodeError:
        verdict, statement = _UNREADABLE, "there is no file of such a name"
    if verdict == _UNREADABLE:
        raise FileError(name, f"cannot be read as a certificate: {statement}")
    return verdict == _PROVEN, statement


def games_of(statement: str) -> list[Rules]:
    """Return the rules of the catalogue's games that a proven statement is about; none if no game has just these.

    Games that only their deals tell apart have one statement about a board.
    """
    start, _, stated = statement.partition(" (")
    fields = dict(words.split(" ", 1) for words in stated.partition(", single-card moves)")[0].split(", "))
    numbered = not start.startswith("board")
    if not numbered:
        del fields["dealt_to_cells"]  # where cards lie is said by the board
    return [rules for rules in map(game, games()) if supports(rules) is None and fields == _stated(rules, numbered)]


def _stated(rules: Rules, numbered: bool) -> dict[str, str]:
    """Return what a certificate states of rules, by its words; empty if numbered deals are laid out otherwise."""
    lines = header(deal(1, rules), "impossible", 1, 1).decode("ascii").splitlines()[1:-1]
    fields = {"home_moves": "free", **dict(line.split(" ", 1) for line in lines)}
    if numbered and fields["start"] != "microsoft 1":
        return {}
    unstated = {"start", "claim", "positions"} if numbered else {"start", "claim", "positions", "dealt_to_cells"}
    return {"cards": str(len(rules.pack)), **{name: fields[name] for name in fields.keys() - unstated}}


def header(
    position: Position, claim: str, positions: int, number: int | None = None, *, merged_from: bytes = b""
) -> bytes:
    """Return the lines with which the certificate of a claim, `impossible` or `moves N`, begins."""
    rules = position.rules
    moves = int(claim.removeprefix("moves ")) if claim != "impossible" else 0
    ladder = bytes([card.rank - Rank.ACE for card in next(filter(None, rules.ladders))])
    numbered = b"" if number is None else str(number).encode()
    game_bytes = encode_rules(rules), encode_layout(rules), ladder
    return kernel.certificate_header(*game_bytes, encode_position(position), moves, positions, numbered, merged_from)


class _Maker:
    """Makes the certificates of a position within one limit."""

    def __init__(self, position: Position, tracker: LimitTracker, number: int | None) -> None:
        self._position = position
        self._tracker = tracker
        self._number = number

    def impossible(self) -> Certificate:
        return self._certificate(self._prove(0), None)

    def by_easier_game(self) -> Certificate:
        proof = self._prove(_BY_EASIER_GAME)
        if proof is None or VERDICTS[proof.verdict] is Verdict.IMPOSSIBLE or self._tracker.limit_hit is not None:
            return self._certificate(proof, None)
        if VERDICTS[proof.verdict] is Verdict.SOLVED:
            return replace(self.nothing(None), obstacle="winnable")
        return replace(self.nothing(None), obstacle="positions" if proof.merged_from else "piles")

    def at_least(self, moves: int) -> Certificate:
        """Prove that no line has fewer than *moves* moves."""
        return self._certificate(self._prove(moves), moves)

    def shortest(self) -> Certificate:
        """Prove that no line is shorter than the shortest one, or as much as the limit allows.

        Claims are proven in turn, each about one move more. Once that gets slow, a search for a shortest line
        determines the last claim.
        """
        best = self.nothing(None)
        moves = max(1, len(self._position.rules.pack) - sum(self._position.foundations))
        length: int | None = None
        while moves <= MOST_MOVES:
            if best.positions > _LONG and length is None:
                length = self._length()
                moves = max(moves, length)
            proof = self._prove(moves)
            if proof is None or VERDICTS[proof.verdict] is Verdict.UNDECIDED:
                return replace(best, effort=self._tracker.effort())
            if VERDICTS[proof.verdict] is Verdict.SOLVED:
                if not best.data:  # the game is already won
                    return replace(best, refuted=proof.moves)
                if proof.moves != best.moves:
                    raise KernelFaultError(f"a line of {proof.moves} moves, but not of {best.moves}")
                return replace(best, shortest=True, effort=self._effort(None))
            best = self._certificate(proof, moves)
            if moves == length:
                return replace(best, shortest=True)
            moves += 1
        return best

    def _length(self) -> int:
        """Return the length of a shortest line, 0 if a limit is hit."""
        request = encode_rules(self._position.rules), encode_position(self._position)
        answer = self._tracker.spend(lambda limits, _: kernel.shortest_line(*request, limits, ask=self._tracker.stop))
        if answer is None:
            return 0
        moves = decode_moves(answer.line)
        if not moves or len(moves) > answer.bound:
            return 0
        if kernel.check(*request, answer.line) != _WINS:
            raise KernelFaultError("the checker refuses the line that the search found")
        return len(moves)

    def nothing(self, limit_hit: str | None) -> Certificate:
        return Certificate(position=self._position, effort=self._effort(limit_hit))

    def _effort(self, limit_hit: str | None) -> Effort:
        return replace(self._tracker.effort(), limit_hit=limit_hit)

    def _prove(self, moves: int) -> Proof | None:
        request = encode_rules(self._position.rules), encode_position(self._position), moves
        return self._tracker.spend(lambda limits, poll: kernel.certificate(*request, limits, ask=poll))

    def _certificate(self, proof: Proof | None, moves: int | None) -> Certificate:
        if proof is None or VERDICTS[proof.verdict] is Verdict.UNDECIDED:
            return self.nothing(self._tracker.limit_hit)
        if VERDICTS[proof.verdict] is Verdict.SOLVED:
            return replace(self.nothing(None), refuted=proof.moves)
        claim = "impossible" if moves is None else f"moves {moves}"
        head = header(self._position, claim, proof.positions, self._number, merged_from=proof.merged_from)
        return Certificate(
            position=self._position,
            moves=moves,
            positions=proof.positions,
            data=head + proof.body,
            effort=self._effort(None),
        )
