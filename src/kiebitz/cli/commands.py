"""The commands by name, and the exit codes."""

from __future__ import annotations

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from types import ModuleType

#: The commands, each a module of `kiebitz.cli` with `add_arguments(parser)` and `run(args) -> int`. A package may have
#: `SUBCOMMANDS`, selected by a second word.
COMMANDS = {
    "deal": "show a deal",
    "solve": "solve a deal, a board or a range of deals, or prove that there is no solution",
    "hint": "show the next move of a line that wins",
    "light": "show whether a game in progress can still be won",
    "losing-move": "name the move that lost a game",
    "difficulty": "measure how narrow the way to a win is, and how often players without a plan win",
    "verify": "replay a solution by the rules and report whether it wins",
    "prove": "write a certificate that a deal cannot be won, or not in fewer moves",
    "check": "check a certificate with a program independent of the search",
    "convert": "turn a board or a solution into another form",
    "read": "read a board off a picture of a screen",
    "find": "find the numbers under which Microsoft's programs deal a board",
    "etude": "play random games of Russian Solitaire to their best score, and report statistics",
    "study": "answer one question for many deals, store the answers, and report them",
    "dataset": "write positions with the moves that keep the win, for machine learning",
    "seeds": "write numbers of deals that can be won, of chosen levels, for other programs",
    "bench": "let players answer questions about deals, and grade the answers of other programs",
    "skat": "value a Skat hand, and score games of Skat",
    "play": "play in the terminal, with a light that shows whether the game can still be won",
    "serve": "serve the games to a browser, with a JSON API",
    "mcp": "serve assistants over the Model Context Protocol",
    "page": "write the page with the games and their solver as files for any web server",
    "replay": "show a solution or a recorded game move by move, here or as GIF or page",
    "games": "list the games, or show the rules of one",
    "completion": "print a script that completes kiebitz commands in your shell",
}
#: The commands for programs and their authors, in English only.
FOR_PROGRAMS = frozenset(
    ("bench", "check", "completion", "convert", "dataset", "find", "mcp", "page", "seeds", "serve", "study")
)
BAD_INPUT = 2
UNDECIDED = 3
FAULT = 70  # EX_SOFTWARE of BSD's sysexits.h
INTERRUPTED = 130
READER_GONE = 141


def module_of(package: str, command: str) -> ModuleType:
    """Import the module of a command; its name has `_` for a hyphen."""
    from importlib import import_module

    return import_module(f"{package}.{command.replace('-', '_')}")
