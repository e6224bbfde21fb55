#include "skat/engine/view.hpp"

#include "common/refusal.hpp"

namespace kiebitz::skat::engine {
namespace {

[[noreturn]] void refuse(const char* why) { kiebitz::refuse("view", why); }

class ByteReader {
public:
    explicit ByteReader(Bytes bytes) : remaining_bytes_(bytes) {}
    bool empty() const { return remaining_bytes_.empty(); }
    std::uint32_t number(std::size_t size) {
        if (remaining_bytes_.size() < size) refuse("more bytes expected");
        std::uint32_t value = 0;
        for (std::size_t i = size; i--;) value = value << 8 | remaining_bytes_[i];
        remaining_bytes_ = remaining_bytes_.subspan(size);
        return value;
    }

private:
    Bytes remaining_bytes_;
};

}  // namespace

View read_view(Bytes bytes) {
    ByteReader reader(bytes);
    View v;
    v.seat = int(reader.number(1));
    v.declarer = int(reader.number(1));
    if (v.seat >= seats || (v.declarer >= seats && v.declarer != View::nobody)) refuse("seats 0 to 2 expected");
    v.bid = int(reader.number(2));
    const int game = int(reader.number(1)), flags = int(reader.number(1));
    if (game <= null) {
        v.contract = Contract::of(game, flags);
        if (!v.contract->may_be_announced() || v.declarer == View::nobody) refuse("a contract that can be expected");
    }
    v.hand = reader.number(4);
    v.skat = reader.number(4);
    v.shown = reader.number(4);
    for (std::uint32_t cards_left = reader.number(1); cards_left--;) v.played.push_back(Code(reader.number(1)));
    while (!reader.empty()) {
        const int seat = int(reader.number(1)), said = int(reader.number(2));
        v.words.push_back({seat, said});
    }
    Set seen_cards = v.hand;
    std::size_t count = 0;
    for (const Set cards : {v.hand, v.skat, v.shown}) {
        seen_cards |= cards;
        count += std::size_t(std::popcount(cards));
    }
    for (const Code card : v.played)
        if (card >= pack_size) refuse("codes of cards from 0 to 31 expected");
    seen_cards |= set_of(v.played);
    if (std::size_t(std::popcount(seen_cards)) != count + v.played.size()) refuse("each card once expected");
    if (std::popcount(v.hand) > hand_size + skat_size || (v.skat && std::popcount(v.skat) != skat_size))
        refuse("twelve cards at most, and two in the skat expected");
    if (!v.contract) return v;
    const Course course = course_of(v.game(), v.played);
    for (int seat = 0; seat < seats; ++seat) {
        const int held = hand_size - course.counts[std::size_t(seat)];
        const Set cards = seat == v.seat ? v.hand : seat == v.declarer ? v.shown : 0;
        if (held < 0 || (cards && std::popcount(cards) != held)) refuse("as many cards as a seat still has expected");
    }
    return v;
}

std::vector<std::uint8_t> write_view(const View& v) {
    std::vector<std::uint8_t> bytes;
    const auto put = [&](std::uint32_t number, int size) {
        for (int i = 0; i < size; ++i) bytes.push_back(std::uint8_t(number >> 8 * i));
    };
    put(std::uint32_t(v.seat), 1);
    put(std::uint32_t(v.declarer), 1);
    put(std::uint32_t(v.bid), 2);
    put(v.contract ? std::uint32_t(v.game()) : 255, 1);
    put(v.contract ? v.contract->flags() : 0, 1);
    for (const Set cards : {v.hand, v.skat, v.shown}) put(cards, 4);
    put(std::uint32_t(v.played.size()), 1);
    bytes.insert(bytes.end(), v.played.begin(), v.played.end());
    for (const auto& [seat, said] : v.words) {
        put(std::uint32_t(seat), 1);
        put(std::uint32_t(said), 2);
    }
    return bytes;
}

Course course_of(int game, const Codes& played, bool remembers) {
    Course course;
    for (const Code card : played) {
        const std::size_t seat = std::size_t(course.turn);
        if (!course.trick.empty()) {
            const Set led_kind = kind_of(game, course.trick[0]);
            if (!(led_kind & bit(card))) course.lacks[seat] |= led_kind;
        }
        course.trick.push_back(card);
        course.players.push_back(std::uint8_t(course.turn));
        ++course.counts[seat];
        course.turn = next_seat(course.turn);
        if (course.trick.size() < seats) continue;
        course.turn = (course.turn + taking(game, course.trick)) % seats;
        const std::size_t taker = std::size_t(course.turn);
        course.points[taker] += points_of(set_of(course.trick));
        ++course.tricks[taker];
        course.takers.push_back(std::uint8_t(taker));
        course.trick.clear();
        if (!remembers) course.lacks = {};
    }
    return course;
}

}  // namespace kiebitz::skat::engine
