// Eight 16-bit numbers, one per column: as a portable vector (SSE2, NEON or whatever the compiler has for 128 bits) and
// as a plain array. Both give the same results; the tests run the searches with each.
#pragma once

#include <cstdint>
#include <cstring>

namespace kiebitz::freecell {

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define KIEBITZ_HAVE_VECTOR_LANES
struct VectorLanes {
    static constexpr const char* name = "vector";
    typedef std::int16_t Raw __attribute__((vector_size(16)));
    typedef std::uint8_t Bytes __attribute__((vector_size(16)));
    typedef std::uint64_t Halves __attribute__((vector_size(16)));
    Raw raw;

    static VectorLanes all(int x) { return {Raw{} + std::int16_t(x)}; }
    static VectorLanes load(const std::int16_t* p) {
        VectorLanes v;
        std::memcpy(&v.raw, p, 16);
        return v;
    }
    static VectorLanes load(const std::uint8_t* p) {
        // Zero-extend bytes: one instruction, where GCC makes twenty of a __builtin_convertvector.
        std::uint64_t eight;
        std::memcpy(&eight, p, 8);
        const Bytes n = Bytes(Halves{eight, 0});
        return {Raw(__builtin_shufflevector(n, Bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))};
    }
    static VectorLanes join(std::uint64_t low, std::uint64_t high) {  // four lanes each, the lowest bits first
        return {Raw(Halves{low, high})};
    }
    void store(std::int16_t* p) const { std::memcpy(p, &raw, 16); }
    friend VectorLanes operator+(VectorLanes a, VectorLanes b) { return {a.raw + b.raw}; }
    friend VectorLanes operator-(VectorLanes a, VectorLanes b) { return {a.raw - b.raw}; }
    friend VectorLanes operator*(VectorLanes a, VectorLanes b) { return {a.raw * b.raw}; }
    friend VectorLanes operator&(VectorLanes a, VectorLanes b) { return {a.raw & b.raw}; }
    friend VectorLanes operator|(VectorLanes a, VectorLanes b) { return {a.raw | b.raw}; }
    template <int bits>
    friend VectorLanes shift_right(VectorLanes a) {
        return {a.raw >> bits};
    }
    friend VectorLanes min(VectorLanes a, VectorLanes b) { return {a.raw < b.raw ? a.raw : b.raw}; }
    friend VectorLanes max(VectorLanes a, VectorLanes b) { return {a.raw > b.raw ? a.raw : b.raw}; }
    friend VectorLanes equal(VectorLanes a, VectorLanes b) { return {a.raw == b.raw}; }  // all bits set where true
    friend VectorLanes less(VectorLanes a, VectorLanes b) { return {a.raw < b.raw}; }
    friend int sum(VectorLanes a) {
        Raw x = a.raw + __builtin_shufflevector(a.raw, a.raw, 4, 5, 6, 7, 0, 1, 2, 3);
        x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
        return std::int16_t(x[0] + x[1]);
    }
    friend int smallest(VectorLanes a) {
        VectorLanes x = min(a, {__builtin_shufflevector(a.raw, a.raw, 4, 5, 6, 7, 0, 1, 2, 3)});
        x = min(x, {__builtin_shufflevector(x.raw, x.raw, 2, 3, 0, 1, 6, 7, 4, 5)});
        return x.raw[0] < x.raw[1] ? x.raw[0] : x.raw[1];
    }
    friend VectorLanes pick(VectorLanes mask, VectorLanes yes, VectorLanes no) {
        return {(mask.raw & yes.raw) | (~mask.raw & no.raw)};
    }
    // Compare eight numbers below 64 with each other: bit 8 * j + i if j's is above i's, by at most i's `reach` and at
    // most `most`.
    static std::uint64_t within(const std::uint8_t* at, const std::uint8_t* reach, int max_distance) {
        typedef std::int8_t Signed __attribute__((vector_size(16)));
        typedef std::uint32_t Quarters __attribute__((vector_size(16)));
        const auto twice = [](const std::uint8_t* p) {
            std::uint64_t eight;
            std::memcpy(&eight, p, 8);
            return Signed(Halves{eight, eight});
        };
        const Signed all_at = twice(at), reached = twice(reach), limit = Signed{} + std::int8_t(max_distance);
        const Signed end = all_at + (reached < limit ? reached : limit);
        // Each of the numbers in half of a vector's bytes, in single-instruction steps.
        const auto spread = [](Signed from, Quarters to[4]) {
            const Raw words = Raw(__builtin_shufflevector(from, from, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7));
            const Quarters low = Quarters(__builtin_shufflevector(words, words, 0, 0, 1, 1, 2, 2, 3, 3));
            const Quarters high = Quarters(__builtin_shufflevector(words, words, 4, 4, 5, 5, 6, 6, 7, 7));
            to[0] = __builtin_shufflevector(low, low, 0, 0, 1, 1),
            to[1] = __builtin_shufflevector(low, low, 2, 2, 3, 3);
            to[2] = __builtin_shufflevector(high, high, 0, 0, 1, 1),
            to[3] = __builtin_shufflevector(high, high, 2, 2, 3, 3);
        };
        Quarters from[4], to[4];
        spread(all_at, from);
        spread(end, to);
        Halves pairs{};
        for (int i = 0; i < 4; ++i) {
            const Halves bits{0x0101010101010101ull << 2 * i, 0x0202020202020202ull << 2 * i};
            pairs |= Halves(all_at > Signed(from[i])) & ~Halves(all_at > Signed(to[i])) & bits;
        }
        return pairs[0] | pairs[1];
    }
};
#endif

struct PlainLanes {
    static constexpr const char* name = "plain";
    std::int16_t raw[8];

