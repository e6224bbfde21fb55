// The store of old positions: of bounded size, with the étude's ways of making room. What it forgets is searched again,
// so it may cost time and never an answer. Only keys of 52 bits are kept, whatever they mean.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz {

class Store {
public:
    static constexpr std::uint64_t most = std::uint64_t{1} << 32;

    // As many positions as are asked for and fit into these bytes, but one at least. The standard size grows, for a deal
    // of which it would have to forget too much; one in some hundred million would take hours.
    Store(const StoreOptions& options, std::uint64_t bytes)
        : Store(options.eviction, size_within(options, standard_size, bytes), size_within(options, largest_size, bytes)) {}

    // Forgets everything: what an earlier generation left counts as empty.
    void clear() {
        if (buckets_ > first_buckets_) resize(first_buckets_);
        if (++generation_ == 1 << 12) {
            std::fill(slots_.begin(), slots_.end(), 0);
            generation_ = 1;
        }
        held_ = 0;
        window_ = std::min(first_window, buckets_);
    }

    // Was this position met before? If not, it is remembered from now on, as far as there is room.
    bool met(std::uint64_t key) {
        ++figures_.lookups;
        const std::uint64_t entry = key | generation_ << 52;
        for (;;) {
            const std::size_t bucket = bucket_of(key);
            std::uint64_t* slot = &slots_[bucket];
            for (std::size_t i = 0; i < ways_; ++i) {
                if (slot[i] == entry) {
                    ++figures_.hits;
                    if (eviction_ == Eviction::lru) std::rotate(slot, slot + i, slot + i + 1);
                    if (eviction_ == Eviction::lfu && uses_[bucket + i] != 0xff) ++uses_[bucket + i];
                    return true;
                }
                if (slot[i] >> 52 != generation_) {  // entries of this generation come first
                    figures_.entries = std::max(figures_.entries, ++held_);
                    put(bucket, i, entry);
                    return false;
                }
            }
            if (window_ == buckets_ && !grow()) {
                if (eviction_ == Eviction::none) return false;
                ++figures_.evictions;
                put(bucket, eviction_ == Eviction::lru ? ways_ - 1 : least_used(bucket), entry);
                return false;
            }
            widen();
        }
    }

    const StoreFigures& figures() const { return figures_; }

private:
    static constexpr std::uint64_t standard_size = 1 << 16, largest_size = standard_size << 6;
    static constexpr std::size_t most_ways = 8;  // a cache line
    // Most deals have a few positions. As long as no bucket is full they are kept in the first buckets alone, which the
    // deals before have left in the processor's cache; then the window becomes `widening` times as wide, and after the
    // widest of these all buckets are in use, so that little is dealt anew in a large store, too.
    static constexpr std::size_t first_window = 32, widening = 8, widest_window = 2048;

    struct Kept {
        std::uint64_t entry;
        std::uint8_t uses;
    };

    static std::uint64_t size_within(const StoreOptions& options, std::uint64_t standard, std::uint64_t bytes) {
        const std::uint64_t each = sizeof(std::uint64_t) + (options.eviction == Eviction::lfu ? sizeof(std::uint8_t) : 0);
        const std::uint64_t wanted = std::min(options.size == 0 ? standard : options.size, most);
        return std::max<std::uint64_t>(1, std::min(wanted, bytes / each));
    }
    Store(Eviction eviction, std::uint64_t size, std::uint64_t largest)
        : eviction_(eviction),
          ways_(std::min<std::uint64_t>(size, most_ways)),
          first_buckets_(size / ways_),
          most_buckets_(largest / ways_) {
        resize(first_buckets_);
        window_ = std::min(first_window, buckets_);
    }

    void resize(std::size_t buckets) {
        buckets_ = buckets;
        slots_.resize(buckets_ * ways_);
        slots_.shrink_to_fit();
        if (eviction_ == Eviction::lfu) uses_.resize(slots_.size());
        figures_.bytes = std::max<std::uint64_t>(figures_.bytes, slots_.size() * sizeof slots_[0] + uses_.size());
    }

    // Makes room for `widening` times as many, where half of the room is taken and there may be more.
    bool grow() {
        if (buckets_ == most_buckets_ || 2 * held_ < slots_.size()) return false;
        resize(std::min(widening * buckets_, most_buckets_));
        return true;
    }

    std::size_t bucket_of(std::uint64_t key) const {
        const std::uint64_t hash = (key ^ key >> 29) * 0x9e37'79b9'7f4a'7c15;
        return std::size_t((hash >> 32) * window_ >> 32) * ways_;
    }

    // Deals what is held to more buckets, of each bucket the one met last at last. What has no room there is forgotten.
    void widen() {
        std::vector<Kept> kept;
        kept.reserve(held_);
        for (std::size_t bucket = 0; bucket < window_ * ways_; bucket += ways_)
            for (std::size_t i = ways_; i-- > 0;) {
                std::uint64_t& slot = slots_[bucket + i];
                if (slot >> 52 == generation_) kept.push_back({slot, uses_.empty() ? std::uint8_t{0} : uses_[bucket + i]});
                slot = 0;
            }
        window_ = window_ < widest_window ? std::min(widening * window_, buckets_) : buckets_;
        for (const Kept& k : kept) {
            const std::size_t bucket = bucket_of(k.entry & ((std::uint64_t{1} << 52) - 1));
            std::size_t way = 0;
            while (way < ways_ && slots_[bucket + way] >> 52 == generation_) ++way;
            if (way == ways_) {
                --held_, ++figures_.evictions;
                continue;
            }
            put(bucket, way, k.entry);
            if (!uses_.empty()) uses_[bucket + way] = k.uses;
        }
    }

    void put(std::size_t bucket, std::size_t way, std::uint64_t entry) {
        std::uint64_t* slot = &slots_[bucket];
        slot[way] = entry;
        if (eviction_ == Eviction::lru) std::rotate(slot, slot + way, slot + way + 1);  // the one met last comes first
        if (eviction_ == Eviction::lfu) uses_[bucket + way] = 1;
    }
    std::size_t least_used(std::size_t bucket) const {
        const std::uint8_t* uses = &uses_[bucket];
        return std::size_t(std::min_element(uses, uses + ways_) - uses);
    }

    Eviction eviction_;
    std::size_t ways_, first_buckets_, most_buckets_;
    std::size_t buckets_ = 0, window_ = 0;  // only the first `window_` of them are in use
    std::vector<std::uint64_t> slots_;  // generation in the upper 12 bits, key below
    std::vector<std::uint8_t> uses_;
    std::uint64_t generation_ = 0, held_ = 0;
    StoreFigures figures_;
};

}  // namespace kiebitz
