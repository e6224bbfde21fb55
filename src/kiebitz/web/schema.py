"""What the API takes and gives, as types: requests are read by them, answers written, and the description made of them.

A field that is not stated cannot be sent.
"""

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
        description="a game as the fragment of its address holds it: game=freecell&deal=617&moves=26+5a",
        max_length=LONGEST_TEXT,
    ),
]
CardText = Annotated[str, Meta(description="a card such as TS", max_length=3)]


#: What a search has found out: a line that wins, a proof that there is none, or neither.
Verdict = Literal["solved", "impossible", "undecided"]
#: How the cards of a board may be spelt.
Spelling = Literal["english", "unicode", "german", "russian"]

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


class GameAbout(Answer):
    """A game, and those of its rules that cannot be changed."""

    id: str
    title: Title
    pack: Annotated[str, Meta(description="the name of the pack: its number of cards")]
    ranks: Annotated[str, Meta(description="the ranks of the pack, lowest first, such as A23456789TJQK")]
    family: Family
    edition: Annotated[int, Meta(description="counts corrections of the rules, from 1 on; links name those above 1")]
    edition_1: Annotated[
        dict[str, int | str] | None,
        Meta(description="the rules by which edition 1 differs, where changed rules can say it"),
    ]
    stock: Annotated[int, Meta(description="cards left after the deal, which the player places")]
    dealt_first: Annotated[list[CardText], Meta(description="cards taken out of the pack and dealt before all others")]
    dealt_home: Annotated[int, Meta(description="ranks that lie on the foundations before the deal")]
    dealt_to_cells: Annotated[
        list[int], Meta(description="cells that get a card each after the columns, if they are there")
    ]
    dealt_rows: Annotated[list[int], Meta(description="columns in dealing order, where these are no whole rows")]
    destinations: Annotated[list[PileCode], Meta(description="where each card goes, in dealing order")]
    face_down: Annotated[
        list[int], Meta(description="how many cards of each column lie face down, 0 everywhere or not")
    ]
    description: str
    source: str


