"""The pure-Python kernel's search of trick play with all cards seen: two seats against one, thirty-two cards.

A card is 8 · suit + place; who may play what, who takes a trick and what it counts stands in the tables that a game
number selects. Alpha-beta with a table of bounds at the start of tricks. No line is judged here; that is for the
referee.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.errors import KiebitzError

_SEATS = 3
_HANDS = 12  # bytes of a world: one mask of four bytes a seat
_GRAND, _NULL = 4, 5
_TRUMP = 4  # the kind of a trump; plain cards are of the kind of their suit
_PLACES = range(8)
_JACK = 4
_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)
_PLAIN_ORDER = (0, 1, 2, 5, -1, 3, 4, 6)  # 7 8 9 Q K T A; a jack is a trump
_JACK_ORDER = (10, 7, 8, 9)  # by suit: above all other trumps
_JACKS_UPWARDS = (1, 2, 3, 0)
_ALL_JACKS = 0x10101010
_ABOVE = 16  # what a trump is ahead of every plain card
_MOST = 127  # above any value


class _Game(NamedTuple):
    """What a game makes of the cards: the kind and strength of each, the cards of each kind, the points of each."""

    null: bool
    kinds: tuple[int, ...]
    strengths: tuple[int, ...]
    masks: tuple[int, ...]
    points: tuple[int, ...]
    by_byte: tuple[int, ...]  # the points of a suit's cards, for each set of places
    names: _Names


class _Names(dict[int, int]):
    """Who holds what of a suit, for three bytes of places: the same number where only the cards' names differ.

    A 7, an 8 and a 9 count nothing and stand next to each other, so that it only matters in which order their holders
    come; in Null, where nothing counts, that is true of all cards of a suit.
    """

    def __init__(self, equal: int) -> None:
        super().__init__()
        self._equal = equal  # so many of the lowest places differ in their order only

    def __missing__(self, places: int) -> int:
        number, next_place = 0, 0
        for place in _PLACES:
            holder = next((seat + 1 for seat in range(_SEATS) if places >> (8 * seat + place) & 1), 0)
            if place >= self._equal:
                number |= holder << 2 * place
            elif holder:
                number |= holder << 2 * next_place
                next_place += 1
        self[places] = number
        return number


class _JackNames(dict[int, int]):
    """The same for the four jacks, which count the same: three bits a suit, a bit for each holder."""

    def __missing__(self, holders: int) -> int:
        number = 0
        for suit in _JACKS_UPWARDS:
            holder = holders >> 8 * suit & 7
            number = number << 3 | holder if holder else number
        self[holders] = number
        return number


_NAMES = _Names(3)
_NULL_NAMES = _Names(8)
_JACK_NAMES = _JackNames()


def _game(number: int) -> _Game:
    kinds, strengths = [], []
    for suit in range(4):
        for place in _PLACES:
            if number == _NULL:
                kinds.append(suit)
                strengths.append(place)
            elif place == _JACK:
                kinds.append(_TRUMP)
                strengths.append(_JACK_ORDER[suit] + _ABOVE)
            else:
                kinds.append(_TRUMP if suit == number else suit)
                strengths.append(_PLAIN_ORDER[place] + (_ABOVE if suit == number else 0))
    masks = tuple(sum(1 << card for card in range(32) if kinds[card] == kind) for kind in range(5))
    by_byte = tuple(sum(_POINTS[place] for place in _PLACES if byte >> place & 1) for byte in range(256))
    names = _NULL_NAMES if number == _NULL else _NAMES
    return _Game(number == _NULL, tuple(kinds), tuple(strengths), masks, _POINTS * 4, by_byte, names)


_GAMES = tuple(_game(number) for number in range(6))


# --- what comes in ---


def _checked(game: int, declarer: int, turn: int) -> _Game:
    if not 0 <= game < len(_GAMES):
        raise KiebitzError(f"game: 0 to 5 expected, not {game}")
    for name, seat in (("declarer", declarer), ("turn", turn)):
        if not 0 <= seat < _SEATS:
            raise KiebitzError(f"{name}: seat 0, 1 or 2 expected, not {seat}")
    return _GAMES[game]


def _read_hands(hands: bytes, turn: int, trick: bytes) -> list[int]:
    if len(hands) != _HANDS:
        raise KiebitzError(f"hands: 12 bytes expected, not {len(hands)}")
    if len(trick) >= _SEATS:
        raise KiebitzError(f"trick: at most two cards expected, not {len(trick)}")
    masks = [int.from_bytes(hands[4 * seat : 4 * seat + 4], "little") for seat in range(_SEATS)]
    seen = 0
    for mask in masks:
        if mask & seen:
            raise KiebitzError("hands: no card in two hands expected")
        seen |= mask
    for card in trick:
        if card >= 32:
            raise KiebitzError(f"trick: card codes 0 to 31 expected, not {card}")
        if seen >> card & 1:
            raise KiebitzError(f"trick: card {card} expected once, and in no hand")
        seen |= 1 << card
    sizes = [mask.bit_count() for mask in masks]
    for place in range(1, len(trick) + 1):
        sizes[turn - place] += 1
    if len(set(sizes)) != 1:
        raise KiebitzError("hands: equally many cards expected, one less where the trick holds the seat's card")
    return masks


# --- the search ---


class _Search:
    """The positions of one world under one game and declarer; what is found out is kept for further questions."""

    def __init__(self, game: _Game, declarer: int, hands: list[int]) -> None:
        self.game = game
        self.declarer = declarer
        self.hands = hands
        self.nodes = 0
        self._bounds: dict[int, tuple[int, int, int]] = {}  # lowest and highest value, the card that did best

    def left(self) -> int:
        """Return the points in the hands."""
        seen = self.hands[0] | self.hands[1] | self.hands[2]
        by_byte = self.game.by_byte
        return by_byte[seen & 255] + by_byte[seen >> 8 & 255] + by_byte[seen >> 16 & 255] + by_byte[seen >> 24]

    def highest(self, trick: bytes) -> int:
        """Return a value that is never exceeded."""
        return 1 if self.game.null else self.left() + sum(self.game.points[card] for card in trick)

    def choices(self, turn: int, trick: bytes) -> list[int]:
        """Return the legal cards, lowest code first."""
        hand = self.hands[turn]
        if trick:
            hand = hand & self.game.masks[self.game.kinds[trick[0]]] or hand
        return [card for card in range(32) if hand >> card & 1]

    def start(self, leader: int, low: int, high: int) -> int:
        """Return the value at the start of a trick: exact between low and high, else a bound on that side."""
        hands = self.hands
        if not hands[leader]:
            return 1 if self.game.null else 0
        self.nodes += 1
        key = self._key(leader)
        lower, upper, first = self._bounds.get(key) or (0, self.highest(b""), -1)
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        low, high = max(low, lower - 1), min(high, upper + 1)
        value, first = self._best(leader, b"", low, high, first)
        if value > low:
            lower = max(lower, value)
        if value < high:
            upper = min(upper, value)
        self._bounds[key] = lower, upper, first
        return value

    def _key(self, leader: int) -> int:
        """Return what all positions have in common that differ in the names of cards only."""
        first, second, third = self.hands
        key = leader
        if not self.game.null:
            jacks = first & _ALL_JACKS | (second & _ALL_JACKS) << 1 | (third & _ALL_JACKS) << 2
            key |= _JACK_NAMES[jacks >> _JACK] << 2
            first, second, third = first & ~_ALL_JACKS, second & ~_ALL_JACKS, third & ~_ALL_JACKS
        names = self.game.names
        for suit in (0, 8, 16, 24):
            key = key << 16 | names[first >> suit & 255 | (second >> suit & 255) << 8 | (third >> suit & 255) << 16]
        return key

    def after(self, turn: int, trick: bytes, card: int, low: int, high: int) -> int:
        """Return the value once *turn* has played *card*, as `start` does."""
        hands = self.hands
        hands[turn] ^= 1 << card
        trick += bytes((card,))
        if len(trick) < _SEATS:
            value, _ = self._best((turn + 1) % _SEATS, trick, low, high, -1)
        else:
            taker = (turn + 1 + self._taking(trick)) % _SEATS
            if taker != self.declarer:
                value = self.start(taker, low, high)
            elif self.game.null:
                value = 0
            else:
                points = self.game.points
                gain = points[trick[0]] + points[trick[1]] + points[trick[2]]
                value = gain + self.start(taker, low - gain, high - gain)
        hands[turn] ^= 1 << card
        return value

    def value(self, turn: int, trick: bytes, low: int, high: int) -> int:
        """Return the value of any position, as `start` does."""
        return self._best(turn, trick, low, high, -1)[0] if trick else self.start(turn, low, high)

    def exact(self, turn: int, trick: bytes, card: int = -1) -> int:
        """Return the exact value of any position, or of that after *card*, by halving what is still possible."""
        low, high = 0, self.highest(trick)
        while low < high:
            middle = (low + high + 1) // 2
            if card < 0:
                value = self.value(turn, trick, middle - 1, middle)
            else:
                value = self.after(turn, trick, card, middle - 1, middle)
            if value >= middle:
                low = value
            else:
                high = value
        return low

    def _taking(self, trick: bytes) -> int:
        """Return the place of the card that takes the trick, as far as it has gone."""
        kinds, strengths = self.game.kinds, self.game.strengths
        best = 0
        for place in range(1, len(trick)):
            card, ahead = trick[place], trick[best]
            if kinds[card] in (kinds[ahead], _TRUMP) and strengths[card] > strengths[ahead]:
                best = place
        return best

    def _best(self, turn: int, trick: bytes, low: int, high: int, first: int) -> tuple[int, int]:
        """Return the value and the card that did best, looking at *first* first."""
        self.nodes += 1
        mine = turn == self.declarer
        value, best = (-1, -1) if mine else (_MOST, -1)
        for card in self._ordered(turn, trick, first):
            worth = self.after(turn, trick, card, low, high)
            if mine and worth > value:
                value, best = worth, card
                low = max(low, worth)
            elif not mine and worth < value:
                value, best = worth, card
                high = min(high, worth)
            if low >= high:
                break
        return value, best

    def _ordered(self, turn: int, trick: bytes, first: int) -> list[int]:
        """Return the legal cards but one of each equal kind, what promises most first."""
        game = self.game
        choices = self.choices(turn, trick)
        if len(choices) == 1:
            return choices
        # Two cards of a hand are equal if they are of one kind, count the same, and no card that lies in another hand
        # or in the trick stands between them: exchanging them changes no trick's taker and no trick's points.
        others = self.hands[turn - 1] | self.hands[turn - 2]
        for card in trick:
            others |= 1 << card
        kinds, strengths, points = game.kinds, game.strengths, game.points
        kept: list[int] = []
        for card in sorted(choices, key=lambda card: (kinds[card], strengths[card])):
            if kept and kinds[kept[-1]] == kinds[card] and (game.null or points[kept[-1]] == points[card]):
                between = range(strengths[kept[-1]] + 1, strengths[card])
                if not any(
                    strengths[other] in between
                    for other in range(32)
                    if others >> other & 1 and kinds[other] == kinds[card]
                ):
                    continue
            kept.append(card)
        promise = self._promise_null if game.null else self._promise
        kept.sort(key=lambda card: (card != first, promise(turn, trick, card)))
        return kept

    def _promise_null(self, turn: int, trick: bytes, card: int) -> int:
        """Return what sorts cards in Null: the declarer ducks as high as he can, the others stay low."""
        strength = self.game.strengths[card]
        if not trick or turn != self.declarer:
            return strength
        ahead = trick[self._taking(trick)]
        under = self.game.kinds[card] != self.game.kinds[ahead] or strength < self.game.strengths[ahead]
        return -strength if under else strength

    def _promise(self, turn: int, trick: bytes, card: int) -> int:
        """Return what sorts cards elsewhere: take dear tricks, give cheap ones, feed the partner's."""
        game = self.game
        points = game.points[card]
        if not trick:
            return -game.strengths[card] if turn == self.declarer else (game.kinds[card] == _TRUMP) * 32 - points
        takes = self._taking(trick + bytes((card,))) == len(trick)
        leading = (turn - len(trick) + self._taking(trick)) % _SEATS
        partner = self.declarer not in (turn, leading)
        if partner and (len(trick) == _SEATS - 1 or not takes):
            return -points
        return -points - 32 if takes else points


