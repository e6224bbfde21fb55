"""The argument parser, shared options, and types of arguments with their errors."""

from __future__ import annotations

import argparse
import os
import re
import sys

from kiebitz.cli import output
from kiebitz.cli.commands import COMMANDS, FOR_PROGRAMS
from kiebitz.cli.language import choose, is_english
from kiebitz.cli.language import gettext as _
from kiebitz.errors import ChoiceError, did_you_mean, shown

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType
    from typing import Any, NoReturn, Self

    from kiebitz.analysis.limits import Limit

_LONGEST_MESSAGE = 300
_LARGEST_SEED = 2**64 - 1
_FACTORS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
#: A number, perhaps with separated thousands; before a unit, perhaps with a fraction. Compiled only when needed.
_AMOUNT = r"([0-9]{1,18}|[0-9]{1,3}(?:[,_][0-9]{3}){1,5})(?:(?:\.([0-9]{1,9}))?([kKmMgG]))?"

#: English for the German and Russian words that help and answers show for seats, strengths, levels and colours; `ё` is
#: written as `е`.
_ENGLISH_NAMES = {
    "vorhand": "forehand",
    "mittelhand": "middlehand",
    "hinterhand": "rearhand",
    "первая рука": "forehand",
    "первая": "forehand",
    "вторая рука": "middlehand",
    "вторая": "middlehand",
    "третья рука": "rearhand",
    "третья": "rearhand",
    "anfänger": "beginner",
    "verein": "club",
    "stark": "strong",
    "новичок": "beginner",
    "клуб": "club",
    "сильный": "strong",
    "leicht": "easy",
    "mittel": "medium",
    "schwer": "hard",
    "experte": "expert",
    "experten": "expert",
    "für experten": "expert",
    "легкий": "easy",
    "средний": "medium",
    "трудный": "hard",
    "для знатоков": "expert",
    "hell": "light",
    "dunkel": "dark",
    "einfarbig": "mono",
    "светлый": "light",
    "светлые": "light",
    "темный": "dark",
    "темные": "dark",
    "без цвета": "mono",
}

#: The output of `kiebitz` without a command.
FIRST_STEPS = """\
Kiebitz deals, solves, proves and checks FreeCell and its relatives, and values
Skat hands.

  kiebitz deal 617         show a deal
  kiebitz solve 617        solve it, or prove that it cannot be won
  kiebitz play 617         play it here, with a light that shows what is lost
  kiebitz serve            play in the browser
  kiebitz skat JC JS JD AC KC 9C AS 7H QD 8D
                           value a Skat hand

  kiebitz --help           all commands
  kiebitz help solve       the arguments of a command, and examples
  kiebitz games            the games
"""

#: Replaces the paragraph on JSON, which is in English only.
JSON_NOTE = "--json prints one object for programs. Its fields are described in English: {program} --help --language en"
_JSON = "--json prints"
ENGLISH_ONLY = "This command is for programs, and speaks English only."

TARGET_HELP = "a deal number, random, a link, the name of a file with a board or a solution, or - for standard input"


