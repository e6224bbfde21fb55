"""The patiences of the catalogue as a Gymnasium environment with numbered deals, action masks and exact labels.

`gymnasium.make("kiebitz.envs.patience:kiebitz/Patience-v0", game="freecell")`, or `PatienceEnv("freecell")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.analysis.analyst import Analyst
from kiebitz.envs.actions import number_of
from kiebitz.errors import ChoiceError, DependencyError, IllegalMoveError, LimitError
from kiebitz.patience import referee
from kiebitz.patience.games import game as game_named
from kiebitz.patience.piles import CELL_CODE, FOUNDATION_CODE, STOCK, PileKind
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import DealName
from kiebitz.render.png import image
from kiebitz.render.text import board

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError:
    raise DependencyError("environments need", "gymnasium and pettingzoo", "pip install 'kiebitz[envs]'") from None

if TYPE_CHECKING:
    from kiebitz.analysis.limits import Limit
    from kiebitz.cards import Card
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

CARDS = 52
ABSENT = -1  # the pile of a card outside the game's pack
_MAX_NUMBER = 1_000_000  # random deals come from the numbers that all programs with Microsoft's numbering share
_MAX_MOVES = 1_000
RENDER_MODES = ["ansi", "rgb_array"]


class PatienceEnv(gymnasium.Env):  # type: ignore[misc] # its types are not always installed
    """A game of patience; an episode ends with a win, without legal moves, or after *most_moves* moves.

    The action `card.index * targets + target` moves a card, with all cards on it, to a target: a column by its number,
    then a free cell (the first), then home; `targets` = columns + 2. All empty columns count as one target, the first.
    `info["action_mask"]` (int8, shape (52 · targets,)) is 1 for each legal action. An illegal action changes nothing,
    counts as a move and sets `info["legal"]` to False. After each move, cards go home by the rule *autoplay*.

    The observation has three int8 arrays of 52 values, one per card, by its index 4·(rank − 1) + suit (ace of clubs 0,
    king of spades 51): `pile`, the code of its pile (columns from 0, cells from 32, foundations 48 + suit, the stock
    52, −1 not in the pack); `height`, the number of cards below it (in the stock: before it); `face_down`, 1 for a
    face-down card.

    The reward is 1 for a win, else 0; in a scored game (`russian`) the number of cards that the move brought home.
    `reset(seed=617)` deals number 617 of the *numbering*, `reset()` a random deal; `options={"deal": 617}` deals it
    without seeding. With *labels*, `info["verdict"]` states whether the game can be won (`solved`, `impossible`, or
    `undecided` at the *limit*, by default `QUICK`), and `info["score"]` and `info["bound"]` are the best score known
    and its upper bound (−1 if there is none).

    >>> env = PatienceEnv("freecell", labels=True)
    >>> _, info = env.reset(seed=617)
    >>> int(info["action_mask"].sum()), info["verdict"]
    (11, 'solved')
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012 Gymnasium's name and form

    def __init__(
        self,
        game: str | Rules = "freecell",
        *,
        numbering: str = "microsoft",
        autoplay: str = "safe",
        most_moves: int = _MAX_MOVES,
        labels: bool = False,
        limit: Limit | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.rules = game_named(game) if isinstance(game, str) else game
        self.numbering = numbering
        self.autoplay = _check_choice("autoplay", autoplay, [rule.value for rule in Autoplay])
        if type(most_moves) is not int or most_moves < 1:
            raise LimitError("most_moves", most_moves, "a whole number above 0")
        self.most_moves = most_moves
        self.limit = limit
        self.render_mode = None if render_mode is None else _check_choice("render mode", render_mode, RENDER_MODES)
        self._rule = Autoplay(autoplay)
        self._analyst = Analyst() if labels else None
        self._targets = self.rules.columns + 2
        self._legal: dict[int, Move] = {}
        self._position: Position | None = None
        self._moves_made = 0
        self.action_space = spaces.Discrete(CARDS * self._targets)
        self.observation_space = spaces.Dict(
            {
                "pile": spaces.Box(ABSENT, STOCK.code, (CARDS,), np.int8),
                "height": spaces.Box(0, CARDS - 1, (CARDS,), np.int8),
                "face_down": spaces.Box(0, 1, (CARDS,), np.int8),
            }
        )

    @property
    def position(self) -> Position:
        """The current position; raises `IllegalMoveError` before the first `reset`."""
        if self._position is None:
            raise IllegalMoveError("no deal is on the table: reset comes first")
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal; raise `NumberRangeError` for a number outside the numbering."""
        super().reset(seed=seed)
        number = (options or {}).get("deal", seed)
        if number is None:
            number = int(self.np_random.integers(1, _MAX_NUMBER + 1))
        self._moves_made = 0
        self._set_position(DealName(self.numbering, number).position(self.rules))
        return self._observation(), {"deal": number, **self._info(legal=True)}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move; raise `IllegalMoveError` for a value that is not an action of this game."""
        before = self.position
        number = number_of(action)
        if number is None or not 0 <= number < CARDS * self._targets:
            raise IllegalMoveError(f"there is no action {action!r}; expected 0 to {CARDS * self._targets - 1}")
        move = self._legal.get(number)
        self._moves_made += 1
        if move is None:
            cut = bool(self._legal) and self._moves_made >= self.most_moves
            return self._observation(), 0.0, not self._legal, cut, self._info(legal=False)
        _, after = referee.autoplayed(referee.unchecked(before, move), self._rule)
        self._set_position(after)
        won = referee.is_won(after)
        reward = sum(after.foundations) - sum(before.foundations) if self.rules.is_scored else won
        over = won or not self._legal
        return (
            self._observation(),
            float(reward),
            over,
            not over and self._moves_made >= self.most_moves,
            self._info(legal=True),
        )

    def render(self) -> Any:
        """Return the board: text in the render mode `ansi`; in `rgb_array` a picture (uint8, height × width × 3).

        A `DependencyError` for a picture without the extra `picture`.
        """
        if self.render_mode == "rgb_array":
            return np.asarray(image(self.position))
        return None if self.render_mode is None else board(self.position, colour=False)

    def action_masks(self) -> Any:
        """Return the legal actions as booleans, shape (52 · targets,), as MaskablePPO of sb3-contrib expects them."""
        mask: Any = np.zeros(CARDS * self._targets, bool)
        mask[list(self._legal)] = True
        return mask

    def action_of(self, move: Move) -> int:
        """Return the action of a legal move: its first card and its target."""
        source, target, position = move.source, move.target, self.position
        card: Card | None
        if source.kind is PileKind.COLUMN:
            card = position.columns[source.index][-move.count]
        elif source.kind is PileKind.CELL:
            card = position.cells[source.index]
        elif source.kind is PileKind.FOUNDATION:
            count = position.foundations[source.index]
            card = position.rules.ladders[source.index][count - 1] if count else None
        else:
            card = position.stock[0]
        if card is None:
            raise IllegalMoveError(f"{source} is empty", move)
        if target.kind is PileKind.COLUMN:
            return card.index * self._targets + target.index
        return card.index * self._targets + self._targets - (2 if target.kind is PileKind.CELL else 1)

    def move_of(self, action: int) -> Move:
        """Return the move of a legal action; raise `IllegalMoveError` for any other."""
        number = number_of(action)
        move = None if number is None else self._legal.get(number)
        if move is None:
            raise IllegalMoveError(f"action {action!r} is not legal here; those that are have 1 in the action mask")
        return move

    def _set_position(self, position: Position) -> None:
        """Set the position, its legal moves by action, and each card's place."""
        old, self._position = self._position, position
        self._legal = {self.action_of(move): move for move in referee.legal_moves(position, distinct=True)}
        if old is None or not self._moves_made:
            self._pile = bytearray(b"\xff" * CARDS)  # −1
            self._height, self._face_down = bytearray(CARDS), bytearray(CARDS)
            self._home: tuple[int, ...] = (0, 0, 0, 0)
            old = None
        pile, height, face_down = self._pile, self._height, self._face_down
        before = (None,) * len(position.columns) if old is None else old.columns
        for column, cards in enumerate(position.columns):
            if cards is before[column]:  # nor has one of its cards been turned up
                continue
            hidden = position.face_down[column]
            for place, card in enumerate(cards):
                index = card.index
                pile[index], height[index], face_down[index] = column, place, place < hidden
        if old is None or position.cells is not old.cells:
            for number, in_cell in enumerate(position.cells):
                if in_cell is not None:
                    pile[in_cell.index], height[in_cell.index] = CELL_CODE + number, 0
        for place, card in enumerate(position.stock):
            pile[card.index], height[card.index] = STOCK.code, place
        if position.foundations != self._home:
            for suit in self.rules.pack.suits:
                for place in range(self._home[suit], position.foundations[suit]):
                    index = self.rules.ladders[suit][place].index
                    pile[index], height[index] = FOUNDATION_CODE + suit, place
            self._home = position.foundations

    def _observation(self) -> dict[str, Any]:
        return {
            "pile": np.frombuffer(self._pile[:], np.int8),
            "height": np.frombuffer(self._height[:], np.int8),
            "face_down": np.frombuffer(self._face_down[:], np.int8),
        }

    def _info(self, *, legal: bool) -> dict[str, Any]:
        mask = bytearray(CARDS * self._targets)
        for action in self._legal:
            mask[action] = 1
        info: dict[str, Any] = {"action_mask": np.frombuffer(mask, np.int8), "legal": legal}
        if self._analyst is not None:
            answer = self._analyst.status(self.position, self.limit)
            info["verdict"] = answer.verdict.value
            info["score"] = -1 if answer.score is None else answer.score
            info["bound"] = -1 if answer.bound is None else answer.bound
        return info


def _check_choice(kind: str, name: str, choices: list[str]) -> str:
    if name not in choices:
        raise ChoiceError(kind, name, choices)
    return name


gymnasium.register("kiebitz/Patience-v0", entry_point="kiebitz.envs.patience:PatienceEnv")
