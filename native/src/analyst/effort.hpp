// Tracks the remaining limits and the effort spent across the searches of one answer.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "kiebitz/analyst.hpp"

namespace kiebitz::analyst {

class Spending {
public:
    Spending(const Allowance& allowance, const Poll& poll) : limits_(allowance.limits), poll_(poll) {
        if (!limits_.memory) limits_.memory = allowance.memory;
    }

    // Run a search within the remaining limits and count its effort; none if nothing is left. `states` limits this
    // search alone (0: no limit) and is not reported as the limit hit.
    template <class Search>
    auto spend(Search search, std::uint64_t states = 0) -> std::optional<decltype(search(Limits{}, Poll{}))> {
        Limits remaining;
        if (!find_remaining(remaining)) return std::nullopt;
        const bool alone = states && (!remaining.states || states < remaining.states);
        if (alone) remaining.states = states;
        const auto begin = Clock::now();
        auto entry = search(remaining, poll_);
        effort_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
        effort_.states += entry.states;
        count(entry);
        effort_.limit_hit = alone && entry.limit_hit == LimitHit::states ? LimitHit::none : entry.limit_hit;
        return entry;
    }

    // The total effort; the limit hit is that of the last search.
    const Effort& effort() const { return effort_; }
    // Whether any search has started.
    bool begun() const { return effort_.states != 0; }

private:
    using Clock = std::chrono::steady_clock;

    bool find_remaining(Limits& remaining) {
        remaining = limits_;
        if (limits_.states) {
            if (effort_.states >= limits_.states) return give_up(LimitHit::states);
            remaining.states -= effort_.states;
        }
        if (limits_.seconds > 0) {
            remaining.seconds -= std::chrono::duration<double>(Clock::now() - begun_).count();
            if (remaining.seconds <= 0) return give_up(LimitHit::seconds);
        }
        return poll_ && poll_() ? give_up(LimitHit::stopped) : true;
    }
    bool give_up(LimitHit why) {
        effort_.limit_hit = why;
        return false;
    }
    void count(const Answer& answer) { count(answer.stored, answer.memory); }
    void count(const Score& score) { count(score.store.entries, score.store.bytes); }
    void count(const Path& path) { count(0, path.bytes); }
    void count(const ShortLine& short_line) { count(0, short_line.memory); }
    void count(std::uint64_t stored, std::uint64_t memory) {
        effort_.stored = std::max(effort_.stored, stored);
        effort_.memory = std::max(effort_.memory, memory);
    }

    Limits limits_;
    const Poll& poll_;
    Clock::time_point begun_ = Clock::now();
    Effort effort_;
};

}  // namespace kiebitz::analyst