class Parser(argparse.ArgumentParser):
    """An argument parser with errors of one line."""

    def __init__(self, **options: Any) -> None:
        self._later: list[Callable[[], None]] = []
        super().__init__(formatter_class=_Help, allow_abbrev=False, **options)

    def later(self, add: Callable[[], None]) -> None:
        """Call *add*, which declares options, only if an option is typed: starts without one must be fast."""
        self._later.append(add)

    def add(self, *names: str) -> None:
        """Add options of `OPTIONS` by name."""
        for name in names:
            flags, options = OPTIONS[name]
            self.add_argument(*flags.split(), **options)

    def add_autoplay(self, default: str | None = "safe") -> None:
        """Add `--autoplay`."""
        note = f" (default {default})" if default else ""
        self.add_argument(
            "--autoplay",
            default=default,
            metavar="RULE",
            type=name_in("none", "safe", "max"),
            help=f"which cards go home automatically: none, safe or max{note}",
        )

    def add_limits(self, title: str) -> None:
        """Add the limits of a search as a group."""
        limits = self.add_argument_group(title)
        limits.add_argument("--limit-states", type=amount, metavar="N", help="positions to search, such as 500k")
        limits.add_argument("--limit-seconds", type=seconds, metavar="S", help="time")
        memory = "memory, such as 500M or 2G (default: half of what is free, divided among the processes)"
        limits.add_argument("--limit-memory", type=amount, metavar="BYTES", help=memory)

    def add_rules(self) -> None:
        """Add the options for the game and its rules; `args.changes` holds changed rules by name."""
        group = self.add_argument_group("rules")
        group.add_argument("--game", metavar="NAME", help="the game (default freecell; see kiebitz games)")
        self.set_defaults(changes={})
        self.later(lambda: _add_changes(group))

    def complete(self) -> Self:
        """Run the calls that `later` postponed."""
        while self._later:
            self._later.pop(0)()
        return self

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, with all options if one is typed."""
        if any(word.startswith("-") for word in (sys.argv[1:] if args is None else args)):
            self.complete()
        return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; the error for an unknown option suggests a similar one."""
        parsed, unread = self.parse_known_args(args, namespace)
        if unread:
            options = [word.split("=")[0] for word in unread if word.startswith("--")]
            near = next(filter(None, (did_you_mean(word, self._option_string_actions) for word in options)), "")
            self.error(f"unrecognized arguments: {' '.join(unread)}{near}")
        return parsed

    def error(self, message: str) -> NoReturn:
        """Print the error with a hint at the help, and exit with code 2."""
        if len(message) > _LONGEST_MESSAGE:
            message = f"{message[:_LONGEST_MESSAGE]}…"
        output.warn(message, self.prog, _(" (see {program} --help)").format(program=self.prog))
        self.exit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; unlike in argparse, a failed write is an error."""
        if file is sys.stderr:
            output.write_error(message)
        else:
            output.write(message)


class _Help(argparse.HelpFormatter):
    """Help in the language of the process, filled to the terminal's width except for indented examples."""

    def __init__(self, prog: str, **options: Any) -> None:
        # Without a width argparse imports shutil, which takes longer than dealing the cards.
        super().__init__(prog, **{"width": terminal_width(), **options})

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and _(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and _(action.help)

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Callable[[int], tuple[str, ...]]:
        names = super()._metavar_formatter(action, default_metavar)
        return lambda size: tuple(map(_, names(size)))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from textwrap import fill

        parts = text.strip("\n").split("\n\n")
        return "\n\n".join(
            _laid_out(part) if "\n  " in part else fill(self._paragraph(part), width, initial_indent=indent)
            for part in parts
        )

    def _paragraph(self, text: str) -> str:
        if text.startswith(_JSON) and not is_english():
            return _(JSON_NOTE).format(program=self._prog)
        return _(" ".join(text.split()))


def _laid_out(part: str) -> str:
    """Translate a paragraph with indented lines: as a whole, or its heading and its remarks."""
    whole = _(part)
    if whole != part:
        return whole
    heading, *lines = part.split("\n")
    return "\n".join([_(heading), *(before + _(remark) for before, remark in map(_remark, lines))])


def _remark(line: str) -> tuple[str, str]:
    """Split a line into the example with its spaces, and the remark, which may be empty."""
    example = line.lstrip()
    _example, spaces, remark = example.rpartition("  ")
    return (line[: -len(remark)], remark) if spaces and remark else (line, "")


class _Version(argparse.Action):
    """Print version and kernel; the kernel is loaded only for this."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        output.write(version() + "\n")
        parser.exit()


def version() -> str:
    """Return the line that `--version` prints."""
    import kiebitz
    from kiebitz.analysis.backend import kernel_name

    return f"kiebitz {kiebitz.__version__} ({kernel_name()})"


def command_list(commands: dict[str, str], before: str = "", after: str = "") -> str:
    """Return a line of help for each command, with *before* and *after* around its name."""
    width = max(map(len, commands))
    return "\n".join(hanging(f"  {before}{name:<{width}}{after}  ", text) for name, text in commands.items())


def hanging(head: str, text: str) -> str:
    """Return *head* and *text*, folded to the terminal's width with a hanging indent."""
    from textwrap import fill

    return fill(text, max(terminal_width(), len(head) + 20), initial_indent=head, subsequent_indent=" " * len(head))


def top_parser() -> Parser:
    """Return the parser of `kiebitz` without a command."""
    commands = command_list({name: _(text) for name, text in COMMANDS.items()})
    head, examples = _("commands:"), _("examples:")
    description = _(
        "The onlooker at the card table: deals, solves, proves and checks FreeCell and its relatives, and values "
        "Skat hands."
    )
    codes = _(
        "exit codes: 0 answered; 1 impossible, illegal or not found; 2 bad usage or input; 3 undecided; "
        "70 a bug in Kiebitz"
    )
    parser = Parser(
        prog="kiebitz",
        description=description,
        epilog=f"{head}\n{commands}\n\n{examples}\n"
        "  kiebitz deal 617\n"
        "  kiebitz solve 617\n"
        "  kiebitz solve 1-32000 --jobs 4\n"
        "  kiebitz solve 617 --format notation | kiebitz verify -\n"
        "  kiebitz skat JC JS JD AC KC 9C AS 7H QD 8D\n"
        f"  kiebitz help solve\n\n{codes}",
        usage="kiebitz [--help] [--version] [--language CODE] COMMAND …",
    )
    parser.add_argument("--language", metavar="CODE", help=_("en, de or ru; else that of the locale"))
    _add_version(parser)
    parser.add_argument("command", metavar="COMMAND", nargs="?", type=_command, help=argparse.SUPPRESS)
    return parser


def command_parser(name: str, module: ModuleType) -> Parser:
    """Return the parser of the command *name*, with the arguments of *module*.

    A command for programs switches the process to English.
    """
    description, epilog = module.DESCRIPTION, module.EPILOG
    if name.split(maxsplit=1)[0] in FOR_PROGRAMS and not is_english():
        description = f"{_(ENGLISH_ONLY)}\n\n{description}"
        choose("en")
    if subcommands := getattr(module, "SUBCOMMANDS", None):
        rows = command_list({word: _(text) for word, text in subcommands.items()}, f"kiebitz {name} ", " …")
        epilog = f"{_('commands:')}\n{rows}\n\n{epilog}"
    parser = Parser(prog=f"kiebitz {name}", description=description, epilog=epilog)
    module.add_arguments(parser)
    return parser


def _add_version(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show version, kernel and instruction set, and exit"
    )


def _command(text: str) -> NoReturn:
    raise unknown("command", text, COMMANDS)


def unknown(what: str, name: str, names: Iterable[str]) -> argparse.ArgumentTypeError:
    """Return the error for a name that is not among *names*."""
    return argparse.ArgumentTypeError(str(ChoiceError(what, name, names)))


class _Change(argparse.Action):
    """Put a changed rule into `args.changes` by its name."""

    def __call__(self, _: object, namespace: argparse.Namespace, value: object, __: object = None) -> None:
        namespace.changes = {**namespace.changes, self.dest: value}


def _add_changes(group: argparse._ArgumentGroup) -> None:
    from kiebitz.patience.rule_options import CHANGEABLE

    for rule in CHANGEABLE:
        how: dict[str, Any] = {"metavar": rule.name.upper()}
        if rule.most is not None:
            how = {"type": whole, "metavar": "N"}
        elif rule.names:
            how = {"type": name_in(*rule.names), "metavar": "RULE"}
        name = f"--{rule.name.replace('_', '-')}"
        group.add_argument(name, action=_Change, default=argparse.SUPPRESS, help=rule.help, **how)


def limit_of(args: argparse.Namespace) -> Limit:
    """Return the limits of the options."""
    from kiebitz.analysis.limits import Limit

    return Limit(args.limit_states, args.limit_seconds, args.limit_memory)


class name_in:  # noqa: N801  used as a function
    """A type for `add_argument`: one of *names* in any case, its German or Russian word, or a synonym in *others*.

    Words are read in every language, so that a command works whatever the locale. Shell completion reads the names.
    """

    def __init__(self, *names: str, **others: str) -> None:
        self.names = names
        self._others = others

    def __call__(self, text: str) -> str:
        """Return the name; an error lists all."""
        word = text.lower()
        for name in (self._others.get(word, word), _ENGLISH_NAMES.get(word.replace("ё", "е"), "")):
            if name in self.names:
                return name
        raise unknown("name", text, self.names)


def file_name(text: str) -> str:
    """Return a name of a file or folder; refuse an empty one, as from an unset shell variable."""
    if text:
        return text
    raise argparse.ArgumentTypeError("'' cannot be read; expected the name of a file or folder")


def whole(text: str) -> int:
    """Parse a whole number from 0 on."""
    if text.isascii() and text.isdigit() and len(text) <= 18:
        return int(text)
    raise argparse.ArgumentTypeError(f"{shown(text)} cannot be read; expected a whole number from 0 to 10^18 - 1")


def amount(text: str) -> int:
    """Parse a whole number above 0, also in thousands (k), millions (M) or billions (G): `1.5G`."""
    if (match := re.fullmatch(_AMOUNT, text)) is not None:
        digits, part, unit = (word or "" for word in match.groups())
        factor = _FACTORS[unit.lower()]
        scale: int = 10 ** len(part)
        number, remainder = divmod(int(re.sub("[,_]", "", digits) + part) * factor, scale)
        if not remainder and 0 < number < 10**18:
            return number
    raise argparse.ArgumentTypeError(
        f"{shown(text)} cannot be read; expected a number above 0 and below 10^18 such as 500000, 500k or 1.5G"
    )


def seed(text: str) -> int:
    """Parse a seed from 0 to 2^64 - 1."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= _LARGEST_SEED:
        return int(text)
    raise argparse.ArgumentTypeError(f"{shown(text)} cannot be read; expected a whole number from 0 to {_LARGEST_SEED}")


def seconds(text: str) -> float:
    """Parse a time in seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if 0 < value < 1e9:
        return value
    raise argparse.ArgumentTypeError(
        f"{shown(text)} cannot be read; expected a number of seconds above 0 and below 10^9"
    )


#: Options of several commands by name: flags, and arguments for argparse.
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "json": (
        "--json",
        {"action": "store_true", "help": "print one JSON object, described below, and nothing else"},
    ),
    "output": (
        "-o --output",
        {
            "metavar": "FILE",
            "type": file_name,
            "help": "write to this file, complete or not at all, instead of standard output",
        },
    ),
    "numbering": (
        "--numbering",
        {
            "default": "microsoft",
            "metavar": "NAME",
            "type": name_in("microsoft", "pysolfc", "fisher-yates", "wetherell", "one-suit"),
            "help": "numbering of the deal: microsoft (the default), pysolfc, fisher-yates, wetherell or one-suit",
        },
    ),
    "from": (
        "--from",
        {
            "dest": "board_format",
            "default": "auto",
            "metavar": "FORMAT",
            "type": name_in("auto", "text", "unicode", "columns", "fc-solve", "json"),
            "help": "form of the board file: auto (the default), text, unicode, columns, fc-solve or json",
        },
    ),
    "cards": (
        "--cards",
        {
            "default": "english",
            "metavar": "SPELLING",
            "type": name_in("english", "unicode", "german", "russian"),
            "help": "how cards are spelt: english (the default), unicode, german or russian",
        },
    ),
}


def terminal_width() -> int:
    """Return the width for long lines: COLUMNS, the terminal's, or 80; between 20 and 100."""
    width = os.environ.get("COLUMNS", "")
    if width.isascii() and width.isdigit() and 0 < len(width) < 6 and int(width):
        columns = int(width)
    else:
        try:
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 0
        except (OSError, ValueError):  # no terminal, or a closed one
            columns = 0
    return max(20, min(100, columns or 80))
