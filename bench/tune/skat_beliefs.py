"""Train the network by which defenders of the engine place hidden cards, on games of the engine against itself.

    python bench/tune/skat_beliefs.py play build/skat/beliefs --first 4000001 --deals 6000
    python bench/tune/skat_beliefs.py train build/skat/beliefs

`play` writes, for each deal with a game with trumps, the features of each card hidden from a defender that has a
choice, and the place of the card; a file for 100 deals, and files that exist are kept, so a run resumes. One process,
so `nice` it. `train` maximises the likelihood of the true worlds in the first four fifths of the deals, and writes
`native/src/skat/engine/listening_weights.hpp`, whose lines clang-format then breaks. It prints how many times as
likely the true worlds of the last fifth are with the rounded weights as without evidence (geometric means, by trick).
"""

from __future__ import annotations

import argparse
from math import cos, log, pi
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine
from kiebitz.kernel.host import call
from kiebitz.skat.contract import Game
from kiebitz.skat.dealing import deal
from kiebitz.skat.encoding import encode_view, mask
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kiebitz.skat.referee import Play
    from kiebitz.skat.view import View

    Reals = NDArray[np.float64]

_FILE = 100  # deals
_PLACES = 3  # with the declarer, with the partner, in the skat
_HIDDEN_UNITS, _EPOCHS, _BATCH = 16, 12, 256
_RATE, _LEAST_RATE, _DECAY = 2e-3, 1e-5, 1e-5
_MEAN_RATE, _SQUARE_RATE = 0.1, 0.001  # of the running means of Adam
_MOST_CARDS = 22  # that a defender does not see
_ACROSS = 13  # the room left in a hand, with a border of zeros on both sides
_HIDDEN_UNIT, _OUTPUT_UNIT = 32, 128  # a weight of 1 in the kernel
_LIMIT = 127  # of a weight there
_WEIGHTS = Path("native/src/skat/engine/listening_weights.hpp")


class Decisions(NamedTuple):
    """The decisions of defenders, a row each, and their hidden cards, padded to `_MOST_CARDS`."""

    deals: NDArray[np.int64]
    tricks: NDArray[np.int64]
    features: NDArray[np.int8]  # decisions × cards × features
    places: NDArray[np.int64]  # decisions × cards: the true place, -1 in the padding
    may_lie: NDArray[np.bool_]  # decisions × cards × places
    room: NDArray[np.int64]  # decisions × 2: cards in the declarer's and the partner's hand

    def some(self, rows: NDArray[Any]) -> Decisions:
        """Return some of the decisions."""
        return Decisions(*(column[rows] for column in self))


class Network(NamedTuple):
    """The weights of the hidden units and of the places, with their biases, in nats."""

    hidden: Reals
    hidden_bias: Reals
    output: Reals
    output_bias: Reals


def main() -> None:
    """Play or train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=("play", "train"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=4_000_001, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=6_000, help="how many, in hundreds")
    parser.add_argument("--level", default="strong", help="of the players")
    parser.add_argument("--weights", type=Path, default=_WEIGHTS)
    args = parser.parse_args()
    if args.work == "play":
        play(args.folder, range(args.first, args.first + args.deals), args.level)
        return
    decisions = read(args.folder)
    is_late = decisions.deals >= np.quantile(np.unique(decisions.deals), 0.8)
    early, late = decisions.some(np.flatnonzero(~is_late)), decisions.some(np.flatnonzero(is_late))
    without, _ = likelihood(np.ones(late.may_lie.shape), late)
    network = in_whole_numbers(trained(early, late, without))
    args.weights.write_text(in_cpp(network), encoding="utf-8")
    print("\n".join(likelihoods(late, rounded_odds(network, late.features), without)))


def play(folder: Path, deals: range, level: str) -> None:
    """Play the deals whose file is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(deals.start, deals.stop, _FILE):
        file = folder / f"{first}.npz"
        if file.exists():
            continue
        rows = [row for number in range(first, first + _FILE) for row in decisions_of(number, level)]
        unfinished = folder / f"{first}.part.npz"
        columns: dict[str, Any] = dict(zip(Decisions._fields, map(np.array, zip(*rows, strict=True)), strict=True))
        np.savez_compressed(unfinished, **columns)
        unfinished.replace(file)


