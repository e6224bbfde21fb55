"""`kiebitz completion`: a completion script for the shell, made by shtab from all parsers.

The script is static: completing does not start Python.
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
    """Declare the arguments of `kiebitz completion`."""
    shells = shtab.SUPPORTED_SHELLS
    parser.add_argument("shell", type=name_in(*shells), metavar="SHELL", help=" or ".join(shells))


def run(args: Namespace) -> int:
    """Print the script."""
    output.write(shtab.complete(_whole_parser(), args.shell) + "\n")
    return 0


def _whole_parser() -> Parser:
    """Return one parser of all commands, with names as choices for shtab."""
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
        if inner:  # before the command's own arguments: a subcommand comes first
            _add_commands(command, module.__name__, inner)
        module.add_arguments(command)
        for action in command.complete()._actions:  # noqa: SLF001  argparse has no public access
            if isinstance(action.type, name_in):
                action.choices, action.type = action.type.names, None
            elif action.dest in ("game", "name"):
                action.choices = games()
            elif action.dest in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # an attribute for shtab
            if action.help is not None and action.help is not argparse.SUPPRESS:
                action.help = action.help.replace("%", "%%")
