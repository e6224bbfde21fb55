"""The pure-Python kernel's search of trick play with all cards seen: two seats against one, thirty-two cards.

A card is 8 · suit + place in the order 7 8 9 T J Q K A. Alpha-beta with a transposition table at the start of tricks.
To judge a line is for the referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Best, Worlds

if TYPE_CHECKING:
    from collections.abc import Callable

_SEATS = 3
_HANDS = 12  # bytes of a world: one mask of four bytes a seat
_NULL, _BY_TRICKS = 5, 8  # 0 to 3: the suit that is trump; 4: Grand; 8 more: every card counts one point
_GAMES = (*range(_NULL + 1), *range(_BY_TRICKS, _BY_TRICKS + _NULL))
_TRUMP = 4  # the kind of a trump; other cards are of the kind of their suit
_JACK = 4
_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)
_ALL_POINTS = 120
_ORDER = (0, 1, 2, 5, -1, 3, 4, 6)  # 7 8 9 Q K T A; a jack is a trump
_JACK_ORDER = (10, 7, 8, 9)  # by suit: above all other trumps


class _Position(NamedTuple):
    """The hands, a bit a card; the seat to play; the cards of the trick that lie on the table."""

    hands: tuple[int, ...]
    turn: int
    trick: bytes


class _Search:
    """The positions of a world under one game and declarer; what is found out is kept for further questions."""

    def __init__(self, game: int, declarer: int) -> None:
        if game not in _GAMES:
            raise KernelInputError("game", f"0 to 5 or 8 to 12 expected, not {game}")
        by_tricks, game = divmod(game, _BY_TRICKS)
        self.null = game == _NULL
        self.declarer = _seat("declarer", declarer)
        self.tricks = 0  # begun in the search
        self.points = (0,) * 32 if self.null else (1,) * 32 if by_tricks else _POINTS * 4
        jacks = () if self.null else range(_JACK, 32, 8)
        self.kinds = tuple(_TRUMP if card in jacks or card >> 3 == game else card >> 3 for card in range(32))
        self.strengths = tuple(
            card & 7 if self.null else _JACK_ORDER[card >> 3] if card in jacks else _ORDER[card & 7]
            for card in range(32)
        )
        self._bounds: dict[_Position, tuple[int, int]] = {}  # lowest and highest value at the start of a trick

    def choices(self, position: _Position) -> list[int]:
        """Return the legal cards, the lowest code first."""
        hand = position.hands[position.turn]
        mine = [card for card in range(32) if hand >> card & 1]
        trick = position.trick
        return [card for card in mine if trick and self.kinds[card] == self.kinds[trick[0]]] or mine

    def after(self, position: _Position, card: int) -> tuple[_Position, int]:
        """Return the position after a card, and what it adds to the declarer's value.

        In Null the game is over with his first trick: then nobody has a card, and the value of such an end is taken
        back.
        """
        hands, turn, trick = list(position.hands), position.turn, position.trick + bytes((card,))
        hands[turn] ^= 1 << card
        turn = (turn + 1) % _SEATS
        if len(trick) < _SEATS:
            return _Position(tuple(hands), turn, trick), 0
        turn = (turn + self._taking(trick)) % _SEATS
        if turn != self.declarer:
            return _Position(tuple(hands), turn, b""), 0
        if self.null:
            return _Position((0,) * _SEATS, turn, b""), -1
        return _Position(tuple(hands), turn, b""), sum(self.points[played] for played in trick)

    def value(self, position: _Position, low: int = -1, high: int = _ALL_POINTS + 1) -> int:
        """Return what the declarer still takes, 1 or 0 in Null: exact between low and high, else a bound on that side.

        The points of the cards in the trick count for who takes it.
        """
        lower, upper = 0, _ALL_POINTS
        if not position.trick:
            if not position.hands[position.turn]:
                return int(self.null)
            self.tricks += 1
            lower, upper = self._bounds.get(position, (lower, upper))
            if lower >= high or lower == upper:
                return lower
            if upper <= low:
                return upper
        mine = position.turn == self.declarer
        best, alpha, beta = -1 if mine else _ALL_POINTS, low, high
        for card in sorted(self.choices(position), key=lambda card: self._promise(position.trick, card)):
            value = self.value_after(position, card, alpha, beta)
            best = max(best, value) if mine else min(best, value)
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        if not position.trick:
            self._bounds[position] = (
                max(lower, best) if best > low else lower,
                min(upper, best) if best < high else upper,
            )
        return best

    def value_after(self, position: _Position, card: int, low: int = -1, high: int = _ALL_POINTS + 1) -> int:
        """Return the value once a card is played, as `value` does."""
        after, gain = self.after(position, card)
        return gain + self.value(after, low - gain, high - gain)

    def values(self, position: _Position) -> list[tuple[int, int]]:
        """Return every legal card with its exact value."""
        return [(card, self.value_after(position, card)) for card in self.choices(position)]

    def reaches(self, position: _Position, points: int) -> bool:
        """Say whether the declarer takes at least *points*; in Null, whatever *points* says, no trick."""
        points = 1 if self.null else points
        return points <= 0 or self.value(position, points - 1, points) >= points

    def _taking(self, trick: bytes) -> int:
        """Return the place of the card that takes the trick, as far as it has gone."""
        best = 0
        for place in range(1, len(trick)):
            kind, ahead = self.kinds[trick[place]], self.kinds[trick[best]]
            if self.strengths[trick[place]] > self.strengths[trick[best]] if kind == ahead else kind == _TRUMP:
                best = place
        return best

    def _promise(self, trick: bytes, card: int) -> int:
        """Return what sorts the cards: dear cards that take first, then cheap ones; in Null low ones."""
        if self.null:
            return self.strengths[card]
        takes = self._taking(trick + bytes((card,))) == len(trick)
        return -self.points[card] if takes else self.points[card]


def _seat(name: str, seat: int) -> int:
    if not 0 <= seat < _SEATS:
        raise KernelInputError(name, f"seat 0, 1 or 2 expected, not {seat}")
    return seat


def _read(hands: bytes, turn: int, trick: bytes = b"") -> _Position:
    """Read a position; a `KernelInputError` unless each card is there once, and all have played equally many."""
    _seat("turn", turn)
    if len(hands) != _HANDS:
        raise KernelInputError("hands", f"12 bytes expected, not {len(hands)}")
    if len(trick) >= _SEATS or any(card >= 32 for card in trick):
        raise KernelInputError("trick", f"at most two card codes from 0 to 31 expected, not {[*trick]}")
    masks = tuple(int.from_bytes(hands[4 * seat : 4 * seat + 4], "little") for seat in range(_SEATS))
    cards = [card for mask in masks for card in range(32) if mask >> card & 1] + list(trick)
    if len(set(cards)) < len(cards):
        raise KernelInputError("hands", "each card once expected, in a hand or in the trick")
    sizes = [mask.bit_count() for mask in masks]
    for place in range(1, len(trick) + 1):
        sizes[turn - place] += 1
    if len(set(sizes)) != 1:
        raise KernelInputError("hands", "equally many cards expected, one less where the trick holds the seat's card")
    return _Position(masks, turn, trick)


def _worlds(hands: bytes, turn: int, trick: bytes = b"") -> list[_Position]:
    if len(hands) % _HANDS:
        raise KernelInputError("hands", f"12 bytes a world expected, not {len(hands)} in all")
    return [_read(hands[at : at + _HANDS], turn, trick) for at in range(0, len(hands), _HANDS)]


# --- the questions ---


def skat_best(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> Best:
    """Find the value of a position and a line that leads to it, in Null no further than to the declarer's trick."""
    search, position = _Search(game, declarer), _read(hands, turn, trick)
    value = left = search.value(position)
    line = bytearray()
    while position.hands[position.turn]:
        card = next(card for card, worth in search.values(position) if worth == left)
        position, gain = search.after(position, card)
        left -= gain
        line.append(card)
    return Best(value, bytes(line))


