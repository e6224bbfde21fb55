"""The arguments and answers of kernel functions, as named tuples of numbers and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Limits(NamedTuple):
    """The limits of a search: positions expanded, seconds of wall time, bytes of memory; 0 means no limit."""

    states: int = 0
    seconds: float = 0.0
    memory: int = 0


class Answer(NamedTuple):
    """The answer of a search for a winning line.

    `verdict` is 0 solved, 1 impossible, 2 undecided; `limit_hit` 0 none, 1 states, 2 seconds, 3 memory. The line has
    three bytes per move: source, target, count. `states` are positions expanded, `stored` those kept by the complete
    search, `memory` the peak in bytes.
    """

    verdict: int
    line: bytes
    limit_hit: int
    states: int
    stored: int
    memory: int


class Batch(NamedTuple):
    """The answers about a range of deals: one byte per deal, four for `states` and for `ends`, the lines' ends."""

    verdicts: bytes
    states: bytes
    lines: bytes
    ends: bytes
    limits_hit: bytes


class Play(NamedTuple):
    """The rules of play for a player.

    `autoplay` moves home: 0 nothing, 1 safe cards, 2 every possible card. `at_once` is how many cards of a sequence
    move at once if the rules leave it open: 0 as many as single cards could carry, 1 one, 2 as 0 without the use of a
    second empty column.
    """

    autoplay: int
    at_once: int = 0


class NumberedState(NamedTuple):
    """A position in a game that is played by numbers of actions.

    `places` has 52 bytes each for the cards' piles (255: not in the pack), heights and whether they lie face down;
    `mask` a byte per action; `moves` five bytes per legal move: source, target, count, and the action in two.
    """

    position: bytes
    places: bytes
    mask: bytes
    moves: bytes
    home: int
    won: int


class PlayerLines(NamedTuple):
    """The player's lines of a range of deals: `made` is 1 for each deal with a line; `ends` as in `Batch`.

    A move has four bytes: source, target, count, and the most cards that could move between these piles then.
    """

    made: bytes
    lines: bytes
    ends: bytes


class StoreOptions(NamedTuple):
    """The store of earlier positions: its size (0: standard) and eviction.

    `eviction` is 0 none, 1 the least recently met position, 2 the least frequently met one.
    """

    size: int = 0
    eviction: int = 1


class StoreFigures(NamedTuple):
    """The use of a store: peak entries, lookups, hits, evictions; its bytes."""

    entries: int
    lookups: int
    hits: int
    evictions: int
    memory: int


class Score(NamedTuple):
    """The most cards that come home, a line to them, and an upper bound."""

    score: int
    bound: int
    line: bytes
    limit_hit: int
    states: int
    store: StoreFigures

    @property
    def stored(self) -> int:
        return self.store.entries

    @property
    def memory(self) -> int:
        return self.store.memory


class ScorePath(NamedTuple):
    """A shortest line to a score: its moves between columns (−1: none) and its decision points."""

    line: bytes
    moves: int
    decisions: int
    limit_hit: int
    states: int
    memory: int

    @property
    def stored(self) -> int:
        return 0


class Shortest(NamedTuple):
    """The best line known, one card per move; no line has fewer moves than `bound`.

    Other fields are as in `Answer`; `limit_hit` may be 4, stopped by the caller.
    """

    verdict: int
    line: bytes
    bound: int
    limit_hit: int
    states: int
    stored: int
    memory: int


