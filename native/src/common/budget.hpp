// What a search may use, in one place for all searches: positions, time, memory, and the caller's wish to end it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "kiebitz/kernel.hpp"

namespace kiebitz {

// What becomes of a search whose caller wants an end: it is left by Interrupted, with nothing to show, or it stops as
// at a limit, and gives what it has.
enum class WhenEnded : std::uint8_t { leave, stop };

// Ends the work if the caller wants that.
inline void poll_caller(const Poll& poll) {
    if (poll && poll()) throw Interrupted{};
}

// One budget serves a whole answer, even where several searches work at it by turns. A search counts each position that
// it expands; when `count` says so it stops to look at what is used up:
//
//     if (budget.count() && budget.spent(bytes)) return;
class Budget {
public:
    Budget(const Limits& limits, const Poll& poll, WhenEnded when_ended = WhenEnded::leave)
        : limits_(limits), poll_(poll), when_ended_(when_ended) {
        restart();
    }
    explicit Budget(const Poll& poll) : Budget(Limits{}, poll) {}

    // The same limits for another answer.
    void restart() {
        states_ = peak_ = 0;
        hit_ = LimitHit::none;
        share_end_ = unlimited;
        if (limits_.seconds > 0) begun_ = Clock::now();
        begin_turn(0);
    }
    // Of several questions that come by turns, the one that begins now gets this number of positions; it is asked
    // again, with more, if that was too little. A limit on memory that another one hit is none for it.
    void begin_share(std::uint64_t states) {
        share_end_ = end_after(states);
        if (hit_ == LimitHit::memory) hit_ = LimitHit::none;
        begin_turn(0);
    }
    bool share_over() const { return states_ >= share_end_; }
    // The turn that begins now ends after this number of positions (0: no limit of its own). It hits no limit by that.
    void begin_turn(std::uint64_t states) {
        turn_end_ = std::min(share_end_, states ? end_after(states) : unlimited);
        set_next_look();
    }

    // Counts a position; true when `spent` has to be asked.
    bool count() { return ++states_ >= next_look_; }
    // Counts positions that were expanded without a look.
    void add(std::uint64_t states) {
        states_ += states;
        set_next_look();
    }

    // Is the turn over? `bytes`: what the search holds now, and what it may need on top before the next look.
    bool spent(std::uint64_t bytes = 0) {
        if (limits_.states && states_ >= limits_.states) hit_ = LimitHit::states;
        else if (limits_.memory && bytes >= limits_.memory) hit_ = LimitHit::memory;
        else if (limits_.seconds > 0 && elapsed() >= limits_.seconds) hit_ = LimitHit::seconds;
        if (when_ended_ == WhenEnded::leave) poll_caller(poll_);
        else if (poll_ && poll_()) hit_ = LimitHit::stopped;
        set_next_look();
        return hit_ != LimitHit::none || states_ >= turn_end_;
    }

    // Notes what is held, for the peak.
    void note(std::uint64_t bytes) { peak_ = std::max(peak_, bytes); }

    LimitHit hit() const { return hit_; }
    void give_up(LimitHit why) { hit_ = why; }
    std::uint64_t states() const { return states_; }
    std::uint64_t peak() const { return peak_; }
    const Limits& limits() const { return limits_; }
    // Positions that the limit and the share still allow.
    std::uint64_t states_left() const {
        const std::uint64_t end = std::min(share_end_, limits_.states ? limits_.states : unlimited);
        return end - std::min(end, states_);
    }

    static constexpr std::uint64_t between_looks = 1024;  // positions

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

    std::uint64_t end_after(std::uint64_t states) const {
        return states < unlimited - states_ ? states_ + states : unlimited;
    }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }
    void set_next_look() {
        next_look_ = std::min(states_ + between_looks, turn_end_);
        if (limits_.states) next_look_ = std::min(next_look_, limits_.states);
    }

    Limits limits_;
    const Poll& poll_;
    const WhenEnded when_ended_;
    std::uint64_t states_ = 0, peak_ = 0, next_look_ = 0, turn_end_ = unlimited, share_end_ = unlimited;
    Clock::time_point begun_{};
    LimitHit hit_ = LimitHit::none;
};

}  // namespace kiebitz
