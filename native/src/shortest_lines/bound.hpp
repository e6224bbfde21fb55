// The lower bound of the search for shortest lines.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "common/pages.hpp"
#include "shortest_lines/position_key.hpp"

namespace kiebitz::shortest_lines {

// Small numbers by key, keys below a given end: one byte each while that takes at most a few megabytes, of which only
// written pages use memory; otherwise a hash table.
class Values {
public:
    Values() = default;
    explicit Values(u64 end) {
        if (end <= most_bytes) {
            bytes_ = {static_cast<u8*>(take_pages(end)), Give{end}};
            touched_.assign(end / page + 1, false);
        } else {
            slots_.assign(first_slots, empty);
        }
    }
    // -1: unknown.
    int of(u64 key) const {
        if (bytes_) return int(bytes_[key]) - 1;
        const u64 slot = slots_[find(key)];
        return slot == empty ? -1 : int(slot & most_value);
    }
    void keep(u64 key, int value) {
        if (bytes_) {
            bytes_[key] = u8(value + 1);
            if (!touched_[key / page]) touched_[key / page] = true, ++used_;
            return;
        }
        if (++used_ * 2 > slots_.size()) {
            std::vector<u64> old(slots_.size() * 2, empty);
            old.swap(slots_);
            for (const u64 slot : old)
                if (slot != empty) slots_[find(slot >> 8)] = slot;
        }
        slots_[find(key)] = key << 8 | u64(value);
    }
    u64 bytes() const { return bytes_ ? used_ * page : slots_.size() * sizeof(u64); }

private:
    // A slot is a key of less than 56 bits, and below it the value.
    static constexpr u64 empty = ~0ull, first_slots = 1 << 10, most_value = 0xff, most_bytes = 1 << 24, page = 4096;
    u64 find(u64 key) const {
        u64 at = (key * 0x9e3779b97f4a7c15ull >> 20) & (slots_.size() - 1);
        while (slots_[at] >> 8 != key && slots_[at] != empty) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    struct Give {
        u64 size;
        void operator()(u8* bytes) const { give_pages(bytes, size); }
    };
    std::unique_ptr<u8[], Give> bytes_;
    std::vector<u64> slots_;
    std::vector<bool> touched_;  // pages
    u64 used_ = 0;               // pages or slots
};

// The number of untouched cards, those still in their place of the start, that must leave it before they can go home.
// For moves of sequences: the number of sequences with such cards. Sequences of untouched cards are called runs.
//
// With unlimited cells, a card that does not go home from its place would leave it once, for a cell, and only the
// untouched cards would count: moved cards hinder no others. A card goes home from its place only if all cards that
// must be home before it have left theirs: the lower ones of its suit, and where the program sends only safe cards home
// those for which it waits. So the untouched cards alone, one number a column, determine the remaining cost, and the
// best order of digging is a shortest path over these numbers: a step costs 1, or 0 for a card that goes home. Every
// real line digs in some order and pays for each of these moves, besides the price of cards that go home; hence a
// lower bound. One move changes it by at most 1, and never by more than the move costs.
//
// A move of a sequence takes untouched cards of one run only. So a step that costs 1 takes all that is left of a run:
// fewer cards never cost more. If a card of the run lies over one that must be home before it, this step comes in any
// case.
//
// Three things shorten the path. Free and certain steps are taken at once: they only help. Where cards wait for their
// own suit only, digging that frees no card is useless before the dig that does, so a column is dug until it frees a
// card; elsewhere digging in several columns may free one. And values are stored.
class DigBound {
public:
    using ByCard = std::array<u64, max_cards>;  // a set of cards for each card
    // For moves of single cards.
    DigBound(const Rules& rules, const Position& start) : DigBound(rules, start, ByCard{}, lower_of_suits()) {}
    // For moves of sequences. `joins`: those that move as one with a card when on it. `home_before`: those that must be
    // home before a card goes home for free, the lower ones of its suit among them.
    DigBound(const Rules& rules, const Position& start, const ByCard& joins, const ByCard& home_before)
        : columns_(rules.columns), home_before_(home_before) {
        u64 weight = 1;
        for (int i = 0; i < columns_; ++i) {
            length_[i] = start.length[i];
            weight_[i] = weight;
            weight *= u64(length_[i]) + 1;
            u64 mask = 0;
            for (int k = 0; k < length_[i]; ++k) {
                column_[i][k] = start.column[i][k];
                prefix_[i][k] = mask;
                const Card c = start.column[i][k];
                by_suit_ = by_suit_ && home_before[c] == lower_of_suit(c);
                if (mask & home_before[c]) over_earlier_ |= bit(c);
                const bool is_in_run = k && (joins[column_[i][k - 1]] >> c & 1);
                left_by_run_[i][k + 1] = is_in_run ? left_by_run_[i][k] : u8(k);
                must_leave_[i][k + 1] = (over_earlier_ >> c & 1) || (is_in_run && must_leave_[i][k]);
                mask |= bit(c);
                place_[c] = {u8(i), u8(k)};
            }
            prefix_[i][length_[i]] = mask;
        }
        for (int i = 0, at = 0; i < columns_; at += length_[i++]) {
            first_place_[i] = u8(at);
            for (int k = 0; k < length_[i]; ++k) {
                const Card c = column_[i][k];
                for (int among = 0; among < 16; ++among)
                    by_place_[rank_of(c)][among] |= u64(among >> suit_of(c) & 1) << (at + k);
            }
        }
        values_ = Values(weight);
    }
    u64 weight(int column) const { return weight_[column]; }
    // The set of a column's first cards.
    u64 cards(int column, int count) const { return prefix_[column][count]; }
    // The cards that must be home before a card goes home for free.
    u64 home_before(Card c) const { return home_before_[c]; }
    // Cards over one that must be home before them.
    u64 over_earlier() const { return over_earlier_; }
    int length(int column) const { return length_[column]; }
    Card card(int column, int depth) const { return column_[column][depth]; }

