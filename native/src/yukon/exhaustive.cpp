// Exhaustive search of games in which any face-up card moves, with explicit columns: every reachable position, up to
// the order of the columns, without bounds or reductions. The reference for the other searches.
#include <algorithm>

#include "common/budget.hpp"
#include "common/sorting.hpp"
#include "yukon/table.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz::yukon {
namespace {

// A hash table of whole positions in fixed-length records. A record lists the non-empty columns, ordered by their first
// cards: number of cards, number of face-down cards, the cards.
class Positions {
public:
    explicit Positions(const Table& t)
        : width_(std::size_t(t.pack() - t.cards_home() + 2 * t.rules.columns + 7) / 8 * 8), slots_(1024, 0) {
        records_.reserve(slots_.size() / 2 * width_);
    }

    // Add the position; return false if it was present.
    bool insert(const Table& t) {
        if (size_ == slots_.size() / 2) grow();
        records_.resize((size_ + 1) * width_);
        u8* record = records_.data() + size_ * width_;
        write(t, record);
        u64 at = hash(record);
        while (slots_[at]) {
            if (std::memcmp(records_.data() + (slots_[at] - 1) * width_, record, width_) == 0) return false;
            at = (at + 1) & (slots_.size() - 1);
        }
        slots_[at] = ++size_;
        return true;
    }
    u64 size() const { return size_; }
    u64 bytes() const { return records_.capacity() + slots_.size() * sizeof(u64); }
    // The extra bytes that the next growth needs while it copies; 0 if the next position fits.
    u64 growth() const { return size_ == slots_.size() / 2 ? 2 * bytes() : 0; }

private:
    void write(const Table& t, u8* record) const {
        int order[max_columns], number = 0;
        for (int i = 0; i < t.rules.columns; ++i)
            if (t.p.length[i]) order[number++] = i;
        sort_few(order, order + number, [&](int a, int b) { return t.p.column[a][0] < t.p.column[b][0]; });
        u8* end = record + width_;
        for (int n = 0; n < number; ++n) {
            const int i = order[n];
            *record++ = t.p.length[i];
            *record++ = t.p.face_down[i];
            record = std::copy_n(t.p.column[i], t.p.length[i], record);
        }
        std::fill(record, end, u8(0));
    }
    u64 hash(const u8* record) const {
        u64 h = 0;
        for (std::size_t i = 0; i < width_; i += 8) {
            u64 word;
            std::memcpy(&word, record + i, 8);
            h = (h ^ word) * 0x9e3779b97f4a7c15ull;
            h ^= h >> 29;
        }
        return h & (slots_.size() - 1);
    }
    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        records_.reserve(slots_.size() / 2 * width_);
        for (u64 n = 0; n < size_; ++n) {
            u64 at = hash(records_.data() + n * width_);
            while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = n + 1;
        }
    }

    const std::size_t width_;
    std::vector<u8> records_;
    std::vector<u64> slots_;  // record numbers from 1; 0 = none
    u64 size_ = 0;
};

// Depth-first search of all positions; keeps the best score and the line that first reached it.
class Exhaustive {
public:
    Exhaustive(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll)
        : table_(rules, start), budget_(limits, poll), visited_(table_) {}

    Score run() {
        best_.score = table_.cards_home();
        force();
        visited_.insert(table_);
        enter();
        while (!frames_.empty() && best_.score < table_.pack() && !stop()) {
            Frame& f = frames_.back();
            if (f.next == moves_.size()) {
                moves_.resize(f.moves);
                back(f.played);
                frames_.pop_back();
                continue;
            }
            const std::size_t played = log_.size();
            play(moves_[f.next++]);
            force();
            ++best_.store.lookups;
            if (visited_.insert(table_)) {
                enter(played);
            } else {
                ++best_.store.hits;
                back(played);
            }
        }
        best_.limit_hit = budget_.hit();
        best_.bound = best_.limit_hit == LimitHit::none ? best_.score : table_.pack();
        best_.states = budget_.states();
        best_.store.entries = visited_.size();
        budget_.note(bytes());
        best_.store.bytes = budget_.peak();
        return std::move(best_);
    }

private:
    struct Played {
        Move move;
        bool turned;
    };
    struct Frame {                        // a position on the current line
        std::size_t moves, next, played;  // its moves, the next one to try, moves played before those that led here
    };

    void play(const Move& m) {
        log_.push_back({m, table_.play(m)});
        if (table_.cards_home() <= best_.score) return;
        best_.score = table_.cards_home();
        best_.line.clear();
        for (const Played& played : log_) append(best_.line, played.move);
    }
    // Forced home moves are no choice, and their order does not matter in the end.
    void force() {
        Move m;
        while (table_.rules.forced && table_.next_home(m)) play(m);
    }
    void back(std::size_t played) {
        for (; log_.size() > played; log_.pop_back()) table_.take_back(log_.back().move, log_.back().turned);
    }
    void enter(std::size_t played = 0) {
        look_due_ = budget_.count();
        frames_.push_back({moves_.size(), moves_.size(), played});
        table_.moves([&](const Move& m) { moves_.push_back(m); });
    }

    u64 bytes() const {
        return visited_.bytes() + moves_.capacity() * sizeof(Move) + frames_.capacity() * sizeof(Frame) +
               log_.capacity() * sizeof(Played) + best_.line.capacity();
    }
    // Check the budget regularly, and whenever the table is about to grow: the stack and the log are small beside it.
    bool stop() {
        const u64 growth = visited_.growth();
        if (!look_due_ && !growth) return false;
        look_due_ = false;
        if (budget_.spent(bytes() + growth)) return true;
        budget_.note(bytes() + growth);
        return false;
    }

    Table table_;
    Budget budget_;
    Positions visited_;
    std::vector<Move> moves_;
    std::vector<Frame> frames_;
    std::vector<Played> log_;
    Score best_;
    bool look_due_ = false;
};

u64 count(Table& table, int depth) {
    if (depth == 0) return 1;
    std::vector<Move> moves;
    table.moves([&](const Move& m) { moves.push_back(m); });
    if (depth == 1) return moves.size();
    u64 total = 0;
    for (const Move& m : moves) {
        const bool turned = table.play(m);
        total += count(table, depth - 1);
        table.take_back(m, turned);
    }
    return total;
}

}  // namespace

Score best_score_exhaustively(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll) {
    return Exhaustive(rules, start, limits, poll).run();
}

u64 perft(const Rules& rules, const Position& start, int depth) {
    Table table(rules, start);
    return count(table, depth);
}

Answer solve_exhaustively(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll) {
    Score s = best_score_exhaustively(rules, start, limits, poll);
    Answer a;
    a.limit_hit = s.limit_hit;
    a.states = s.states;
    a.stored = s.store.entries;
    a.memory = s.store.bytes;
    const Table table(rules, start);
    if (s.score == table.pack()) {
        a.verdict = Verdict::solved;
        a.limit_hit = LimitHit::none;
        a.line = std::move(s.line);
    } else if (s.limit_hit == LimitHit::none) {
        a.verdict = Verdict::impossible;
    }
    return a;
}

}  // namespace kiebitz::yukon