if TYPE_CHECKING:

    class GameRules(GameAbout):
        """A game's rules as data: enough to play it without asking anybody."""

        def __init__(self, **values: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

else:
    GameRules = defstruct(
        "GameRules",
        [(rule.name, Annotated[rule.kind, Meta(description=rule.help)]) for rule in CHANGEABLE],
        bases=(GameAbout,),
        module=__name__,
        namespace={"__doc__": "A game's rules as data: enough to play it without asking anybody."},
    )


class ChangeableRule(Answer):
    """A rule that a link may change: the names to choose from, or the bounds of a number; suits have neither."""

    name: str
    choices: list[str]
    least: int | None
    most: int | None


class Condition(Answer):
    """What a search expects of a rule or of a figure of the game: one of these choices, or a number in these bounds."""

    rule: str
    choices: list[str]
    least: int
    most: int


class Engine(Answer):
    """A search, by the family of games that it is made for, and the conditions under which it may be asked."""

    family: Family
    conditions: list[Condition]


class Games(Answer):
    """All games that can be played, what may be changed in them, and the searches, those to be preferred first.

    `difficulty` are the conditions under which it can be told how hard a deal is.
    """

    games: list[GameRules]
    changeable: list[ChangeableRule]
    engines: list[Engine]
    difficulty: list[Condition]


class Fault(Answer):
    """What went wrong: a code, one line in English, and the parts of it for other languages."""

    code: Code
    message: str
    parameters: dict[str, str | int | float | bool | list[str] | None]


class Failure(Answer):
    """The body of every answer that is not a success."""

    error: Fault


# Games


class Asked(Struct, forbid_unknown_fields=True):
    """Anything that is asked for."""


class GameReference(Asked):
    """A game, its deal or board and its moves, as a link's fragment holds them."""

    link: Link


class MoveAsked(Asked):
    """A game and the move to make in it, in standard notation."""

    link: Link
    move: Annotated[str, Meta(description="a move in standard notation: 26, 5a, 4h, 26v2", max_length=20)]


class TextAsked(Asked):
    """A board or a solution, in any form that the converters read."""

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    game: Annotated[str, Meta(description="the game of a text that names none", max_length=60)] = "freecell"
    link: Annotated[Link | None, Meta(description="the game whose moves they are, if the text names no deal")] = None
    cards: Annotated[Spelling, Meta(description="how the cards of a board may be spelt, besides English")] = "english"


class DealAsked(Asked):
    """What kind of deal is wanted."""

    game: Annotated[str, Meta(max_length=60)] = "freecell"
    kind: Literal["random", "winnable"] = "random"
    difficulty: Annotated[
        Literal["any", "easy", "medium", "hard"], Meta(description="of a winnable deal, by what its solution took")
    ] = "any"


class MoveData(Answer):
    """A move: from pile to pile, the number of cards, and in standard notation."""

    source: PileCode
    target: PileCode
    count: int
    text: str


class TurnData(MoveData):
    """A move of the player's, with what went home by itself after it."""

    automatic: list[MoveData]


class PositionData(Answer):
    """A position; in each column the playable card is last."""

    foundations: Annotated[list[int], Meta(description="cards home, C D H S")]
    cells: list[CardText | None]
    columns: list[list[CardText]]
    stock: Annotated[list[CardText], Meta(description="cards still to be placed, the next one first")]
    face_down: Annotated[list[int], Meta(description="how many cards, the first ones, lie face down in each column")]


class DealNumber(Answer):
    """The name of a deal."""

    numbering: str
    number: int


class GameData(Answer):
    """A game as its link describes it, at the move that the link shows."""

    link: Annotated[str, Meta(description="the same game, written in the one usual way")]
    game: str
    deal: DealNumber | None
    autoplay: Literal["none", "safe", "max"]
    start: PositionData
    position: PositionData
    moves: Annotated[list[TurnData], Meta(description="all moves, those taken back (after `ply`) included")]
    ply: Annotated[int, Meta(description="how many of the moves are made")]
    total: int
    won: bool
    stuck: bool
    legal_moves: list[MoveData]
    rules: Annotated[GameRules | None, Meta(description="the rules, where they are not those of the catalogue")]


class MoveMade(GameData):
    """The game after the move."""

    automatic: Annotated[list[MoveData], Meta(description="what went home by itself after the move")]


class LinkFound(Answer):
    """A game as a link."""

    link: str


class DealFound(Answer):
    """A deal of the kind that was wanted."""

    link: str
    number: int
    states: Annotated[int | None, Meta(description="positions that the solver looked at; null unless winnable")]


# Searches


class LightData(Answer):
    """Whether the position can still be won, as far as a short search knows.

    Of a scored game `score` is the best that is known to be reachable, and no line reaches more than `bound`.
    """

    verdict: Verdict
    score: int | None
    bound: int | None
    states: Annotated[int, Meta(description="positions that the search looked at")]
    seconds: float
    limit_hit: Annotated[str | None, Meta(description="the limit that left it undecided")]


class LosingMove(Answer):
    """The move that lost the game; `ply` is null if none did as far as is known, 0 if the deal was lost from the start.

    Where not `certain`, an undecided position lies between `last_winnable` and it. Of a scored game it is the last move
    that cost cards: from `score_before` to `score_after`.
    """

    ply: int | None
    last_winnable: int | None
    certain: bool | None
    score_before: int | None
    score_after: int | None


class HintData(Answer):
    """A move towards the win, or the best score; null if none is known."""

    move: MoveData | None
    light: LightData


class SolutionData(Answer):
    """What a search of some seconds found out, with the line that wins or that scores best."""

    verdict: Verdict
    moves: Annotated[list[str], Meta(description="from the position that the link shows, in standard notation")]
    link: Annotated[str | None, Meta(description="the game with these moves to be made again; null if there are none")]
    autoplay: Annotated[Literal["none", "safe", "max"], Meta(description="the rule that the moves are for")]
    score: Annotated[int | None, Meta(description="of a scored game: the cards that the moves bring home")]
    states: int
    seconds: float
    limit_hit: str | None


class Health(Answer):
    """How the server is doing."""

    version: str
    api: Annotated[str, Meta(description="the version of this API")]
    kernel: str
    busy: Annotated[int, Meta(description="requests being worked on")]
    queue: Annotated[int, Meta(description="requests waiting")]
