"""The options that say how pictures look, for every command that draws: the table's theme and the colours of the suits.

What the colours are is for `kiebitz.render.themes`, which is imported when a picture is drawn.
"""

from __future__ import annotations

from kiebitz.cli.parser import name_in

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.render.themes import Theme

#: The names of the themes; repeated here, because the parser must not wait for the drawing.
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
    """Return the theme that the options ask for."""
    from kiebitz.render.themes import theme

    return theme(args.theme, four_colours=args.four_colours)
