"""A tree of moves as text, in the form that chess players know; whether a word is a move is for `steps` to say.

Moves stand one after the other, `(…)` around others in the place of the move before it, `{…}` around a comment
on it, or around a variation's name right behind its bracket: `26 {threatens ah} 5a ({the other way} 5b 3h) ah`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from kiebitz.errors import NotationError

if TYPE_CHECKING:
    from kiebitz.patience.tree import Node

#: How deep variations may lie in variations, and how many characters of a comment or a name are kept.
DEEPEST = 50
LONGEST_COMMENT = 500
_TOKEN = re.compile(r"\s+|\(|\)|\{([^{}]*)\}|[^\s(){}]+")
_EXPECTED = "moves, variations in (round brackets) and comments in {curly ones}"


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
    words = [TreeWord("", 0)]
    branches: list[int] = []  # the moves beside which the open variations stand
    last = 0
    name: str | None = None  # of the variation that was just opened
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        sign = match.group() if match else ""
        if not match or not _fits(sign, last, name, branches):
            raise NotationError(text[at : at + 40], "", _EXPECTED)
        at = match.end()
        if (comment := match.group(1)) is not None:
            if name is None:
                words[last].comment = tidy(f"{words[last].comment} {comment}")
            else:
                name = tidy(f"{name} {comment}")
        elif sign == "(":
            branches.append(last)
            last = words[last].parent
            name = ""
        elif sign == ")":
            last = branches.pop()
        elif sign.strip():
            words.append(TreeWord(sign, last, name or ""))
            last = len(words) - 1
            name = None
    if branches:
        raise NotationError(text[-40:], "", "as many closing brackets as opening ones")
    return words, last


def _fits(sign: str, last: int, name: str | None, branches: list[int]) -> bool:
    """Tell whether a bracket may stand here; anything else may stand anywhere."""
    if sign == "(":
        return name is None and last > 0 and len(branches) < DEEPEST
    return sign != ")" or (name is None and bool(branches))


def format_tree(root: Node) -> str | None:
    """Write the tree below its first node; `None` if it nests deeper than is read."""
    written = [_braced(root.comment)]
    whole = not root.children or _write_line(root.children[0], 0, written)
    return _joined([part for part in written if part]) if whole else None


def _joined(parts: list[str]) -> str:
    """Join words, comments and brackets by spaces, but for the insides of brackets."""
    tight = ("" if before == "(" or part == ")" else " " for before, part in pairwise(parts))
    return "".join(chain(parts[:1], chain.from_iterable(zip(tight, parts[1:], strict=True))))


def _write_line(first: Node, depth: int, written: list[str]) -> bool:
    """Write a line with all that branches off it; say whether that could be done."""
    if depth > DEEPEST:
        return False
    node: Node | None = first
    while node is not None:
        written += [node.word, _braced(node.comment)]
        siblings = node.parent.children if node.parent else [node]
        for other in siblings[1:] if node is siblings[0] else ():
            written += ["(", _braced(other.name)]
            if not _write_line(other, depth + 1, written):
                return False
            written.append(")")
        node = node.children[0] if node.children else None
    return True


def _braced(text: str) -> str:
    said = tidy(text)
    return f"{{{said}}}" if said else ""
