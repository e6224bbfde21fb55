// Beam search for a short player's line, without proof that no line is shorter: level by level, keeping only the
// positions with the best scores.
#pragma once

#include <vector>

#include "common/budget.hpp"
#include "play/board.hpp"

namespace kiebitz::play {

class Beam {
public:
    // Keep `width` positions on each level.
    Beam(const Game& game, std::size_t width);

    // The steps of a line with fewer than `below` moves; empty if none was met or the budget was spent.
    std::vector<Step> find(const Board& start, int below, Budget& budget);

private:
    // For a card of a column, a summary of the cards up to it.
    struct Prefix {
        u16 cost;          // their part of the score
        u16 lowest;        // the lowest rank of each suit, four bits each; 15: no card of it
        u8 low;            // the lowest rank
        u8 column;         // `no_pile` if the card lies in no column
        Card head;         // the first blocking card of its sequence
        u8 sequences : 7;  // the number of sequences with such a card
        u8 own_suit : 1;   // whether a card of its sequence lies over a lower one of its suit
    };
    static constexpr u8 of_whole_suit = 254;
    struct KeptBoard {
        Board board;
        u64 key;
        Prefix prefix[max_cards];
    };
    // The parts of a position's score.
    struct Looks {
        int columns, in_cells, home, free, empty;
        u64 ends;                   // the last cards of columns
        u64 on_which[max_columns];  // the cards that accept the sequence at a column's end, if it blocks
        u8 sequences[max_columns];  // sequences with a blocking card
        struct {
            u8 column, sequences;
        } next[4];  // the place of the next card to go home, and its prefix

        // Add or remove the contribution of a column's last card.
        void end(int column, Card c, const Prefix& p, u64 takes, int sign);
    };
    struct Candidate {
        u64 key;
        u32 parent;
        u16 score;
        Step step;
    };
    struct Origin {
        u32 parent;
        Step step;
    };

    Prefix on(const Prefix* under, Card lower, Card c, int column) const;
    template <class Note>
    void follow(const KeptBoard& from, const Board& b, Prefix* prefix, u64& key, Note note) const;
    void read(const Board& start, KeptBoard& node) const;
    int in_cell_costs(const Board& b, Card c) const;
    Looks looks_of(const Board& b, const Prefix* prefix) const;
    int score_after(const KeptBoard& from, Step step, const Looks& before) const;
    int score(const Looks& looks) const;
    bool expand(u32 parent);
    void offer(const Candidate& c);
    void choose();
    bool insert(u64 key);
    std::size_t place(u64 key) const;
    std::vector<Step> line() const;
    std::uint64_t bytes() const;

    static constexpr int scores = 4096;  // 0 is best
    const Game& game_;
    const std::size_t width_;
    u64 mix_[max_cards][in_stock + 1];
    std::vector<KeptBoard> level_, next_;
    std::vector<Candidate> candidates_;
    u32 count_[scores];  // number of candidates by score
    u32 promising_ = 0;  // candidates with a score no worse than `worst_`
    int worst_ = 0;
    std::vector<std::vector<Origin>> origins_;  // the origin of each position of each level
    std::vector<u64> visited_;                  // keys, in open addressing; 0 is none
    std::size_t visited_count_ = 0;
    std::vector<Step> carried_;
    Origin last_{};  // the step that won
};

}  // namespace kiebitz::play
