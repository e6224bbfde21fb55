"""A game as a link: game, deal or board, changed rules and moves in the fragment of an address, which no server sees.

Only form and limits of the text live here; deals, boards, moves and rules are read and judged by those who know them.

`BASE#game=freecell&deal=617&moves=26+5a+ah` is encoded as web forms are. The keys, in the order of writing:

| key | value | left out |
|---|---|---|
| `game` | the game's id | never |
| `deal` | the deal's number | if there is a board |
| `numbering` | the numbering of the deal | `microsoft` |
| `board` | a board in any form that `notation` reads; written in the form `columns` | if there is a deal |
| `cells`, `columns`, `build`, … (see `Rules.with_`) | a changed rule | the game's own |
| `autoplay` | which cards go home by themselves | `safe` |
| `moves` | standard notation, those taken back included | no moves |
| `at` | how many of the moves are made; the others are there to be made again | all of them |
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote_plus, urlencode

from kiebitz.deals import numbering as numbering_named
from kiebitz.errors import KiebitzError, LinkError, NotationError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.notation import format_board, format_moves, parse_board
from kiebitz.patience.rules import Autoplay, choice_named
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

_C = TypeVar("_C", bound=Enum)

#: The longest link and the longest game that are read or written.
MOST_CHARACTERS = 100_000
MOST_MOVES = 5_000

_COUNTS = ("cells", "columns")
_CHANGES = (*_COUNTS, "build", "empty_column", "foundations", "supermoves", "home_moves")
_KEYS = ("game", "deal", "numbering", "board", *_CHANGES, "autoplay", "moves", "at")
_NUMBERING = "microsoft"
_MOST_PILES = 99
_LONGEST_COUNT = 4


def write_link(session: Session, base: str = "") -> str:
    """Return the game as a link: *base*, `#` and the fragment, or the fragment alone if there is no *base*.

    A `LinkError` for a game that is too long for one, a `KiebitzError` for one by rules that no catalogue knows.
    """
    rules = session.rules
    own = game_named(rules.game)
    changes = {key: getattr(rules, key) for key in _CHANGES if getattr(rules, key) != getattr(own, key)}
    if (own.with_(**changes) if changes else own) != rules:
        raise KiebitzError(f"a game by rules of one's own, {rules!r}, cannot be put into a link")
    fields: dict[str, object] = {"game": rules.game}
    if session.deal is None:
        fields["board"] = format_board(session.start, "columns")
    else:
        fields["deal"] = session.deal.number
        if session.deal.numbering != _NUMBERING:
            fields["numbering"] = session.deal.numbering
    fields |= {key: getattr(value, "value", value) for key, value in changes.items()}
    if session.autoplay is not Autoplay.SAFE:
        fields["autoplay"] = session.autoplay.value
    moves = session.moves + session.undone
    _check_number_of_moves(len(moves))
    if moves:
        fields["moves"] = " ".join(format_moves(session.start, moves, session.autoplay))
    if session.undone:
        fields["at"] = session.ply
    link = urlencode(fields)
    return f"{base}#{link}" if base else link


def read_link(text: str) -> Session:
    """Return the game that a link holds: a whole address, `#…`, `?…`, or only what stands behind these signs.

    A `LinkError` names the key at fault and what was expected. A link that can be read may still hold what is not
    there: an `UnknownGameError`, `NumberRangeError` or `SetupError`, or an `IllegalMoveError` with the move's number.

    >>> read_link("https://kiebitz.example/#game=freecell&deal=617&moves=58")
    <Session freecell microsoft 617, 1 moves>
    """
    values = _fields(text)
    rules = _rules(values)
    autoplay = _choice("autoplay", values["autoplay"], Autoplay) if "autoplay" in values else Autoplay.SAFE
    if ("deal" in values) == ("board" in values):
        raise LinkError("", text, "one of the keys deal and board")
    if "board" in values:
        if "numbering" in values:
            raise LinkError("numbering", values["numbering"], "a deal that it numbers")
        session = Session(_board(values["board"], rules), autoplay=autoplay)
    else:
        numbering = values.get("numbering", _NUMBERING)
        try:
            numbers = numbering_named(numbering)
        except KiebitzError as error:
            raise _wrong("numbering", numbering, error) from None
        number = numbers.parse(values["deal"])
        session = Session.new(rules=rules, number=number, numbering=numbering, autoplay=autoplay)
    words = values.get("moves", "").split()
    _check_number_of_moves(len(words))
    for word in words:
        try:
            session.play(word)
        except NotationError as error:
            raise LinkError(f"moves, move {session.ply + 1}", error.text, error.expected) from None
    if "at" in values:
        session.goto(_count("at", values["at"], len(words)))
    return session


#: What the front door calls `read_link`.
open = read_link  # noqa: A001


def _fields(text: str) -> dict[str, str]:
    """Return the values of a link by their keys, each of which is known and stands there once."""
    if not isinstance(text, str):
        raise LinkError("", text, "a text such as game=freecell&deal=617")
    if len(text) > MOST_CHARACTERS:
        raise LinkError("", text, f"at most {MOST_CHARACTERS:,} characters")
    address, _, form = text.strip().partition("#")
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
            values[key] = unquote_plus(value, errors="strict")
        except UnicodeDecodeError:
            raise LinkError(key, value, "text in UTF-8") from None
    if "game" not in values:
        raise LinkError("", text, "the key game")
    return values


def _rules(values: dict[str, str]) -> Rules:
    rules = game_named(values["game"])
    for key in _CHANGES:
        if key in values:
            value = _count(key, values[key], _MOST_PILES) if key in _COUNTS else values[key]
            try:
                rules = rules.with_(**{key: value})
            except KiebitzError as error:
                raise _wrong(key, values[key], error) from None
    return rules


def _board(text: str, rules: Rules) -> Position:
    try:
        return parse_board(text, rules).position()
    except NotationError as error:
        raise LinkError(f"board, {error.place}", error.text, error.expected) from None


def _choice(key: str, text: str, kind: type[_C]) -> _C:
    try:
        return choice_named(kind, text)
    except KiebitzError as error:
        raise _wrong(key, text, error) from None


def _count(key: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNT and int(text) <= most):
        raise LinkError(key, text, f"a number from 0 to {most}")
    return int(text)


def _check_number_of_moves(count: int) -> None:
    if count > MOST_MOVES:
        raise LinkError("moves", f"{count} moves", f"at most {MOST_MOVES:,} moves")


def _wrong(key: str, text: str, error: KiebitzError) -> LinkError:
    _, _, expected = str(error).partition("expected ")
    return LinkError(key, text, expected or str(error))
