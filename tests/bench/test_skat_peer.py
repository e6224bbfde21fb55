"""What is read of XSkat's log is the game that it played, and a log that does not add up is refused."""

from __future__ import annotations

import pytest

import skat_peer
from kiebitz.skat.seats import Seat

#: As `echo random_seed 17 0 2 | xskat -auto 1 -game - -log -` writes it.
_LOG = """\
 Computer1   Computer2   Computer3

----------------------------------------
  HEART J     Diamond Q   Diamond_J
  Club_A      Club 7      DIAMOND A
  CLUB J      Heart 10    Spade_J
  Club_9      Club Q      DIAMOND 7
  Heart 9     Heart 7     HEART A
  Spade 7     Spade 9     SPADE A
  Club K      SPADE 10    Spade_8
  DIAMOND 10  Heart_K     Heart Q
  DIAMOND K   Spade Q     Diamond 8
  DIAMOND 9   Heart 8     Spade K
---- random_seed 17 0 2 ----------------
  CLUB J      DIAMOND Q   SPADE J
  HEART J     Club Q      DIAMOND J
  DIAMOND 10  Club 7      DIAMOND A
  DIAMOND K   Spade 10    DIAMOND 8
  DIAMOND 9   Spade Q     DIAMOND 7
  Club A      Spade 9     Spade A
  Club K      Heart 10    Spade K
  Club 9      Heart K     Spade 8
  Spade 7     Heart 8     Heart A
  Heart 9     Heart 7     Heart Q
----------------------------------------
Skat is: Club 8,Club 10
Skat was: Diamond A,Club 8
Last bid: 18
Computer3 played Diamond
Lost with: 57 points
"""


def test_a_game_is_read_as_it_was_played() -> None:
    game = skat_peer.recorded(_LOG)
    assert (game.declarer, str(game.contract), game.bid) == (Seat.FOREHAND, "diamonds", 18)
    assert [str(card) for card in game.deal.skat] == ["AD", "8C"]
    assert [str(card) for card in game.discard or ()] == ["8C", "TC"]
    assert [str(card) for card in game.cards[:6]] == ["JD", "JH", "QD", "AC", "7C", "AD"]
    assert game.play is not None
    assert (game.play.is_over, game.play.result.declarer_points) == (True, 57)


def test_a_log_with_other_points_is_refused() -> None:
    with pytest.raises(RuntimeError, match="other points than the 58"):
        skat_peer.recorded(_LOG.replace("57 points", "58 points"))
