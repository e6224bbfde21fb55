"""A player of Skat that is another program: it answers the line protocol of docs/skat-engine.md."""

from __future__ import annotations

import shlex
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from shutil import which
from threading import Thread
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.players import RuleOfThumb
from kiebitz.cards import Card
from kiebitz.errors import InputError, KiebitzError, reason_of, shown
from kiebitz.skat.auction import HOLD, PASS, Auction
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract
from kiebitz.skat.line_protocol import line_of
from kiebitz.skat.pack import HAND, SKAT
from kiebitz.skat.trick import follows
from measuring.skat_worlds import world_of

if TYPE_CHECKING:
    from kiebitz.skat.view import View

_BIDS = frozenset((PASS, HOLD, *map(str, BIDS)))


class Outsider:
    """A program at the table.

    If it gives no valid answer within *patience* seconds, it is started anew and has a second try; then the rule of
    thumb decides. `faults` counts the tries that failed, `questions` all questions. `decisions` holds the answers by
    question; it may be emptied between deals. If the program *needs_world*, a question also holds a world that is drawn
    from the view and `seed`. A command that cannot be run is an `InputError`.

    A question has no number. So the process ends with a failed try, and answers that it gives too late are never read.
    """

    def __init__(self, command: str, patience: float = 10.0, *, needs_world: bool = False) -> None:
        self.command, self.patience, self._needs_world = command, patience, needs_world
        self.seed = 0
        self.questions = self.faults = 0
        self.decisions: dict[str, str | None] = {}
        self._words = words_of(command)
        self._process: subprocess.Popen[str] | None = None
        self._answers: Queue[str] = Queue()
        self._rule = RuleOfThumb()

    def decides(self, view: View) -> str:
        """Return the program's action."""
        line = line_of(view)
        if line not in self.decisions:
            self.questions += 1
            question = line
            if self._needs_world:
                world = world_of(view, self.seed)
                question += f" world={'/'.join(','.join(map(str, cards)) for cards in world)}"
            self.decisions[line] = self._tried(question, view) or self._tried(question, view)
        return self.decisions[line] or self._rule.decides(view)

    def forget(self, seed: int) -> None:
        """Forget all answers, and draw other worlds from now on."""
        self.decisions.clear()
        self.seed = seed

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdin is not None
            with suppress(OSError):  # the rest of a question that the process has not read
                self._process.stdin.close()
            self._process = None

    def _tried(self, line: str, view: View) -> str | None:
        word = self._answer(line)
        try:
            action = read(word, view) if word else None
        except KiebitzError:
            action = None
        if action is None:
            self.faults += 1
            self.close()
        return action

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
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",  # an answer in another encoding is not valid, but must not end the reader
            )
        except OSError as error:
            raise cannot_run(self.command, reason_of(error)) from error
        answers: Queue[str] = Queue()

        def listen() -> None:
            assert process.stdout is not None
            with process.stdout:
                for line in process.stdout:
                    answers.put(line)
            answers.put("")  # at its end, an answer that is not valid

        Thread(target=listen, daemon=True).start()
        self._process, self._answers = process, answers
        return process


def words_of(command: str) -> list[str]:
    """Return the words of a command; an `InputError` if the first is no program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise cannot_run(command, reason_of(error)) from error
    if not words or which(words[0]) is None:
        raise cannot_run(command, "no such program")
    return words


def cannot_run(command: str, reason: str) -> InputError:
    """Return the error for a command that cannot be run."""
    return InputError(
        "",
        f"command {shown(command)} cannot be run: {reason}",
        "a program and its arguments, such as python engine.py",
    )


def read(word: str, view: View) -> str | None:
    """Return the action that an answer means; None for an illegal one, a `KiebitzError` for one that is no word."""
    if view.contract is not None:
        card, trick = Card.parse(word), view.tricks[-1]
        following = [each for each in view.hand if trick and follows(view.contract.game, trick[0][1], each)]
        return str(card) if card in (following or view.hand) else None
    if view.declarer is None:
        return bid(word, view)
    is_taken = len(view.hand) > HAND
    if word == "s" and not is_taken:
        return word
    letters, *cards = word.split(".")
    contract, discard = Contract.parse_letters(letters), set(map(Card.parse, cards))
    fits = len(discard) == len(cards) == SKAT * is_taken and discard <= set(view.hand) and contract.hand is not is_taken
    return word if fits else None


def bid(word: str, view: View) -> str | None:
    """Return the next possible bid for a word that is as high or higher, and a pass for a lower one."""
    auction = Auction()
    for _, said in view.words:
        auction = auction.after(said)
    if word not in _BIDS or auction.at_stake is None:
        return None
    holds = word == HOLD or (word != PASS and int(word) >= auction.at_stake)
    return PASS if not holds else HOLD if auction.is_asked else str(auction.at_stake)
