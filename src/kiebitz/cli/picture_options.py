"""The options for the look of pictures: theme and colours of the suits."""

from __future__ import annotations

from kiebitz.cli.parser import name_in

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.render.themes import Theme

#: The names of `kiebitz.render.themes`, which loads too slowly for the parser.
THEMES = ("light", "dark")


def add_looks(parser: Parser) -> None:
    """Add `--theme` and `--four-colours`."""
    parser.add_argument(
        "--theme", type=name_in(*THEMES), default="light", metavar="NAME", help="pictures: light (the default) or dark"
    )
    parser.add_argument(
        "--four-colours",
        "--four-colors",
        action="store_true",
        help="clubs green and diamonds blue, in pictures and on terminals",
    )


def theme_of(args: Namespace) -> Theme:
    """Return the theme of the options."""
    from kiebitz.render.themes import theme

    return theme(args.theme, four_colours=args.four_colours)
