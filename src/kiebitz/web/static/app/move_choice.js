// Chosen piles as a move: the legal move they mean, or the reason why there is none.

import { foundationFor } from "./notation.js";
import { CELL, cardsOf, FOUNDATION, impliedCount, legalMoves, longest, refusal, STOCK } from "./rules.js";

/** @param {Pile} pile */
const isHome = (pile) => pile >= FOUNDATION && pile < STOCK;

/**
 * Return the number of cards from this place of a pile on; null leaves it to the rules.
 * @param {Rules} rules @param {Position} position @param {Pile} pile @param {number} index
 */
export function countFrom(rules, position, pile, index) {
  if (pile >= CELL || index < 0) return null;
  const count = position.columns[pile].length - index;
  return (count > 1 || rules.supermoves === "any") && count <= longest(rules, position, pile) ? count : null;
}

/**
 * Return the legal moves from a pile for this number of cards, or for the implied number.
 * @param {Rules} rules @param {Position} position @param {Pile} source @param {number | null} chosen
 */
function meantFrom(rules, position, source, chosen) {
  /** @param {LegalMove} move */
  const isMeant = ({ target, count, implied }) => count === implied || (count === chosen && !isHome(target));
  return legalMoves(rules, position).filter((move) => move.source === source && isMeant(move));
}

/**
 * Return the move from pile to pile and any reason against it: with the chosen cards if legal, else with those implied.
 * @param {Rules} rules @param {Position} position @param {Pile} source @param {Pile} target @param {number | null} chosen @returns {Offer}
 */
export function resolve(rules, position, source, target, chosen = null) {
  const goal = isHome(target) ? foundationFor(rules, position, source) : target;
  const moves = meantFrom(rules, position, source, chosen).filter((move) => move.target === goal);
  const legal = moves.find(({ count }) => count === chosen) ?? moves[0];
  if (legal) return { move: { source, target: goal, count: legal.count }, reason: null };
  const count = (isHome(goal) ? null : chosen) ?? impliedCount(rules, position, source, goal);
  const move = { source, target: goal, count };
  return { move, reason: refusal(rules, position, move) };
}

/**
 * Return the piles that accept cards of this pile.
 * @param {Rules} rules @param {Position} position @param {Pile} source @param {number | null} chosen
 */
export const targetsOf = (rules, position, source, chosen = null) => [
  ...new Set(meantFrom(rules, position, source, chosen).map(({ target }) => target)),
];

/**
 * Return the moves of the card at this place of a pile, with the cards on it, best first: home, onto a card, into an empty
 * column, into a cell. Include only the first of equivalent places.
 * @param {Rules} rules @param {Position} position @param {Pile} source @param {number} index @returns {Move[]}
 */
export function placesOf(rules, position, source, index) {
  const many = countAt(position, source, index);
  const all = cardsOf(position, source, rules).length;
  /** @param {Pile} pile */
  const isEmpty = (pile) => pile < CELL && !position.columns[pile].length;
  /** @param {Pile} pile */
  const isCell = (pile) => pile >= CELL && pile < FOUNDATION;
  /** @param {Move} a @param {Move} b */
  const alike = (a, b) => (isEmpty(a.target) && isEmpty(b.target)) || (isCell(a.target) && isCell(b.target));
  // Moving a whole column into an empty one, or a card from cell to cell, changes nothing.
  /** @param {Move} move */
  const idle = ({ target }) => (isEmpty(target) && source < CELL && many === all) || (isCell(target) && isCell(source));
  return legalMoves(rules, position)
    .filter((move) => move.source === source && (isHome(move.target) ? move.count === move.implied : move.count === many))
    .filter((move, at, moves) => !idle(move) && moves.findIndex((other) => other === move || alike(other, move)) === at)
    .map(({ target, count }) => ({ source, target, count }));
}

/**
 * Return the number of cards from this place of a pile on.
 * @param {Position} position @param {Pile} pile @param {number} index
 */
export const countAt = (position, pile, index) => (pile < CELL && index >= 0 ? position.columns[pile].length - index : 1);

/**
 * Return the cards to take: the chosen ones, or else one.
 * @param {Position} position @param {Pile} source @param {number | null} chosen @param {Rules} rules
 */
export function cardsTaken(position, source, chosen, rules) {
  return cardsOf(position, source, rules).slice(-(chosen ?? 1));
}
