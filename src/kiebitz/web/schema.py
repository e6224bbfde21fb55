"""What the API takes and gives, as types: requests are read by them, answers written, and the description made of them.

Nothing is done here; a field that is not stated cannot be sent.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

#: The longest link, board or solution, in characters; the body of a request is limited too.
LONGEST_TEXT = 60_000

PileCode = Annotated[int, Meta(ge=0, le=48, description="a pile: columns from 0, cells from 16, foundations 32 + suit, "
                               "the stock 48")]  # fmt: skip
CardText = Annotated[str, Meta(description="a card such as TS", max_length=3)]


#: What may go wrong.
Code = Literal[
    "bad_request", "bad_link", "bad_number", "bad_board", "bad_notation", "bad_cards", "bad_host", "illegal_move",
    "unknown_game", "unsolvable", "not_found", "not_allowed", "too_large", "timeout", "busy", "fault",
]  # fmt: skip


class Answer(Struct):
    """Anything that the API answers with."""


class Title(Answer):
    """The names of a game in the languages that the catalogue knows."""

    en: str
    ru: str


class GameRules(Answer):
    """A game's rules as data: enough to play it without asking anybody."""

    id: str
    title: Title
    pack: Annotated[str, Meta(description="the name of the pack: its number of cards")]
    ranks: Annotated[str, Meta(description="the ranks of the pack, lowest first, such as A23456789TJQK")]
    suits: Annotated[str, Meta(description="the suits of the pack, of CDHS")]
    columns: int
    cells: int
    build: Literal["alternate_colour", "same_suit"]
    empty_column: Literal["any", "kings", "none"]
    supermoves: Literal["single", "standard", "microsoft", "whole", "any"]
    foundations: Literal["up", "down"]
    home_moves: Literal["free", "forced"]
    stock: Annotated[int, Meta(description="cards left after the deal, which the player places")]
    dealt_first: Annotated[list[CardText], Meta(description="cards taken out of the pack and dealt before all others")]
    destinations: Annotated[list[PileCode], Meta(description="where each card goes, in dealing order")]
    face_down: Annotated[
        list[int], Meta(description="how many cards of each column lie face down, 0 everywhere or not")
    ]
    scored: Annotated[bool, Meta(description="whether a lost deal still has a best score")]
    description: str
    source: str


class Games(Answer):
    """All games that can be played."""

    games: list[GameRules]


class Fault(Answer):
    """What went wrong: a code, one line in English, and the parts of it for other languages."""

    code: Code
    message: str
    parameters: dict[str, str | int | float | bool | list[str] | None]


class Failure(Answer):
    """The body of every answer that is not a success."""

    error: Fault
