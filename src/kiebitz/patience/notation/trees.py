"""Trees of moves as text, in the form known from chess; the kernel reads and writes it.

Moves follow each other. `(…)` encloses a variation that replaces the move before it. `{…}` encloses a comment on the
move before it, or a variation's name directly after its bracket: `26 {threatens ah} 5a ({the other way} 5b 3h) ah`.
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

#: The longest comment or name that is kept, in characters.
LONGEST_COMMENT = 500


@dataclass(slots=True)
class TreeWord:
    """A move of the text, with the index of its *parent* in the order of writing; the first entry is the start.

    *name* is the name of the variation that begins here.
    """

    word: str
    parent: int
    name: str = ""
    comment: str = ""


def tidy(text: str) -> str:
    """Return a comment or a name in one printable line, without the brackets that would end it."""
    signs = (sign if sign.isprintable() else " " for sign in text.replace("{", "(").replace("}", ")"))
    return " ".join("".join(signs).split())[:LONGEST_COMMENT].strip()


def parse_tree(text: str) -> tuple[list[TreeWord], int]:
    """Return the words of a tree in the order of writing, and the index of the last one of its main line.

    Raises `NotationError` for brackets that do not match or follow no move.
    """
    read = text_kernel.read_tree(text.encode("utf-8", "backslashreplace"))
    if read.complaint:
        error = complaint(read.complaint)
        raise NotationError(error.text, "", error.expected)
    parents = memoryview(read.parents).cast("I")
    parts = zip(read.words, parents, read.names, read.comments, strict=True)
    words = [
        TreeWord(word.decode(), parent, tidy(name.decode()), tidy(text.decode())) for word, parent, name, text in parts
    ]
    return words, read.end


def format_tree(root: Node) -> str | None:
    """Return the text of the tree below its first node; `None` if it nests too deeply to be read."""
    nodes = list(root.in_writing_order())
    number = {id(node): at for at, node in enumerate(nodes)}
    parents = array("I", [number[id(node.parent)] if at else 0 for at, node in enumerate(nodes)])
    words = [node.word.encode() for node in nodes]
    names = [tidy(node.name).encode() for node in nodes]
    comments = [tidy(node.comment).encode() for node in nodes]
    return text_kernel.write_tree(words, names, comments, parents.tobytes())
