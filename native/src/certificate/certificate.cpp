// Makes certificates: all reachable positions, or those that matter to the claim about moves, layer by layer, without
// any reduction. Positions are left out only by the formula of docs/certificates.md: DigBound is never above it, and
// ExactBound without a limit decides whether the formula exceeds a number.
#include "kiebitz/certificate.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "certificate/supported.hpp"
#include "certificate/table.hpp"
#include "common/budget.hpp"
#include "common/refusal.hpp"
#include "freecell/merged_suits.hpp"
#include "shortest_lines/board.hpp"

namespace kiebitz::certificate {
namespace {

using namespace shortest_lines;

constexpr u8 lost = 255;
constexpr int no_limit = std::numeric_limits<int>::max();

class Maker {
public:
    Maker(const Rules& rules, const Position& start, int claimed, Budget& budget)
        : tables_(rules, start), dig_(rules, start), exact_(tables_, dig_, no_limit), board_(tables_, dig_),
          next_(tables_, dig_), back_(rules.back), claimed_(claimed), budget_(budget) {
        board_.read(start);
    }

    Proof run() {
        Proof proof;
        search(proof);
        proof.limit_hit = budget_.hit();
        proof.states = budget_.states();
        proof.memory = bytes();
        if (proof.verdict == Verdict::impossible) {
            proof.positions = table_.size();
            write_body(proof.body);
            proof.memory = std::max(proof.memory, bytes() + table_.size() * sizeof(u32) + proof.body.capacity());
        }
        return proof;
    }

private:
    void search(Proof& proof) {
        table_.add(board_.key);
        for (u64 i = 0; i < table_.size(); ++i) {
            if (layers_.empty() || i == layers_.back()) layers_.push_back(table_.size());
            board_.read(table_[i]);
            const int depth = int(layers_.size()) - 1;
            if (board_.won()) {
                proof.verdict = Verdict::solved;
                if (claimed_) proof.moves = depth;
                return;
            }
            if (budget_.count() && budget_.spent(bytes() + table_.growth_bytes())) return;
            if (table_.full()) return budget_.give_up(LimitHit::states);
            each_move([&](const CardMove& move) {
                board_.play(move);
                if (!claimed_ || depth + 1 + board_.bound() < claimed_) meet(depth + 1);
                board_.take_back(move);
            });
        }
        proof.verdict = Verdict::impossible;
    }
    // List the position on the board if it matters and is not listed. A position once left out is also left out after
    // more moves.
    void meet(int depth) {
        if (table_.has(board_.key)) return;
        if (claimed_) {
            next_.read(board_.key);
            next_.show(exact_);
            if (depth + next_.exact_bound(exact_, claimed_ - 1 - depth) >= claimed_) return;
        }
        table_.add(board_.key);
    }
    // Call `out` with every single-card move that changes more than the order of columns or cells.
    template <class Out>
    void each_move(Out out) const {
        const u64 tops = board_.tops, cells = board_.cells, home = board_.home, ready = board_.next();
        const Rules& rules = tables_.rules;
        const u64 last_home = back_ ? home & ~(home >> 4) : 0;  // of each foundation
        const bool free_cell = std::popcount(cells) < rules.cells;
        int empty = 0;
        while (empty < rules.columns && board_.length[empty]) ++empty;
        for (u64 bits = tops | cells | last_home; bits; bits &= bits - 1) {
            const Card c = Card(std::countr_zero(bits));
            const u8 from = home >> c & 1 ? to_home : board_.where[c];
            if (ready >> c & 1) out(CardMove{c, from, to_home});
            for (u64 hosts = tops; hosts; hosts &= hosts - 1)
                if (const int d = std::countr_zero(hosts); tables_.bears[d] >> c & 1)
                    out(CardMove{c, from, board_.where[d]});
            if (empty < rules.columns && (tables_.opens >> c & 1) && (from >= to_cell || board_.length[from] > 1))
                out(CardMove{c, from, u8(empty)});
            if (free_cell && from != to_cell) out(CardMove{c, from, to_cell});
        }
    }