def decisions_of(number: int, level: str) -> list[tuple[Any, ...]]:
    """Play a deal, and return the rows of `Decisions`."""
    session, player = Session(deal(number)), Engine(LEVELS[level], seed=number)
    rows = []
    while session.turn is not None:
        view = session.view(session.turn)
        play = session.play
        is_defender = play is not None and view.seat is not view.declarer and not view.shown
        if play and is_defender and view.announced.game is not Game.NULL and len(play.legal_cards) > 1:
            rows.append(row_of(number, view, play))
        session.act(player.decides(view))
    return rows


def row_of(number: int, view: View, play: Play) -> tuple[Any, ...]:
    """Return a decision with the true places of the hidden cards."""
    assert view.declarer is not None
    others = (view.declarer, next(seat for seat in Seat if seat not in (view.seat, view.declarer)))
    cards, features, odds = call("skat_hidden_cards", encode_view(view))
    hands = [mask(play.hands[seat]) for seat in others]
    padding = [(0, _MOST_CARDS - len(cards))]
    where = [next((place for place, hand in enumerate(hands) if hand >> card & 1), _PLACES - 1) for card in cards]
    return (
        number,
        len(view.played) // len(Seat),
        np.pad(np.array([np.frombuffer(row, np.int8) for row in features]), [*padding, (0, 0)]),
        np.pad(np.array(where), padding, constant_values=-1),
        np.pad(np.array(odds, float) > 0, [*padding, (0, 0)]),
        [hand.bit_count() for hand in hands],
    )


def read(folder: Path) -> Decisions:
    """Return the decisions in the files of a folder."""
    files = [np.load(file) for file in sorted(folder.glob("*.npz")) if ".part." not in file.name]
    return Decisions(*(np.concatenate([file[name] for file in files]) for name in Decisions._fields))


# --- the likelihood of the true worlds ---


def likelihood(odds: Reals, decisions: Decisions) -> tuple[Reals, Reals]:
    """Return the logarithm of the true world's probability, and each card's probability of lying in each place.

    A world's weight is the product of its cards' odds. The sums over all worlds go card by card, by the room left in
    both hands, as in `native/src/skat/engine/beliefs.cpp`, once from either end.
    """
    weights = odds * decisions.may_lie
    count, cards, _ = weights.shape
    is_card = decisions.places >= 0
    inner = slice(1, _ACROSS - 1)
    one_less, one_more = slice(0, _ACROSS - 2), slice(2, _ACROSS)

    def swept(start: Reals, order: range, moved: slice) -> list[Reals]:
        tables = [start]
        for card in order:
            last, after = tables[-1], np.zeros_like(start)
            with_declarer, with_partner, put = (weights[:, card, place, None, None] for place in range(_PLACES))
            after[:, inner, inner] = (
                with_declarer * last[:, moved, inner]
                + with_partner * last[:, inner, moved]
                + put * last[:, inner, inner]
            )
            tables.append(np.where(is_card[:, card, None, None], after, last))
        return tables

    start, end = np.zeros((2, count, _ACROSS, _ACROSS))
    start[np.arange(count), decisions.room[:, 0] + 1, decisions.room[:, 1] + 1] = 1
    end[:, 1, 1] = 1
    before = swept(start, range(cards), one_more)
    after = swept(end, range(cards - 1, -1, -1), one_less)[::-1]
    whole = before[-1][:, 1, 1]
    chances = np.empty_like(weights)
    for card in range(cards):
        here, rest = before[card][:, inner, inner], after[card + 1]
        for place, (rows, columns) in enumerate(((one_less, inner), (inner, one_less), (inner, inner))):
            chances[:, card, place] = weights[:, card, place] * (here * rest[:, rows, columns]).sum(axis=(1, 2)) / whole
    true = np.take_along_axis(weights, np.maximum(decisions.places, 0)[:, :, None], 2)[:, :, 0]
    return np.log(np.where(is_card, true, 1)).sum(axis=1) - np.log(whole), chances


def likelihoods(decisions: Decisions, odds: Reals, without: Reals) -> list[str]:
    """Return how many times as likely the true worlds are by these odds as *without* any, by trick and in all."""
    gains = likelihood(odds, decisions)[0] - without
    lines = [f"{len(np.unique(decisions.deals))} deals, {len(gains)} decisions: {np.exp(gains.mean()):.2f}"]
    for trick in np.unique(decisions.tricks):
        some = gains[decisions.tricks == trick]
        lines.append(f"  trick {trick + 1}: {np.exp(some.mean()):.2f} ({len(some)})")
    return lines


# --- the network ---