    // A set of cards by their places at the start: column by column, from the bottom up.
    u64 by_place(u64 cards) const {
        u64 all = 0;
        for (const auto& of_rank : by_place_) all |= of_rank[cards & 15], cards >>= 4;
        return all;
    }
    // The number of a column's first cards in such a set; `out` receives them, and possibly some meaningless ones
    // after.
    int in_place(int column, u64 places, Card* out) const {
        const int n = std::min(std::countr_one(places >> first_place_[column]), int(length_[column]));
        for (int k = 0; k < n; k += 8) std::memcpy(out + k, &column_[column][k], 8);
        return n;
    }
    static constexpr int room = 56;  // cards of a column, in words

    // The place of a card at the start.
    struct Place {
        u8 column = 255, depth = 255;
    };
    Place place(Card c) const { return place_[c]; }

    // `untouched`: the sum of weight · untouched cards over all columns.
    int value(u64 untouched) {
        const int stored = values_.of(untouched);
        if (stored >= 0) [[likely]]
            return stored;
        return compute(untouched);
    }
    u64 bytes() const { return values_.bytes(); }

private:
    static ByCard lower_of_suits() {
        ByCard lower;
        for (int c = 0; c < max_cards; ++c) lower[std::size_t(c)] = lower_of_suit(Card(c));
        return lower;
    }
    // The remaining height of each column, and the remaining cards.
    struct State {
        u64 key, cards;
        std::array<u8, max_columns> length;
    };
    int compute(const u64 key) {
        State state{key, 0, {}};
        u64 remainder = key;
        for (int i = columns_; i-- > 0;) {
            state.length[i] = u8(remainder / weight_[i]);
            remainder %= weight_[i];
            state.cards |= prefix_[i][state.length[i]];
        }
        return compute(state);
    }
    int compute(State state) {
        const u64 key = state.key;
        int paid = 0;
        for (bool more = true; more;) {
            more = false;
            for (int i = 0; i < columns_; ++i)
                while (const int length = state.length[i]) {
                    const bool is_free = !(home_before_[column_[i][length - 1]] & state.cards);
                    if (!is_free && !must_leave_[i][length]) break;
                    paid += !is_free;
                    take(state, i, is_free ? length - 1 : left_by_run_[i][length]);
                    more = true;
                }
        }
        int best = 0;
        if (state.key != key) {
            best = paid + value(state);
        } else if (state.cards) {
            best = max_cards;
            const u64 helpful = by_suit_ ? lowest(state.cards) : state.cards;
            for (int i = 0; i < columns_; ++i) {
                const u64 cards = prefix_[i][state.length[i]];
                if (!(cards & helpful)) continue;
                int cost = 0;
                State dug = state;
                do {
                    take(dug, i, left_by_run_[i][dug.length[i]]);
                    ++cost;
                } while (!((cards & ~dug.cards) & helpful) && !(helpful >> column_[i][dug.length[i] - 1] & 1));
                best = std::min(best, cost + value(dug));
            }
        }
        values_.keep(key, best);
        return best;
    }
    int value(const State& state) {
        const int stored = values_.of(state.key);
        return stored >= 0 ? stored : compute(state);
    }
    // Remove all but this many cards of a column.
    void take(State& state, int i, int stay) const {
        state.cards ^= prefix_[i][state.length[i]] ^ prefix_[i][stay];
        state.key -= u64(state.length[i] - stay) * weight_[i];
        state.length[i] = u8(stay);
    }

    int columns_;
    std::array<u8, max_columns> length_{};
    std::array<u64, max_columns> weight_{};
    std::array<std::array<Card, room>, max_columns> column_{};
    std::array<std::array<u64, max_cards + 1>, max_columns> prefix_{};
    // By the number of a column's remaining cards: those below the last run, and whether that run must leave its place.
    std::array<std::array<u8, max_cards + 1>, max_columns> left_by_run_{};
    std::array<std::array<bool, max_cards + 1>, max_columns> must_leave_{};
    std::array<std::array<u64, 16>, max_cards / 4> by_place_{};  // cards by rank
    std::array<u8, max_columns> first_place_{};
    std::array<Place, max_cards> place_{};
    Values values_;
    ByCard home_before_;
    bool by_suit_ = true;   // cards wait for their own suit only
    u64 over_earlier_ = 0;  // cards over one that must be home before them
};

}  // namespace kiebitz::shortest_lines
