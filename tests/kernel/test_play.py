"""The kernel's play against the referee, move by move, in every game of the catalogue and with changed rules."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from canonical import canonical
from kiebitz.analysis.encoding import DEALINGS, encode_play
from kiebitz.cards import Card, Suit
from kiebitz.deals import NUMBERINGS
from kiebitz.errors import counted
from kiebitz.kernel.host import call
from kiebitz.patience import referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import (
    card_codes,
    encode_layout,
    encode_move,
    encode_position,
    encode_rules,
)
from kiebitz.patience.games import game, games
from kiebitz.patience.moves import move_of_codes
from kiebitz.patience.piles import CELL_CODE, FOUNDATION_CODE, STOCK_CODE, PileKind, from_code
from kiebitz.patience.refusal_text import full_name, misfit, name, no_such_pile, parted
from kiebitz.patience.rule_options import CHANGEABLE, Autoplay, Supermoves
from tables import implied, rules, walk

if TYPE_CHECKING:
    from kiebitz.patience import Position, Rules
    from kiebitz.patience.moves import Move

_CARDS = ("card", "onto", "wanted")
_NUMBERS = ("pile", "count", "held", "capacity", "free", "empty")


def encoded(position: Position) -> bytes:
    """Return a position in play's encoding: if not any card moves, face-down cards come last."""
    hidden = position.rules.supermoves is not Supermoves.ANY and any(position.face_down)
    return encode_position(position) + bytes(position.face_down if hidden else ())


def how(position: Position, autoplay: Autoplay = Autoplay.NONE) -> tuple[Any, ...]:
    """Return the kernel's arguments for play in a position."""
    return encode_rules(position.rules), *encode_play(position.rules, autoplay), encoded(position)


def card_of(rules: Rules, code: int) -> Card:
    """Return the card of a code."""
    return next(card for card in rules.pack if card_codes(rules)[card] == code)


def reason_of(rules: Rules, answer: list[Any]) -> dict[str, Any] | None:
    """Return a refusal as a code and its parameters."""
    if answer[0] is None:
        return None
    code, because, *values = answer
    named = dict(zip((*_CARDS, *_NUMBERS), values, strict=True))
    arguments = {key: value for key, value in named.items() if value is not None}
    for key in arguments.keys() & set(_CARDS):
        arguments[key] = card_of(rules, arguments[key])
    return {"code": code.decode(), "because": because.decode(), **arguments}


def worded(position: Position, move: Move, why: dict[str, Any]) -> str:
    """Return the referee's words for a refusal by the kernel."""
    rules = position.rules
    code = why["code"]
    card: Any = why.get("card")
    onto: Any = why.get("onto")
    count: Any = why.get("count")
    pile: Any = from_code(why["pile"]) if "pile" in why else None
    match why["because"] or code:
        case "one_suit":
            cards = position.columns[move.source.index][-move.count :]
            parts = ((upper, lower) for lower, upper in pairwise(cards) if upper not in rules.joins[lower])
            text = parted(*next(parts))
        case "suits" | "colours" | "only" | "nothing_fits":
            text = misfit(rules, card, onto)
            end = {
                "suits": "suits must match",
                "colours": "colours must alternate",
                "nothing_fits": "nothing goes there",
            }
            assert text.endswith(end.get(why["because"] or code, "goes there"))
            if "wanted" in why:
                assert why["wanted"] == min(rules.builds[onto])
        case "no_pile":
            text = no_such_pile(rules, pile)
        case "same_pile":
            text = f"{pile} is both source and target"
        case "home_stays":
            text = "cards on a foundation stay there"
        case "home_to_home":
            text = "a card of a foundation comes back to a column or a cell"
        case "to_stock":
            text = "nothing goes back to the stock"
        case "stock_first":
            text = f"the stock comes first: the {full_name(card)} must be placed before any other move"
        case "no_cards":
            text = f"{move.count} cards: at least one must move"
        case "empty":
            text = f"{pile} is empty"
        case "too_many":
            text = f"{count} cards from {pile}, which holds {why['held']}"
        case "one_at_a_time":
            text = f"{count} cards from {pile}, which gives one at a time"
        case "face_down":
            text = f"the {full_name(card)} lies face down"
        case "suit_first":
            text = f"the {card.suit} must go home first"
        case "home_first":
            text = f"the {full_name(card)} must go home first"
        case "stock_to_column":
            text = "cards of the stock go onto columns"
        case "reserve":
            text = f"{pile} takes no card: those of the reserve are not replaced"
        case "cell_holds_one":
            text = f"{count} cards to {pile}: a free cell holds one card"
        case "cell_taken":
            text = f"{pile} is taken by the {full_name(card)}"
        case "home_whole":
            ladder = rules.ladders[pile.index]
            whole = f"the {Suit(pile.index)} go home as one, from {ladder[-1].rank} to {ladder[0].rank}"
            at_fault = move.source.kind is PileKind.COLUMN and move.count == len(ladder)
            text = (
                f"the end of {move.source}: {whole}"
                if at_fault
                else f"{counted(move.count, 'card')} to {pile}: {whole}"
            )
        case "home_one":
            text = f"{count} cards to {move.target}: cards go home one at a time"
        case "home_suit":
            text = f"{full_name(card)} on {pile}: it is built by suit"
        case "home_order":
            text = f"{full_name(card)} on {move.target}: the {full_name(why['wanted'])} must go there first"
        case "stays_empty":
            text = "an empty column stays empty"
        case "only_kings":
            text = f"{name(rules, card)} into an empty column: only {why['wanted'].rank}s may go there"
        case "single":
            text = f"{count} cards at once: only single cards may move"
        case "capacity":
            means = counted(why["free"], "free cell")
            if rules.empty_column.value == "any":
                to_empty = not position.columns[move.target.index]
                means += f" and {counted(why['empty'], 'other empty column' if to_empty else 'empty column')}"
            text = f"{count} cards at once: {means} allow {why['capacity']} ({rules.supermoves.value} count)"
        case other:
            raise AssertionError(other)
    return f"{count} cards are no sequence: {text}" if code == "no_sequence" else text


