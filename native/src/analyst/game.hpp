// A game for the analyst, and the common form of its positions: positions that differ only in the order of columns and
// cells are one.
#pragma once

#include <array>

#include "common/position.hpp"
#include "kiebitz/analyst.hpp"

namespace kiebitz::analyst {

constexpr std::size_t rules_size = 12;
// Indices in the bytes of a game, after its rules.
constexpr std::size_t at_once_at = 12, scored_at = 13, face_down_at = 14, ranks_at = 15;
constexpr std::size_t move_size = 3, player_move_size = 4;

// Throws std::invalid_argument for malformed bytes; no search need support the rules.
void check_game(Bytes game);

struct Game {
    explicit Game(Bytes game);

    Bytes rule_bytes() const { return Bytes(bytes).first(rules_size); }
    Bytes ranks() const { return Bytes(bytes).subspan(ranks_at); }
    Play play(Autoplay autoplay) const { return {autoplay, at_once}; }
    int cards() const;

    Buffer bytes;
    Rules rules;
    AtOnce at_once;
    bool scored;
    std::optional<Search> search;  // the search that decides whether it can be won
};

int cards_home(const Position& position);

// For each column and cell of one form of a position, its index in another.
struct Arrangement {
    Buffer columns, cells;

    // Moves of `size` bytes each, with the other form's piles.
    Buffer mapped(Bytes moves, std::size_t size) const;
    Arrangement inverse() const;
};

struct CommonForm {
    Buffer bytes;
    Position position;
    Arrangement to_here;  // from the common form to the original position
};
CommonForm common_form(const Game& game, const Position& position);

}  // namespace kiebitz::analyst
