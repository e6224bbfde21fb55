// The search for a short line of a player's moves, without proof that there is no shorter one: level by level, move after
// move, and of each level only the positions that look best are kept (a beam search).
#pragma once

#include <vector>

#include "common/budget.hpp"
#include "player_lines/board.hpp"

namespace kiebitz::players {

class Beam {
public:
    // `width` positions are kept of each level.
    Beam(const Game& game, std::size_t width);

    // The steps of a line with fewer than `below` moves; none if no such line was met, or the budget was spent.
    std::vector<Step> find(const Board& start, int below, Budget& budget);

private:
    using u8 = std::uint8_t;
    using u16 = std::uint16_t;
    using u32 = std::uint32_t;
    using u64 = std::uint64_t;

    // What a card of a column knows of the cards up to it.
    struct Prefix {
        u16 cost;    // what they add to the score
        u16 lowest;  // the lowest rank of each suit, four bits each; 15: no card of it
        u8 low;      // the lowest rank
        u8 column;   // `nowhere` if the card lies in no column
        bool blocking;  // does a card of its sequence lie over a lower one?
    };
    static constexpr u8 nowhere = 255;
    struct Node {
        Board board;
        u64 key;
        int cost;  // of all columns
        Prefix prefix[max_cards];
    };
    struct Candidate {
        u64 key;
        u32 parent;
        u16 score;
        Step step;
    };
    struct Made {
        u32 parent;
        Step step;
    };

    Prefix on(const Prefix* under, Card lower, Card c, int column) const;
    template <class Note>
    void follow(const Node& from, const Board& b, Prefix* prefix, u64& key, int& cost, Note note) const;
    void read(const Board& start, Node& node) const;
    int score(const Board& b, int cost) const;
    bool expand(u32 parent);
    void choose();
    bool insert(u64 key);
    std::size_t place(u64 key) const;
    std::vector<Step> line() const;
    std::uint64_t bytes() const;

    static constexpr int scores = 4096;  // 0 is best
    const Game& game_;
    const std::size_t width_;
    u64 mix_[max_cards][in_stock + 1];
    std::vector<Node> level_, next_;
    std::vector<Candidate> candidates_;
    u32 count_[scores];  // of the candidates, by score
    u32 promising_ = 0;  // candidates whose score is no worse than `worst_`
    int worst_ = 0;
    std::vector<std::vector<Made>> made_;  // how each position of each level came about
    std::vector<u64> seen_;                // keys, in open addressing; 0 is none
    std::size_t seen_number_ = 0;
    std::vector<Step> carried_;
    Made last_{};  // the step that won
};

}  // namespace kiebitz::players