def piles(rules: Rules) -> list[int]:
    """Return the codes of a game's piles, and one code that it lacks of each kind."""
    columns, cells = range(min(rules.columns + 1, 18)), range(min(rules.cells + 1, 12))
    return [*columns, *(CELL_CODE + cell for cell in cells), *(FOUNDATION_CODE + suit for suit in Suit), STOCK_CODE]


def compare_state(position: Position) -> None:
    """Compare the legal moves with their counts, the runs, and whether the game is won."""
    rules = position.rules
    moves, runs, won = call("state", *how(position))
    legal = list(referee.legal_moves(position))
    assert [moves[at : at + 3] for at in range(0, len(moves), 4)] == list(map(encode_move, legal)), position
    assert list(moves[3::4]) == [implied(position, move) for move in legal], position
    any_count = rules.supermoves is Supermoves.ANY
    face_up = [len(cards) - down for cards, down in zip(position.columns, position.face_down, strict=True)]
    assert list(runs) == (face_up if any_count else [referee.run_length(position, at) for at in range(rules.columns)])
    assert bool(won) == referee.is_won(position)


def compare_refusals(position: Position, chance: Random, pairs: int) -> int:
    """Compare the refusals for some pairs of piles; return their number."""
    rules = position.rules
    refused = 0
    for source, target in chance.sample(list(product(piles(rules), repeat=2)), pairs):
        [alone] = call("implied_count", *how(position), source, target)
        longest = len(position.columns[source]) + 1 if source < rules.columns else 2
        for count in {0, 1, alone, 2, longest, chance.randint(1, longest)}:
            move = move_of_codes(source, target, count)
            why = reason_of(rules, call("refusal", *how(position), source, target, count))
            words = referee.refusal(position, move)
            assert (why and worded(position, move, why)) == words, (position, move)
            refused += why is not None
    return refused


def compare_turns(position: Position, move: Move | None) -> None:
    """Compare each move's effect and autoplay, under each rule of autoplay."""
    for rule in Autoplay:
        after = position if move is None else referee.apply(position, move)
        automatic = referee.autoplay_moves(after, rule)
        stages = [] if move is None else [after]
        for home in automatic:
            after = referee.apply(after, home)
            stages.append(after)
        request = (None,) if move is None else encode_move(move)
        *answer, cards = call("turn", *how(position, rule), *request)
        assert answer == [None, b"".join(map(encode_move, automatic)), list(map(encoded, stages))], position
        moved = cards - sum(one.count for one in automatic)
        assert moved == move.count if move and move.count == 1 else moved >= (move.count if move else 0)


def compare(position: Position, chance: Random, pairs: int = 12) -> int:
    """Compare everything in a position; return the number of refused moves."""
    compare_state(position)
    legal = list(referee.legal_moves(position))
    for move in (None, *chance.sample(legal, min(2, len(legal)))):
        compare_turns(position, move)
    common, arrangement = canonical(position)
    ranks = bytes(card.rank - 1 for card in max(position.rules.ladders, key=len))
    form = call("common_form", encode_rules(position.rules), encoded(position), ranks)
    assert form == [encoded(common), bytes(arrangement.columns), bytes(arrangement.cells)]
    return compare_refusals(position, chance, pairs)


