// The positions of a certificate in the making: in order of discovery, with an index.
#pragma once

#include <memory>
#include <vector>

#include "shortest_lines/position_key.hpp"

namespace kiebitz::certificate {

using shortest_lines::Key;

class Table {
public:
    Table() : index_(1 << 12, no_value<u32>) {}

    std::uint64_t size() const { return size_; }
    Key& operator[](std::uint64_t i) const { return chunks_[i / chunk][i % chunk]; }

    bool has(const Key& key) const { return index_[find(key)] != no_value<u32>; }
    // Add a new position.
    void add(const Key& key) {
        if (size_ == chunks_.size() * chunk) chunks_.push_back(std::make_unique<Key[]>(chunk));
        index_[find(key)] = std::uint32_t(size_);
        (*this)[size_++] = key;
        if (size_ * 3 > index_.size() * 2) grow();
    }
    // Free the index; lookups are no longer possible.
    void drop_index() { index_ = {}; }
    bool full() const { return size_ >= most; }
    std::uint64_t bytes() const { return chunks_.size() * chunk * sizeof(Key) + index_.size() * sizeof(std::uint32_t); }
    // The extra bytes of the next growth.
    std::uint64_t growth_bytes() const { return 2 * index_.size() * sizeof(std::uint32_t); }

private:
    static constexpr std::uint64_t chunk = 1 << 14, most = 200'000'000;  // checkers take no more

    // The slot of a position in the index, or the free slot for it.
    std::uint64_t find(const Key& key) const {
        const std::uint64_t mask = index_.size() - 1;
        std::uint64_t at = key.hash() & mask;
        while (index_[at] != no_value<u32> && (*this)[index_[at]] != key) at = (at + 1) & mask;
        return at;
    }
    void grow() {
        const std::uint64_t mask = 2 * index_.size() - 1;
        index_ = {};
        index_.assign(mask + 1, no_value<u32>);
        for (std::uint64_t i = 0; i < size_; ++i) {
            std::uint64_t at = (*this)[i].hash() & mask;
            while (index_[at] != no_value<u32>) at = (at + 1) & mask;
            index_[at] = std::uint32_t(i);
        }
    }

    std::vector<std::unique_ptr<Key[]>> chunks_;
    std::vector<std::uint32_t> index_;
    std::uint64_t size_ = 0;
};

}  // namespace kiebitz::certificate