    // Write the positions as octal numbers, each as its difference from the previous one in bytes, and its bound.
    void write_body(std::vector<u8>& body) {
        const int cards = std::popcount(tables_.pack), bytes = (3 * cards + 7) / 8;
        table_.drop_index();
        for (u64 i = 0; i < table_.size(); ++i) table_[i] = number(table_[i]);
        std::vector<u32> order(table_.size());
        std::iota(order.begin(), order.end(), 0u);
        const auto less = [&](u32 a, u32 b) { return table_[a] < table_[b]; };
        std::ranges::make_heap(order, less);  // a third of the code of std::sort
        std::ranges::sort_heap(order, less);
        std::array<u8, 24> before{}, now{};
        for (const u32 i : order) {
            for (std::size_t k = 0; k < now.size(); ++k) now[k] = u8(table_[i].plane[k / 8] >> (56 - 8 * (k % 8)));
            const auto first = now.end() - bytes;
            auto differ = std::mismatch(first, now.end() - 1, before.end() - bytes).first;
            body.push_back(u8(differ - first));
            body.insert(body.end(), differ, now.end());
            const auto depth = std::upper_bound(layers_.begin(), layers_.end(), i) - layers_.begin();
            body.push_back(claimed_ ? u8(claimed_ - depth) : lost);
            before = now;
        }
    }
    // An octal digit for each card, the first card's the highest, in three words, the highest first.
    Key number(const Key& key) const {
        Key digits{};
        for (u64 bits = tables_.pack; bits; bits &= bits - 1) {
            const Card c = Card(std::countr_zero(bits));
            auto& [high, middle, low] = digits.plane;
            high = high << 3 | middle >> 61;
            middle = middle << 3 | low >> 61;
            low = low << 3 | digit(key, c);
        }
        return digits;
    }
    // 0 home, 1 in a cell, 2 at the bottom of a column, 3 to 6 on the card of a suit that it can be built on, 7 on
    // another card of the deal.
    u64 digit(const Key& key, Card c) const {
        u64 how = 0;
        for (int k = 0; k < 3; ++k) how |= (key.plane[std::size_t(k)] >> c & 1) << k;
        if (how != u64(Digit::as_dealt)) return how - 1;
        const u8 place = tables_.dealt[c];
        if (place >= on_bottom) return u64(on_bottom + 2 - place);
        return tables_.bears[place] >> c & 1 ? u64(3 + suit_of(place)) : 7;
    }
    u64 bytes() const { return table_.bytes() + dig_.bytes() + exact_.bytes(); }

    const Tables tables_;
    DigBound dig_;
    ExactBound exact_;
    Board board_, next_;
    const bool back_;    // cards may come back, useful or not
    const int claimed_;  // no line has fewer moves; 0: there is no line
    Budget& budget_;
    Table table_;
    std::vector<u64> layers_;  // ends of the layers of positions after the same number of moves
};

}  // namespace

Proof prove(Bytes rules, Bytes position, int moves, const Limits& limits, const Poll& poll) {
    const Rules parsed = supported(rules);
    if (moves < 0 || moves > most_moves) refuse("moves: 0 to 254 expected");
    Budget budget(limits, poll);
    return Maker(parsed, Position::parse(parsed, position), moves, budget).run();
}

Proof prove_by_easier_game(Bytes rules, Bytes position, const Limits& limits, const Poll& poll) {
    const Rules parsed = supported(rules);
    if (!freecell::merges_suits(parsed) || parsed.back || parsed.ranks <= freecell::lowest_merged)
        refuse("rules: suits to merge expected");
    const Position start = Position::parse(parsed, position);
    Budget budget(limits, poll);
    Proof proof;
    using freecell::Merged, freecell::Merging;
    freecell::EasierGames games;
    const Merged::Outcome outcome = freecell::merge_fewer_suits(parsed, start, Merging::any_ranks, games, 0, budget);
    if (outcome == Merged::lost) {
        proof.merged_from = games.last;
        budget.begin_turn(most_searched);
        if (const Merged all = freecell::merged_suits_search(parsed, start, games.last, false, 0, budget);
            all.outcome == Merged::lost)
            proof.verdict = Verdict::impossible, proof.positions = all.positions;
    } else if (outcome == Merged::winnable) {
        proof.verdict = Verdict::solved;  // all games whose keys have room
    }
    proof.limit_hit = budget.hit();
    proof.states = budget.states();
    proof.memory = budget.peak();
    return proof;
}

}  // namespace kiebitz::certificate
