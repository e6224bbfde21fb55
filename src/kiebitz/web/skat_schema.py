"""The API's types for Skat."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kiebitz.analysis.skat.chances import WORLDS
from kiebitz.web.schema import Answer, ApiRequest, CardText

SkatCards = Annotated[
    list[CardText], Meta(description="ten different cards, such as JC, TS or 10S", min_length=10, max_length=10)
]
SkatPair = Annotated[list[CardText], Meta(description="the two cards of the skat", min_length=2, max_length=2)]


class HandRequest(ApiRequest):
    """Ten cards, and the skat if known."""

    cards: SkatCards
    skat: SkatPair | None = None


class ChancesRequest(HandRequest):
    """Ten cards whose chances to compute, on at most *worlds* worlds."""

    seat: Literal["forehand", "middlehand", "rearhand"] = "forehand"
    bid: Annotated[int, Meta(description="the bid that scores are for", ge=18, le=264)] = 18
    worlds: Annotated[int, Meta(ge=1, le=1000)] = WORLDS
    seed: Annotated[int, Meta(description="which worlds", ge=0, le=2**53)] = 1


class Textbook(Answer):
    """The textbook rule's value and suit, or null and the reason to pass."""

    value: int | None
    suit: str | None
    jack_factor: int
    suit_factor: int | None
    trumps: int
    reason: str | None


class ContractValue(Answer):
    """The official value of one contract; `least` and `most` bound it over all possible skats."""

    contract: str
    matadors: str | None
    value: int
    words: str
    with_schneider: int | None
    with_schwarz: int | None
    least: int
    most: int
    highest_bid: int


class HandValue(Answer):
    """The values of a hand."""

    hand: list[CardText]
    skat: list[CardText] | None
    textbook: Textbook
    contracts: list[ContractValue]


class ContractChance(Answer):
    """The results of one contract so far: the chance with open cards, and at the table."""

    contract: str
    won: int
    worlds: int
    chance: float | None
    low: Annotated[float | None, Meta(description="the chance lies from here")]
    high: Annotated[float | None, Meta(description="to here, with 95 % confidence")]
    chance_at_table: Annotated[float | None, Meta(description="where all see their own cards only")]
    stage: Annotated[str, Meta(description="whose worlds: survey, choice, judged")]
    score: Annotated[float | None, Meta(description="mean score at the bid")]
    highest_bid: Annotated[int | None, Meta(description="the highest bid at which the mean score is above 0")]
    discard: list[CardText] | None


class Chances(Answer):
    """The figures so far, best contract first; the last line is `done`, and `complete` if all worlds were played."""

    done: bool
    complete: bool
    played: int
    total: int
    seconds: float
    contracts: list[ContractChance]
