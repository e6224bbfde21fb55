"""The patiences of the catalogue as a Gymnasium environment with numbered deals, action masks and exact labels.

`gymnasium.make("kiebitz.envs.patience:kiebitz/Patience-v0", game="freecell")`, or `PatienceEnv("freecell")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.analysis.analyst import Analyst
from kiebitz.envs.actions import number_of
from kiebitz.errors import ChoiceError, DependencyError, IllegalMoveError, LimitError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.numbered_play import NumberedPlay
from kiebitz.patience.piles import STOCK
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
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

CARDS = 52
PLACES = ("pile", "height", "face_down")  # the arrays of an observation
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
        self._play: NumberedPlay | None = None
        self._moves_made = 0
        self.action_space = spaces.Discrete(CARDS * (self.rules.columns + 2))
        limits = (ABSENT, STOCK.code), (0, CARDS - 1), (0, 1)
        boxes = (spaces.Box(low, high, (CARDS,), np.int8) for low, high in limits)
        self.observation_space = spaces.Dict(dict(zip(PLACES, boxes, strict=True)))

    @property
    def position(self) -> Position:
        """The current position; raises `IllegalMoveError` before the first `reset`."""
        return self._game.position

    @property
    def _game(self) -> NumberedPlay:
        if self._play is None:
            raise IllegalMoveError("no deal is on the table: reset comes first")
        return self._play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal; raise `NumberRangeError` for a number outside the numbering."""
        super().reset(seed=seed)
        number = (options or {}).get("deal", seed)
        if number is None:
            number = int(self.np_random.integers(1, _MAX_NUMBER + 1))
        self._moves_made = 0
        self._play = NumberedPlay(DealName(self.numbering, number).position(self.rules), self._rule)
        return self._observation(), {"deal": number, **self._info(legal=True)}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move; raise `IllegalMoveError` for a value that is not an action of this game."""
        game = self._game
        number, actions = number_of(action), len(game.now.mask)
        if number is None or not 0 <= number < actions:
            raise IllegalMoveError(f"there is no action {action!r}; expected 0 to {actions - 1}")
        home, legal = game.now.home, game.is_legal(number)
        if legal:
            game.make(number)
        self._moves_made += 1
        now = game.now
        reward = now.home - home if self.rules.is_scored else legal and now.won
        over = bool(now.won) or not now.moves
        cut = not over and self._moves_made >= self.most_moves
        return self._observation(), float(reward), over, cut, self._info(legal=legal)

    def render(self) -> Any:
        """Return the board: text in the render mode `ansi`; in `rgb_array` a picture (uint8, height × width × 3).

        A `DependencyError` for a picture without the extra `picture`.
        """
        if self.render_mode == "rgb_array":
            return np.asarray(image(self.position))
        return None if self.render_mode is None else board(self.position, colour=False)

    def action_masks(self) -> Any:
        """Return the legal actions as booleans, shape (52 · targets,), as MaskablePPO of sb3-contrib expects them."""
        return np.frombuffer(bytearray(self._game.now.mask), bool)

    def action_of(self, move: Move) -> int:
        """Return the action of a legal move: its first card and its target; raise `IllegalMoveError` for any other."""
        return self._game.action_of(move)

    def move_of(self, action: int) -> Move:
        """Return the move of a legal action; raise `IllegalMoveError` for any other."""
        number = number_of(action)
        if number is None or not self._game.is_legal(number):
            raise IllegalMoveError(f"action {action!r} is not legal here; those that are have 1 in the action mask")
        return self._game.move_of(number)

    def _observation(self) -> dict[str, Any]:
        places: Any = np.frombuffer(bytearray(self._game.now.places), np.int8)
        return dict(zip(PLACES, places.reshape(-1, CARDS), strict=True))

    def _info(self, *, legal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": np.frombuffer(bytearray(self._game.now.mask), np.int8), "legal": legal}
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
