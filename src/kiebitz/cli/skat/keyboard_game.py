"""A game of Skat at the keyboard, line by line, against two engine players."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiebitz.cards.text import respelt
from kiebitz.cli import output
from kiebitz.cli.language import translated
from kiebitz.cli.skat.arguments import english_words
from kiebitz.errors import KiebitzError, NotationError

if TYPE_CHECKING:
    from kiebitz.analysis.skat.players import Engine
    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.seats import Seat
    from kiebitz.skat.session import Session

_HELP = {
    "bidding": "y to bid or hold, a higher bid, p to pass; hint, hand, quit",
    "skat": "skat to take it up, or a Hand game such as grand hand; hint, hand, quit",
    "announcement": "a game and two cards to put down, such as clubs 7H QD; hint, hand, quit",
    "play": "a card, such as TS; hint, light, light fair, hand, rest, give up, quit",
}
#: German and Russian words for questions and bids.
_WORDS = {
    "tipp": "hint",
    "подсказка": "hint",
    "ende": "quit",
    "выход": "quit",
    "hilfe": "help",
    "справка": "help",
    "рука": "hand",
    "ampel": "light",
    "светофор": "light",
    "ampel fair": "light fair",
    "светофор честно": "light fair",
    "aufgeben": "give up",
    "сдаюсь": "give up",
    "остальные": "rest",
}
_BIDS = dict.fromkeys(("yes", "j", "ja", "д", "да"), "y") | dict.fromkeys(("pass", "passe", "п", "пас"), "p")


class QuitError(Exception):
    """The player quits, or the input ends."""


def say(line: str) -> None:
    """Print a line in the language of the process."""
    output.write(translated(line) + "\n")
    sys.stdout.flush()


class KeyboardGame:
    """One game with a player at the keyboard."""

    def __init__(self, session: Session, seat: Seat, engine: Engine, spelling: str) -> None:
        from kiebitz.skat.seats import Seat as Seats

        self._session = session
        self._names = {player: "you" if player is seat else str(player) for player in Seats}
        self._seat = seat
        self._engine = engine
        self._spelling = spelling
        self._warned: Contract | None = None

    def play(self) -> None:
        """Play to the end."""
        from kiebitz.analysis.skat.players import step

        session = self._session
        say(f"deal {session.number}: you are {self._seat}")
        self._show_hand()
        while (seat := session.turn) is not None:
            before = session.stage
            last = session.play.hands[seat] if session.play is not None else ()
            if session.play is not None and not session.play.trick:
                say(f"trick {sum(session.play.tricks) + 1}")
            if len(last) == 1:
                session.put(last[0])
            elif seat is self._seat:
                self._decide()
                continue
            else:
                step(session, self._engine)
            self._report(seat, before.value)
        self._finish()

    def _decide(self) -> None:
        """Read lines up to a legal decision."""
        session = self._session
        stage = session.stage.value
        while True:
            self._prompt(stage)
            words = self._line().split()
            if not words:
                continue
            try:
                if self._answered(" ".join(words).lower(), stage):
                    if session.turn is None:  # given up, or the rest claimed
                        return
                    continue
                if not self._act(words, stage):
                    continue
            except KiebitzError as error:
                say(respelt(f"{error}", self._spelling))
                continue
            self._report(self._seat, stage)
            return

    def _prompt(self, stage: str) -> None:
        session = self._session
        questions = {"skat": "skat or a Hand game?", "announcement": "which game, and which two cards down?"}
        if stage == "bidding":
            bid = session.auction.at_stake
            text = f"hold {bid}?" if session.auction.is_asked else f"bid {bid}?" if bid else "pass?"
        elif stage == "play" and session.play is not None:
            table = " ".join(card.text(self._spelling) for card in session.play.trick)
            text = f"{table + ': ' if table else ''}your card?"
            self._show_hand()
        else:
            text = questions[stage]
        output.write(f"{translated(text)} ")
        sys.stdout.flush()

    def _line(self) -> str:
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            say("")
            raise QuitError
        if sys.stdin is not None and not sys.stdin.isatty():
            output.write(f"{line.strip()}\n")  # echo piped input, as a terminal does
        return line.strip()

    def _answered(self, word: str, stage: str) -> bool:
        """Answer a question of the player, if *word* is one; return whether it is."""
        word = _WORDS.get(word, word)
        if word in ("quit", "q"):
            raise QuitError
        if word in ("?", "help"):
            say(_HELP[stage])
        elif word == "hand":
            self._show_hand()
        elif word == "hint":
            say(self._hint(stage))
        elif word in ("light", "light fair") and stage != "play":
            say("no game is announced yet, so there is no light")
        elif word == "light":
            say(self._light())
        elif word == "light fair":
            say(self._fair_light())
        elif word == "give up" and stage == "play":
            self._session.give_up()
            say("you give up")
        elif word == "rest" and stage == "play":
            self._claim()
        else:
            return False
        return True

    def _act(self, words: list[str], stage: str) -> bool:
        """Carry out a decision; return whether it is done."""
        from kiebitz.cards import Card
        from kiebitz.skat.contract import Contract

        session = self._session
        if stage == "bidding":
            self._bid(words[0])
        elif stage == "skat" and words[0].lower() in ("skat", "прикуп"):
            session.take_skat()
        elif stage in ("skat", "announcement"):
            put = stage == "announcement" and len(words) > 2
            cards = [Card.parse(word, self._spelling) for word in words[-2:]] if put else []
            contract = Contract.parse(english_words(words[:-2] if put else words))
            if self._is_overbid(contract):
                return False
            session.announce(contract, cards)
        else:
            session.put(Card.parse(words[0], self._spelling))
        return True

    def _is_overbid(self, contract: Contract) -> bool:
        """Return whether a contract may be overbid, with a warning; false for one announced again."""
        from kiebitz.analysis.skat.advice import Cover, cover

        bid = self._session.auction.bid
        way, value = cover(contract, self._session.view(self._seat).hand, bid)
        if way is Cover.ALWAYS or self._warned == contract:
            return False
        self._warned = contract
        worth = f"you bid {bid}, and {contract} is worth {value}"
        say(
            {
                Cover.WITH_SOME_SKATS: f"you bid {bid}: with some skats {contract} is worth less, overbid and lost",
                Cover.WITH_SCHNEIDER: f"{worth}: overbid and lost unless you make Schneider",
                Cover.WITH_SCHWARZ: f"{worth}: overbid and lost unless you make Schwarz",
                Cover.NEVER: f"{worth}: overbid and lost",
            }[way]
        )
        say("announce it again to play it")
        return True

    def _bid(self, word: str) -> None:
        auction = self._session.auction
        call = _BIDS.get(word.lower(), word.lower())
        if call == "y" and not auction.is_asked:
            call = str(auction.at_stake)
        if call not in ("y", "p") and not call.isdigit():
            raise NotationError(word, "", _HELP["bidding"])
        self._session.say(call)

    def _hint(self, stage: str) -> str:
        from kiebitz.analysis.skat.advice import advice, hint
        from kiebitz.cards import Card
        from kiebitz.skat.contract import Contract

        seed = self._engine.seed
        view = self._session.view(self._seat)
        if stage == "bidding":
            return advice(view.hand, self._seat, seed=seed).sentence()
        word, won, _ = hint(view, seed=seed)
        if word == "s":
            return "take the skat"
        if stage == "play":
            card = Card.parse(word).text(self._spelling)
            return f"{card}: after it, the declarer wins {100 * (won or 0):.0f} % of the worlds with open cards"
        letters, *put = word.split(".")
        contract = Contract.parse_letters(letters, hand=not put)
        if not put:
            return f"play {contract}"
        return f"{contract}, putting down {' '.join(Card.parse(card).text(self._spelling) for card in put)}"

    def _light(self) -> str:
        from kiebitz.analysis.skat.double_dummy import light

        wins = light(self._session)
        return f"with open cards, {'the declarer' if wins else 'the defenders'} would win"

    def _fair_light(self) -> str:
        from kiebitz.analysis.skat.fair_view import fair_light
        from kiebitz.analysis.skat.review_text import share

        chances = fair_light(self._session.view(self._seat), seed=self._engine.seed)
        return f"by what you can know, the declarer wins {share(chances)} of the worlds with open cards"

    def _claim(self) -> None:
        """Check the claim of all remaining tricks; if it holds, or the others agree, play them."""
        from kiebitz.analysis.skat.claims import claim

        session = self._session
        answer = claim(session)
        if not answer.is_checked:
            say(f"not checked: {answer.worlds:,} deals agree with what you know, too many")
            for seat in answer.refused_by:
                say(f"{self._names[seat]} does not agree")
        elif not answer.cards:
            say("not all: this deal agrees with what you know, and in it the others can prevent it")
            for seat, hand in zip(self._names, answer.against, strict=True):
                if seat is not self._seat:
                    say(f"{self._names[seat]}: {self._texts(hand)}")
        if not answer.cards:
            return
        for card in answer.cards:
            session.put(card)
        holds = f"the rest is yours, in each of {answer.worlds:,} deals that agree with what you know"
        say(holds if answer.is_checked else "the others agree: the rest is yours")
        say(f"the rest: {self._texts(answer.cards)}")

    def _show_hand(self) -> None:
        from kiebitz.skat.contract import Game
        from kiebitz.skat.trick import in_order

        session = self._session
        game = session.contract.game if session.contract else Game.GRAND
        cards = in_order(game, session.view(self._seat).hand)
        say(f"your cards: {self._texts(cards)}")
        if (shown := session.view(self._seat).shown) and session.declarer is not None:
            say(f"{self._names[session.declarer]} shows: {self._texts(in_order(game, shown))}")

    def _texts(self, cards: tuple[Card, ...]) -> str:
        return " ".join(card.text(self._spelling) for card in cards)

    def _report(self, seat: Seat, stage: str) -> None:
        """Print the last action of a seat."""
        session = self._session
        name, mine = self._names[seat], seat is self._seat
        if stage == "bidding":
            word = session.auction.words[-1][1]
            what = {"p": "pass" if mine else "passes", "y": "hold" if mine else "holds"}
            say(f"{name} {what.get(word, ('bid ' if mine else 'bids ') + word)}")
        elif stage == "play":
            say(f"{name}: {session.played[-1].text(self._spelling)}")
            if session.play is not None and not session.play.trick:
                say(f"  {self._names[session.play.turn]} {'take' if session.play.turn is self._seat else 'takes'} it")
        elif session.contract is not None:
            say(f"{name} {'play' if mine else 'plays'} {session.contract} at {session.auction.bid}")
        else:
            say(f"you take up the skat: {self._texts(session.deal.skat)}" if mine else f"{name} takes up the skat")
            if mine:
                self._show_hand()

    def _finish(self) -> None:
        from kiebitz.analysis.skat.review import review
        from kiebitz.analysis.skat.review_text import ReviewText

        session = self._session
        result = session.score()
        if result is None or session.declarer is None:
            self._judge_pass()
            return
        say(f"skat: {self._texts(session.play.skat if session.play else ())}")
        ending = "won" if result.won == (session.declarer is self._seat) else "lost"
        say(f"you {ending} {abs(result.score)}; {self._names[session.declarer]} played {session.contract}")
        say(result.words)
        for line in ReviewText(review(session.record(), par=False), self._spelling).turning():
            say(line)

    def _judge_pass(self) -> None:
        """Print whether the hand was worth a bid, by the chance at the table."""
        from kiebitz.analysis.skat.advice import advice

        hand = self._session.deal.hands[self._seat]
        judged = advice(hand, self._seat)
        what = "you gave something up" if judged.bid else "your hand"
        say(f"all passed; {what}: {judged.sentence()}")
