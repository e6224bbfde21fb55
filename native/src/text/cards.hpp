// Spellings of single cards.
#pragma once

#include "text/characters.hpp"

namespace kiebitz::text {

constexpr Named named(int rank, int suit) { return Named(4 * (rank - 1) + suit); }
constexpr int rank_named(Named card) { return (card & 63) / 4 + 1; }
constexpr int suit_named(Named card) { return card & 3; }

// Read a card in one spelling, or a Unicode playing card; return `nobody` for any other word.
Named card_of(View word, Spelling spelling);
// The rank of a word in one spelling, 0 for none; the suit of a symbol with its variation selector, -1 for none.
int rank_of(View word, Spelling spelling);
int suit_of_symbol(View word);

// The suit is a letter in English, a symbol in other spellings.
Characters card_text(Named card, Spelling spelling);
constexpr char suit_letters[] = "CDHS";
constexpr char rank_letters[] = "?A23456789TJQK";

}  // namespace kiebitz::text
