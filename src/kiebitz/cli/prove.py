"""`kiebitz prove`: a certificate that a deal cannot be won, or not in fewer moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.commands import UNDECIDED
from kiebitz.cli.language import translated
from kiebitz.cli.parser import TARGET_HELP, file_name, limit_of, whole
from kiebitz.errors import counted, shown_file

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.certificates import Certificate
    from kiebitz.cli.deal_argument import Target
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Prove that a deal cannot be won, or not in fewer moves, and write a certificate that anyone can check."
EPILOG = """\
examples:
  kiebitz prove 11982 --certificate 11982.cert
  kiebitz check 11982.cert
  kiebitz prove 3 --certificate 3.cert
  kiebitz prove 3 --moves 60 --certificate 60.cert
  kiebitz prove 5 --cells 2 --limit-states 5M --certificate 5.cert
  kiebitz prove 24966 --cells 1 --merge-suits --certificate 24966.cert

Without --moves the certificate proves that the deal is impossible or, if it can be won, that no line is shorter than
the shortest one. Every move of a single card counts, also home. If a limit ends the search, the certificate is for the
highest number of moves proven by then.

Some deals cannot be won, but have too many positions to list. --merge-suits proves that an easier game, in which the
suits of the higher ranks are merged, cannot be won either. Its certificate is small; the checker finds the positions.

Exit codes: 0 the certificate is written; 1 a line is shorter than --moves claims; 3 nothing was proven within the
limits.

--json prints: deal (its number or null), game, claim (impossible, moves or null if nothing was proven), moves (no line
has fewer; null unless claimed), shortest (is there a line of that length), refuted (moves of a line shorter than
was to be proven, or null), positions (in the certificate, or of the easier game), bytes, limit_hit (states, seconds,
memory or null), obstacle (why suits were merged in vain: winnable, positions, piles or null), statistics (states,
stored, memory in bytes, seconds)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz prove`."""
    parser.add_argument("deal", metavar="DEAL", help=TARGET_HELP)
    parser.add_argument(
        "-c", "--certificate", metavar="FILE", type=file_name, required=True, help="the file to write, or -"
    )
    claim = parser.add_mutually_exclusive_group()
    claim.add_argument("--moves", type=whole, metavar="N", help="prove that no line has fewer than N moves")
    claim.add_argument("--merge-suits", action="store_true", help="prove by an easier game that no line wins")
    parser.add_limits("limits")
    parser.add("json", "numbering", "from", "cards")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Search, and write the certificate if there is a proof."""
    from kiebitz.analysis.certificates import certify

    limit = limit_of(args)
    target = deal_argument.target_of(args)
    number = target.number if target.numbering == "microsoft" else None
    certificate = certify(target.position, limit, moves=args.moves, merge_suits=args.merge_suits, number=number)
    if certificate.data:
        output.write_bytes(certificate.data, args.certificate)
    if args.json:
        output.write_json(_object(target, certificate))
    elif args.certificate != "-" or not certificate.data:
        output.write(translated(f"{target.title}: {_text(certificate, args)}\n"))
    if certificate.data:
        return 0
    return UNDECIDED if certificate.refuted is None else 1


def _text(certificate: Certificate, args: Namespace) -> str:
    cost = f"{counted(certificate.statistics.states, 'state')}, {certificate.statistics.seconds:.3g} s"
    if certificate.refuted is not None:
        return f"there is a line of {counted(certificate.refuted, 'move')}, fewer than {args.moves or 1} ({cost})"
    if certificate.obstacle == "positions":
        return f"impossible, but the easier game has more positions than checkers search ({cost})"
    if certificate.obstacle == "winnable":
        return f"nothing is proven: with merged suits the deal can be won ({cost})"
    if certificate.obstacle == "piles":
        return f"nothing is proven: too many columns and cells for a search with merged suits ({cost})"
    if not certificate.data:
        return f"nothing is proven, stopped by the limit on {certificate.limit_hit} ({cost})"
    if certificate.moves is None:
        claim = "impossible"
    else:
        claim = f"no line has fewer than {counted(certificate.moves, 'single-card move')}"
        if certificate.shortest:
            claim += f", and one has {certificate.moves}"
        elif certificate.limit_hit is not None:
            claim += f" (stopped by the limit on {certificate.limit_hit})"
    if args.merge_suits:
        return f"{claim}, even with suits merged; {shown_file(args.certificate)} names the easier game ({cost})"
    return f"{claim}; {counted(certificate.positions, 'position')} in {shown_file(args.certificate)} ({cost})"


def _object(target: Target, certificate: Certificate) -> dict[str, object]:
    from kiebitz.cli.answer_output import statistics_fields

    claim = "impossible" if certificate.moves is None else "moves"
    return {
        "deal": target.number,
        "game": certificate.position.rules.game,
        "claim": claim if certificate.data else None,
        "moves": certificate.moves,
        "shortest": certificate.shortest,
        "refuted": certificate.refuted,
        "positions": certificate.positions,
        "bytes": len(certificate.data),
        "limit_hit": certificate.limit_hit,
        "obstacle": certificate.obstacle,
        "statistics": statistics_fields(certificate.statistics),
    }
