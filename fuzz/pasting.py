"""What is pasted into the page, read by its own modules in Node and by Python: do they read the same?

    python fuzz/pasting.py --inputs 100k

Texts are those of the readers `boards`, `solutions` and `links`, changed by chance. Differences are printed; ends with
1 if there are any. Let be are some that are known: JavaScript takes other rare signs for white space than Python does,
so there are none in the texts; and Python knows the names of games in any case, where the page only knows their own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutations import Inputs
from readers import READERS

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # where Node is asked

from kiebitz.cli.parser import amount
from kiebitz.errors import KiebitzError, visible
from kiebitz.patience.links import read_link
from kiebitz.web.api_errors import RefusedError
from kiebitz.web.games_api import read
from kiebitz.web.schema import TextAsked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_KINDS = ("boards", "solutions", "links")
_GAMES = ("freecell", "russian", "solitaire_one_suit", "marseille", "yukon")
_BATCH = 500


def cases(kind: str, block: int) -> Iterator[dict[str, Any]]:
    """Yield texts without end, each with the game of the page and its table."""
    reader = READERS[kind]
    inputs = Inputs(f"pasted {kind}", tuple(reader.seeds()), reader.words, block)
    while True:
        data = inputs.next()
        name = _GAMES[data[0] % len(_GAMES)] if data else _GAMES[0]
        text = data[1:].decode("utf-8", "replace")
        yield {"kind": "read", "text": text, "game": name, "table": f"game={name}&deal=617"}


def in_python(case: dict[str, Any]) -> str | None:
    """Return the link of what Python reads, or `None` if it refuses."""
    try:
        text = TextAsked(case["text"], case["game"], case["table"])
        return read_link(read(text, None).link).link()  # type: ignore[arg-type]  # not asked to stop
    except (KiebitzError, RefusedError):
        return None


def difference(case: dict[str, Any], found: dict[str, Any]) -> str | None:
    """Return how what the page reads differs from what Python reads, if it does."""
    right = in_python(case)
    if "link" not in found:
        known = right is None or found["code"] == "unknown_game"
        return None if known else f"only Python reads it, the page says {found['code']}"
    if right is None:
        return "only the page reads it"
    return None if read_link(found["link"]).link() == right else f"the page reads {found['link']}"


def differences(
    ask: Callable[[list[dict[str, Any]]], list[dict[str, Any]]], kind: str, count: int, block: int
) -> Iterator[tuple[str, str]]:
    """Yield the texts among this number that are not read alike, and how."""
    made = cases(kind, block)
    some = [next(made) for _ in range(count)]
    for case, found in zip(some, ask(some), strict=True):
        if (how := difference(case, found)) is not None:
            yield case["text"], how


def main() -> int:
    """Compare as many as the command line says."""
    from web.page_modules import asker

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=amount, default=10_000, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first block of 500 inputs")
    args = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        ask = asker(Path(folder))
        for block in range(args.first, args.first + -(-args.inputs // _BATCH)):
            for kind in _KINDS:
                for text, how in differences(ask, kind, _BATCH, block):
                    wrong += 1
                    print(visible(f"{kind}, block {block}: {how}: {text!r}"), flush=True)
    print(f"{-(-args.inputs // _BATCH) * _BATCH:,} inputs of each of {', '.join(_KINDS)}: {wrong} read differently")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