class BoardRead(NamedTuple):
    """A board read from text; cards are indices into Microsoft's deck, plus 64 if face down, 255 an empty cell.

    `doubtful` is set if it may be a fresh deal of another game, `other` is the index of that game, -1 for none.
    `complaint` is empty or holds an error: name, faulty text, place as a path, line, column, numbers. `layout` is 1
    rows, 2 columns, 3 one line, 4 JSON; `by_shape` if only the line lengths decided it. `hidden` is set if the text
    marks no card face down, so that the dealt ones are. `home` is `None` if unstated.
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


class HandsRead(NamedTuple):
    """Hands of Skat read from text; cards are indices into Microsoft's deck.

    `complaint` is as in `BoardRead`, and so is `misfit`, about cards that are no hand or deal.
    """

    complaint: Sequence[Any]
    misfit: Sequence[Any] = ()
    piles: Sequence[bytes] = ()


class SolutionRead(NamedTuple):
    """A solution read from text; complaints, as in `BoardRead`, are about the header, lines after the moves, and moves.

    `header` holds key, value, line number and text of each entry, `deal` the number in a title. `form` is 1 standard
    notation, 2 fc-solve's sentences, 3 its dialect, 4 moves of named cards, 5 a link of macroxue's page, 6 the moves
    between fc-solve's boards, 7 standard notation in lists. `body` holds the lines of moves, `board` the first of
    fc-solve's boards.

    A step has seven bytes: source, target, count (0 open), whether an open count means one card onto an empty column;
    and for a move of a named card: the card, the card it goes onto, the kind of target (1 a card, 2 a cell, 3 an empty
    column).
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
    """A tree of moves: word, name, comment and parent of each node, in the order of writing.

    `parents` has four bytes per node; `end` is the last node of the main line, node 0 the start. With a complaint the
    rest is empty.
    """

    complaint: list[Any]
    words: Sequence[bytes] = ()
    names: Sequence[bytes] = ()
    comments: Sequence[bytes] = ()
    parents: bytes = b""
    end: int = 0


class SolutionMoves(NamedTuple):
    """The moves of a solution's steps, three bytes each, and the autoplay rule.

    The last move is illegal unless `legal`.
    """

    autoplay: int
    legal: int
    moves: bytes


class Dealing(NamedTuple):
    """The meaning of deal numbers.

    `dealing`: 0 Microsoft's, 1 Fisher and Yates's shuffle, 2 Wetherell's, 3 PySolFC's, 4 the 13-card game's. With a
    `seed`, numbers are indices into the outputs of splitmix64(seed), from 0.
    """

    dealing: int = 0
    seed: int | None = None


class Scores(NamedTuple):
    """The best scores of many deals: four bytes per deal for states and ends, one for all else.

    `scores`, `bounds` and `limits_hit` are as in `Score`. `moves` and `decisions` belong to shortest lines: empty
    unless requested, 255 moves if a limit left them open. `choices` counts the moves between columns at the start.
    `store` covers all searches.
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
    """Lengths of shortest lines in the 13-card game, a byte each, 0 if there is none; other fields as in `Batch`."""

    lengths: bytes
    states: bytes
    lines: bytes
    ends: bytes


class Proof(NamedTuple):
    """The body of a certificate and its number of positions; `impossible` means that the claim is proven.

    `solved` means that a line of `moves` moves refutes it. A proof by an easier game has no body; `merged_from` has
    the ranks, counted from 0, from which on black and red suits are merged, and is empty in other proofs.
    """

    verdict: int
    moves: int
    positions: int
    body: bytes
    limit_hit: int
    states: int
    memory: int
    merged_from: bytes

    @property
    def stored(self) -> int:
        return self.positions


class Best(NamedTuple):
    """The declarer's further points at Skat, in Null 1 for no trick, and the cards of best play."""

    value: int
    line: bytes


class Worlds(NamedTuple):
    """The answers for many Skat deals, a byte each, and the tricks searched."""

    values: bytes
    tricks: int


class PictureRead(NamedTuple):
    """A board read off a picture: `status` is 0 no board, 1 doubtful, 2 read.

    Each card is its index, its confidence, left, top, width and height in pixels, and the next guesses. `home` counts
    the cards on the foundations C D H S, empty if the cards are not one pack. `readings` are the boards that
    fit if cards are doubtful: the cards of columns, cells and foundations, and `home`. `agrees`: the columns began as
    the given deal; if not, `deal` is Microsoft's number, 0 if none.
    """

    status: int
    columns: Sequence[Sequence[Sequence[Any]]]
    cells: Sequence[Sequence[Any]]
    foundations: Sequence[Sequence[Any]]
    home: bytes
    readings: Sequence[tuple[bytes, bytes]]
    agrees: int
    deal: int
