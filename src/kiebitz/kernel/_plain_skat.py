"""The pure-Python kernel's search of trick play with all cards seen: two seats against one, thirty-two cards.

A card is 8 · suit + place in the order 7 8 9 T J Q K A. Alpha-beta with a transposition table at the start of tricks.
To judge a line is for the referee.
"""

from __future__ import annotations

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Best, Worlds

_SEATS = 3
_HANDS = 12  # bytes of a world: one mask of four bytes a seat
_NULL, _GAMES = 5, 6  # 0 to 3: the suit that is trump; 4: Grand
_TRUMP = 4  # the kind of a trump; other cards are of the kind of their suit
_JACK = 4
_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)
_ORDER = (0, 1, 2, 5, -1, 3, 4, 6)  # 7 8 9 Q K T A; a jack is a trump
_JACK_ORDER = (10, 7, 8, 9)  # by suit: above all other trumps


class _Search:
    """The positions of one world under one game and declarer; what is found out is kept for further questions."""

    def __init__(self, game: int, declarer: int, turn: int, hands: bytes, trick: bytes = b"") -> None:
        if not 0 <= game < _GAMES:
            raise KernelInputError("game", f"0 to 5 expected, not {game}")
        for name, seat in (("declarer", declarer), ("turn", turn)):
            if not 0 <= seat < _SEATS:
                raise KernelInputError(name, f"seat 0, 1 or 2 expected, not {seat}")
        self.null = game == _NULL
        self.declarer = declarer
        self.hands = _read_hands(hands, turn, trick)
        self.nodes = 0
        self.points = (0,) * 32 if self.null else _POINTS * 4
        jacks = () if self.null else range(_JACK, 32, 8)
        self.kinds = tuple(_TRUMP if card in jacks or card >> 3 == game else card >> 3 for card in range(32))
        self.strengths = tuple(
            card & 7 if self.null else _JACK_ORDER[card >> 3] if card in jacks else _ORDER[card & 7]
            for card in range(32)
        )
        # The cards by kind, each kind from its weakest to its strongest.
        self.order = sorted(range(32), key=lambda card: (self.kinds[card], self.strengths[card]))
        self._bounds: dict[bytes, tuple[int, int]] = {}  # lowest and highest value at the start of a trick

    def highest(self, trick: bytes) -> int:
        """Return a value that is never exceeded."""
        left = self.hands[0] | self.hands[1] | self.hands[2]
        return int(self.null) or sum(p for card, p in enumerate(self.points) if left >> card & 1 or card in trick)

    def choices(self, turn: int, trick: bytes) -> list[int]:
        """Return the legal cards, in the order of the cards."""
        hand = self.hands[turn]
        mine = [card for card in self.order if hand >> card & 1]
        return [card for card in mine if trick and self.kinds[card] == self.kinds[trick[0]]] or mine

    def value(self, turn: int, trick: bytes, low: int, high: int) -> int:
        """Return what the declarer still takes, 1 or 0 in Null: exact between low and high, else a bound on that side.

        The points of the cards in the trick count for who takes it.
        """
        if not trick and not self.hands[turn]:
            return int(self.null)
        self.nodes += 1
        if trick:
            return self._best(turn, trick, low, high)
        key = self._key(turn)
        lower, upper = self._bounds.get(key) or (0, self.highest(b""))
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        value = self._best(turn, b"", low, high)
        if value > low:
            lower = max(lower, value)
        if value < high:
            upper = min(upper, value)
        self._bounds[key] = lower, upper
        return value

    def _key(self, turn: int) -> bytes:
        """Return what positions share that differ in the names of cards only.

        For each kind these are, from the weakest card to the strongest, its holder and its points.
        """
        hands, kinds, points = self.hands, self.kinds, self.points
        key, kind = bytearray((turn,)), 0
        for card in self.order:
            while kind < kinds[card]:
                kind += 1
                key.append(255)
            for seat in range(_SEATS):
                if hands[seat] >> card & 1:
                    key.append(points[card] << 2 | seat)
        return bytes(key)

    def _best(self, turn: int, trick: bytes, low: int, high: int) -> int:
        mine = turn == self.declarer
        best = -1
        for card in self._ordered(turn, trick):
            value = self.after(turn, trick, card, low, high)
            if best < 0 or (value > best if mine else value < best):
                best = value
            if mine:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best

    def after(self, turn: int, trick: bytes, card: int, low: int, high: int) -> int:
        """Return the value once *turn* has played *card*, as `value` does."""
        self.hands[turn] ^= 1 << card
        trick += bytes((card,))
        gain = 0
        turn_after, trick_after = (turn + 1) % _SEATS, trick
        if len(trick) == _SEATS:
            turn_after, trick_after = (turn_after + self.taking(trick)) % _SEATS, b""
            if turn_after == self.declarer:
                gain = sum(self.points[played] for played in trick)
        if self.null and not trick_after and turn_after == self.declarer:
            value = 0
        else:
            value = gain + self.value(turn_after, trick_after, low - gain, high - gain)
        self.hands[turn] ^= 1 << card
        return value

    def taking(self, trick: bytes) -> int:
        """Return the place of the card that takes the trick, as far as it has gone."""
        best = 0
        for place in range(1, len(trick)):
            kind, ahead = self.kinds[trick[place]], self.kinds[trick[best]]
            if self.strengths[trick[place]] > self.strengths[trick[best]] if kind == ahead else kind == _TRUMP:
                best = place
        return best

    def _ordered(self, turn: int, trick: bytes) -> list[int]:
        """Return the legal cards but one of each equal kind, what promises most first.

        Two cards of a hand are equal if they are of one kind, count the same, and no card that lies in another hand or
        in the trick stands between them: exchanging them changes no trick's taker and no trick's points.
        """
        choices = self.choices(turn, trick)
        if len(choices) == 1:
            return choices
        others = self.hands[turn - 1] | self.hands[turn - 2]
        kept, last = [], -1
        for card in self.order:
            if card in choices:
                if last < 0 or self.kinds[last] != self.kinds[card] or self.points[last] != self.points[card]:
                    kept.append(card)
                last = card
            elif others >> card & 1 or card in trick:
                last = -1
        return sorted(kept, key=lambda card: self._promise(turn, trick, card))

    def _promise(self, turn: int, trick: bytes, card: int) -> int:
        """Return what sorts the cards: take dear tricks, give cheap ones; in Null stay low, or duck high."""
        takes = self.taking(trick + bytes((card,))) == len(trick)
        if self.null:
            return -self.strengths[card] if turn == self.declarer and not takes else self.strengths[card]
        if not trick:
            return -self.strengths[card] if turn == self.declarer else -self.points[card]
        leading = (turn - len(trick) + self.taking(trick)) % _SEATS
        ours = takes or self.declarer not in (turn, leading)
        return -self.points[card] - 32 * takes if ours else self.points[card]

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

    def reaches(self, turn: int, trick: bytes, points: int) -> bool:
        """Say whether the declarer takes at least *points*; in Null, whatever *points* says, no trick."""
        points = 1 if self.null else points
        if points <= 0 or points > self.highest(trick):
            return points <= 0
        return self.value(turn, trick, points - 1, points) >= points