# --- the questions ---


def skat_best(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> tuple[int, bytes]:
    """Find the value of a position and a line that leads to it: (value, card codes)."""
    rules = _checked(game, declarer, turn)
    search = _Search(rules, declarer, _read_hands(hands, turn, trick))
    value = search.exact(turn, trick)
    return value, _line(search, turn, trick, value)


def _line(search: _Search, turn: int, trick: bytes, value: int) -> bytes:
    """Return cards of best play, each of which keeps the value; in Null no further than to the declarer's trick."""
    line = bytearray()
    while search.hands[turn]:
        if turn == search.declarer:
            keeps = (c for c in search.choices(turn, trick) if search.after(turn, trick, c, value - 1, value) >= value)
        else:
            keeps = (c for c in search.choices(turn, trick) if search.after(turn, trick, c, value, value + 1) <= value)
        card = next(keeps)
        line.append(card)
        search.hands[turn] ^= 1 << card
        trick += bytes((card,))
        turn = (turn + 1) % _SEATS
        if len(trick) == _SEATS:
            turn = (turn + search._taking(trick)) % _SEATS  # noqa: SLF001  the same file's
            if turn == search.declarer:
                if search.game.null:
                    break
                value -= sum(search.game.points[card] for card in trick)
            trick = b""
    return bytes(line)


def skat_reaches(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, points: int) -> bool:
    """Say whether the declarer takes at least so many points; in Null, whatever *points* says, no trick."""
    rules = _checked(game, declarer, turn)
    return _reaches(_Search(rules, declarer, _read_hands(hands, turn, trick)), turn, trick, points)


def _reaches(search: _Search, turn: int, trick: bytes, points: int) -> bool:
    if search.game.null:
        points = 1
    if points <= 0 or points > search.highest(trick):
        return points <= 0
    return search.value(turn, trick, points - 1, points) >= points


def skat_moves(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> list[tuple[int, int]]:
    """Return every legal card with its value, lowest code first."""
    rules = _checked(game, declarer, turn)
    search = _Search(rules, declarer, _read_hands(hands, turn, trick))
    return [(card, search.exact(turn, trick, card)) for card in search.choices(turn, trick)]


def skat_worlds(game: int, declarer: int, turn: int, points: int, hands: bytes) -> tuple[bytes, int]:
    """Answer `skat_reaches` for many worlds at the start of a trick: (1 or 0 a world, positions searched)."""
    answers, nodes = bytearray(), 0
    for search in _searches(game, declarer, turn, hands):
        answers.append(_reaches(search, turn, b"", points))
        nodes += search.nodes
    return bytes(answers), nodes


def skat_values(game: int, declarer: int, turn: int, hands: bytes) -> tuple[bytes, int]:
    """Find the exact values of many worlds at the start of a trick: (a byte a world, positions searched)."""
    answers, nodes = bytearray(), 0
    for search in _searches(game, declarer, turn, hands):
        answers.append(search.exact(turn, b""))
        nodes += search.nodes
    return bytes(answers), nodes


def _searches(game: int, declarer: int, turn: int, hands: bytes) -> list[_Search]:
    rules = _checked(game, declarer, turn)
    if len(hands) % _HANDS:
        raise KiebitzError(f"hands: 12 bytes a world expected, not {len(hands)} in all")
    places = range(0, len(hands), _HANDS)
    return [_Search(rules, declarer, _read_hands(hands[place : place + _HANDS], turn, b"")) for place in places]
