"""`kiebitz seeds`: write numbers of deals that can be won, of chosen levels, and list such a file."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.commands import INTERRUPTED
from kiebitz.cli.deal_argument import LEVELS
from kiebitz.cli.parser import amount, file_name, name_in, unknown, whole
from kiebitz.cli.progress import Progress
from kiebitz.cli.signals import stopped_in_two_steps
from kiebitz.errors import ContentError, FileError, InputError, counted, reason_of

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.read_seeds import Seed
    from kiebitz.studies.seeds import SeedSearch

DESCRIPTION = "Write the numbers of deals that can be won, of levels that you choose, for other programs."
EPILOG = """\
examples:
  kiebitz seeds --game freecell --level hard --count 10000 --jobs 0 --output hard.seeds
  kiebitz seeds --numbering pysolfc --game bakers_game --count 500 --output bakers.seeds
  kiebitz seeds --list hard.seeds
  kiebitz seeds --reader python > read_seeds.py

Deals are tried from --first on, and each one of the file is proven to be winnable: a checker has replayed a line. The
same command goes on with an unfinished file, and the file is the same however often it was interrupted, with any
number of processes. docs/seeds.md specifies it; the readers are programs of one file, to be sent along.

--json prints: output (name of the file), seeds (numbers of deals), next (where the search goes on), complete; with
--list: the values of the header, and deals (objects with number, level, moves of a known line, bound: no line has
fewer)

Exit codes: 0 written, 1 the numbers ended before, 2 bad usage or input, 130 interrupted
"""
#: The readers by language.
READERS = {"python": "read_seeds.py", "javascript": "read_seeds.js"}
_SAVED_EVERY = 10  # seconds


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz seeds`."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("-o", "--output", metavar="FILE", type=file_name, help="the file to write, or to go on with")
    what.add_argument("--list", metavar="FILE", type=file_name, help="print the deals of a file")
    what.add_argument("--reader", metavar="LANGUAGE", type=name_in(*READERS), help="print a reader: python, javascript")
    parser.add_argument("--game", metavar="NAME", default="freecell", help="the game (default freecell)")
    parser.add_argument("--winnable", action="store_true", help="no effect: every deal of a file can be won")
    parser.add_argument(
        "--level",
        type=_levels,
        default=(),
        metavar="LEVELS",
        help="levels to write, such as easy or medium,hard (default: all)",
    )
    parser.add_argument("--count", type=amount, default=100, metavar="N", help="deals of the file (default 100)")
    parser.add_argument("--first", type=whole, default=1, metavar="N", help="the first number to try (default 1)")
    parser.add_argument(
        "--limit-states", type=amount, default=200_000, metavar="N", help="states for each deal (default 200k)"
    )
    parser.add_argument("-j", "--jobs", type=whole, default=1, metavar="N", help="processes; 0: all cores (default 1)")
    parser.add("json", "numbering")


def _levels(text: str) -> tuple[str, ...]:
    """Read levels between commas; the result is in their order."""
    names = text.lower().split(",")
    for name in names:
        if name not in LEVELS:
            raise unknown("level", name, LEVELS)
    return tuple(name for name in LEVELS if name in names)


def run(args: Namespace) -> int:
    """Write a file, list one, or print a reader."""
    if args.reader:
        import kiebitz

        output.write((Path(kiebitz.__file__).parent / READERS[args.reader]).read_text(encoding="ascii"))
        return 0
    return _list(args) if args.list else _search(args)


def _list(args: Namespace) -> int:
    header, seeds = _read(args.list)
    if args.json:
        output.write_json({**header, "deals": [seed._asdict() for seed in seeds]})
    else:
        output.write("".join(f"{seed.number}\n" for seed in seeds))
    return 0


def _read(name: str) -> tuple[dict[str, str], list[Seed]]:
    from kiebitz.read_seeds import read

    try:
        return read(Path(name).read_bytes())
    except OSError as error:
        raise FileError(name, f"cannot be read: {reason_of(error)}") from None
    except ValueError as error:
        raise FileError(name, f"cannot be read: {error}") from None


def _search(args: Namespace) -> int:
    from kiebitz.analysis.levels import Level
    from kiebitz.patience.games import game
    from kiebitz.studies.seeds import SeedPlan, SeedSearch

    levels = tuple(map(Level, args.level))
    plan = SeedPlan(game(args.game).game, args.numbering, levels, args.first, args.limit_states)
    earlier = Path(args.output).read_bytes() if Path(args.output).is_file() else b""
    try:
        search = SeedSearch(plan, args.count, args.jobs, earlier)
    except InputError as error:
        raise ContentError(args.output, error) from None
    except ValueError as error:
        raise FileError(args.output, f"cannot be continued: {error}", "a file of seeds, or a new name") from None
    saved = monotonic()

    def progress() -> None:
        nonlocal saved
        bar.update(len(search.seeds), f"deal {search.after:,}")
        if monotonic() - saved > _SAVED_EVERY:
            _save(args.output, search)
            saved = monotonic()

    def stop() -> None:
        search.stop()
        output.warn("finishing the deals in hand; Ctrl-C again ends the run at once")

    with stopped_in_two_steps(stop), Progress(args.count, "seeds") as bar:
        search.run(progress)
    data = _save(args.output, search)
    for line in search.remarks:
        output.warn(line)
    if args.json:
        output.write_json(
            {
                "output": args.output,
                "seeds": [seed.number for seed in search.seeds],
                "next": search.after,
                "complete": search.is_whole,
            }
        )
    else:
        each = f", {len(data) / len(search.seeds):.1f} bytes each" if search.seeds else ""
        output.write(f"{counted(len(search.seeds), 'deal')} in {args.output}{each}; tried up to {search.after - 1}\n")
    return 0 if search.is_whole else INTERRUPTED if search.is_stopped else 1


def _save(name: str, search: SeedSearch) -> bytes:
    data = search.encoded()
    with output.File(name, binary=True) as file:
        file.write(data)
    return data