def _read_hands(hands: bytes, turn: int, trick: bytes) -> list[int]:
    if len(hands) != _HANDS:
        raise KernelInputError("hands", f"12 bytes expected, not {len(hands)}")
    if len(trick) >= _SEATS:
        raise KernelInputError("trick", f"at most two cards expected, not {len(trick)}")
    masks = [int.from_bytes(hands[4 * seat : 4 * seat + 4], "little") for seat in range(_SEATS)]
    seen = masks[0] | masks[1] | masks[2]
    if seen.bit_count() != sum(mask.bit_count() for mask in masks):
        raise KernelInputError("hands", "no card in two hands expected")
    for card in trick:
        if card >= 32:
            raise KernelInputError("trick", f"card codes 0 to 31 expected, not {card}")
        if seen >> card & 1:
            raise KernelInputError("trick", f"card {card} expected once, and in no hand")
        seen |= 1 << card
    sizes = [mask.bit_count() for mask in masks]
    for place in range(1, len(trick) + 1):
        sizes[turn - place] += 1
    if len(set(sizes)) != 1:
        raise KernelInputError("hands", "equally many cards expected, one less where the trick holds the seat's card")
    return masks


# --- the questions ---


def skat_best(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> Best:
    """Find the value of a position and a line that leads to it."""
    search = _Search(game, declarer, turn, hands, trick)
    value = search.exact(turn, trick)
    return Best(value, _line(search, turn, trick, value))


def _line(search: _Search, turn: int, trick: bytes, value: int) -> bytes:
    """Return cards of best play, each of which keeps the value; in Null no further than to the declarer's trick."""
    line = bytearray()
    while search.hands[turn]:
        for card in sorted(search.choices(turn, trick)):
            if turn == search.declarer:
                keeps = search.after(turn, trick, card, value - 1, value) >= value
            else:
                keeps = search.after(turn, trick, card, value, value + 1) <= value
            if keeps:
                break
        line.append(card)
        search.hands[turn] ^= 1 << card
        trick += bytes((card,))
        turn = (turn + 1) % _SEATS
        if len(trick) == _SEATS:
            turn = (turn + search.taking(trick)) % _SEATS
            if turn == search.declarer:
                if search.null:
                    break
                value -= sum(search.points[card] for card in trick)
            trick = b""
    return bytes(line)


def skat_reaches(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, points: int) -> bool:
    """Say whether the declarer takes at least *points*; in Null, whatever *points* says, no trick."""
    return _Search(game, declarer, turn, hands, trick).reaches(turn, trick, points)


def skat_moves(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> list[tuple[int, int]]:
    """Return every legal card with its value, lowest code first."""
    search = _Search(game, declarer, turn, hands, trick)
    return [(card, search.exact(turn, trick, card)) for card in sorted(search.choices(turn, trick))]


def skat_trace(
    game: int, hands: bytes, declarer: int, turn: int, trick: bytes, cards: bytes
) -> list[list[tuple[int, int]]]:
    """Return for each card of a line of play what `skat_moves` says at the moment when it was played."""
    search = _Search(game, declarer, turn, hands, trick)
    moments: list[tuple[list[int], int, bytes]] = []
    for card in cards:
        taken = bool(moments) and not trick and turn == declarer
        if card not in search.choices(turn, trick) or (search.null and taken):
            raise KernelInputError("cards", f"a card that may be played expected, not {card}")
        moments.append((list(search.hands), turn, trick))
        search.hands[turn] ^= 1 << card
        trick += bytes((card,))
        turn = (turn + 1) % _SEATS
        if len(trick) == _SEATS:
            turn, trick = (turn + search.taking(trick)) % _SEATS, b""
    found = []
    for before, seat, on_table in reversed(moments):  # endings first: what is found out about them is kept
        search.hands = before
        values = [(card, search.exact(seat, on_table, card)) for card in sorted(search.choices(seat, on_table))]
        found.append(values)
    return found[::-1]


def skat_best_discard(
    game: int, hands: bytes, declarer: int, turn: int, pairs: bytes, least: int = 0
) -> tuple[int, int]:
    """Return the index of the first best pair for a declarer of twelve cards, and his points with those of the pair.

    Where none brings him *least*, the points are -1.
    """
    if not pairs or len(pairs) % 2:
        raise KernelInputError("pairs", f"two bytes a pair expected, not {len(pairs)} in all")
    if len(hands) != _HANDS or not 0 <= declarer < _SEATS:
        raise KernelInputError("hands and declarer", "twelve bytes and seat 0, 1 or 2 expected")
    at = 4 * declarer
    twelve = int.from_bytes(hands[at : at + 4], "little")
    best, most = (0, -1), max(0, min(least, 1) if game == _NULL else least) - 1
    for index in range(len(pairs) // 2):
        first, second = pairs[2 * index : 2 * index + 2]
        if first == second or not (first < 32 and second < 32 and twelve >> first & twelve >> second & 1):
            raise KernelInputError("pairs", f"two of the declarer's cards expected, not {first} and {second}")
        ten = twelve ^ 1 << first ^ 1 << second
        search = _Search(game, declarer, turn, hands[:at] + ten.to_bytes(4, "little") + hands[at + 4 :])
        points = search.points[first] + search.points[second]
        if most < 0 or search.reaches(turn, b"", most + 1 - points):
            most = points + search.exact(turn, b"")
            best = index, most
        if search.null and most:
            break
    return best


def skat_levels(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, had: bytes, levels: bytes) -> Worlds:
    """Return for many positions and each card that may be played how many of the levels the declarer reaches."""
    if len(hands) != _HANDS * len(had):
        raise KernelInputError("hands", f"12 bytes a world and one of points expected, not {len(hands)} and {len(had)}")
    if sorted(levels) != list(levels):
        raise KernelInputError("levels", "ascending card points expected")
    values, nodes, own = bytearray(), 0, -1
    for number, points in enumerate(had):
        search = _Search(game, declarer, turn, hands[_HANDS * number : _HANDS * (number + 1)], trick)
        if number and search.hands[turn] != own:
            raise KernelInputError("hands", "the same hand for the seat to play expected")
        own = search.hands[turn]
        for card in sorted(search.choices(turn, trick)):
            value = search.exact(turn, trick, card)
            values.append(value if search.null else sum(level <= points + value for level in levels))
        nodes += search.nodes
    return Worlds(bytes(values), nodes)


def skat_worlds(game: int, declarer: int, turn: int, points: int, hands: bytes) -> Worlds:
    """Answer `skat_reaches` for many worlds at the start of a trick: 1 or 0 a world."""
    searches = _searches(game, declarer, turn, hands)
    values = bytes(search.reaches(turn, b"", points) for search in searches)
    return Worlds(values, sum(search.nodes for search in searches))


def skat_values(game: int, declarer: int, turn: int, hands: bytes) -> Worlds:
    """Find the exact values of many worlds at the start of a trick."""
    searches = _searches(game, declarer, turn, hands)
    values = bytes(search.exact(turn, b"") for search in searches)
    return Worlds(values, sum(search.nodes for search in searches))


def _searches(game: int, declarer: int, turn: int, hands: bytes) -> list[_Search]:
    if len(hands) % _HANDS:
        raise KernelInputError("hands", f"12 bytes a world expected, not {len(hands)} in all")
    return [_Search(game, declarer, turn, hands[at : at + _HANDS]) for at in range(0, len(hands), _HANDS)]
