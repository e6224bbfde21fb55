"""The tree of all moves tried in a game; the first child of each node is on the main line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience.moves import Move


class Node:
    """A move that was tried, *word* in standard notation; the first node has no move.

    *name* is the name of the variation that begins here.
    """

    __slots__ = ("children", "comment", "move", "name", "onward", "parent", "ply", "word")

    def __init__(self, parent: Node | None = None, move: Move | None = None, word: str = "") -> None:
        self.parent = parent
        self.move = move
        self.word = word
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.children: list[Node] = []
        self.onward: Node | None = None  # visited last
        self.name = ""
        self.comment = ""

    @property
    def next(self) -> Node | None:
        """The child that `redo` goes to: the one visited last, or the main line's."""
        return self.onward or next(iter(self.children), None)

    def ahead(self) -> list[Node]:
        """Return the nodes that `redo` goes to, in order."""
        nodes = []
        node = self.next
        while node is not None:
            nodes.append(node)
            node = node.next
        return nodes

    def path(self) -> list[Node]:
        """Return the nodes of all moves up to this one, first to last."""
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def in_writing_order(self) -> Iterator[Node]:
        """Yield this node and all below it: after a move of a main line first the variations beside it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children[:1]
            if node is not self and node.parent is not None and node is node.parent.children[0]:
                waiting += node.parent.children[:0:-1]
