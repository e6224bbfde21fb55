// The set of visited positions: exact keys with open addressing. Many small parts grow one after the other, so growth
// never needs room for a second copy of the whole.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "common/pages.hpp"
#include "common/position_key.hpp"

namespace kiebitz {

template <int words>
class Visited {
public:
    Visited() {
        for (auto& p : parts_) p = Part{allocate(first_lines), first_lines, 0};
        bytes_ = parts * first_lines * line_bytes;
    }
    ~Visited() {
        for (const auto& p : parts_) release(p);
    }
    Visited(const Visited&) = delete;
    Visited& operator=(const Visited&) = delete;

    // Add the key; return false if it was present.
    bool insert(const Key<words>& key) {
        const std::uint64_t h = hash(key);
        Part& p = parts_[h & (parts - 1)];
        Key<words>& slot = find(p, h, key);
        if (slot[0] != empty) return false;
        slot = key;
        ++size_;
        if (++p.used > p.lines_number * per_line * 9 / 10) grow(p);
        return true;
    }
    bool contains(const Key<words>& key) const {
        const std::uint64_t h = hash(key);
        return find(parts_[h & (parts - 1)], h, key)[0] != empty;
    }
    std::uint64_t size() const { return size_; }
    std::uint64_t bytes() const { return bytes_; }
    // Bytes by which the table may grow before the next check: those of one large part, or of many small ones that
    // double.
    std::uint64_t growth_bytes() const { return bytes_ < parts * small * line_bytes ? bytes_ / 4 : bytes_ / parts * 2; }

private:
    static constexpr std::uint64_t empty = ~0ull;  // no key's first word: Places keeps every word below it
    static constexpr std::uint64_t parts = 64, first_lines = 8, small = 2048,
                                   per_line = words == 2   ? 4
                                              : words == 1 ? 8
                                                           : 5;
    struct Line {
        Key<words> slot[per_line];
    };
    static constexpr std::uint64_t line_bytes = sizeof(Line);
    // Large parts use pages: on the heap, growing parts would leave holes half as large as the table.
    static constexpr std::uint64_t page = 4096 / line_bytes, paged = 4 * page;  // in lines
    struct Part {
        Line* lines;
        std::uint64_t lines_number, used;
    };

    static bool same(const Key<words>& a, const Key<words>& b) {  // inline, because == of arrays calls a library
        std::uint64_t different = 0;
        for (int i = 0; i < words; ++i) different |= a[std::size_t(i)] ^ b[std::size_t(i)];
        return !different;
    }
    static std::uint64_t hash(const Key<words>& key) {
        std::uint64_t h = 0x9e3779b97f4a7c15ull;
        for (const auto w : key) {
            h = (h ^ w) * 0xd6e8feb86659fd93ull;
            h ^= h >> 32;
        }
        h *= 0xd6e8feb86659fd93ull;
        return h ^ h >> 29;
    }
    static Line* place(const Part& p, std::uint64_t h) {
        return p.lines + (std::uint64_t(std::uint32_t(h >> 32)) * p.lines_number >> 32);
    }
    // The place of the key, or the empty place for it.
    static Key<words>& find(const Part& p, std::uint64_t h, const Key<words>& key) {
        for (Line* line = place(p, h);;) {
            for (auto& slot : line->slot)
                if (slot[0] == empty || same(slot, key)) return slot;
            if (++line == p.lines + p.lines_number) line = p.lines;
        }
    }
    static Line* allocate(std::uint64_t n) {
        void* memory = n >= paged ? take_pages(n * line_bytes) : std::malloc(n * line_bytes);
        if (!memory) throw std::bad_alloc();
        auto* lines = static_cast<Line*>(memory);
        for (std::uint64_t i = 0; i < n; ++i)
            for (auto& slot : lines[i].slot) slot[0] = empty;
        return lines;
    }
    static void release(const Part& p) {
        if (p.lines_number >= paged) give_pages(p.lines, p.lines_number * line_bytes);
        else std::free(p.lines);
    }
    void grow(Part& p) {
        // Grow by little only when memory matters: each step reinserts all keys.
        std::uint64_t more = p.lines_number < small ? p.lines_number * 2 : p.lines_number * 6 / 5;
        if (more >= paged) more = (more + page - 1) / page * page;
        Part bigger{allocate(more), more, p.used};
        for (Line* l = p.lines; l != p.lines + p.lines_number; ++l)
            for (const auto& key : l->slot)
                if (key[0] != empty) find(bigger, hash(key), key) = key;
        bytes_ += (more - p.lines_number) * line_bytes;
        release(p);
        p = bigger;
    }

    Part parts_[parts];
    std::uint64_t size_ = 0, bytes_ = 0;
};

}  // namespace kiebitz