    template <class F>
    static PlainLanes each(F f) {
        PlainLanes v;
        for (int i = 0; i < 8; ++i) v.raw[i] = std::int16_t(f(i));
        return v;
    }
    static PlainLanes all(int x) {
        return each([&](int) { return x; });
    }
    static PlainLanes load(const std::int16_t* p) {
        return each([&](int i) { return p[i]; });
    }
    static PlainLanes load(const std::uint8_t* p) {
        return each([&](int i) { return p[i]; });
    }
    static PlainLanes join(std::uint64_t low, std::uint64_t high) {
        return each([&](int i) { return (i < 4 ? low : high) >> 16 * (i & 3) & 0xffff; });
    }
    void store(std::int16_t* p) const { std::memcpy(p, raw, 16); }
    friend PlainLanes operator+(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] + b.raw[i]; });
    }
    friend PlainLanes operator-(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] - b.raw[i]; });
    }
    friend PlainLanes operator*(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] * b.raw[i]; });
    }
    friend PlainLanes operator&(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] & b.raw[i]; });
    }
    friend PlainLanes operator|(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] | b.raw[i]; });
    }
    template <int bits>
    friend PlainLanes shift_right(PlainLanes a) {
        return each([&](int i) { return a.raw[i] >> bits; });
    }
    friend PlainLanes min(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] < b.raw[i] ? a.raw[i] : b.raw[i]; });
    }
    friend PlainLanes max(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] > b.raw[i] ? a.raw[i] : b.raw[i]; });
    }
    friend PlainLanes equal(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] == b.raw[i] ? -1 : 0; });
    }
    friend PlainLanes less(PlainLanes a, PlainLanes b) {
        return each([&](int i) { return a.raw[i] < b.raw[i] ? -1 : 0; });
    }
    friend int sum(PlainLanes a) {
        int total = 0;
        for (const auto x : a.raw) total += x;
        return std::int16_t(total);
    }
    friend int smallest(PlainLanes a) {
        int minimum = a.raw[0];
        for (const auto x : a.raw) minimum = x < minimum ? x : minimum;
        return minimum;
    }
    friend PlainLanes pick(PlainLanes mask, PlainLanes yes, PlainLanes no) {
        return each([&](int i) { return mask.raw[i] ? yes.raw[i] : no.raw[i]; });
    }
    static std::uint64_t within(const std::uint8_t* at, const std::uint8_t* reach, int max_distance) {
        std::uint64_t pairs = 0;
        for (int i = 0; i < 8; ++i)
            for (int j = 0; j < 8; ++j) {
                const int by = at[j] - at[i];
                pairs |= std::uint64_t(by > 0 && by <= reach[i] && by <= max_distance) << (8 * j + i);
            }
        return pairs;
    }
};

}  // namespace kiebitz::freecell
