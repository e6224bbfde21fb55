"""The API's types, by which requests are decoded, responses encoded and the description generated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct

from kiebitz.analysis.request_limits import LONGEST_TEXT
from kiebitz.patience.rule_options import CHANGEABLE, Family

PileCode = Annotated[int, Meta(ge=0, le=52, description="a pile: columns from 0, cells from 32, foundations 48 + suit, "
                               "the stock 52")]  # fmt: skip
Link = Annotated[
    str,
    Meta(
        description="a game as the fragment of a link: game=freecell&deal=617&moves=26+5a",
        max_length=LONGEST_TEXT,
    ),
]
CardText = Annotated[str, Meta(description="a card such as TS", max_length=3)]


#: The result of a search.
Verdict = Literal["solved", "impossible", "undecided"]
#: Spellings of a board's cards.
Spelling = Literal["english", "unicode", "german", "russian"]

#: Error codes.
Code = Literal[
    "bad_request", "bad_link", "bad_number", "bad_board", "bad_notation", "bad_cards", "bad_host", "illegal_move",
    "unknown_game", "unsolvable", "not_found", "not_allowed", "too_large", "timeout", "busy", "fault",
]  # fmt: skip


class Answer(Struct):
    """Base of all responses."""


class Title(Answer):
    """A game's titles."""

    en: str
    ru: str


class GameAbout(Answer):
    """A game and its unchangeable rules."""

    id: str
    title: Title
    pack: Annotated[str, Meta(description="the name of the pack: its number of cards")]
    ranks: Annotated[str, Meta(description="the ranks of the pack, lowest first, such as A23456789TJQK")]
    family: Family
    edition: Annotated[int, Meta(description="counts corrections of the rules, from 1 on; links name those above 1")]
    edition_1: Annotated[
        dict[str, int | str] | None,
        Meta(description="the rules that differ in edition 1, if changed rules can express them"),
    ]
    stock: Annotated[int, Meta(description="undealt cards, which the player places")]
    dealt_first: Annotated[list[CardText], Meta(description="cards taken out of the pack and dealt before all others")]
    dealt_home: Annotated[int, Meta(description="ranks on the foundations before the deal")]
    dealt_to_cells: Annotated[
        list[int], Meta(description="cells that get a card each after the columns, if they exist")
    ]
    dealt_rows: Annotated[list[int], Meta(description="columns in dealing order, if not by whole rows")]
    destinations: Annotated[list[PileCode], Meta(description="where each card goes, in dealing order")]
    face_down: Annotated[list[int], Meta(description="the number of face-down cards in each column")]
    description: str
    source: str


