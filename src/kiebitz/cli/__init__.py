"""The command line: `main` imports the module of one command, runs it, and prints each error in one line.

Exit codes: 0 answered, 1 answered in the negative (impossible, illegal, not found), 2 bad usage or input, 3 undecided,
70 a bug in Kiebitz, 130 interrupted, 141 closed output pipe.
"""

from __future__ import annotations

import os
import sys

from kiebitz.cli.commands import BAD_INPUT, COMMANDS, FAULT, INTERRUPTED, READER_GONE, UNDECIDED, module_of

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType


def main(argv: Sequence[str] | None = None) -> int:
    """Run `kiebitz` with *argv*, by default the arguments of the process, and return the exit code."""
    import warnings

    from kiebitz.cli import output

    if argv is None:
        _collect_seldom()
    if sys.stderr is None:  # closed by the parent process; print would use standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    words = list(sys.argv[1:] if argv is None else argv)
    usual = warnings.formatwarning
    warnings.formatwarning = _warning
    try:
        return _guarded(words)
    finally:
        warnings.formatwarning = usual
        output.write_error("")  # unwritten warnings in the buffer would change the exit code


def run_line(line: str) -> None:
    """Run `kiebitz` with the words of a line, as `%kiebitz` does in notebooks."""
    import shlex

    main(shlex.split(line))


def _collect_seldom() -> None:
    """Run Python's garbage collector rarely, and not at exit.

    It takes an eighth of the time of a short command, and imports leave no garbage.
    """
    import atexit
    import gc

    gc.set_threshold(10_000)
    atexit.register(gc.freeze)


def _guarded(words: list[str]) -> int:
    from kiebitz.cli import output

    try:
        code = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stderr.isatty():  # so that the shell's prompt does not follow ^C
            output.write_error("\n")
        return INTERRUPTED
    except BrokenPipeError:
        output.drop(sys.stdout)
        return READER_GONE
    except MemoryError:
        output.warn("out of memory; --limit-memory sets a limit that is kept")
        return UNDECIDED
    except OSError as error:
        # Errors of files are FileErrors with their names, so this one is about standard output.
        output.drop(sys.stdout)
        output.warn(f"standard output: {error.strerror or error}")
        return BAD_INPUT
    except ValueError as error:
        return _complain(error)
    return code


def _complain(error: ValueError, spelling: str = "english") -> int:
    """Print a `KiebitzError`, its cards in this spelling, and return the exit code; raise any other error again."""
    from kiebitz.cli import output
    from kiebitz.errors import KernelFaultError, KiebitzError

    if not isinstance(error, KiebitzError):
        raise error
    message = str(error)
    if spelling != "english":
        from kiebitz.cards.text import respelt

        message = respelt(message, spelling)
    output.warn(message)
    return FAULT if isinstance(error, KernelFaultError) else BAD_INPUT


def _run(words: list[str]) -> int:
    from kiebitz.cli import output
    from kiebitz.cli.language import gettext
    from kiebitz.cli.parser import FIRST_STEPS, command_parser, top_parser

    words = _spoken(words)
    if words[:1] == ["help"]:
        return _help(words[1:])
    if words and words[0] not in COMMANDS and words[0].lstrip("-")[:1].isdigit():
        words = ["solve", *words]
    if words and words[0] in COMMANDS:
        name, module = _command(words)
        parser = command_parser(name, module)
        arguments = [_unlike_option(word) for word in words[len(name.split()) :]]
    else:
        parser = top_parser()
        arguments = words
    try:
        args = parser.parse_args(arguments)
    except SystemExit as end:  # after the output of help, version or a usage error
        return end.code if isinstance(end.code, int) else BAD_INPUT
    if parser.prog == "kiebitz":
        output.write(gettext(FIRST_STEPS))
        return BAD_INPUT
    try:
        code: int = module.run(args)
    except ValueError as error:
        return _complain(error, getattr(args, "cards", "english"))
    return code


def _spoken(words: list[str]) -> list[str]:
    """Set the language of `--language` or of the locale, and return *words* without that option."""
    from kiebitz.cli.language import LANGUAGES, choose

    choose(None)
    at = next((at for at, word in enumerate(words) if word.partition("=")[0] == "--language"), None)
    if at is None:
        return words
    _, equals, code = words[at].partition("=")
    end = at + 1 if equals else at + 2
    code = code if equals else "".join(words[at + 1 : end])
    if code not in LANGUAGES:
        from kiebitz.errors import ChoiceError

        raise ChoiceError("language", code, LANGUAGES)
    choose(code)
    return words[:at] + words[end:]


def _help(words: list[str]) -> int:
    """Print the help of the command in *words*, or of `kiebitz` itself."""
    from kiebitz.cli.parser import command_parser, top_parser

    if words and words[0] in COMMANDS:
        command_parser(*_command(words)).complete().print_help()
    elif words:
        return _run([words[0]])  # fails: no such command
    else:
        top_parser().print_help()
    return 0


def _command(words: list[str]) -> tuple[str, ModuleType]:
    """Return the name of the command, one word or two, and its module."""
    module = module_of("kiebitz.cli", words[0])
    if len(words) > 1 and words[1] in getattr(module, "SUBCOMMANDS", ()):
        return f"{words[0]} {words[1]}", module_of(module.__name__, words[1])
    return words[0], module


def _unlike_option(word: str) -> str:
    """Return a range such as -2-3 with a minus sign that argparse does not mistake for an option."""
    return "\N{MINUS SIGN}" + word[1:] if word[:1] == "-" and word[1:2].isdigit() and "-" in word[2:] else word


def _warning(message: Warning | str, *_: object, **__: object) -> str:
    """Format a warning for users: one line, without its place in the code."""
    from kiebitz.cli.language import translated
    from kiebitz.errors import visible

    return visible(f"kiebitz: {translated(str(message))}") + "\n"
