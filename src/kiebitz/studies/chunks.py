"""Chunks of deals in a row: where they come from, what their answers are like and where these go.

How they are spread over processes is for `engine` and `workers`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Answer_contra = TypeVar("_Answer_contra", bound="Answer", contravariant=True)
_Part = TypeVar("_Part")

_CHUNK_SECONDS = 0.4  # of one process: short enough for a smooth bar, long enough to make the way there not matter
_FIRST_CHUNK = 16
_LARGEST_CHUNK = 20_000


class Answer(Protocol):
    """What work returns for a chunk; small, whatever the chunk was, since it travels between processes."""

    @property
    def seconds(self) -> float:
        """The wall time that the work took."""


class Chunk(NamedTuple):
    """Some deals in a row, and how often a process died while they were with it or waiting for it."""

    first: int
    last: int
    deaths: int = 0

    @property
    def size(self) -> int:
        """The number of deals."""
        return self.last - self.first + 1


class Ledger(Protocol[_Answer_contra]):
    """Where the answers go, each once and in no certain order."""

    def add(self, chunk: Chunk, answer: _Answer_contra) -> None:
        """Take the answer about a chunk."""

    def lose(self, number: int) -> None:
        """Take note that every process that tried this deal died."""

    def remark(self, line: str) -> None:
        """Take note of something that the user may want to know."""


class Source(Protocol):
    """Where the chunks come from."""

    @property
    def stopped(self) -> bool:
        """Whether chunks that nobody has begun with are to be left alone."""

    def take(self) -> Chunk | None:
        """Return the next chunk, `None` where there is none."""

    def learn(self, chunk: Chunk, answer: Answer) -> None:
        """Learn from the time that a chunk took."""


class Chunks:
    """A range in pieces that take about the same time, as far as the pieces before them tell; the first has *size*.

    Whoever sets `stopped` gets no further one.
    """

    def __init__(self, first: int, last: int, jobs: int, size: int = _FIRST_CHUNK) -> None:
        self.stopped = False
        self._next = first
        self._last = last
        self._jobs = jobs
        self._size = size

    def take(self) -> Chunk | None:
        """Return the next piece, `None` where there is none."""
        left = self._last - self._next + 1
        if self.stopped or left <= 0:
            return None
        # Towards the end the pieces shrink, so that all processes finish together.
        size = max(1, min(self._size, left, -(-left // self._jobs)))
        chunk = Chunk(self._next, self._next + size - 1)
        self._next += size
        return chunk

    def learn(self, chunk: Chunk, answer: Answer) -> None:
        """Learn from the time that a piece took."""
        rate = chunk.size / max(answer.seconds, 1e-4)
        # At most four times as many at once: the first deals of a range may be easy ones.
        self._size = max(1, min(int(rate * _CHUNK_SECONDS), 4 * self._size, _LARGEST_CHUNK))


class InOrder(Generic[_Part]):
    """A line where the parts of chunks that come in any order wait until it is their turn: that of their deals."""

    def __init__(self, first: int, take: Callable[[_Part], None], spans: Sequence[tuple[int, int]] = ()) -> None:
        """Begin with the deal *first*; of several *spans* of deals one follows the other."""
        self._next = first
        self._after = {last: start for (_, last), (start, _) in pairwise(spans)}
        self._take = take
        self._waiting: dict[int, tuple[int, _Part]] = {}

    def add(self, first: int, last: int, part: _Part) -> None:
        """Take the part of the deals *first* to *last*, and hand on whatever is next."""
        self._waiting[first] = last, part
        while (chunk := self._waiting.pop(self._next, None)) is not None:
            self._take(chunk[1])
            self._next = self._after.get(chunk[0], chunk[0] + 1)
