// What a choice of piles means as a move: which count is meant, which piles would take the cards.
// Legal is what the kernel says; how piles are chosen, by hand or by keys, is up to input.js.

import { foundationFor } from "./notation.js";
import { CELL, FOUNDATION, STOCK, cardsOf, exists, impliedCount, isLegal, longest, refusal } from "./rules.js";

const isHome = (pile) => pile >= FOUNDATION && pile < STOCK;

/** How many cards are meant by the card at this place of a pile; null leaves it to the rules. */
export function countFrom(rules, position, pile, index) {
  if (pile >= CELL || index < 0) return null;
  const count = position.columns[pile].length - index;
  return (count > 1 || rules.supermoves === "any") && count <= longest(rules, position, pile) ? count : null;
}

/** The move from pile to pile: of the cards chosen if that is legal, else of those implied if that is; `isMeant` if it is. */
function meant(rules, position, source, target, chosen) {
  const home = isHome(target) && !isHome(source);
  const goal = home ? foundationFor(rules, position, source) : target;
  const implied = impliedCount(rules, position, source, goal);
  const counts = home ? [implied] : [...new Set([chosen || [], implied].flat())];
  const moves = counts.map((count) => ({ source, target: goal, count }));
  const legal = moves.find((move) => isLegal(rules, position, move));
  return { move: legal ?? moves[0], isMeant: Boolean(legal) };
}

/** The move from pile to pile, and why it is refused: of the cards chosen if that is legal, else of those implied. */
export function resolve(rules, position, source, target, chosen = null) {
  const { move, isMeant } = meant(rules, position, source, target, chosen);
  return { move, reason: isMeant ? null : refusal(rules, position, move) };
}

/** The piles that would take cards of this one. */
export function targetsOf(rules, position, source, chosen = null) {
  const piles = [
    ...position.columns.keys(),
    ...position.cells.map((_, index) => CELL + index),
    foundationFor(rules, position, source),
  ];
  const others = piles.filter((pile) => pile !== source && exists(rules, pile));
  return others.filter((pile) => meant(rules, position, source, pile, chosen).isMeant);
}

/**
 * The moves of the card at this place of a pile, with those on it, from the best place for it to the last: home, onto a
 * card, into an empty column, into a cell. Of places that are alike only the first.
 */
export function placesOf(rules, position, source, index) {
  const held = cardsOf(position, source);
  const many = countAt(position, source, index);
  const kind = (pile) => (isHome(pile) ? 0 : pile >= CELL ? 3 : position.columns[pile].length ? 1 : 2);
  const tried = targetsOf(rules, position, source, many).map((target) => ({
    source,
    target,
    count: isHome(target) ? impliedCount(rules, position, source, target) : many,
  }));
  // A whole column into an empty one, or from cell to cell, changes nothing.
  const idle = ({ target }) => (kind(target) === 2 && many === held.length) || (source >= CELL && kind(target) === 3);
  const useful = tried.filter((move) => !idle(move) && isLegal(rules, position, move));
  const alike = (a, b) => kind(a.target) > 1 && kind(a.target) === kind(b.target);
  return useful
    .filter((move, at) => useful.findIndex((other) => other === move || alike(other, move)) === at)
    .sort((a, b) => kind(a.target) - kind(b.target));
}

/** How many cards lie from this place of a pile on. */
export const countAt = (position, pile, index) => (pile < CELL && index >= 0 ? position.columns[pile].length - index : 1);

/** The cards that are taken up: those chosen, or the one that would go if nothing else is said. */
export function cardsTaken(position, source, chosen) {
  return cardsOf(position, source).slice(-(chosen ?? 1));
}
