"""The command line: finds the sub-command, imports it alone, and turns whatever goes wrong into one line.

No game, no search and no reader may live here; a command that is not asked for is not even imported.

Exit codes: 0 answered, 1 answered in the negative (impossible, illegal, not found), 2 bad usage or bad input,
3 undecided, 70 a fault of Kiebitz itself, 130 interrupted, 141 the reader of the output went away.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

#: The commands, each a module of this package with `add_arguments(parser)` and `run(args) -> int`. A module that is a
#: package may have `SUBCOMMANDS`: a second word selects one of them.
COMMANDS = {
    "deal": "show a deal",
    "solve": "solve a deal, a board or a range of deals, or prove that there is no solution",
    "verify": "replay a solution by the rules and say whether it wins",
    "convert": "turn a board or a solution into another form",
    "find": "find the numbers under which Microsoft's programs deal a board",
    "etude": "play random games of Russian Solitaire to their best score, and say what they tell",
    "study": "ask one question of many deals, keep the answers, and report them",
    "skat": "say what a Skat hand is worth, and score games of Skat",
    "play": "play in the terminal, with a light that says whether the game can still be won",
    "serve": "serve the games to a browser, with a JSON API",
    "replay": "show a solution or a recorded game move by move, here or as GIF, film or page",
    "games": "list the games, or show the rules of one",
    "completion": "print a script that completes kiebitz commands in your shell",
}
BAD_INPUT = 2
UNDECIDED = 3
FAULT = 70  # EX_SOFTWARE of BSD's sysexits.h
INTERRUPTED = 130
READER_GONE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run `kiebitz` with these arguments (those of the process if left out) and return its exit code."""
    import warnings

    if sys.stderr is None:  # closed by whoever started us; print would turn to standard output
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    words = list(sys.argv[1:] if argv is None else argv)
    usual = warnings.formatwarning
    warnings.formatwarning = _warning
    try:
        return _guarded(words)
    finally:
        warnings.formatwarning = usual


def _guarded(words: list[str]) -> int:
    try:
        code = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stderr.isatty():  # the shell's prompt would follow ^C in the same line
            print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return READER_GONE
    except MemoryError:
        _complain("out of memory; --limit-memory sets a limit that is kept")
        return UNDECIDED
    except OSError as error:
        # Files are read and written by code that says which file it was; what gets here befell standard output.
        _drop_output()
        _complain(f"standard output: {error.strerror or error}")
        return BAD_INPUT
    except ValueError as error:
        from kiebitz.errors import KernelFaultError, KiebitzError

        if not isinstance(error, KiebitzError):
            raise
        _complain(str(error))
        return FAULT if isinstance(error, KernelFaultError) else BAD_INPUT
    return code


def _run(words: list[str]) -> int:
    from kiebitz.cli.parser import command_parser, top_parser

    if words and words[0] in COMMANDS:
        name, module = _command(words)
        parser = command_parser(name, module)
        arguments = [_unlike_option(word) for word in words[len(name.split()) :]]
    else:
        parser = top_parser()
        arguments = words
    try:
        args = parser.parse_args(arguments)
    except SystemExit as end:  # help, version and usage errors are printed by now
        return end.code if isinstance(end.code, int) else BAD_INPUT
    if parser.prog == "kiebitz":
        parser.print_help()
        return BAD_INPUT
    code: int = module.run(args)
    return code


def _command(words: list[str]) -> tuple[str, ModuleType]:
    """Return the name of the command, of one word or of two, and its module."""
    from importlib import import_module

    module = import_module(f"kiebitz.cli.{words[0]}")
    if len(words) > 1 and words[1] in getattr(module, "SUBCOMMANDS", ()):
        return f"{words[0]} {words[1]}", import_module(f"kiebitz.cli.{words[0]}.{words[1]}")
    return words[0], module


def _unlike_option(word: str) -> str:
    """Return a range that begins with a negative number, such as -2-3, in a form that argparse takes for no option."""
    return "\N{MINUS SIGN}" + word[1:] if word[:1] == "-" and word[1:2].isdigit() and "-" in word[2:] else word


def _warning(message: Warning | str, *_: object, **__: object) -> str:
    """Return a warning as it is shown to people who did not write the program: without its place in the code."""
    return f"kiebitz: {message}\n"


def _complain(message: str) -> None:
    line = " ".join(message.split("\n"))
    print(f"kiebitz: {line}", file=sys.stderr)


def _drop_output() -> None:
    """Point standard output at nothing, so that Python's own flush at the end has nothing to complain about."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError):  # no real file behind it, as in tests
        pass
