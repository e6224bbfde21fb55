"""Header lines of a solution (`# game: freecell`, `# autoplay: safe`), which the kernel separates from the moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.deals import NUMBERINGS
from kiebitz.errors import (
    ChoiceError,
    InputError,
    NotationError,
    NumberRangeError,
    UnknownGameError,
)
from kiebitz.patience.games import game, page
from kiebitz.patience.notation.reading_errors import complaint
from kiebitz.patience.rule_options import CHANGEABLE, Autoplay, Supermoves, choice_named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kiebitz.deals import Numbering
    from kiebitz.kernel.answers import SolutionRead
    from kiebitz.patience.rules import Rules

_CHANGEABLE = {rule.name: rule for rule in CHANGEABLE}
KEYS = ("game", "edition", "deal", "autoplay", *_CHANGEABLE, "score", "note")
_LONGEST_NUMBER = 2  # digits


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a solution; None for a missing line.

    - `deal`: free text such as `microsoft 617`
    - `score`: number of cards home after a line that does not win
    - `changes`: rules that differ from the game's, by name, as numbers and words

    Lines with `#` but without `key:`, and `# note: …`, are comments. An unknown key is an error, because a slip in
    `autoplay` would change the meaning of every move.
    """

    game: str | None = None
    deal: str | None = None
    autoplay: Autoplay | None = None
    supermoves: Supermoves | None = None
    changes: tuple[tuple[str, int | str], ...] = ()
    score: int | None = None

    def rules(self) -> Rules:
        """Return the rules that the header names; the default game is `freecell`."""
        changes: dict[str, object] = dict(self.changes)
        if self.supermoves is not None:
            changes["supermoves"] = self.supermoves
        rules = game(self.game or "freecell")
        return rules.with_(**changes) if changes else rules

    def numbered_deal(self, numbering: str = "microsoft") -> tuple[Numbering, int] | None:
        """Return the numbering and the number of the deal, `None` if the header names no deal.

        *numbering* is the default. Raises `NotationError` for a text that is no numbered deal, `NumberRangeError` for a
        number outside its numbering.

        >>> Header(deal="microsoft 617").numbered_deal()
        (NUMBERINGS['microsoft'], 617)
        """
        if self.deal is None:
            return None
        *names, number = self.deal.rsplit(None, 1) or [""]
        digits = number.replace("\N{MINUS SIGN}", "-").removeprefix("-").replace(",", "")
        deals = NUMBERINGS.get(names[0] if names else numbering)
        if deals is None or not (digits.isascii() and digits.isdigit()):
            raise NotationError(self.deal, "the header's deal", "a numbering and a number, such as microsoft 617")
        return deals, deals.parse(number)

    def __str__(self) -> str:
        entries: list[tuple[str, object]] = [("game", self.game)]
        if self.game is not None and (edition := page(self.game).edition) > 1:
            entries.append(("edition", edition))
        entries += [("deal", self.deal), *self.changes]
        entries.append(("supermoves", self.supermoves and self.supermoves.value))
        entries.append(("autoplay", self.autoplay and self.autoplay.value))
        entries.append(("score", self.score))
        return "".join(f"# {key}: {value}\n" for key, value in entries if value is not None)


def header_of(rules: Rules, autoplay: Autoplay, deal: str | None, score: int | None = None) -> Header:
    """Return the header for these rules, with the score if the line does not win.

    An `InputError` for rules that are no changes of a game in the catalogue.
    """
    if not rules.is_named:
        raise InputError(rules.title, "rules of one's own cannot be named in the header of a solution")
    changes = tuple((name, value) for name, value in rules.changes if name != "supermoves")
    one_line = None if deal is None else " ".join(deal.split())
    return Header(rules.game, one_line or None, autoplay, rules.supermoves, changes, score)


def read_header(read: SolutionRead) -> Header:
    """Return the header of a solution; a `NotationError` for an unknown or duplicate key or a wrong value.

    An `EditionError` if changed rules cannot express the game's rules of that edition. A title names the deal if no
    line does.
    """
    if read.header_complaint:
        raise complaint(read.header_complaint, keys=KEYS)
    values: dict[str, object] = {}
    changes: dict[str, int | str] = {}
    for name, value, number, whole in read.header:
        key, text = name.decode(), value.decode()

        def refused(expected: str, line: str = whole.decode(), number: int = number) -> NotationError:
            return NotationError(line, f"line {number}", expected)

        try:
            if key in _CHANGEABLE and key != "supermoves":
                rule = _CHANGEABLE[key]
                changes[key] = rule.written(rule.parse(text))
            else:
                values[key] = _value(key, text, refused)
        except (ChoiceError, NumberRangeError) as error:
            raise refused(error.expected) from None
        except UnknownGameError as error:
            raise refused(error.reason or f"one of: {', '.join(error.known)}") from None
    if read.deal:
        values.setdefault("deal", read.deal.decode())
    changes = dict(_earlier(values)) | changes
    return Header(**values, changes=tuple(changes.items()))  # type: ignore[arg-type]  # checked by `_value`


def _value(key: str, text: str, refused: Callable[[str], NotationError]) -> object:
    if key in ("score", "edition"):
        if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
            raise refused("a number of cards home" if key == "score" else "the number of an edition")
        return int(text)
    if key == "autoplay":
        return choice_named(Autoplay, text.lower())
    if key == "supermoves":
        return choice_named(Supermoves, text.lower())
    return game(text).game if key == "game" else text


def _earlier(values: dict[str, object]) -> Mapping[str, int | str]:
    edition = values.pop("edition", 1)
    return page(str(values.get("game", "freecell"))).changes_of(int(str(edition)), "header")
