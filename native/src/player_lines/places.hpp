// Positions as places of cards, without the order of columns and cells; for games without face-down cards.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "common/chunks.hpp"
#include "play/board.hpp"

namespace kiebitz::play {

using Places = std::array<std::uint8_t, max_cards>;  // what each card lies on

inline Places places_of(const Board& b) {
    Places places;
    std::memcpy(places.data(), b.below, sizeof places);
    return places;
}

inline std::size_t hash_of(const Places& places) {
    u64 hash = 0;
    constexpr std::size_t last = sizeof places - sizeof hash;
    for (std::size_t at = 0;; at = std::min(at + sizeof hash, last)) {
        u64 word;
        std::memcpy(&word, places.data() + at, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 32;
        if (at == last) return std::size_t(hash);
    }
}

// A value for each of some positions, in the order in which they were added.
template <class Value>
class PlacesMap {
public:
    struct Entry {
        Places places;
        Value value;
    };

    PlacesMap() { clear(); }

    // The index of a position, or `no_value`.
    u32 find(const Places& places) const { return table_[slot(places)]; }
    // The same; a position that has none is added with this value. The second is whether it was.
    std::pair<u32, bool> add(const Places& places, const Value& value) {
        if (2 * entries_.size() >= table_.size()) grow();
        u32& at = table_[slot(places)];
        if (at != no_value<u32>) return {at, false};
        at = u32(entries_.size());
        entries_.push_back({places, value});
        return {at, true};
    }
    Entry& operator[](u32 at) { return entries_[at]; }
    const Entry& operator[](u32 at) const { return entries_[at]; }
    std::size_t size() const { return entries_.size(); }
    // With the table that is being replaced by one of twice the size.
    u64 bytes() const { return entries_.size() * sizeof(Entry) + 3 * table_.size() * sizeof(u32); }
    void clear() {
        entries_ = {};
        table_.assign(1024, no_value<u32>);
    }

private:
    std::size_t slot(const Places& places) const {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = hash_of(places) & mask;
        while (table_[at] != no_value<u32> && entries_[table_[at]].places != places) at = (at + 1) & mask;
        return at;
    }
    void grow() {
        table_.assign(2 * table_.size(), no_value<u32>);
        for (u32 at = 0; at < entries_.size(); ++at) table_[slot(entries_[at].places)] = at;
    }

    Chunks<Entry> entries_;
    std::vector<u32> table_;  // indices of entries, open addressing
};

}  // namespace kiebitz::play
