"""What the kernel is asked with and what it answers, by name: both kernels take and return these.

Only numbers and bytes are in them; what they mean is said here and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Limits(NamedTuple):
    """How long a search may go on: positions expanded, seconds of wall time, bytes of memory; 0 is no limit."""

    states: int = 0
    seconds: float = 0.0
    memory: int = 0


class Answer(NamedTuple):
    """What a search for a winning line found out.

    `verdict` is 0 solved, 1 impossible, 2 undecided; `limit_hit` 0 none, 1 states, 2 seconds, 3 memory. The line has
    three bytes a move: from, to, count. `states` are positions expanded, `stored` those kept by the complete search,
    `memory` bytes at the peak.
    """

    verdict: int
    line: bytes
    limit_hit: int
    states: int
    stored: int
    memory: int


class Batch(NamedTuple):
    """The answers of a range of deals: verdicts, a byte each; states and where each line ends, four bytes each.

    `limits_hit` has a byte each, as in `Answer`.
    """

    verdicts: bytes
    states: bytes
    lines: bytes
    ends: bytes
    limits_hit: bytes


class Play(NamedTuple):
    """How a game is played by a player.

    `autoplay` says what the program sends home after each of his moves: 0 nothing, 1 what nothing can miss, 2 all that
    fits. `at_once` is how many cards of a sequence move at once, where the rules leave that to it: 0 as many as single
    cards could carry, 1 one, 2 the same as if a second empty column were of no use.
    """

    autoplay: int
    at_once: int = 0


class PlayerLines(NamedTuple):
    """The player's moves of a range of deals: `made` has a byte a deal, 1 where there is a line; `ends` as in `Batch`.

    A move has four bytes: from, to, count, and the most cards that could move between these two piles then.
    """

    made: bytes
    lines: bytes
    ends: bytes


class StoreOptions(NamedTuple):
    """The store of old positions: how many it holds at most (0: the standard number), and which make room.

    `eviction` is 0 none, 1 the position met longest ago, 2 the one met least often.
    """

    size: int = 0
    eviction: int = 1


class StoreFigures(NamedTuple):
    """What a store was used for: positions held at most at one time, look-ups, hits, evictions; its bytes."""

    entries: int
    lookups: int
    hits: int
    evictions: int
    memory: int


class Score(NamedTuple):
    """The most cards that come home, and a line to them; no line reaches more than `bound`."""

    score: int
    bound: int
    line: bytes
    limit_hit: int
    states: int
    store: StoreFigures

    @property
    def stored(self) -> int:
        """Positions held at most at a time, as in `Answer`."""
        return self.store.entries

    @property
    def memory(self) -> int:
        """Bytes at the peak, as in `Answer`."""
        return self.store.memory


class Path(NamedTuple):
    """A shortest line to a score: its moves between columns, −1 for none, and the decision points on the way."""

    line: bytes
    moves: int
    decisions: int
    limit_hit: int
    states: int
    memory: int

    @property
    def stored(self) -> int:
        """Nothing is kept by a complete search, as in `Answer`."""
        return 0


class Shortest(NamedTuple):
    """The best line known, one card a move; no line has fewer moves than `bound`.

    The other fields are those of `Answer`; `limit_hit` may also be 4: whoever asked wanted an end.
    """

    verdict: int
    line: bytes
    bound: int
    limit_hit: int
    states: int
    stored: int
    memory: int


class BoardRead(NamedTuple):
    """A board as it stands in a text; cards by their places in Microsoft's deck, 64 more face down, 255 an empty cell.

    `doubtful` where it may be a fresh deal of another game. `complaint` is empty, or says what cannot be read: the name
    of the complaint, the text at fault, the place as a path, line, column, numbers. `layout` is 1 rows, 2 columns,
    3 one line, 4 JSON; `by_shape` says that only the number of cards in the lines told which, `hidden`
    that no card was said to lie face down, so that those do that are dealt so; `other` is the place of the game of
    which this would be a fresh deal, -1 for none. `home` may be unstated.
    """

    doubtful: bool
    complaint: list[Any]
    layout: int = 0
    by_shape: int = 0
    hidden: int = 0
    other: int = -1
    spelling: int = 0
    columns: Sequence[bytes] = ()
    cells: bytes = b""
    home: bytes | None = None
    stock: bytes = b""


class SolutionRead(NamedTuple):
    """A solution as it stands in a text; complaints, as in `BoardRead`, are of header, a line below moves, the moves.

    `header` has key, value, line and its text of each entry, `deal` the number in a title. `form` is 1 standard
    notation, 2 fc-solve's sentences, 3 its dialect, 4 moves of named cards, 5 a link of macroxue's page, 6 the moves
    between fc-solve's boards, 7 standard notation in lists; `body` has the
    lines of moves, `board` the first of fc-solve's boards beside them. A step has seven bytes:
    source, target, count (0 open), whether none means one card onto an empty column, and for a move of a named card
    this, the card it goes onto, and where it goes (1 onto a card, 2 to a cell, 3 to an empty column).
    """

    header: list[tuple[bytes, bytes, int, bytes]]
    header_complaint: list[Any]
    deal: bytes
    form: int
    body: bytes
    late: list[Any]
    complaint: list[Any]
    steps: bytes
    board: bytes


class TreeRead(NamedTuple):
    """A tree of moves: of each node, in the order of writing, its word, name and comment, and the number of its parent.

    `parents` are four bytes each; `end` is the last node of the main line, node 0 the start. If there is a complaint
    there is nothing else.
    """

    complaint: list[Any]
    words: Sequence[bytes] = ()
    names: Sequence[bytes] = ()
    comments: Sequence[bytes] = ()
    parents: bytes = b""
    end: int = 0


class LineMeant(NamedTuple):
    """What the steps of a solution come to: the rule of autoplay, and moves of three bytes each.

    Unless all are `legal`, the last one is not.
    """

    autoplay: int
    legal: int
    moves: bytes


class Deals(NamedTuple):
    """What the numbers of deals mean.

    `dealing`: 0 Microsoft's, 1 Fisher and Yates's shuffle, 2 Wetherell's, 3 PySolFC's, 4 the 13-card game's. With
    a `seed` a number says which output of splitmix64(seed) is meant, counted from 0.
    """

    dealing: int = 0
    seed: int | None = None


class Scores(NamedTuple):
    """The best scores of many deals: four bytes a deal for states and ends, one for all else.

    `scores`, `bounds` and `limits_hit` are as in `Score`, each deal's own. Moves and decisions are of shortest lines,
    empty where they were not asked for, 255 moves where a limit left them open; `choices` are the different moves
    between columns that a deal offers at its start. `store` is of all searches together.
    """

    scores: bytes
    states: bytes
    lines: bytes
    ends: bytes
    moves: bytes
    decisions: bytes
    choices: bytes
    bounds: bytes
    limits_hit: bytes
    store: StoreFigures


class Lengths(NamedTuple):
    """The lengths of shortest lines of deals of the 13-card game: a byte each, 0 where there is none; as in `Batch`."""

    lengths: bytes
    states: bytes
    lines: bytes
    ends: bytes


class Proof(NamedTuple):
    """The body of a certificate with its number of positions; the verdict is `impossible` where the claim is proven.

    `solved` means that there is a line, which refutes it: of the number of moves that the claim is about.
    """

    verdict: int
    moves: int
    positions: int
    body: bytes
    limit_hit: int
    states: int
    memory: int

    @property
    def stored(self) -> int:
        """As in `Answer`: the positions of the certificate."""
        return self.positions


class Best(NamedTuple):
    """What the declarer still takes at Skat: card points, or in Null 1 for no trick; and the cards of such play."""

    value: int
    line: bytes


class Worlds(NamedTuple):
    """The answers for many deals at Skat, a byte each, and the tricks begun for all of them."""

    values: bytes
    tricks: int