def trained(early: Decisions, late: Decisions, without: Reals) -> Network:
    """Return the network that makes the true worlds of the early decisions likely, by Adam with a cosine schedule."""
    random = np.random.default_rng(1)
    features = early.features[early.places >= 0]
    centre, spread = features.mean(axis=0), features.std(axis=0) + 1e-3
    count = features.shape[1]
    network = Network(
        random.normal(0, (2 / count) ** 0.5, (count, _HIDDEN_UNITS)),
        np.zeros(_HIDDEN_UNITS),
        random.normal(0, 0.01, (_HIDDEN_UNITS, _PLACES)),
        np.zeros(_PLACES),
    )
    means = [np.zeros_like(part) for part in network]
    squares = [np.zeros_like(part) for part in network]
    steps = 0
    for epoch in range(_EPOCHS):
        rate = _RATE * (1 + cos(pi * epoch / _EPOCHS)) / 2 + _LEAST_RATE
        order = random.permutation(len(early.deals))
        for rows in np.array_split(order, len(order) // _BATCH):
            batch = early.some(rows)
            features = (batch.features - centre) / spread
            hidden = np.maximum(features @ network.hidden + network.hidden_bias, 0)
            _, chances = likelihood(np.exp(hidden @ network.output + network.output_bias), batch)
            is_card = batch.places >= 0
            error = (chances - np.eye(_PLACES)[batch.places]) * is_card[:, :, None] / len(rows)
            back = (error @ network.output.T) * (hidden > 0)
            gradients = (
                np.einsum("bcf,bch->fh", features, back),
                back.sum(axis=(0, 1)),
                np.einsum("bch,bcp->hp", hidden, error),
                error.sum(axis=(0, 1)),
            )
            steps += 1
            for part, gradient, mean, square in zip(network, gradients, means, squares, strict=True):
                slope = gradient + _DECAY * part
                mean[...] += _MEAN_RATE * (slope - mean)
                square[...] += _SQUARE_RATE * (slope * slope - square)
                step = mean / (1 - (1 - _MEAN_RATE) ** steps)
                part[...] -= rate * step / (np.sqrt(square / (1 - (1 - _SQUARE_RATE) ** steps)) + 1e-8)
        plain = Network(
            network.hidden / spread[:, None], network.hidden_bias - centre / spread @ network.hidden, *network[2:]
        )
        print(
            f"epoch {epoch + 1}: {likelihoods(late, rounded_odds(in_whole_numbers(plain), late.features), without)[0]}",
            flush=True,
        )
    return plain


def in_whole_numbers(network: Network) -> Network:
    """Return the network in the kernel's units: its sums are logarithms to the base 2."""
    output_unit = _OUTPUT_UNIT / log(2)
    return Network(
        np.clip(np.rint(network.hidden * _HIDDEN_UNIT), -_LIMIT, _LIMIT),
        np.rint(network.hidden_bias * _HIDDEN_UNIT),
        np.clip(np.rint(network.output * output_unit), -_LIMIT, _LIMIT),
        np.rint(network.output_bias * output_unit * _HIDDEN_UNIT),
    )


def rounded_odds(network: Network, features: NDArray[np.int8]) -> Reals:
    """Return the odds by a network in whole numbers."""
    hidden = np.maximum(features @ network.hidden + network.hidden_bias, 0)
    return np.exp2((hidden @ network.output + network.output_bias) / (_HIDDEN_UNIT * _OUTPUT_UNIT))


def in_cpp(network: Network) -> str:
    """Return the kernel's header with the weights."""
    hidden, hidden_bias, output, output_bias = ([[*map(int, row)] for row in np.atleast_2d(part)] for part in network)
    lines = [
        "// Written by bench/tune/skat_beliefs.py.",
        "#pragma once",
        "",
        '#include "skat/engine/listening.hpp"',
        "",
        "namespace kiebitz::skat::engine {",
        "",
        f"constexpr int unit = {_HIDDEN_UNIT * _OUTPUT_UNIT};  // of the sums, for a factor of two",
        "constexpr std::int8_t hidden_weights[feature_count][hidden_units] = {",
        *(f"    {braced(row)}," for row in hidden),
        "};",
        f"constexpr int hidden_biases[] = {braced(hidden_bias[0])};",
        "constexpr std::int8_t output_weights[hidden_units][places] = {",
        *(f"    {braced(row)}," for row in output),
        "};",
        f"constexpr std::array<int, places> output_biases{braced(output_bias[0])};",
        "",
        "}  // namespace kiebitz::skat::engine",
    ]
    return "".join(f"{line}\n" for line in lines)


def braced(row: list[int]) -> str:
    """Return numbers as C++ lists them."""
    return f"{{{', '.join(map(str, row))}}}"


if __name__ == "__main__":
    main()
