"""The pure-Python kernel's player's moves of one deal and of many: made of the search's lines, and checked.

How they are made stands in `lines`; they are checked on the checker's table.
"""

from __future__ import annotations

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Deals, Play, PlayerLines
from oracle import lines as _lines
from oracle.checker import Replay, first_wrong, read_claims
from oracle.deals import NUMBERED, Dealer, joined
from oracle.table import CELL, FACE_DOWN, HOME, Rules, State, read_state

_SOLVED = 0
_BYTES_PER_MOVE = 4
_MAX, _ONE, _MICROSOFT = 2, 1, 2  # of what is played by itself, and of what moves at once


def checked_play(rules: Rules, play: Play) -> Play:
    """Return how a game is played; a `KernelInputError` where it cannot be played so."""
    autoplay, at_once = play
    if autoplay not in range(3) or at_once not in range(3):
        raise KernelInputError("play", f"choices 0 to 2 expected, not {autoplay} and {at_once}")
    if at_once and (rules.whole or rules.any):
        raise KernelInputError("play", "no limit on sequences expected where they move whole")
    return Play(autoplay, at_once)


def player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> bytes | None:
    """Return the player's moves of a line that wins, four bytes each; `None` if it does not survive autoplay."""
    parsed = Rules(rules)
    return _lines.player_line(parsed, read_state(parsed, position), line, checked_play(parsed, play))


def player_lines(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Deals = NUMBERED,
) -> PlayerLines:
    """Do the same for the solved deals of a batch."""
    parsed = Rules(rules)
    dealer = Dealer(parsed, layout, deals, (first, last))
    play = checked_play(parsed, play)
    found = [
        _lines.player_line(parsed, dealer.deal(number), line, play) if verdict == _SOLVED else None
        for number, (verdict, line) in enumerate(
            zip(verdicts, read_claims(first, last, verdicts, lines, ends), strict=True), first
        )
    ]
    return PlayerLines(bytes(line is not None for line in found), *joined([line or b"" for line in found]))


def check_player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> int:
    """-1 for player's moves that are legal and win; else the index of the first wrong one, or their number."""
    parsed = Rules(rules)
    return _first_fault(parsed, read_state(parsed, position), line, checked_play(parsed, play))


def check_player_lines(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    made: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Deals = NUMBERED,
) -> int:
    """Return the first deal whose player's moves are wrong, or last + 1."""
    parsed = Rules(rules)
    dealer = Dealer(parsed, layout, deals, (first, last))
    play = checked_play(parsed, play)

    def wins(number: int, line: bytes) -> bool:
        return not len(line) % _BYTES_PER_MOVE and _first_fault(parsed, dealer.deal(number), line, play) < 0

    return first_wrong(first, list(map(bool, made)), read_claims(first, last, made, lines, ends), wins)


def _first_fault(rules: Rules, start: State, line: bytes, play: Play) -> int:
    if len(line) % _BYTES_PER_MOVE:
        raise KernelInputError("line", f"four bytes a move expected, not {len(line)} in all")
    replay = _PlayerReplay(rules, start, play)
    for at in range(0, len(line), _BYTES_PER_MOVE):
        source, target, count, most = line[at : at + _BYTES_PER_MOVE]
        if replay.most(source, target, count) != most or not replay.play(source, target, count):
            return at // _BYTES_PER_MOVE
        replay.send_home()
    return -1 if replay.won() else len(line) // _BYTES_PER_MOVE


class _PlayerReplay(Replay):
    def __init__(self, rules: Rules, start: State, play: Play) -> None:
        super().__init__(rules, start)
        self._autoplay, self._at_once = play

    def capacity(self, helpers: int) -> int:
        if self._at_once == _ONE:
            return 1
        return super().capacity(min(helpers, 1) if self._at_once == _MICROSOFT else helpers)

    def most(self, source: int, target: int, count: int) -> int:
        """Return the most cards that could move from one pile to another if that many may."""
        pile, onto = self.pile(source), self.pile(target)
        if pile is None or onto is None or max(source, target) >= CELL or source == target:
            return count
        for more in range(len(pile), count, -1):
            if pile[-more] < FACE_DOWN and self.may_move_onto(onto, pile[-more:]):
                return more
        return count

    def send_home(self) -> None:
        """Send home what the program plays by itself."""
        sent = self._autoplay > 0 and not self.stock
        while sent:
            sent = False
            for source in (*range(self.rules.columns), *range(CELL, CELL + self.rules.cells)):
                pile = self.pile(source)
                if pile and (self._autoplay == _MAX or self._is_missed_by_none(pile[-1])):
                    count = self.rules.ranks if self.rules.whole_suits else 1
                    sent |= self.play(source, HOME + pile[-1] % 4, count)

    def _is_missed_by_none(self, card: int) -> bool:
        """Say whether no card that is still to come could need this one as its place, by the rule of safe autoplay."""
        rules, step = self.rules, card // 4
        if rules.whole_suits:
            return all(self.home[suit] == rules.ranks for suit in rules.suits if suit != card % 4)
        if rules.by_suit:
            return not rules.from_king or not (rules.whole or rules.any) or step == rules.ranks - 1
        if not rules.from_king and step < (1 if rules.any else 2):
            return True
        others = min(step + 2, rules.ranks) if rules.from_king else step
        red = card % 4 in (1, 2)
        return all(
            self.home[suit] >= others
            for suit in rules.suits
            if suit != card % 4 and (rules.build_any or (suit in (1, 2)) != red)
        )
