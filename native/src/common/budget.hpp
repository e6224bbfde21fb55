// The budget of a search, one class for all searches: positions, time, memory, and interruption by the caller.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "kiebitz/kernel.hpp"

namespace kiebitz {

// The reaction to an interruption: leave by Interrupted without an answer, or stop as at a limit, with the answer so
// far.
enum class WhenEnded : std::uint8_t { leave, stop };

// Throw Interrupted if the caller wants to stop.
inline void poll_caller(const Poll& poll) {
    if (poll && poll()) throw Interrupted{};
}

// One budget serves a whole answer, also for alternating searches. A search counts each expanded position; when `count`
// returns true it checks the budget:
//
// if (budget.count() && budget.spent(bytes)) return;
class Budget {
public:
    Budget(const Limits& limits, const Poll& poll, WhenEnded when_ended = WhenEnded::leave)
        : limits_(limits), poll_(poll), when_ended_(when_ended) {
        restart();
    }
    explicit Budget(const Poll& poll) : Budget(Limits{}, poll) {}

    // Start another answer with the same limits.
    void restart() {
        states_ = peak_ = 0;
        hit_ = LimitHit::none;
        share_end_ = unlimited;
        if (limits_.seconds > 0) begun_ = Clock::now();
        begin_turn(0);
    }
    // Begin a question's share of positions, when several questions alternate; it comes back with a larger share if
    // this was too small. Another question's memory limit does not count for it.
    void begin_share(std::uint64_t states) {
        share_end_ = end_after(states);
        if (hit_ == LimitHit::memory) hit_ = LimitHit::none;
        begin_turn(0);
    }
    bool share_over() const { return states_ >= share_end_; }
    // Begin a turn of at most this many positions (0: no limit of its own). Its end is not a limit hit.
    void begin_turn(std::uint64_t states) {
        turn_end_ = std::min(share_end_, states ? end_after(states) : unlimited);
        set_next_look();
    }

    // Count a position; return whether to call `spent`.
    bool count() { return ++states_ >= next_look_; }
    // Count positions expanded without checks.
    void add(std::uint64_t states) {
        states_ += states;
        set_next_look();
    }

    // Return whether the turn is over. `bytes`: the memory held now plus the growth before the next check.
    bool spent(std::uint64_t bytes = 0) {
        if (limits_.states && states_ >= limits_.states) hit_ = LimitHit::states;
        else if (limits_.memory && bytes >= limits_.memory) hit_ = LimitHit::memory;
        else if (limits_.seconds > 0 && elapsed() >= limits_.seconds) hit_ = LimitHit::seconds;
        if (when_ended_ == WhenEnded::leave) poll_caller(poll_);
        else if (poll_ && poll_()) hit_ = LimitHit::stopped;
        set_next_look();
        return hit_ != LimitHit::none || states_ >= turn_end_;
    }

    // Record the memory held, for the peak.
    void note(std::uint64_t bytes) { peak_ = std::max(peak_, bytes); }

    LimitHit hit() const { return hit_; }
    void give_up(LimitHit why) { hit_ = why; }
    std::uint64_t states() const { return states_; }
    std::uint64_t peak() const { return peak_; }
    const Limits& limits() const { return limits_; }
    // The positions left within the limit and the share.
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
