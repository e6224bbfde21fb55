"""Chunks of consecutive deals, and the protocols of their sources, answers and ledgers."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from kiebitz.studies.spans import size as spans_size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.studies.spans import Span

_Answer_contra = TypeVar("_Answer_contra", bound="Answer", contravariant=True)
_Part = TypeVar("_Part")

_CHUNK_SECONDS = 0.4  # of one process: short enough for a smooth bar, long enough to hide the cost of a message
_FIRST_CHUNK = 16
_LARGEST_CHUNK = 20_000


class Answer(Protocol):
    """The result of work on a chunk; small, since it travels between processes."""

    @property
    def seconds(self) -> float:
        """The wall time of the work."""


class Chunk(NamedTuple):
    """Consecutive deals, and the number of processes that died with them."""

    first: int
    last: int
    deaths: int = 0

    @property
    def size(self) -> int:
        return self.last - self.first + 1


class Ledger(Protocol[_Answer_contra]):
    """Receives each answer once, in any order."""

    def add(self, chunk: Chunk, answer: _Answer_contra) -> None:
        """Add the answer about a chunk."""

    def lose(self, number: int) -> None:
        """Record that every process that tried this deal died."""

    def remark(self, line: str) -> None:
        """Record a message for the user."""


class Source(Protocol):
    """Supplies chunks."""

    @property
    def stopped(self) -> bool:
        """Whether to take no further chunks."""

    def take(self) -> Chunk | None:
        """Return the next chunk, or `None` at the end."""

    def learn(self, chunk: Chunk, answer: Answer) -> None:
        """Adapt to the time of a chunk."""


class Chunks:
    """Chunks of *spans* that take about equal times; the first has *size*, each lies in one span.

    Set `stopped` to end them.
    """

    def __init__(self, spans: Sequence[Span], jobs: int, size: int = _FIRST_CHUNK) -> None:
        self.stopped = False
        self._spans = deque(spans)
        self._remaining = spans_size(spans)
        self._jobs = jobs
        self._size = size

    def take(self) -> Chunk | None:
        if self.stopped or not self._remaining:
            return None
        first, end = self._spans.popleft()
        # Towards the end the chunks shrink, so that all processes finish together.
        size = max(1, min(self._size, -(-self._remaining // self._jobs)))
        last = min(end, first + size - 1)
        if last < end:
            self._spans.appendleft((last + 1, end))
        self._remaining -= last - first + 1
        return Chunk(first, last)

    def learn(self, chunk: Chunk, answer: Answer) -> None:
        """Adapt the next sizes to the time of a chunk."""
        rate = chunk.size / max(answer.seconds, 1e-4)
        # Grow at most fourfold at a time: the first deals of a range may be easy.
        self._size = max(1, min(int(rate * _CHUNK_SECONDS), 4 * self._size, _LARGEST_CHUNK))


class InOrder(Generic[_Part]):
    """Sorts the parts of chunks into the order of their deals."""

    def __init__(self, spans: Sequence[Span], take: Callable[[_Part], None]) -> None:
        self._next = spans[0][0]
        self._after = {last: start for (_, last), (start, _) in pairwise(spans)}
        self._take = take
        self._waiting: dict[int, tuple[int, _Part]] = {}

    def add(self, first: int, last: int, part: _Part) -> None:
        """Add the part of the deals *first* to *last*; pass on all parts that are next."""
        self._waiting[first] = last, part
        while (chunk := self._waiting.pop(self._next, None)) is not None:
            self._take(chunk[1])
            self._next = self._after.get(chunk[0], chunk[0] + 1)