if TYPE_CHECKING:

    class GameRules(GameAbout):
        """A game's rules as data, sufficient to play it."""

        def __init__(self, **values: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

else:
    GameRules = defstruct(
        "GameRules",
        [(rule.name, Annotated[rule.kind, Meta(description=rule.help)]) for rule in CHANGEABLE],
        bases=(GameAbout,),
        module=__name__,
        namespace={"__doc__": "A game's rules as data, sufficient to play it."},
    )


class ChangeableRule(Answer):
    """A rule that a link may change: choices, or the bounds of a number; suits have neither."""

    name: str
    choices: list[str]
    least: int | None
    most: int | None


class Condition(Answer):
    """A search's requirement on a rule or figure of the game: one of the choices, or a number within bounds."""

    rule: str
    choices: list[str]
    least: int
    most: int


class Engine(Answer):
    """A search: its family of games and its conditions."""

    family: Family
    conditions: list[Condition]


class Games(Answer):
    """All playable games, their changeable rules, and the searches in order of preference.

    `difficulty` lists the conditions for measuring a deal's difficulty.
    """

    games: list[GameRules]
    changeable: list[ChangeableRule]
    engines: list[Engine]
    difficulty: list[Condition]


class Fault(Answer):
    """An error: its code, one line in English, and parameters for other languages."""

    code: Code
    message: str
    parameters: dict[str, str | int | float | bool | list[str] | None]


class Failure(Answer):
    """The body of every error response."""

    error: Fault


# Games


class ApiRequest(Struct, forbid_unknown_fields=True):
    """Base of all requests."""


class GameReference(ApiRequest):
    """A game, with its deal or board and its moves, as the fragment of a link."""

    link: Link


class MoveRequest(ApiRequest):
    """A game and a move in standard notation."""

    link: Link
    move: Annotated[str, Meta(description="a move in standard notation: 26, 5a, 4h, 26v2", max_length=20)]


class TextRequest(ApiRequest):
    """A board or a solution in any supported form."""

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    game: Annotated[str, Meta(description="the game, where the text names none", max_length=60)] = "freecell"
    link: Annotated[Link | None, Meta(description="the game of the moves, where the text names no deal")] = None
    cards: Annotated[Spelling, Meta(description="an accepted spelling of the board's cards, besides English")] = (
        "english"
    )


class DealRequest(ApiRequest):
    """The kind of deal to find."""

    game: Annotated[str, Meta(max_length=60)] = "freecell"
    kind: Literal["random", "winnable"] = "random"
    difficulty: Annotated[
        Literal["any", "easy", "medium", "hard", "expert"],
        Meta(description="the level of a winnable deal, by the games that players without a plan win"),
    ] = "any"


class MoveData(Answer):
    """A move: its piles, number of cards and standard notation."""

    source: PileCode
    target: PileCode
    count: int
    text: str


class TurnData(MoveData):
    """A player's move and the autoplay after it."""

    automatic: list[MoveData]


class PositionData(Answer):
    """A position; in each column the playable card is last."""

    foundations: Annotated[list[int], Meta(description="cards home, C D H S")]
    cells: list[CardText | None]
    columns: list[list[CardText]]
    stock: Annotated[list[CardText], Meta(description="cards still to be placed, the next one first")]
    face_down: Annotated[list[int], Meta(description="the number of face-down cards, the first ones, in each column")]


class DealNumber(Answer):
    """A deal's numbering and number."""

    numbering: str
    number: int


class GameData(Answer):
    """A game at the move its link selects."""

    link: Annotated[str, Meta(description="the same game in canonical form")]
    game: str
    deal: DealNumber | None
    autoplay: Literal["none", "safe", "max"]
    start: PositionData
    position: PositionData
    moves: Annotated[list[TurnData], Meta(description="all moves, including those undone (after `ply`)")]
    ply: Annotated[int, Meta(description="the number of moves made")]
    total: int
    won: bool
    stuck: bool
    legal_moves: list[MoveData]
    rules: Annotated[GameRules | None, Meta(description="the rules, if changed from the catalogue's")]


class MoveResult(GameData):
    """The game after the move."""

    automatic: Annotated[list[MoveData], Meta(description="the autoplay after the move")]


class LinkResult(Answer):
    """A link to a game."""

    link: str


class DealResult(Answer):
    """A deal of the requested kind."""

    link: str
    number: int
    states: Annotated[int | None, Meta(description="positions searched; null for a random deal")]


# Searches


class LightData(Answer):
    """Whether the position can still be won, as far as a short search can determine.

    In a scored game, `score` is the best score known to be reachable, and `bound` an upper bound.
    """

    verdict: Verdict
    score: int | None
    bound: int | None
    states: Annotated[int, Meta(description="positions searched")]
    seconds: float
    limit_hit: Annotated[str | None, Meta(description="the limit that stopped the search")]


class LosingMove(Answer):
    """The losing move; `ply` is null if none is known, 0 if the deal was lost from the start.

    If not `certain`, an undecided position lies between `last_winnable` and `ply`. In a scored game it is the last move
    that cost cards: from `score_before` to `score_after`.
    """

    ply: int | None
    last_winnable: int | None
    certain: bool | None
    score_before: int | None
    score_after: int | None


class HintData(Answer):
    """A move towards a win or the best score; null if none is known."""

    move: MoveData | None
    light: LightData


class SolutionData(Answer):
    """The result of a search of some seconds, with a line that wins or reaches the best score."""

    verdict: Verdict
    moves: Annotated[list[str], Meta(description="from the link's position, in standard notation")]
    link: Annotated[str | None, Meta(description="the game with these moves to redo; null if there are none")]
    autoplay: Annotated[Literal["none", "safe", "max"], Meta(description="the autoplay rule of the moves")]
    score: Annotated[int | None, Meta(description="in a scored game, the cards home after the moves")]
    states: int
    seconds: float
    limit_hit: str | None


class Health(Answer):
    """The server's state."""

    version: str
    api: Annotated[str, Meta(description="the version of this API")]
    kernel: str
    busy: Annotated[int, Meta(description="running requests")]
    queue: Annotated[int, Meta(description="waiting requests")]
