// Messages of values, by which every host of the kernel asks and is answered; docs/kernel.md describes them.
//
// A value is a tag byte and its payload, little-endian: 0 none | 1 integer (64 bits, signed) | 2 real (64 bits) |
// 3 bytes (their number in 32 bits, then they) | 4 list (the number of its values in 32 bits, then they).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::interface {

static_assert(std::endian::native == std::endian::little, "numbers pass as they lie in memory, little-endian");

enum class Tag : std::uint8_t { none, integer, real, bytes, list };

// Reads values from a message in order. Throws std::invalid_argument for a value of another kind, naming the function
// and the place, and for a truncated message.
class Reader {
public:
    explicit Reader(Bytes message) : unread_(message) {}

    std::int64_t integer() {
        take(Tag::integer, "a whole number of 64 bits");
        return number<std::int64_t>();
    }
    int small() {
        const std::int64_t value = integer();
        if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
            refuse("a whole number of 32 bits");
        return int(value);
    }
    std::uint64_t natural() {
        const std::int64_t value = integer();
        if (value < 0) refuse("a whole number from 0 on");
        return std::uint64_t(value);
    }
    // All 64 bits count, as in a seed.
    std::uint64_t bits() { return std::uint64_t(integer()); }
    bool flag() { return integer() != 0; }
    // Accept an integer for a real number, because callers do not write 1.0 for 1.
    double real() {
        if (next_is(Tag::integer)) return double(integer());
        take(Tag::real, "a number");
        return number<double>();
    }
    // A view into the message, valid as long as it is.
    Bytes bytes() {
        take(Tag::bytes, "bytes");
        return part(number<std::uint32_t>());
    }
    std::string_view text() {
        const Bytes characters = bytes();
        return {reinterpret_cast<const char*>(characters.data()), characters.size()};
    }
    // Numbers of 32 bits.
    std::vector<std::uint32_t> numbers() {
        const Bytes packed = bytes();
        if (packed.size() % sizeof(std::uint32_t) != 0) refuse("bytes, four a number");
        std::vector<std::uint32_t> values(packed.size() / sizeof(std::uint32_t));
        if (!values.empty()) std::memcpy(values.data(), packed.data(), packed.size());
        return values;
    }
    bool next_is(Tag tag) const { return !unread_.empty() && unread_[0] == std::uint8_t(tag); }
    // Read the next value if it is none.
    bool none() {
        if (!next_is(Tag::none)) return false;
        take(Tag::none, "");
        return true;
    }
    // The number of values in a list; they come next.
    std::size_t list() {
        take(Tag::list, "a list");
        return number<std::uint32_t>();
    }
    void end() {
        ++place_;
        if (!unread_.empty()) refuse("no more values");
    }

private:
    [[noreturn]] void refuse(const char* expected) const;
    void take(Tag tag, const char* expected) {
        ++place_;
        if (!next_is(tag)) refuse(expected);
        unread_ = unread_.subspan(1);
    }
    Bytes part(std::size_t size) {
        if (size > unread_.size()) refuse("a value that is not cut off");
        const Bytes first = unread_.first(size);
        unread_ = unread_.subspan(size);
        return first;
    }
    template <typename Number>
    Number number() {
        Number value;
        std::memcpy(&value, part(sizeof value).data(), sizeof value);
        return value;
    }

    Bytes unread_;
    int place_ = -1;  // of the last value; the function's name is at place 0
};

// Writes values into a message in order.
class Writer {
public:
    void none() { tag(Tag::none); }
    void integer(std::int64_t value) {
        tag(Tag::integer);
        raw(&value, sizeof value);
    }
    void real(double value) {
        tag(Tag::real);
        raw(&value, sizeof value);
    }
    void bytes(Bytes value) {
        tag(Tag::bytes);
        size(value.size());
        raw(value.data(), value.size());
    }
    void text(std::string_view value) { bytes({reinterpret_cast<const std::uint8_t*>(value.data()), value.size()}); }
    // Numbers of 32 bits, as bytes.
    void numbers(std::span<const std::uint32_t> values) {
        bytes({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
    }
    // The values of the list come next.
    void list(std::size_t count) {
        tag(Tag::list);
        size(count);
    }
    std::vector<std::uint8_t> take() { return std::move(message_); }

private:
    void tag(Tag value) { message_.push_back(std::uint8_t(value)); }
    void size(std::size_t value) {
        if (value > std::numeric_limits<std::uint32_t>::max()) throw std::length_error("an answer of more than 4 GiB");
        const auto packed = std::uint32_t(value);
        raw(&packed, sizeof packed);
    }
    void raw(const void* data, std::size_t count) {
        const auto* const first = static_cast<const std::uint8_t*>(data);
        message_.insert(message_.end(), first, first + count);
    }

    std::vector<std::uint8_t> message_;
};

}  // namespace kiebitz::interface
