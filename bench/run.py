"""The benchmarks: each figure with a bar, measured side by side with the peer in one run.

README.md explains the table.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from typing import TYPE_CHECKING

from measuring import browser, machine, peer, pictures, play, rows, skat, studies, terminal, web
from measuring.rows import FULL, QUICK, Row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROWS = rows.ROWS | studies.ROWS | skat.ROWS | terminal.ROWS | play.ROWS | web.ROWS | browser.ROWS | pictures.ROWS
NEED_PEER = rows.NEED_PEER | studies.NEED_PEER


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the given rows; return 0 if each reaches its bar, 1 if one misses it, 2 for errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(ROWS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="small ranges: rough figures in half a minute")
    parser.add_argument("--json", action="store_true", help="print one JSON object with every single measurement")
    args = parser.parse_args(arguments)
    for name in args.rows:
        if name not in ROWS:
            parser.error(f"{name!r}: one of {', '.join(ROWS)} expected")
    names = [name for name in ROWS if not args.rows or name in args.rows]
    if NEED_PEER.intersection(names) and not peer.is_there():
        print(f"bench: {peer.HOW_TO_GET}", file=sys.stderr)
        return 2
    facts = machine.describe() | ({"peer": f"fc-solve {peer.version()}"} if peer.is_there() else {})
    if float(facts["load"]) > machine.BUSY:
        print(f"bench: the machine is busy (load {facts['load']}): times will be too long", file=sys.stderr)
    measured = {}
    for name in names:
        try:
            measured[name] = ROWS[name](QUICK if args.quick else FULL)
        except RuntimeError as error:
            print(f"bench: row {name}: {error}", file=sys.stderr)
            return 2
    if args.json:
        listed = {name: dataclasses.asdict(row) for name, row in measured.items()}
        print(json.dumps({"machine": facts, "quick": args.quick, "rows": listed}, indent=2))
    else:
        print(report(measured, facts, quick=args.quick))
    return int(any(row.ok is False for row in measured.values()))


def report(rows: Mapping[str, Row], facts: Mapping[str, object], *, quick: bool) -> str:
    """Return the table in Markdown, then the notes and commands of each row."""
    lines = [f"{name}: {value}" for name, value in facts.items()]
    if quick:
        lines += ["", "Quick sizes: rough figures, not for quoting."]
    marks = {True: "ok", False: "short", None: "–"}
    cells = [("row", "what", "bar", "measured", "ratio", "")]
    cells += [(name, row.what, row.bar, row.measured, row.ratio, marks[row.ok]) for name, row in rows.items()]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    table = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in cells]
    table.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    lines += ["", *table]
    for name, row in rows.items():
        lines += ["", f"{name}:", *(f"  $ {command}" for command in row.commands), *(f"  {note}" for note in row.notes)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
