"""A player of Skat that is another program: it answers the line protocol of docs/skat-engine.md."""

from __future__ import annotations

import shlex
import subprocess
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.skat.players import RuleOfThumb
from kiebitz.cards import Card
from kiebitz.errors import KiebitzError
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract
from kiebitz.skat.line_protocol import line_of
from kiebitz.skat.trick import follows
from measuring.skat_worlds import world_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.skat.view import View

_BIDS = frozenset((PASS, HOLD, *map(str, BIDS)))


class Outsider:
    """A program at the table.

    If it gives no valid answer within *patience* seconds, it is started anew and has a second try; then the rule of
    thumb decides. `faults` counts the tries that failed, `questions` all questions. `decisions` holds the answers by
    question; it may be emptied between deals. If the program *needs_world*, a question also holds a world that is drawn
    from the view and `seed`.
    """

    def __init__(self, command: str, patience: float = 10.0, *, needs_world: bool = False) -> None:
        self.command, self.patience, self._needs_world = command, patience, needs_world
        self.seed = 0
        self.questions = self.faults = 0
        self.decisions: dict[str, Any] = {}
        self._process: subprocess.Popen[str] | None = None
        self._answers: Queue[str] = Queue()
        self._rule = RuleOfThumb()
        self._announced: tuple[View, tuple[Contract, tuple[Card, ...]]] | None = None

    def bids(self, view: View, bid: int) -> bool:
        """Return whether to bid, or to hold, this much."""
        word = self._decision(view, lambda word: word if word in _BIDS else None)
        if word is None:
            return self._rule.bids(view, bid)
        return word != PASS and (word == HOLD or int(word) >= bid)

    def takes_skat(self, view: View) -> bool:
        """Return whether the declarer takes up the skat; keep the Hand game that is announced instead."""
        answer = self._decision(view, lambda word: word if word == "s" else hand_game(word))
        if answer is None:
            return self._rule.takes_skat(view)
        if not isinstance(answer, str):
            self._announced = view, answer
        return bool(answer == "s")

    def announces(self, view: View) -> tuple[Contract, tuple[Card, ...]]:
        """Return the contract and the discard."""
        if self._announced and self._announced[0] == view:
            return self._announced[1]
        answer: tuple[Contract, tuple[Card, ...]] | None = self._decision(view, lambda word: announcement(word, view))
        return answer or self._rule.announces(view)

    def plays(self, view: View) -> Card:
        """Return the card to play."""
        card: Card | None = self._decision(view, lambda word: legal_card(word, view))
        return card or self._rule.plays(view)

    def forget(self, seed: int) -> None:
        """Forget all answers, and draw other worlds from now on."""
        self.decisions.clear()
        self.seed = seed

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _decision(self, view: View, read: Callable[[str], Any]) -> Any:
        """Return the program's decision as *read* from its word, or None after two faults."""
        line = line_of(view)
        if line not in self.decisions:
            self.questions += 1
            question = line
            if self._needs_world:
                world = world_of(view, self.seed)
                question += f" world={'/'.join(','.join(map(str, cards)) for cards in world)}"
            self.decisions[line] = self._tried(question, read) or self._tried(question, read)
        return self.decisions[line]

    def _tried(self, line: str, read: Callable[[str], Any]) -> Any:
        word = self._answer(line)
        try:
            decision = read(word) if word else None
        except KiebitzError:
            decision = None
        if decision is None:
            self.faults += 1
            self.close()
        return decision

    def _answer(self, line: str) -> str | None:
        process = self._process or self._started()
        assert process.stdin is not None
        if not self._answers.empty():  # more lines than questions: out of step, or ended
            return None
        try:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            return self._answers.get(timeout=self.patience).strip()
        except (OSError, Empty):
            return None

    def _started(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        answers: Queue[str] = Queue()

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                answers.put(line)
            answers.put("")  # at its end, an answer that is not valid

        Thread(target=read, daemon=True).start()
        self._process, self._answers = process, answers
        return process


def hand_game(word: str) -> tuple[Contract, tuple[Card, ...]] | None:
    """Return the Hand game of a word."""
    contract = Contract.parse_letters(word)
    return (contract, ()) if contract.hand else None


def announcement(word: str, view: View) -> tuple[Contract, tuple[Card, ...]] | None:
    """Return the game and the discard of a word such as `C.7H.QD`."""
    letters, *cards = word.split(".")
    contract, discard = Contract.parse_letters(letters), tuple(map(Card.parse, cards))
    fits = len(set(discard)) == len(discard) == 2 and set(discard) <= set(view.hand) and not contract.hand
    return (contract, discard) if fits else None


def legal_card(word: str, view: View) -> Card | None:
    """Return the card of a word if it is legal."""
    card, trick = Card.parse(word), view.course.trick
    following = [each for each in view.hand if trick and follows(view.announced.game, trick[0], each)]
    return card if card in (following or view.hand) else None
