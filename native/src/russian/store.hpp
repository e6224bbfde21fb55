// The bounded store of visited positions, with the étude's replacement policies. Forgotten positions are searched
// again, which costs time but never an answer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "russian/card_sets.hpp"

namespace kiebitz {

class Store {
public:
    static constexpr std::uint64_t max_entries = std::uint64_t{1} << 32;

    // Hold the requested number of positions if they fit into these bytes, at least one.
    Store(const StoreOptions& options, std::uint64_t bytes) : Store(options.eviction, size_within(options, bytes)) {}

    // Clear the store: entries of earlier generations count as empty.
    void clear() {
        generation_ = settled::next_outside(generation_);
        if (!generation_) {
            std::fill(slots_.begin(), slots_.end(), 0);
            generation_ = settled::next_outside(0);
        }
        held_ = 0;
        window_ = std::min(first_window, buckets_);
    }

    // Return whether this position was met before; if not, remember it if there is room.
    bool met(settled::Cards key) {
        ++figures_.lookups;
        const std::uint64_t entry = key | generation_;
        const std::size_t bucket = bucket_of(key);
        if (held(slots_[bucket])) return met_among(key, entry);
        figures_.entries = std::max(figures_.entries, ++held_);
        put(bucket, 0, entry);
        return false;
    }

    const StoreFigures& figures() const { return figures_; }

private:
    [[gnu::noinline]] bool met_among(settled::Cards key, std::uint64_t entry) {
        for (;;) {
            const std::size_t bucket = bucket_of(key);
            std::uint64_t* slot = &slots_[bucket];
            for (std::size_t i = 0; i < ways_; ++i) {
                if (slot[i] == entry) {
                    ++figures_.hits;
                    if (eviction_ == Eviction::lru) make_last(bucket, i);
                    if (eviction_ == Eviction::lfu && uses_[bucket + i] != 0xff) ++uses_[bucket + i];
                    return true;
                }
                if (!held(slot[i])) {  // entries of this generation come first
                    figures_.entries = std::max(figures_.entries, ++held_);
                    put(bucket, i, entry);
                    return false;
                }
            }
            if (window_ == buckets_) {
                if (eviction_ == Eviction::none) return false;
                ++figures_.evictions;
                if (eviction_ == Eviction::lru) make_last(bucket, 0);
                put(bucket, eviction_ == Eviction::lru ? ways_ - 1 : least_used(bucket), entry);
                return false;
            }
            widen();
        }
    }

    static constexpr std::uint64_t standard_size = 1 << 16;
    static constexpr std::size_t most_ways = 8;  // a cache line
    // Most deals have few positions. Until a bucket is full, only the first buckets are used, which the previous deals
    // have left in the processor's cache.
    static constexpr std::size_t first_window = 256;

    struct Kept {
        std::uint64_t entry;
        std::uint8_t uses;
    };

    static std::uint64_t size_within(const StoreOptions& options, std::uint64_t bytes) {
        const std::uint64_t each =
            sizeof(std::uint64_t) + (options.eviction == Eviction::lfu ? sizeof(std::uint8_t) : 0);
        const std::uint64_t entries = std::min(options.size == 0 ? standard_size : options.size, max_entries);
        return std::max<std::uint64_t>(1, std::min(entries, bytes / each));
    }
    Store(Eviction eviction, std::uint64_t size)
        : eviction_(eviction), ways_(std::min<std::uint64_t>(size, most_ways)), buckets_(size / ways_),
          slots_(buckets_ * ways_) {
        if (eviction_ == Eviction::lfu) uses_.resize(slots_.size());
        figures_.bytes = slots_.size() * sizeof slots_[0] + uses_.size();
    }

    bool held(std::uint64_t slot) const { return (slot & ~settled::pack) == generation_; }

    std::size_t bucket_of(settled::Cards key) const {
        const std::uint64_t hash = (key ^ key >> 29) * 0x9e37'79b9'7f4a'7c15;
        return std::size_t((hash >> 32) * window_ >> 32) * ways_;
    }

    // Redistribute the entries over all buckets, the most recently met last; drop those without room.
    void widen() {
        std::vector<Kept> kept;
        kept.reserve(held_);
        for (std::size_t bucket = 0; bucket < window_ * ways_; bucket += ways_)
            for (std::size_t i = 0; i < ways_; ++i) {
                std::uint64_t& slot = slots_[bucket + i];
                if (held(slot)) kept.push_back({slot, uses_.empty() ? std::uint8_t{0} : uses_[bucket + i]});
                slot = 0;
            }
        window_ = buckets_;
        for (const Kept& k : kept) {
            const std::size_t bucket = bucket_of(k.entry & settled::pack);
            std::size_t way = 0;
            while (way < ways_ && held(slots_[bucket + way])) ++way;
            if (way == ways_) {
                --held_;
                ++figures_.evictions;
                continue;
            }
            put(bucket, way, k.entry);
            if (!uses_.empty()) uses_[bucket + way] = k.uses;
        }
    }

    void put(std::size_t bucket, std::size_t way, std::uint64_t entry) {
        slots_[bucket + way] = entry;
        if (eviction_ == Eviction::lfu) uses_[bucket + way] = 1;
    }
    // With `lru` the entries of a bucket are in the order of their last use.
    void make_last(std::size_t bucket, std::size_t way) {
        std::uint64_t* slot = &slots_[bucket];
        const std::uint64_t entry = slot[way];
        for (; way + 1 < ways_ && held(slot[way + 1]); ++way) slot[way] = slot[way + 1];
        slot[way] = entry;
    }
    std::size_t least_used(std::size_t bucket) const {
        const std::uint8_t* uses = &uses_[bucket];
        return std::size_t(std::min_element(uses, uses + ways_) - uses);
    }

    Eviction eviction_;
    std::size_t ways_, buckets_, window_ = 0;  // only the first `window_` buckets are in use
    std::vector<std::uint64_t> slots_;         // keys, with the generation in the bits that no card has
    std::vector<std::uint8_t> uses_;
    settled::Cards generation_ = 0;
    std::uint64_t held_ = 0;
    StoreFigures figures_;
};

}  // namespace kiebitz
