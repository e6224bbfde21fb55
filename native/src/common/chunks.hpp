// An array of chunks that never move, so growth needs no room for a second copy.
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace kiebitz {

template <typename Thing>
class Chunks {
    static_assert(std::is_trivially_copyable_v<Thing> && std::is_trivially_destructible_v<Thing>);

public:
    std::size_t size() const { return size_; }
    bool empty() const { return !size_; }
    Thing& operator[](std::size_t i) { return chunk(i)[i % per_chunk]; }
    const Thing& operator[](std::size_t i) const { return chunk(i)[i % per_chunk]; }
    Thing& back() { return (*this)[size_ - 1]; }

    void push_back(const Thing& thing) {
        if (size_ == chunks_.size() * per_chunk) grow();
        (*this)[size_++] = thing;
    }
    void pop_back() { shrink(size_ - 1); }
    // Keep one spare chunk, for growth and shrinkage at its end.
    void shrink(std::size_t size) {
        size_ = size;
        while (chunks_.size() > size_ / per_chunk + 2) chunks_.pop_back();
    }

private:
    static constexpr std::size_t chunk_bytes = 4096;
    static constexpr std::size_t per_chunk = std::bit_floor(chunk_bytes / sizeof(Thing));

    Thing* chunk(std::size_t i) const { return reinterpret_cast<Thing*>(chunks_[i / per_chunk].get()); }
    void grow() { chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(per_chunk * sizeof(Thing))); }

    std::vector<std::unique_ptr<std::byte[]>> chunks_;
    std::size_t size_ = 0;
};

}  // namespace kiebitz
