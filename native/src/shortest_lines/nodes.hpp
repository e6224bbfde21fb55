// The positions met by a search for a shortest line: exact keys, each once.
#pragma once

#include <memory>
#include <utility>

#include "shortest_lines/position_key.hpp"

namespace kiebitz::shortest_lines {

// A growing list of nodes in blocks, and a hash table of their indices: eight bytes a slot, half of them bits of the
// key's hash, so that a node is only read if it most likely matches.
class Nodes {
public:
    struct MetPosition {
        Key key;
        u32 parent;
        u16 paid;   // moves from the start
        bool open;  // waiting for expansion
    };
    Nodes() : slots_(first_slots, 0) {}

    MetPosition& operator[](u32 i) { return blocks_[i >> block_bits][i & (block_size - 1)]; }
    u32 size() const { return size_; }
    bool full() const { return size_ > no_value<u32> - 4096; }
    u64 bytes() const { return blocks_.size() * block_size * sizeof(MetPosition) + slots_.size() * sizeof(u64); }
    // The extra bytes of the next growth.
    u64 growth_bytes() const { return 2 * slots_.size() * sizeof(u64) + block_size * sizeof(MetPosition); }

    // Prefetch the slot of a hash, a node, and, once the slot is loaded, the node that most likely has the key.
    void prefetch(u64 h) const { fetch(&slots_[h & (slots_.size() - 1)]); }
    void prefetch_at(u32 i) const { fetch(&blocks_[i >> block_bits][i & (block_size - 1)]); }
    void prefetch_node(u64 h) const {
        u64 at = h & (slots_.size() - 1);
        while (slots_[at] && (slots_[at] ^ h) > low) at = (at + 1) & (slots_.size() - 1);
        if (slots_[at]) prefetch_at(u32(slots_[at]) - 1);
    }
    // The node of this key, and whether it is new; the caller then fills in the other fields.
    std::pair<u32, bool> insert(const Key& key, u64 h) {
        if (u64(size_) * 4 > slots_.size() * 3) grow();
        u64 at = h & (slots_.size() - 1);
        for (; slots_[at]; at = (at + 1) & (slots_.size() - 1))
            if (const u32 i = u32(slots_[at]) - 1; (slots_[at] ^ h) <= low && (*this)[i].key == key) return {i, false};
        if ((size_ & (block_size - 1)) == 0)
            blocks_.push_back(std::make_unique_for_overwrite<MetPosition[]>(block_size));
        slots_[at] = (h & ~low) | (size_ + 1);
        (*this)[size_].key = key;
        return {size_++, true};
    }

private:
    static constexpr int block_bits = 12;
    static constexpr u32 block_size = 1u << block_bits;
    static constexpr u64 first_slots = 1 << 12, low = 0xffffffff;

    static void fetch(const void* memory) {
#if defined(__GNUC__)
        __builtin_prefetch(memory);
#else
        static_cast<void>(memory);
#endif
    }
    void grow() {
        std::vector<u64> bigger(slots_.size() * 2, 0);
        for (u32 i = 0; i < size_; ++i) {
            const u64 h = (*this)[i].key.hash();
            u64 at = h & (bigger.size() - 1);
            while (bigger[at]) at = (at + 1) & (bigger.size() - 1);
            bigger[at] = (h & ~low) | (i + 1);
        }
        slots_.swap(bigger);
    }

    std::vector<std::unique_ptr<MetPosition[]>> blocks_;
    std::vector<u64> slots_;
    u32 size_ = 0;
};

}  // namespace kiebitz::shortest_lines
