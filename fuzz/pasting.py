"""Compare how the page (in Node) and Python read pasted text.

    python fuzz/pasting.py --inputs 100k

Texts are mutated inputs of the readers `boards`, `solutions` and `links`. Differences are printed; exits with 1 if
there are any. Two known differences are excluded: JavaScript treats other rare characters as white space, so the texts
have none; and Python knows games' names in any case, the page only in lower case.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutations import Inputs
from readers import READERS

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # the bridge to Node

from kiebitz.cli.parser import amount
from kiebitz.errors import KiebitzError, visible
from kiebitz.patience.links import read_link
from kiebitz.web.api_errors import RefusedError
from kiebitz.web.games_api import read
from kiebitz.web.schema import TextRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_KINDS = ("boards", "solutions", "links")
_GAMES = ("freecell", "russian", "solitaire_one_suit", "marseille", "yukon")
_BATCH = 500


def cases(kind: str, block: int) -> Iterator[dict[str, Any]]:
    """Yield an endless series of texts, each with the page's game and its table."""
    reader = READERS[kind]
    inputs = Inputs(f"pasted {kind}", tuple(reader.seeds()), reader.words, block)
    while True:
        data = inputs.next()
        name = _GAMES[data[0] % len(_GAMES)] if data else _GAMES[0]
        text = data[1:].decode("utf-8", "replace")
        yield {"kind": "read", "text": text, "game": name, "table": f"game={name}&deal=617"}


def in_python(case: dict[str, Any]) -> str | None:
    """Return the link of the game that Python reads, or `None` if it refuses the text."""
    try:
        text = TextRequest(case["text"], case["game"], case["table"])
        return read_link(read(text, None).link).link()  # type: ignore[arg-type] # never stopped
    except (KiebitzError, RefusedError):
        return None


def difference(case: dict[str, Any], answer: dict[str, Any]) -> str | None:
    """Return the difference between the page's and Python's reading, if any."""
    expected = in_python(case)
    if "link" not in answer:
        is_known = expected is None or answer["code"] == "unknown_game"
        return None if is_known else f"only Python reads it, the page says {answer['code']}"
    if expected is None:
        return "only the page reads it"
    return None if read_link(answer["link"]).link() == expected else f"the page reads {answer['link']}"


def differences(
    ask: Callable[[list[dict[str, Any]]], list[dict[str, Any]]], kind: str, count: int, block: int
) -> Iterator[tuple[str, str]]:
    """Yield the texts among *count* that are read differently, with the difference."""
    texts = cases(kind, block)
    batch = [next(texts) for _ in range(count)]
    for case, answer in zip(batch, ask(batch), strict=True):
        if (description := difference(case, answer)) is not None:
            yield case["text"], description


def main() -> int:
    """Compare as many texts as requested."""
    from web.page_modules import asker

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=amount, default=10_000, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first block of 500 inputs")
    args = parser.parse_args()
    count = 0
    with tempfile.TemporaryDirectory() as folder, asker(Path(folder)) as ask:
        for block in range(args.first, args.first + -(-args.inputs // _BATCH)):
            for kind in _KINDS:
                for text, description in differences(ask, kind, _BATCH, block):
                    count += 1
                    print(visible(f"{kind}, block {block}: {description}: {text!r}"), flush=True)
    print(f"{-(-args.inputs // _BATCH) * _BATCH:,} inputs of each of {', '.join(_KINDS)}: {count} read differently")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
