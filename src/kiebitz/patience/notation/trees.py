"""A tree of moves as text, in the form that chess players know, read and written by the kernel.

Moves stand one after the other, `(…)` around others in the place of the move before it, `{…}` around a comment
on it, or around a variation's name right behind its bracket: `26 {threatens ah} 5a ({the other way} 5b 3h) ah`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.errors import NotationError
from kiebitz.kernel import text as text_kernel
from kiebitz.patience.notation.reading_errors import complaint

if TYPE_CHECKING:
    from kiebitz.patience.tree import Node

#: How many characters of a comment or a name are kept.
LONGEST_COMMENT = 500


@dataclass(slots=True)
class TreeWord:
    """A move of the text: its *word*, the number of its *parent* in the order of writing, and what is said of it.

    The first one is the start, without word; *name* is that of the variation that begins here.
    """

    word: str
    parent: int
    name: str = ""
    comment: str = ""


def tidy(text: str) -> str:
    """Return a comment or a name as it can be written: in one printable line, without the signs that would end it."""
    signs = (sign if sign.isprintable() else " " for sign in text.replace("{", "(").replace("}", ")"))
    return " ".join("".join(signs).split())[:LONGEST_COMMENT].strip()


def parse_tree(text: str) -> tuple[list[TreeWord], int]:
    """Return the words of a tree in the order of writing, and the number of the last one of its main line.

    A `NotationError` for brackets that do not match or stand where no move is before them.
    """
    read = text_kernel.read_tree(text.encode("utf-8", "backslashreplace"))
    if read.complaint:
        error = complaint(read.complaint)
        raise NotationError(error.text, "", error.expected)
    parents = memoryview(read.parents).cast("I")
    parts = zip(read.words, parents, read.names, read.comments, strict=True)
    words = [TreeWord(word.decode(), at, tidy(name.decode()), tidy(said.decode())) for word, at, name, said in parts]
    return words, read.end


def format_tree(root: Node) -> str | None:
    """Write the tree below its first node; `None` if it nests deeper than is read."""
    nodes = list(root.in_writing_order())
    number = {id(node): at for at, node in enumerate(nodes)}
    parents = array("I", [number[id(node.parent)] if at else 0 for at, node in enumerate(nodes)])
    words = [node.word.encode() for node in nodes]
    names = [tidy(node.name).encode() for node in nodes]
    comments = [tidy(node.comment).encode() for node in nodes]
    return text_kernel.write_tree(words, names, comments, parents.tobytes())
