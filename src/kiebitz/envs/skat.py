"""Skat as a PettingZoo environment: three agents bid, take or leave the skat, announce and play.

`SkatEnv()` is an AEC environment; what an agent observes is what its seat may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.envs.actions import number_of
from kiebitz.errors import ChoiceError, DependencyError, IllegalMoveError
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Game, contracts
from kiebitz.skat.hand import HAND, SKAT
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.view import seats_of

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
except ModuleNotFoundError:
    raise DependencyError("environments need", "gymnasium and pettingzoo", "pip install 'kiebitz[envs]'") from None

if TYPE_CHECKING:
    from kiebitz.cards import Card

CARDS = PACKS["32"].cards  # a card's number is its place here
CONTRACTS = contracts()
PASS, BID, TAKE = range(3)
FIRST_CONTRACT = 3
FIRST_CARD = FIRST_CONTRACT + len(CONTRACTS)
ACTIONS = FIRST_CARD + len(CARDS)

_NUMBER = {card: number for number, card in enumerate(CARDS)}
_STAGES = tuple(Stage)
_GAMES = tuple(Game)
_HIGHEST_BID = BIDS[-1]
#: What an observation says of each card, and then of the table.
PLANES = ("hand", "skat", "shown", "played by me", "played by the next", "played by the one before", "trick")
TABLE = (
    "seat", "stage", "bid", "answer", "declarer", "game", "hand game", "schneider", "schwarz", "ouvert", "tricks",
)  # fmt: skip


class SkatEnv(AECEnv):  # type: ignore[misc]  # its types are not always there
    """One deal of Skat, from the first word of the bidding to the last card.

    Agents are `player_0` (forehand), `player_1` (middlehand) and `player_2` (rearhand). Actions: 0 passes; 1 says the
    next bid, or holds the one that was made; 2 takes the skat; 3 to 31 announce `CONTRACTS[action - 3]` (Hand games
    while the skat lies there, others after two cards were put down); 32 to 63 name the card `CARDS[action - 32]`, to be
    put down or played. What is not legal raises an `IllegalMoveError`; `infos[agent]["action_mask"]` (int8, shape
    (64,)) has 1 for each legal action, and nothing but 0 where it is another agent's turn.

    An observation is one array (int16, shape (235,)). Its first 224 values are a table of 32 rows, one a card, and
    seven columns, `PLANES`, with 1 where it is so. The others are the entries of `TABLE`: own seat 0 to 2; stage
    (0 bidding, 1 skat, 2 announcement, 3 play, 4 over); highest bid, 0 for none; 1 where a bid waits for an answer;
    declarer (0 none yet, 1 me, 2 the next seat, 3 the one before); game (0 none yet, 1 to 6 in the order of `Game`); 1
    for each announcement; and the tricks that are over.

    Rewards come at the end: the declarer's official score for him, minus half of it for each defender; nothing where
    all passed. `reset(seed=n)` deals number n of the fair shuffle, `reset()` one by chance. With *labels*
    `infos[agent]["value"]` is what the declarer reaches if from here on all play as well as can be and see all cards:
    card points, in Null 1 for no trick; −1 before the play.

    >>> env = SkatEnv()
    >>> env.reset(seed=617)
    >>> env.agent_selection, env.infos["player_1"]["action_mask"].nonzero()[0].tolist()
    ('player_1', [0, 1])
    """

    metadata = {"name": "kiebitz_skat_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, *, labels: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ChoiceError("render mode", render_mode, ["ansi"])
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat:d}" for seat in Seat]
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self.agents: list[str] = []
        self._labels = labels
        self._seats = dict(zip(self.possible_agents, Seat, strict=True))
        self._chance: Any = None

    def observation_space(self, agent: str) -> Any:
        """Return what an agent observes: the same for each."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent can do: the same for each."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal number *seed*, or `options["deal"]`; a `NumberRangeError` for a number that the shuffle lacks."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        number = (options or {}).get("deal", seed)
        if number is None:
            number = int(self._chance.integers(0, 1 << 62))
        cards = fisher_yates(number, PACKS["32"])
        first, second, third = (cards[HAND * place : HAND * place + HAND] for place in range(len(Seat)))
        self.session = Session(Deal((first, second, third), cards[-SKAT:]))
        self._put_down: list[Card] = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def observe(self, agent: str) -> Any:
        """Return what the seat of this agent knows, and nothing that is hidden to it."""
        session, seat = self.session, self._seats[agent]
        view = session.view(seat)
        cards: Any = np.zeros((len(CARDS), len(PLANES)), np.int16)
        mine = seat is session.declarer
        down = tuple(self._put_down) if mine and session.play is None else view.skat
        for plane, held in enumerate(((card for card in view.hand if card not in down), down, view.shown)):
            for card in held:
                cards[_NUMBER[card], plane] = 1
        tricks = 0
        contract = view.contract
        if contract is not None:
            for player, card in zip(seats_of(contract.game, view.played), view.played, strict=True):
                cards[_NUMBER[card], 3 + (player - seat) % len(Seat)] = 1
            tricks, lying = divmod(len(view.played), len(Seat))
            for card in view.played[len(view.played) - lying :]:
                cards[_NUMBER[card], PLANES.index("trick")] = 1
        table = (
            seat,
            _STAGES.index(session.stage),
            view.bid,
            session.auction.is_asked,
            0 if view.declarer is None else 1 + (view.declarer - seat) % len(Seat),
            0 if contract is None else 1 + _GAMES.index(contract.game),
            *((0, 0, 0, 0) if contract is None else _announced(contract)),
            tricks,
        )
        return np.concatenate((cards.ravel(), np.array(table, np.int16)))

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act; an `IllegalMoveError` for what is not legal leaves all as it was."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = number_of(action)
        if number is None or not 0 <= number < ACTIONS or not self._mask(self._seats[agent])[number]:
            fault = f"action {action!r} of {agent} is not legal here"
            raise IllegalMoveError(f"{fault}; those that are have 1 in the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._act(number)
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the hands, what lies on the table and what was announced, where the render mode is `ansi`."""
        if self.render_mode is None:
            return None
        session = self.session
        hands = session.deal.hands if session.play is None else session.play.hands
        lines = [f"{seat}: {' '.join(map(str, hand))}" for seat, hand in zip(Seat, hands, strict=True)]
        return "\n".join([*lines, f"{session.stage.value}: {session.contract or session.auction.bid}"]) + "\n"

    def close(self) -> None:
        """Nothing is held open."""

    def _legal(self) -> list[int]:
        session = self.session
        match session.stage:
            case Stage.BIDDING:
                return [PASS] if session.auction.at_stake is None else [PASS, BID]
            case Stage.SKAT:
                return [TAKE, *(FIRST_CONTRACT + place for place, one in enumerate(CONTRACTS) if one.hand)]
            case Stage.ANNOUNCEMENT if len(self._put_down) == SKAT:
                return [FIRST_CONTRACT + place for place, one in enumerate(CONTRACTS) if not one.hand]
            case Stage.ANNOUNCEMENT:
                held = session.view(session.auction.holder).hand
                return [FIRST_CARD + _NUMBER[card] for card in held if card not in self._put_down]
            case Stage.PLAY if session.play is not None:
                return [FIRST_CARD + _NUMBER[card] for card in session.play.legal_cards]
        return []

    def _mask(self, seat: Seat) -> Any:
        mask: Any = np.zeros(ACTIONS, np.int8)
        if seat is self.session.turn:
            mask[self._legal()] = 1
        return mask

    def _act(self, action: int) -> None:
        session = self.session
        if session.stage is Stage.BIDDING:
            word = "p" if action == PASS else "y" if session.auction.is_asked else str(session.auction.at_stake)
            session.say(word)
        elif action == TAKE:
            session.take_skat()
        elif action < FIRST_CARD:
            session.announce(CONTRACTS[action - FIRST_CONTRACT], self._put_down)
        elif session.stage is Stage.ANNOUNCEMENT:
            self._put_down.append(CARDS[action - FIRST_CARD])
        else:
            session.put(CARDS[action - FIRST_CARD])

    def _go_on(self) -> None:
        """Say whose turn it is, or share out the rewards at the end."""
        session = self.session
        if session.turn is not None:
            self.agent_selection = self.possible_agents[session.turn]
        else:
            found, declarer = session.score(), session.declarer
            for agent, seat in self._seats.items():
                self.terminations[agent] = True
                if found is not None:
                    self.rewards[agent] = found.score if seat is declarer else -found.score / 2
        labels = {"value": self._value()} if self._labels else {}
        self.infos = {agent: {"action_mask": self._mask(self._seats[agent]), **labels} for agent in self.agents}

    def _value(self) -> int:
        play = self.session.play
        if play is None:
            return -1
        best = solve(play)
        return int(best.reached) if best.points is None else best.points


def _observation_space() -> Any:
    most = [len(Seat) - 1, len(_STAGES) - 1, _HIGHEST_BID, 1, len(Seat), len(_GAMES), 1, 1, 1, 1, HAND]
    high = np.array([1] * (len(CARDS) * len(PLANES)) + most, np.int16)
    return spaces.Box(np.zeros_like(high), high, dtype=np.int16)


def _announced(contract: Any) -> tuple[bool, bool, bool, bool]:
    return contract.hand, contract.schneider, contract.schwarz, contract.ouvert
