"""Skat as a PettingZoo environment (AEC): three agents bid, take or leave the skat, announce and play."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.cards import PACKS
from kiebitz.envs.actions import number_of
from kiebitz.errors import ChoiceError, DependencyError, IllegalMoveError
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Game, contracts
from kiebitz.skat.dealing import deal
from kiebitz.skat.pack import HAND, SKAT
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
except ModuleNotFoundError:
    raise DependencyError("environments need", "gymnasium and pettingzoo", "pip install 'kiebitz[envs]'") from None

if TYPE_CHECKING:
    from kiebitz.cards import Card

CARDS = PACKS["32"].cards  # a card's number is its index here
CONTRACTS = contracts()
PASS, BID, TAKE = range(3)
FIRST_CONTRACT = 3
FIRST_CARD = FIRST_CONTRACT + len(CONTRACTS)
ACTIONS = FIRST_CARD + len(CARDS)

_NUMBER = {card: number for number, card in enumerate(CARDS)}
_STAGES = tuple(Stage)
_GAMES = tuple(Game)
_HIGHEST_BID = BIDS[-1]
#: The columns of an observation's table of cards, and the entries after it.
PLANES = ("hand", "skat", "shown", "played by me", "played by the next", "played by the one before", "trick")
TABLE = (
    "seat", "stage", "bid", "answer", "declarer", "game", "hand game", "schneider", "schwarz", "ouvert", "tricks",
)  # fmt: skip


class SkatEnv(AECEnv):  # type: ignore[misc] # its types are not always installed
    """One deal of Skat, from the first bid to the last card; an agent observes what its seat may know.

    Agents are `player_0` (forehand), `player_1` (middlehand) and `player_2` (rearhand). Actions: 0 passes; 1 makes the
    next bid or holds the current one; 2 takes the skat; 3 to 31 announce `CONTRACTS[action - 3]` (Hand games before the
    skat is taken, others after two cards were discarded); 32 to 63 discard or play the card `CARDS[action - 32]`. An
    illegal action raises `IllegalMoveError`. `infos[agent]["action_mask"]` (int8, shape (64,)) is 1 for each legal
    action, and 0 for all if it is another agent's turn.

    An observation is one array (int16, shape (235,)). Its first 224 values are a table of 32 cards by seven columns,
    `PLANES`, with 1 for true. The others are the entries of `TABLE`: own seat 0 to 2; stage (0 bidding, 1 skat, 2
    announcement, 3 play, 4 over); highest bid, 0 for none; 1 if a bid waits for an answer; declarer (0 none yet, 1 this
    agent, 2 the next seat, 3 the previous one); game (0 none yet, 1 to 6 in the order of `Game`); 1 for each
    announcement; and the number of finished tricks.

    Rewards come at the end: the declarer's official score, minus half of it for each defender, 0 if all passed.
    `reset(seed=n)` deals number n of the fair shuffle, `reset()` a random deal. With *labels*, `infos[agent]["value"]`
    is the declarer's result under best play with open cards: card points, in Null 1 for no trick; −1 before the play.

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
        """Return the observation space, the same for each agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space, the same for each agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal number *seed* or `options["deal"]`; raise `NumberRangeError` for a number outside the shuffle."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        number = (options or {}).get("deal", seed)
        if number is None:
            number = int(self._chance.integers(0, 1 << 62))
        self.session = Session(deal(number))
        self._discard: list[Card] = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._advance()

    def observe(self, agent: str) -> Any:
        """Return the information visible to an agent's seat."""
        session, seat = self.session, self._seats[agent]
        view = session.view(seat)
        cards: Any = np.zeros((len(CARDS), len(PLANES)), np.int16)
        is_declarer = seat is session.declarer
        discard = tuple(self._discard) if is_declarer and session.play is None else view.skat
        for plane, cards_in_plane in enumerate(
            ((card for card in view.hand if card not in discard), discard, view.shown)
        ):
            for card in cards_in_plane:
                cards[_NUMBER[card], plane] = 1
        contract = view.contract
        *finished, trick = [()] if contract is None else view.tricks
        for player, card in chain(*finished, trick):
            cards[_NUMBER[card], 3 + (player - seat) % len(Seat)] = 1
        for _, card in trick:
            cards[_NUMBER[card], PLANES.index("trick")] = 1
        table = (
            seat,
            _STAGES.index(session.stage),
            view.bid,
            session.auction.is_asked,
            0 if view.declarer is None else 1 + (view.declarer - seat) % len(Seat),
            0 if contract is None else 1 + _GAMES.index(contract.game),
            *((0, 0, 0, 0) if contract is None else _announcements(contract)),
            len(finished),
        )
        return np.concatenate((cards.ravel(), np.array(table, np.int16)))

    def step(self, action: int | None) -> None:
        """Perform the current agent's action; an illegal one raises `IllegalMoveError` and changes nothing."""
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
        self._advance()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return hands, stage and contract or bid as text in the render mode `ansi`."""
        if self.render_mode is None:
            return None
        session = self.session
        hands = session.deal.hands if session.play is None else session.play.hands
        lines = [f"{seat}: {' '.join(map(str, hand))}" for seat, hand in zip(Seat, hands, strict=True)]
        return "\n".join([*lines, f"{session.stage.value}: {session.contract or session.auction.bid}"]) + "\n"

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""

    def _legal(self) -> list[int]:
        session = self.session
        match session.stage:
            case Stage.BIDDING:
                return [PASS] if session.auction.at_stake is None else [PASS, BID]
            case Stage.SKAT:
                return [TAKE, *(FIRST_CONTRACT + place for place, contract in enumerate(CONTRACTS) if contract.hand)]
            case Stage.ANNOUNCEMENT if len(self._discard) == SKAT:
                return [FIRST_CONTRACT + place for place, contract in enumerate(CONTRACTS) if not contract.hand]
            case Stage.ANNOUNCEMENT:
                hand = session.view(session.auction.holder).hand
                return [FIRST_CARD + _NUMBER[card] for card in hand if card not in self._discard]
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
            session.announce(CONTRACTS[action - FIRST_CONTRACT], self._discard)
        elif session.stage is Stage.ANNOUNCEMENT:
            self._discard.append(CARDS[action - FIRST_CARD])
        else:
            session.put(CARDS[action - FIRST_CARD])

    def _advance(self) -> None:
        """Select the next agent, or distribute the rewards at the end."""
        session = self.session
        if session.turn is not None:
            self.agent_selection = self.possible_agents[session.turn]
        else:
            result, declarer = session.score(), session.declarer
            for agent, seat in self._seats.items():
                self.terminations[agent] = True
                if result is not None:
                    self.rewards[agent] = result.score if seat is declarer else -result.score / 2
        labels = {"value": self._value()} if self._labels else {}
        self.infos = {agent: {"action_mask": self._mask(self._seats[agent]), **labels} for agent in self.agents}

    def _value(self) -> int:
        play = self.session.play
        if play is None:
            return -1
        best = solve(play)
        return int(best.reached) if best.points is None else best.points


def _observation_space() -> Any:
    limits = [len(Seat) - 1, len(_STAGES) - 1, _HIGHEST_BID, 1, len(Seat), len(_GAMES), 1, 1, 1, 1, HAND]
    high = np.array([1] * (len(CARDS) * len(PLANES)) + limits, np.int16)
    return spaces.Box(np.zeros_like(high), high, dtype=np.int16)


def _announcements(contract: Any) -> tuple[bool, bool, bool, bool]:
    return contract.hand, contract.schneider, contract.schwarz, contract.ouvert
