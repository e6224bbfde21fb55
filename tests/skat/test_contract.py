"""Contracts: requirements of announcements, and both ways of writing them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game, contracts


def test_there_are_29() -> None:
    assert len(set(contracts())) == 5 * 5 + 4


@pytest.mark.parametrize("contract", contracts(), ids=str)
def test_both_writings_come_back(contract: Contract) -> None:
    assert Contract.parse(contract.text()) == contract
    assert Contract.parse(contract.text().upper()) == contract
    assert Contract.parse_letters(contract.letters()) == contract


@pytest.mark.parametrize("game", TRUMP_GAMES)
def test_an_announcement_includes_what_it_requires(game: Game) -> None:
    ouvert = Contract(game, hand=True, ouvert=True)
    assert (ouvert.schneider, ouvert.schwarz) == (True, True)
    assert Contract(game, hand=True, schwarz=True).schneider
    assert not Contract(game, hand=True, schwarz=True).ouvert


@pytest.mark.parametrize("game", TRUMP_GAMES)
@pytest.mark.parametrize("flag", ["schneider", "schwarz", "ouvert"])
def test_announcements_need_hand(game: Game, flag: str) -> None:
    with pytest.raises(KiebitzError, match=rf"needs a Hand game; expected {game.value} hand"):
        Contract(game, **{flag: True})
    if flag == "ouvert":  # no other game is meant
        assert Contract.parse(f"{game.value} ouvert") == Contract.parse(f"{game.value} hand ouvert")
    else:
        with pytest.raises(KiebitzError, match=rf"needs a Hand game; expected {game.value} hand"):
            Contract.parse(f"{game.value} {flag}")
    assert Contract.parse_letters(f"{game.letter}{'Z' if flag == 'schwarz' else flag[0].upper()}", hand=True).hand


@pytest.mark.parametrize("flag", ["schneider", "schwarz"])
def test_null_knows_no_levels(flag: str) -> None:
    with pytest.raises(KiebitzError, match="cannot be announced in Null"):
        Contract.parse(f"null hand {flag}")


@pytest.mark.parametrize("text", ["", "bridge", "spades loud", "spades hand hand", "hand spades"])
def test_other_words(text: str) -> None:
    with pytest.raises(KiebitzError, match="expected"):
        Contract.parse(text)


@given(st.text(alphabet="CSHDGNOHSZ x", max_size=5))
def test_letters_are_a_contract_or_an_error(text: str) -> None:
    try:
        contract = Contract.parse_letters(text)
    except KiebitzError:
        return
    assert Contract.parse_letters(contract.letters()) == contract
