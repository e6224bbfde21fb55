// The search for card points: the trump games of Skat.
#pragma once

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/budget.hpp"
#include "skat/table.hpp"

namespace kiebitz::skat {

class PointSearch {
public:
    // With `keeps`, results of one world serve the next ones. That pays if they differ little; the tricks of a world
    // then depend on the earlier worlds.
    PointSearch(int game, bool keeps, const Poll& poll);

    // A value >= `need`, a lower bound, if the declarer still takes `need` points from here, including the trick on the
    // table; otherwise an upper bound below `need`.
    int value(const Table& table, int need);
    // The exact value; a good guess makes it faster (negative: none).
    int exact(const Table& table, int guess = -1);

    // Start another world. Results stay valid; if they are kept, older worlds are replaced first.
    void next_world();

    std::uint64_t nodes() const { return budget_.states(); }

private:
    struct Entry {
        std::uint64_t shape;
        Cards cards;
        std::uint32_t low : 7, high : 7, card : 6, lead : 2, world : 10;
    };
    static constexpr int most_cards = 10;  // in a hand
    static constexpr std::size_t ways = 4;
    struct alignas(64) Bucket {  // one line of the cache
        Entry entries[ways];
    };
    struct Moves {                // cards to try, the highest key first
        int number, first, best;  // first: the highest key; best: the card, once they were tried
        int key[most_cards];
        bool neighbours;  // whether some are neighbours
        void clear() { number = 0, first = INT_MIN; }
        void add(int value) { key[number++] = value, first = std::max(first, value); }
    };
    struct Tried {
        int card, value;  // value: the points that the declarer takes after it
    };
    struct Trick {
        int led, seat, best, taker, points;  // first card and its seat, best card and its seat, points so far
    };
    struct Lookup {
        int low, high, card;
        std::uint64_t shape;  // after a lookup
    };

    int lead(int seat, int need, int points_left);
    template <bool last>
    int follow(const Trick& trick, int seat, int need, int points_left);
    int last_taker(const Cards (&hand)[seats], int seat) const;
    int last_two(int seat, int need, int points_left) const;
    template <typename Value>
    int try_cards(Moves& list, int seat, Cards others, int need, Value&& value);
    bool look_up(int seat, int need, Lookup& lookup);
    void keep(int seat, const Lookup& lookup);
    std::uint64_t shape() const;
    Entry* bucket(std::uint64_t shape, int seat);
    template <typename Gets>
    Cards moves(Moves& list, Cards legal, Cards others, Gets&& gets) const;
    int points_of(int card) const { return suits_.points[std::size_t(card)]; }
    struct Others {  // the seats to the left and right of the leader
        Cards below_left, below_right, void_left, void_right, beaten_left, beaten_right;
    };
    Others others_of(int seat) const;
    void order_leads(Moves& list, Cards cards, int seat, const Others& by, int known_card) const;
    void order_second(Moves& list, Cards cards, int seat, const Trick& trick, Cards winning, Cards beaten) const;
    void order_last(Moves& list, Cards cards, Cards winning, bool was_ours) const;
    Trick after(const Trick& trick, int seat, int card) const;
    struct Sure {
        int low, high;
    };
    Sure sure(int seat, int need, int points_left, const Others& by) const;
    int min_points(Cards hand, int tricks) const;
    bool counts(const Entry& x) const { return x.shape && (keeps_ || x.world == world_); }
    void grow();
    bool like_a_neighbour(Tried* tried, int i, Cards others, int need, bool declarer) const;
    int sum(Cards cards) const;
    Cards all() const { return hand_[0] | hand_[1] | hand_[2]; }

    struct Tables;
    static const Tables& tables(bool alike);  // whether all cards count the same

    const Tables& tables_;
    Suits suits_;
    int jacks_, first_suit_;  // where the bits of the jacks and of the trump suit (or the first suit in Grand) begin
    Cards not_first_ = 0, not_first_alike_ = 0;  // cards with one below of the same suit; and of as many points
    std::array<std::uint64_t, 4> same_suit_{};  // cards from which 1, 2, 4 and 8 bits up one of the same suit is; twice
    bool keeps_;
    int trump_length_;
    Budget budget_;
    Cards hand_[seats] = {};
    // by hand size, the lead with which the declarer last took enough
    std::array<std::uint8_t, most_cards + 1> enough_;
    std::array<std::pair<Cards, int>, 6> by_points_{{{0, 0}, {0, 2}, {0, 3}, {0, 4}, {0, 10}, {0, 11}}};
    std::uint32_t world_ = 1;
    std::vector<Bucket> buckets_;
    std::size_t size_, used_ = 0;  // buckets in use, and entries that hold something
};

}  // namespace kiebitz::skat