def skat_reaches(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, points: int) -> bool:
    """Say whether the declarer takes at least *points*; in Null, whatever *points* says, no trick."""
    return _Search(game, declarer).reaches(_read(hands, turn, trick), points)


def skat_moves(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> list[tuple[int, int]]:
    """Return every legal card with its value, lowest code first."""
    return _Search(game, declarer).values(_read(hands, turn, trick))


def skat_trace(
    game: int, hands: bytes, declarer: int, turn: int, trick: bytes, cards: bytes
) -> list[list[tuple[int, int]]]:
    """Return for each card of a line of play what `skat_moves` says at the moment when it was played."""
    search, position = _Search(game, declarer), _read(hands, turn, trick)
    moments = []
    for card in cards:
        if card not in search.choices(position):
            raise KernelInputError("cards", f"a card that may be played expected, not {card}")
        moments.append(position)
        position, _ = search.after(position, card)
    # Endings first, for what is found out about them is kept.
    return [search.values(moment) for moment in reversed(moments)][::-1]


def skat_best_discard(
    game: int, hands: bytes, declarer: int, turn: int, pairs: bytes, least: int = 0
) -> tuple[int, int]:
    """Return the index of the first best pair for a declarer of twelve cards, and his points with those of the pair.

    Where none brings him *least*, the points are -1.
    """
    if not pairs or len(pairs) % 2:
        raise KernelInputError("pairs", f"two bytes a pair expected, not {len(pairs)} in all")
    if len(hands) != _HANDS:
        raise KernelInputError("hands", f"twelve bytes expected, not {len(hands)}")
    at = 4 * _seat("declarer", declarer)
    twelve = int.from_bytes(hands[at : at + 4], "little")
    best, most = (0, -1), max(0, min(least, 1) if game == _NULL else least) - 1
    for index in range(len(pairs) // 2):
        first, second = pairs[2 * index : 2 * index + 2]
        if first == second or not (first < 32 and second < 32 and twelve >> first & twelve >> second & 1):
            raise KernelInputError("pairs", f"two of the declarer's cards expected, not {first} and {second}")
        ten = twelve ^ 1 << first ^ 1 << second
        search = _Search(game, declarer)
        in_skat = search.points[first] + search.points[second]
        position = _read(hands[:at] + ten.to_bytes(4, "little") + hands[at + 4 :], turn)
        points = in_skat + search.value(position, low=most - in_skat)
        if points > most:
            most = points
            best = index, most
    return best


def skat_levels(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, had: bytes, levels: bytes) -> Worlds:
    """Return for many positions and each card that may be played how many of the levels the declarer reaches."""
    if len(hands) != _HANDS * len(had):
        raise KernelInputError("hands", f"12 bytes a world and one of points expected, not {len(hands)} and {len(had)}")
    if sorted(levels) != list(levels):
        raise KernelInputError("levels", "ascending card points expected")
    worlds = _worlds(hands, turn, trick)
    if len({world.hands[turn] for world in worlds}) > 1:
        raise KernelInputError("hands", "the same hand for the seat to play expected")
    values, tricks = bytearray(), 0
    for world, points in zip(worlds, had, strict=True):
        search = _Search(game, declarer)
        for _, value in search.values(world):
            values.append(value if search.null else sum(level <= points + value for level in levels))
        tricks += search.tricks
    return Worlds(bytes(values), tricks)


def skat_worlds(
    game: int,
    declarer: int,
    turn: int,
    points: int,
    hands: bytes,
    alike: bool = False,  # noqa: ARG001  nothing is kept here from one world to the next
) -> Worlds:
    """Answer `skat_reaches` for many worlds at the start of a trick: 1 or 0 a world."""
    return _of_each(game, declarer, _worlds(hands, turn), lambda search, world: search.reaches(world, points))


def skat_values(game: int, declarer: int, turn: int, hands: bytes) -> Worlds:
    """Find the exact values of many worlds at the start of a trick."""
    return _of_each(game, declarer, _worlds(hands, turn), _Search.value)


def _of_each(
    game: int, declarer: int, worlds: list[_Position], question: Callable[[_Search, _Position], int]
) -> Worlds:
    values, tricks = bytearray(), 0
    for world in worlds:
        search = _Search(game, declarer)
        values.append(question(search, world))
        tricks += search.tricks
    return Worlds(bytes(values), tricks)