@pytest.mark.parametrize("name", games())
def test_every_game_is_played_as_the_referee_says(name: str) -> None:
    chance = Random(name)
    refused = sum(compare(position, chance) for position in walk(game(name), chance.randint(0, 2**32), 60)[::4])
    assert refused > 50


@pytest.mark.hypothesis
@given(rules())
def test_changed_rules_are_played_as_the_referee_says(changed: Rules) -> None:
    chance = Random(repr(changed))
    for position in walk(changed, chance.randint(0, 2**32), 30)[::6]:
        compare(position, chance)


def stated(rules: Rules) -> tuple[Any, ...]:
    """Return a game's rules as in its file, as numbers and bytes."""
    choices = []
    for rule in CHANGEABLE:
        value = rule.written(getattr(rules, rule.name))
        if isinstance(value, str):
            value = rule.names.index(value) if rule.names else sum(1 << suit for suit in Suit if suit.letter in value)
        choices.append(value)
    return (
        bytes(choices),
        bytes(rank - 1 for rank in rules.pack.rank_order),
        rules.stock,
        rules.dealt_home,
        bytes(rules.dealt_to_cells),
        bytes(card.index for card in rules.dealt_first),
        bytes(pile.index for pile in rules.destinations if pile.kind is PileKind.COLUMN) if rules.dealt_rows else b"",
        bytes(rules.face_down),
    )


@pytest.mark.hypothesis
@given(rules())
def test_rules_are_encoded_as_python_encodes_them(changed: Rules) -> None:
    codes, layout, ranks, at_once = call("encoded", *stated(changed))
    assert (codes, layout, at_once) == (
        encode_rules(changed),
        encode_layout(changed),
        encode_play(changed, Autoplay.NONE)[1],
    )
    assert list(ranks) == [card.rank - 1 for card in max(changed.ladders, key=len)]


@pytest.mark.parametrize("name", games())
def test_every_game_is_encoded_as_python_encodes_it(name: str) -> None:
    own = game(name)
    assert call("encoded", *stated(own))[:2] == [encode_rules(own), encode_layout(own)]


@pytest.mark.parametrize("name", NUMBERINGS)
def test_deals_of_every_numbering_are_the_same(name: str) -> None:
    chance = Random(7)
    own = game("solitaire_one_suit" if name == "one-suit" else "freecell")
    numbers = NUMBERINGS[name].range
    kind = DEALINGS.index(name)
    layout = encode_rules(own), encode_layout(own)
    assert call("numbers", kind, len(own.pack)) == [str(numbers.start).encode(), str(numbers.stop - 1).encode()]
    some = [*range(numbers.start, numbers.start + 6), 31_999, 32_000, 32_001, 2**32 - 1, numbers.stop - 1]
    for number in (*some, *(chance.randint(numbers.start, numbers.stop - 1) for _ in range(30))):
        if number in numbers:
            expected = encode_position(deal(number, own.game, name))
            assert call("dealt", *layout, kind, str(number).encode()) == [expected], number
    for outside in (numbers.start - 1, numbers.stop):
        assert call("dealt", *layout, kind, str(outside).encode()) == [None]


@pytest.mark.parametrize("name", games())
def test_every_game_is_dealt_and_its_number_found(name: str) -> None:
    own = game(name)
    layout = encode_rules(own), encode_layout(own)
    number = Random(name).randint(1, 2000)
    position = encode_position(deal(number, name))
    assert call("dealt", *layout, 0, str(number).encode()) == [position]
    [least] = call("number_of", *layout, position, 1, 10**6)
    if own.dealt_first or own.dealt_home:
        assert least is None
        return
    assert encode_position(deal(least, name)) == position
    assert call("number_of", *layout, position, 1, least - 1) == [0]
    pushed = referee.apply(deal(number, name), next(iter(referee.legal_moves(deal(number, name)))))
    assert call("number_of", *layout, encode_position(pushed), 1, 10**6) == [None]


@pytest.mark.parametrize(
    "number",
    [1_000_001, 2**33 - 1, *(pytest.param(number, marks=pytest.mark.long) for number in (2**31 - 1, 2**31, 2**32 + 5))],
)
def test_the_whole_pack_has_a_number_in_the_whole_range(number: int) -> None:
    own = game("freecell")
    layout = encode_rules(own), encode_layout(own)
    position = encode_position(deal(number))
    assert call("number_of", *layout, position, 1, 10**6) == [0]
    assert call("number_of", *layout, position, 10**6 + 1, 2**33 - 1) == [number]
