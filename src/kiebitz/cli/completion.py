"""`kiebitz completion`: a script for the user's shell, made by shtab from the parsers of all commands.

The script is static, so completing costs no start of Python.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import shtab

from kiebitz.cli import output
from kiebitz.cli.commands import COMMANDS, module_of
from kiebitz.cli.parser import Parser, name_in

if TYPE_CHECKING:
    from argparse import Namespace

DESCRIPTION = "Print a script that completes kiebitz commands in your shell."
EPILOG = """\
examples:
  eval "$(kiebitz completion bash)"                   in ~/.bashrc
  kiebitz completion zsh > ~/.zfunc/_kiebitz         in a folder of fpath
  kiebitz completion fish > ~/.config/fish/completions/kiebitz.fish
"""
_FILES = {"deal", "solution", "input", "output", "file"}


def add_arguments(parser: Parser) -> None:
    """Declare what `kiebitz completion` takes."""
    shells = shtab.SUPPORTED_SHELLS
    parser.add_argument("shell", type=name_in(*shells), metavar="SHELL", help=" or ".join(shells))


def run(args: Namespace) -> int:
    """Print the script."""
    output.write(shtab.complete(_whole_parser(), args.shell) + "\n")
    return 0


def _whole_parser() -> Parser:
    """Return one parser with all commands, their names spelt out as choices, as shtab needs it."""
    parser = Parser(prog="kiebitz")
    parser.add_argument("--version", action="store_true", help="show version, kernel and instruction set, and exit")
    _add_commands(parser, "kiebitz.cli", COMMANDS)
    return parser


def _add_commands(parser: Parser, package: str, names: dict[str, str]) -> None:
    from kiebitz.patience.games import games

    commands = parser.add_subparsers(dest="command")
    for name, text in names.items():
        command = commands.add_parser(name, help=text, description=text)
        module = module_of(package, name)
        inner = getattr(module, "SUBCOMMANDS", None)
        if inner:  # before its own arguments: the word after it may be one of these
            _add_commands(command, module.__name__, inner)
        module.add_arguments(command)
        for action in command.complete()._actions:  # noqa: SLF001  argparse has no other way to its arguments
            if isinstance(action.type, name_in):
                action.choices, action.type = action.type.names, None
            elif action.dest in ("game", "name"):
                action.choices = games()
            elif action.dest in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab's own way
            if action.help is not None and action.help is not argparse.SUPPRESS:
                action.help = action.help.replace("%", "%%")
