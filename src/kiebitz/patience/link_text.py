"""The text of a link: game, deal or board, changed rules and moves in the fragment of an address.

Only form and limits of the text live here; deals, boards, moves and rules are read and judged by those who know them.

`BASE#game=freecell&deal=617&moves=26+5a+ah` is encoded as web forms are. The keys, in the order of writing:

| key | value | left out |
|---|---|---|
| `game` | the game's id | never |
| `deal` | the deal's number | if there is a board |
| `numbering` | the numbering of the deal | `microsoft` |
| `board` | a board in any form that `notation` reads; written in the form `columns` | if there is a deal |
| `edition` | which edition of the game's rules is played by | the first |
| `cells`, `columns`, `build`, … (`choices.CHANGEABLE`) | a changed rule | the game's own |
| `autoplay` | which cards go home by themselves | `safe` |
| `moves` | standard notation with variations and comments, see `notation.trees` | no moves |
| `at` | which move was made last, counted as they are written; 0 is the start | the last of the main line |

A tree of moves that is too long for a link is left out but for the line at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus, urlencode

from kiebitz.deals import numbering as numbering_named
from kiebitz.errors import ChoiceError, LinkError, NotationError, NumberRangeError, RulesError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.games import page
from kiebitz.patience.notation import format_board, parse_board
from kiebitz.patience.notation.lines import with_spaces
from kiebitz.patience.notation.trees import parse_tree
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import CHANGEABLE, Autoplay, choice_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.notation.trees import TreeWord
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import DealName

#: The longest link and the longest game that are read or written.
MOST_CHARACTERS = 100_000
MOST_MOVES = 5_000

_KEYS = (
    "game", "deal", "numbering", "board", "edition", *(rule.name for rule in CHANGEABLE), "autoplay", "moves", "at",
)  # fmt: skip
_NUMBERING = "microsoft"
_MOST_EDITIONS = 99
_LONGEST_COUNT = 4


def format_link(start: Position, deal: DealName | None, autoplay: Autoplay, moves: str, at: int | None) -> str:
    """Return the fragment of a link; *at* is the move that was made last, `None` for the last of the main line.

    A `KiebitzError` for rules that no catalogue knows.
    """
    rules = start.rules
    if not rules.is_named:
        raise RulesError(rules.title, "a game by rules of one's own cannot be put into a link")
    fields: dict[str, object] = {"game": rules.game}
    if deal is None:
        fields["board"] = format_board(start, "columns")
    else:
        fields["deal"] = deal.number
        if deal.numbering != _NUMBERING:
            fields["numbering"] = deal.numbering
    edition = page(rules.game).edition
    if edition > 1:
        fields["edition"] = edition
    fields |= dict(rules.changes)
    if autoplay is not Autoplay.SAFE:
        fields["autoplay"] = autoplay.value
    if moves:
        fields["moves"] = moves
    if at is not None:
        fields["at"] = at
    return urlencode(fields, safe="!*'()")  # as browsers write it


@dataclass(frozen=True, slots=True)
class LinkText:
    """What a link says: *start*, its *numbering* and *number* unless it is a board, *autoplay*, the moves as *words*.

    *at* is the number of the move that was made last among them.
    """

    start: Position
    numbering: str
    number: int | None
    autoplay: Autoplay
    words: Sequence[TreeWord]
    at: int


def parse_link(text: str) -> LinkText:
    """Read a link but for its moves: a whole address, `#…`, `?…`, or only what stands behind these signs.

    A `LinkError` names the key at fault and what was expected; an `EditionError` says that the rules of its game have
    been corrected since, where no changed rules can say how they were. What can be read may still not be there: an
    `UnknownGameError`, `NumberRangeError` or `SetupError`.
    """
    values = _fields(text)
    rules = _rules(values)
    autoplay = _autoplay(values["autoplay"]) if "autoplay" in values else Autoplay.SAFE
    if ("deal" in values) == ("board" in values):
        raise LinkError("", text, "one of the keys deal and board")
    numbering, number = values.get("numbering", _NUMBERING), None
    if "board" in values:
        if "numbering" in values:
            raise LinkError("numbering", numbering, "a deal that it numbers")
        start = _board(values["board"], rules)
    else:
        try:
            numbers = numbering_named(numbering)
        except ChoiceError as error:
            raise LinkError("numbering", numbering, error.expected) from None
        number = numbers.parse(values["deal"])
        start = Position.deal(rules, numbers.cards(number, rules.pack))
    words, end = _moves(values.get("moves", ""))
    at = _count("at", values["at"], len(words) - 1) if "at" in values else end
    return LinkText(start, numbering, number, autoplay, words, at)


def _fields(text: str) -> dict[str, str]:
    """Return the values of a link by their keys, each of which is known and stands there once."""
    if not isinstance(text, str):
        raise LinkError("", text, "a text such as game=freecell&deal=617")
    if len(text) > MOST_CHARACTERS:
        raise LinkError("", text, f"at most {MOST_CHARACTERS:,} characters")
    address, _, form = with_spaces(text).strip().partition("#")
    if not form:
        form = address.partition("?")[2] or address
    values: dict[str, str] = {}
    for part in form.removeprefix("?").split("&"):
        key, sign, value = part.partition("=")
        if not sign:
            raise LinkError("", part, "a key and its value, such as game=freecell")
        if key not in _KEYS:
            raise LinkError("", key, f"one of the keys {', '.join(_KEYS)}")
        if key in values:
            raise LinkError(key, part, "this key once")
        try:
            values[key] = with_spaces(unquote_plus(value, errors="strict"))
        except UnicodeDecodeError:
            raise LinkError(key, value, "text in UTF-8") from None
    if "game" not in values:
        raise LinkError("", text, "the key game")
    return values


def _rules(values: dict[str, str]) -> Rules:
    rules = game_named(values["game"])
    about = page(rules.game)
    edition = _count("edition", values["edition"], _MOST_EDITIONS) if "edition" in values else 1
    if earlier := about.changes_of(edition, "link"):
        rules = rules.with_(**earlier)
    for rule in CHANGEABLE:
        if rule.name in values:
            try:
                rules = rules.with_(**{rule.name: rule.parse(values[rule.name])})
            except (ChoiceError, NumberRangeError) as error:
                raise LinkError(rule.name, values[rule.name], error.expected) from None
    return rules


def _board(text: str, rules: Rules) -> Position:
    try:
        return parse_board(text, rules).position()
    except NotationError as error:
        raise LinkError(f"board, {error.place}", error.text, error.expected) from None


def _moves(text: str) -> tuple[list[TreeWord], int]:
    try:
        words, end = parse_tree(text)
    except NotationError as error:
        raise LinkError("moves", error.text, error.expected) from None
    check_number_of_moves(len(words) - 1)
    return words, end


def _autoplay(text: str) -> Autoplay:
    try:
        return choice_named(Autoplay, text)
    except ChoiceError as error:
        raise LinkError("autoplay", text, error.expected) from None


def _count(key: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNT and int(text) <= most):
        raise LinkError(key, text, f"a number from 0 to {most}")
    return int(text)


def check_number_of_moves(count: int) -> None:
    """Raise a `LinkError` for more moves than a link may have."""
    if count > MOST_MOVES:
        raise LinkError("moves", f"{count} moves", f"at most {MOST_MOVES:,} moves")
