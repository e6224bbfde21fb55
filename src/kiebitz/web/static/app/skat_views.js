// What one seat may know of a game: its own cards, what was said, what was played. No hidden card is in it, so whoever
// decides by a view cannot cheat. It is made by skat_session.js. The counterpart of `kiebitz.skat.view`.

import { mustFollow, taking } from "./skat_tricks.js";
import { pointsOf } from "./skat_values.js";

export const SEATS = 3;
export const [FOREHAND, MIDDLEHAND, REARHAND] = [0, 1, 2];

/** What all have seen of the play, forehand leading: turn, trick, and for each seat points, tricks, suits it lacks, cards played. */
export function courseOf(game, played) {
  const course = { turn: 0, trick: [], points: [0, 0, 0], tricks: [0, 0, 0], counts: [0, 0, 0], seats: [], takers: [] };
  course.lacks = [new Set(), new Set(), new Set()];
  for (const card of played) {
    const { trick, turn } = course;
    if (trick.length && mustFollow(game, trick[0]) !== mustFollow(game, card)) course.lacks[turn].add(mustFollow(game, trick[0]));
    trick.push(card);
    course.seats.push(turn);
    course.counts[turn]++;
    course.turn = (turn + 1) % SEATS;
    if (trick.length < SEATS) continue;
    course.turn = (course.turn + taking(game, trick)) % SEATS;
    course.points[course.turn] += pointsOf(trick);
    course.tricks[course.turn]++;
    course.takers.push(course.turn);
    course.trick = [];
  }
  return course;
}
