"""Text of a link: game, deal or board, changed rules and moves in the fragment of an address.

`BASE#game=freecell&deal=617&moves=26+5a+ah` is encoded like a web form. The keys, in the order of writing:

| key | value | default |
|---|---|---|
| `game` | the game's id | required |
| `deal` | the deal's number | required unless there is a board |
| `numbering` | the numbering of the deal | `microsoft` |
| `board` | a board in any form that `notation` reads; written as `columns` | required unless there is a deal |
| `edition` | the edition of the game's rules | the first, see `Page.unnamed_edition` |
| `cells`, `columns`, `build`, … (`rule_options.CHANGEABLE`) | a changed rule | the game's own |
| `autoplay` | the autoplay rule | `safe` |
| `moves` | standard notation with variations and comments, see `notation.trees` | no moves |
| `at` | the number of the current move in the order of writing; 0 is the start | the last of the main line |

If the tree of moves is too long for a link, the link has only the current line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus, urlencode

from kiebitz.deals import numbering as numbering_named
from kiebitz.errors import ChoiceError, InputError, LinkError, NotationError, NumberRangeError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.games import page
from kiebitz.patience.notation import format_board, parse_board
from kiebitz.patience.notation.text_limits import with_spaces
from kiebitz.patience.notation.trees import parse_tree
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import CHANGEABLE, Autoplay, choice_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.notation.trees import TreeWord
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import DealName

#: Limits of links, for reading and writing.
MOST_CHARACTERS = 100_000
MOST_MOVES = 5_000

_KEYS = (
    "game", "deal", "numbering", "board", "edition", *(rule.name for rule in CHANGEABLE), "autoplay", "moves", "at",
)  # fmt: skip
_NUMBERING = "microsoft"
_MOST_EDITIONS = 99
_LONGEST_COUNT = 4


def format_link(start: Position, deal: DealName | None, autoplay: Autoplay, moves: str, at: int | None) -> str:
    """Return the fragment of a link; a `KiebitzError` for rules without a name in the catalogue.

    *at* is the number of the current move, `None` for the last of the main line.
    """
    rules = start.rules
    if not rules.is_named:
        raise InputError(rules.title, "a game by rules of one's own cannot be put into a link")
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
    """A link's values: *start* (with *numbering* and *number*, unless it is a board), *autoplay*, the moves as *words*.

    *at* is the number of the current move.
    """

    start: Position
    numbering: str
    number: int | None
    autoplay: Autoplay
    words: Sequence[TreeWord]
    at: int


def parse_link(text: str) -> LinkText:
    """Parse a link without making its moves: a whole address, `#…`, `?…`, or only the text after these signs.

    Raises `LinkError` with key and expectation; `EditionError` if the game's rules have been corrected since and
    changed rules cannot express the old ones; `UnknownGameError`, `NumberRangeError` or `SetupError` for well-formed
    values that do not exist.
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
    """Return the values of a link by key; each key must be valid and occur once."""
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
    if "edition" in values:
        edition = _count("edition", values["edition"], _MOST_EDITIONS)
    else:
        edition = about.unnamed_edition(with_moves=bool(values.get("moves")))
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


def _count(key: str, text: str, maximum: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNT and int(text) <= maximum):
        raise LinkError(key, text, f"a number from 0 to {maximum}")
    return int(text)


def check_number_of_moves(count: int) -> None:
    """Raise a `LinkError` for more moves than a link may have."""
    if count > MOST_MOVES:
        raise LinkError("moves", f"{count} moves", f"at most {MOST_MOVES:,} moves")
