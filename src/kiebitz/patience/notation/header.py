"""The lines above a solution (`# game: freecell`, `# autoplay: safe`) that say what it solves and by which rules.

The kernel parts them from the moves, which `solutions` reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.deals import NUMBERINGS
from kiebitz.errors import (
    ChoiceError,
    NotationError,
    NumberRangeError,
    RulesError,
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
#: The keys that a header may have.
KEYS = ("game", "edition", "deal", "autoplay", *_CHANGEABLE, "score", "note")
_LONGEST_NUMBER = 2  # digits


@dataclass(frozen=True, slots=True)
class Header:
    """What a solution says of itself; None where it is silent.

    `deal` is free text such as `microsoft 617`, `score` the number of cards home after the line, where it claims that
    instead of a win. `changes` are the game's rules that differ from the catalogue's, by name, as numbers and words.
    Lines that begin with `#` and are not of the form `# key: value` are comments, and so is `# note: …`; a key that is
    not known is an error, since a slip in `autoplay` would change the meaning of every move after it.
    """

    game: str | None = None
    deal: str | None = None
    autoplay: Autoplay | None = None
    supermoves: Supermoves | None = None
    changes: tuple[tuple[str, int | str], ...] = ()
    score: int | None = None

    def rules(self) -> Rules:
        """Return the rules that the header names, those of `freecell` where it names no game."""
        changes: dict[str, object] = dict(self.changes)
        if self.supermoves is not None:
            changes["supermoves"] = self.supermoves
        rules = game(self.game or "freecell")
        return rules.with_(**changes) if changes else rules

    def numbered_deal(self, numbering: str = "microsoft") -> tuple[Numbering, int] | None:
        """Return the numbering and the number of the deal, `None` where the header is silent.

        A number alone is one of *numbering*. A `NotationError` for a text that names no numbered deal, a
        `NumberRangeError` for a number that its numbering does not have.

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
    """Return the header that names these rules in full, and the score if the line is no win.

    A `RulesError` for rules that no game of the catalogue and no changes of it amount to.
    """
    if not rules.is_named:
        raise RulesError(rules.title, "rules of one's own cannot be named in the header of a solution")
    changes = tuple((name, value) for name, value in rules.changes if name != "supermoves")
    one_line = None if deal is None else " ".join(deal.split())
    return Header(rules.game, one_line or None, autoplay, rules.supermoves, changes, score)


def read_header(read: SolutionRead) -> Header:
    """Return the header of a solution; a `NotationError` for an unknown key, a doubled one or a wrong value.

    An `EditionError` where the game's rules have been corrected since, and no changed rules can say how they were. A
    number in a title names the deal where no line does.
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
    """Return the rules by which the header's edition of its game differs; where it names none, it is the first."""
    edition = values.pop("edition", 1)
    return page(str(values.get("game", "freecell"))).changes_of(int(str(edition)), "header")
