// The ways to read a layout's cards: which places of the row are cells, and which card lies at each place.
#pragma once

#include <vector>

#include "kiebitz/picture.hpp"
#include "picture/assignment.hpp"
#include "picture/evidence.hpp"
#include "picture/layout.hpp"

namespace kiebitz::picture {

// One reading of a layout: the cards of all places, and which places of the row are cells. Cards are numbered columns
// first.
struct Reading {
    double score = 0;
    std::vector<std::size_t> cells, foundations;
    std::vector<int> cards, tops;  // of all places; on the foundations
    bool one_pack = false;

    // The number of cards of each suit that are home; none if the cards are not one pack.
    std::vector<std::uint8_t> home() const;
    // Whether the card of a place in another reading lies there in this one; cells are a set, and so are foundations.
    bool agrees(const Reading& another, std::size_t place) const;
};

// The confidence in a card by its doubt.
double confidence_of(const Assignment::Next& doubt);

class Readings {
public:
    // The places are those of the layout, columns first, with their scores.
    Readings(const Layout& layout, std::vector<const Place*> places, std::size_t in_columns,
             std::vector<CardScores> scores);

    const Reading& best() const { return all_[0]; }
    // For each place how much worse the best board is that has its card elsewhere, and the card that lies there then.
    std::vector<Assignment::Next> doubts() const;
    // The boards without a sure card elsewhere and with the same places of cells, the likeliest first.
    std::vector<Fitting> fittings(const std::vector<Assignment::Next>& doubt) const;

private:
    void add(std::vector<std::size_t> cells, const std::vector<std::size_t>& foundations);
    double price_of_sides(const std::vector<std::size_t>& cells, const std::vector<std::size_t>& foundations) const;
    Reading no_pack() const;
    std::vector<std::size_t> rows_of(const Reading& reading) const;
    Assignment assign(const Reading& reading) const;
    bool is_same(const Fitting& board, const Fitting& another) const;

    int top_, width_, height_;  // of the columns and of a card
    std::vector<const Place*> places_;
    std::size_t in_columns_;
    std::vector<CardScores> scores_;
    std::vector<Reading> all_;  // the likeliest first
};

}  // namespace kiebitz::picture
