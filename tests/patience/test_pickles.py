"""Objects that can be sent between processes, in every pickle protocol."""

from __future__ import annotations

import pickle

import pytest

import kiebitz
from kiebitz.cards import PACKS
from kiebitz.patience import referee
from kiebitz.patience.position import Setup

POSITION = kiebitz.deal(617)


def session() -> kiebitz.Session:
    played = kiebitz.Session.new(number=617)
    for _ in range(2):
        played.push(next(iter(referee.legal_moves(played.position))))
    played.undo()
    return played


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_brings_the_same_back(protocol: int) -> None:
    setup = Setup(POSITION.rules, ["KS QS", "<3S>"], cells="2H")
    for value in (POSITION, POSITION.rules, PACKS["36"], kiebitz.solve(POSITION), session(), kiebitz.Limit(states=5)):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    for shown in (setup, referee.legal_moves(POSITION)):
        assert repr(pickle.loads(pickle.dumps(shown, protocol))) == repr(shown)
