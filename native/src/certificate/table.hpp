// The positions of a certificate while it is made: in the order in which they were found, and an index to find them by.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace kiebitz::certificate {

// Octal digits, 21 in a word, the first card's the highest; what is left of the last word holds the moves made.
struct Entry {
    static constexpr int digits = 21;
    static constexpr std::uint64_t made_mask = 0xff;
    std::array<std::uint64_t, 3> word{};

    int digit(int card) const { return int(word[card / digits] >> shift(card) & 7); }
    void change(int card, int from, int to) { word[card / digits] ^= std::uint64_t(from ^ to) << shift(card); }
    int made() const { return int(word[2] & made_mask); }
    void set_made(int moves) { word[2] = (word[2] & ~made_mask) | std::uint64_t(moves); }

    std::array<std::uint64_t, 3> key() const { return {word[0], word[1], word[2] & ~made_mask}; }
    static constexpr int shift(int card) { return 61 - 3 * (card % digits); }
};

class Table {
public:
    Table() : index_(1 << 12, none) { chunks_.push_back(std::make_unique<Entry[]>(chunk)); }

    std::uint64_t size() const { return size_; }
    const Entry& operator[](std::uint64_t i) const { return chunks_[i / chunk][i % chunk]; }

    // Adds the position; false when it was there already.
    bool insert(const Entry& entry) {
        const auto key = entry.key();
        const std::uint64_t mask = index_.size() - 1;
        std::uint64_t at = hash(key) & mask;
        for (; index_[at] != none; at = (at + 1) & mask)
            if ((*this)[index_[at]].key() == key) return false;
        if (size_ == chunks_.size() * chunk) chunks_.push_back(std::make_unique<Entry[]>(chunk));
        chunks_[size_ / chunk][size_ % chunk] = entry;
        index_[at] = std::uint32_t(size_++);
        if (size_ * 3 > index_.size() * 2) grow();
        return true;
    }
    bool full() const { return size_ >= none - chunk; }
    std::uint64_t bytes() const { return chunks_.size() * chunk * sizeof(Entry) + index_.size() * sizeof(std::uint32_t); }
    // Bytes that the next growth needs on top.
    std::uint64_t growth_bytes() const { return 2 * index_.size() * sizeof(std::uint32_t); }

private:
    static constexpr std::uint64_t chunk = 1 << 14;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static std::uint64_t hash(const std::array<std::uint64_t, 3>& key) {
        std::uint64_t h = 0x9e3779b97f4a7c15ull;
        for (const auto w : key) {
            h = (h ^ w) * 0xd6e8feb86659fd93ull;
            h ^= h >> 32;
        }
        return h;
    }
    void grow() {
        const std::uint64_t mask = 2 * index_.size() - 1;
        index_ = {};
        index_.assign(mask + 1, none);
        for (std::uint64_t i = 0; i < size_; ++i) {
            std::uint64_t at = hash((*this)[i].key()) & mask;
            while (index_[at] != none) at = (at + 1) & mask;
            index_[at] = std::uint32_t(i);
        }
    }

    std::vector<std::unique_ptr<Entry[]>> chunks_;
    std::vector<std::uint32_t> index_;
    std::uint64_t size_ = 0;
};

}  // namespace kiebitz::certificate
