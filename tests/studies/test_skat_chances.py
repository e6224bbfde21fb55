"""The chances of a hand: narrowing against full comparison, fresh worlds, seeds, processes, intervals, interruption."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.chances import Chances, Comparison, usual_contracts
from kiebitz.analysis.skat.worlds import DeclarerKnowledge, Entry, Task, judge
from kiebitz.errors import KiebitzError
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.seats import Seat
from kiebitz.studies import skat_chances
from kiebitz.studies.skat_chances import run_chances
from skat_tables import PACK, cards, ranked_discards

# Null is quick to search.
NULL = Contract(Game.NULL)
#: Streams of worlds.
JUDGED, CHOICE = 0, 2
HAND = cards("7C TC JC 7S 8S QS 7H TH 9D KD")
SKAT = cards("AD QC")
NULLS = tuple(Contract(Game.NULL, hand=hand, ouvert=ouvert) for hand in (False, True) for ouvert in (False, True))


def answered(question: Comparison, jobs: int = 1) -> Chances:
    chances = Chances(question)
    run_chances(chances, jobs)
    assert chances.has_all_worlds
    assert chances.played == chances.total
    return chances


def figures(found: Chances) -> object:
    return (
        [(row.contract, row.stage, row.discard, sorted(row.tally.kinds.items())) for row in found.rows()],
        {contract: found.discards(contract) for contract in found.question.contracts},
    )


# Choosing


def test_narrowing_counts_what_a_full_comparison_counts() -> None:
    """All choices use the same worlds in the same order, so a narrowed search is a part of the full one."""
    question = Comparison(HAND, SKAT, contracts=(NULL,), worlds=20)
    chances = answered(question)
    entries = tuple(Entry(NULL, pair) for pair in ranked_discards((*HAND, *SKAT), Game.NULL))
    task = Task(question.knowledge, entries, question.seed, CHOICE, detail=False)
    tried = {each.cards: each.tried for each in chances.discards(NULL)}
    assert len(tried) == 66
    assert sorted({share.of for share in tried.values()}) == [1, 2, 4, 10]
    for end in {share.of for share in tried.values()}:
        full = judge(task, 0, end - 1).tallies
        for entry, tally in zip(entries, full, strict=True):
            if tried[entry.discard].of == end:
                assert tried[entry.discard].count == sum(n for (_, outcome), n in tally.items() if outcome.is_won)


def test_narrowing_finds_what_a_full_comparison_finds() -> None:
    question = Comparison(HAND, SKAT, contracts=(NULL,), worlds=20)
    chances = answered(question)
    entries = tuple(Entry(NULL, pair) for pair in ranked_discards((*HAND, *SKAT), Game.NULL))
    full = judge(Task(question.knowledge, entries, 99, 7, detail=False), 0, 9).tallies
    wins = {
        entry.discard: sum(n for (_, outcome), n in tally.items() if outcome.is_won)
        for entry, tally in zip(entries, full, strict=True)
    }
    assert wins[chances.discards(NULL)[0].cards] == max(wins.values()) > 0


def test_the_best_are_judged_on_worlds_that_did_not_choose_them() -> None:
    question = Comparison(HAND, SKAT, contracts=(NULL,), worlds=30)
    chances = answered(question)
    (row,) = chances.rows()
    best = chances.discards(NULL)[0]
    assert (row.discard, row.stage, row.won) == (best.cards, "judged", best.judged)
    fresh = judge(Task(question.knowledge, (Entry(NULL, best.cards),), question.seed, JUDGED), 0, 29)
    assert fresh.tallies[0] == row.tally.kinds
    assert [each.judged.of for each in chances.discards(NULL)[:4]] == [30, 30, 30, 0]


def test_a_discard_that_is_named_is_taken() -> None:
    chances = answered(Comparison(HAND, SKAT, cards("AD KD"), contracts=(NULL,), worlds=20))
    (row,) = chances.rows()
    assert (row.discard, row.tally.worlds, chances.discards(NULL)) == (cards("AD KD"), 20, [])


def test_only_the_best_contracts_go_on() -> None:
    chances = answered(Comparison(HAND, contracts=(*NULLS, *map(Contract, TRUMP_GAMES)), worlds=10))
    stages = {row.contract: (row.stage, row.tally.worlds) for row in chances.rows()}
    assert sorted(set(stages.values())) == [("judged", 10), ("survey", 2)]
    ouvert = Contract(Game.NULL, ouvert=True)
    assert stages[NULL] == stages[ouvert]  # equal, because all see all cards
    played = {replace(contract, ouvert=False) for contract, stage in stages.items() if stage == ("judged", 10)}
    assert len(played) == 3
    named = answered(Comparison(HAND, SKAT, cards("AD KD"), contracts=(NULL, ouvert), worlds=10))
    assert [row.tally.worlds for row in named.rows()] == [10, 10]


def test_null_ouvert_is_won_as_often_as_null() -> None:
    chances = answered(Comparison(HAND, contracts=NULLS, worlds=4))
    won = {row.contract: row.won for row in chances.rows()}
    assert won[NULLS[0]] == won[NULLS[1]]
    assert won[NULLS[2]] == won[NULLS[3]]
    assert len(won) == 4


# The same figures again


@pytest.mark.parametrize("skat", [(), SKAT])
def test_processes_do_not_matter(monkeypatch: pytest.MonkeyPatch, skat: tuple[object, ...]) -> None:
    monkeypatch.setattr(skat_chances, "_SMALL", 0)
    question = Comparison(HAND, SKAT if skat else (), contracts=(NULL,), worlds=20 if skat else 5, seed=4)
    assert figures(answered(question, 2)) == figures(answered(question))


def test_the_seed_decides() -> None:
    question = Comparison(HAND, contracts=(NULLS[2],), worlds=60)
    again = Comparison(HAND, contracts=(NULLS[2],), worlds=60, seed=question.seed)
    other = Comparison(HAND, contracts=(NULLS[2],), worlds=60, seed=8)
    assert figures(answered(question)) == figures(answered(again))
    assert figures(answered(question)) != figures(answered(other))


def test_the_order_of_the_cards_does_not_matter() -> None:
    one = answered(Comparison(HAND, SKAT, contracts=(NULL,), worlds=20))
    two = answered(Comparison(HAND[::-1], SKAT[::-1], contracts=(NULL,), worlds=20))
    assert figures(one) == figures(two)


def test_an_interruption_leaves_what_is_known() -> None:
    chances = Chances(Comparison(HAND, SKAT, cards("AD KD"), contracts=(NULL,), exact=True))

    def stop() -> None:
        if chances.played > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_chances(chances, 1, stop)
    (row,) = chances.rows()
    assert not chances.has_all_worlds
    assert row.stage == "exact"
    assert not row.is_exact
    assert 1 < row.tally.worlds < 184_756
    assert row.bounds is not None
    assert row.won.count / 184_756 == row.bounds[0] < row.bounds[1] <= 1
    assert row.interval == row.bounds  # the worlds so far are consecutive, not a sample


def test_lost_worlds_are_told() -> None:
    chances = Chances(Comparison(HAND, contracts=(NULLS[2],)))
    counting = skat_chances._Counting(chances)
    counting.lose(17)
    counting.remark("a process died; its deals were done again")
    assert chances.lost == 1
    assert chances.remarks == [
        "world 17 is not counted: two processes died over it",
        "a process died; its deals were done again",
    ]


# Intervals


def test_the_interval_holds_the_exact_chance() -> None:
    """About 95 % of the intervals hold, on an ending whose worlds are all counted."""
    chance = Random(1)
    pack = tuple(sorted(chance.sample(PACK, 11)))
    own = tuple(chance.sample(pack, 5))
    known = DeclarerKnowledge(own, Seat.MIDDLEHAND, pack, taken=41)
    entry = Entry(Contract(Game.HEARTS), own[:2])

    def share(task: Task, worlds: int) -> Share:
        tally = judge(task, 0, worlds - 1).tallies[0]
        return Share(sum(n for (_, outcome), n in tally.items() if outcome.is_won), worlds)

    exact = share(Task(known, (entry,), 1, 0, exact=True), known.worlds).value
    assert exact is not None
    assert 0.1 < exact < 0.9
    held = 0
    for seed in range(100):
        interval = share(Task(known, (entry,), seed, 0), 80).interval
        assert interval is not None
        held += interval[0] <= exact <= interval[1]
    assert held >= 88


@pytest.mark.slow
def test_all_worlds_of_a_full_hand() -> None:
    exact = answered(Comparison(HAND, SKAT, cards("AD KD"), contracts=(NULL,), exact=True), 2)
    (row,) = exact.rows()
    value = row.won.value
    assert row.is_exact
    assert row.tally.worlds == 184_756
    assert row.interval == row.bounds == (value, value)
    sampled = answered(Comparison(HAND, SKAT, cards("AD KD"), contracts=(NULL,), worlds=2_000)).rows()[0]
    assert sampled.interval is not None
    assert value is not None
    assert sampled.interval[0] <= value <= sampled.interval[1]


# Questions


def test_usual_contracts() -> None:
    assert len(usual_contracts(hand=True)) == 14
    assert len(usual_contracts(hand=False)) == 7
    assert Comparison(HAND).contracts == usual_contracts(hand=True)
    assert Comparison(HAND, SKAT).contracts == usual_contracts(hand=False)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"worlds": 0}, "0 worlds; expected 1 or more"),
        ({"exact": True}, "expected one, with the skat or a Hand game"),
        ({"exact": True, "skat": SKAT}, "expected one, with the skat or a Hand game"),
        ({"discard": SKAT}, "a discard without the skat"),
        ({"discard": SKAT, "skat": SKAT, "contracts": (NULLS[2],)}, "a discard in a Hand game"),
        ({"discard": cards("AS KS"), "skat": SKAT, "contracts": (NULL,)}, "discard: AS is neither in the hand"),
    ],
)
def test_complaints(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(KiebitzError, match=complaint):
        Comparison(HAND, **change)  # type: ignore[arg-type]
