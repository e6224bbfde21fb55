// Deals by number, the numbers of a deal, and the 13-card game, whose deals are all numbered.
#include <array>

#include "common/refusal.hpp"
#include "interface/arguments.hpp"
#include "interface/interface.hpp"
#include "kiebitz/one_suit.hpp"

namespace kiebitz::interface {
namespace {

void numbered(Reader& in, Writer& out, const Host&) {
    constexpr std::size_t most_cards = 52;
    const Numbering which = numbering(in);
    const std::uint64_t number = in.bits();
    const std::uint64_t cards = in.bits();
    in.end();
    if (cards < 1 || cards > most_cards) refuse("cards: 1 to 52 expected");
    std::array<std::uint8_t, most_cards> places;
    const std::span pack(places.data(), std::size_t(cards));
    kiebitz::numbered(which, number, pack);
    out.bytes(pack);
}

void find_microsoft(Reader& in, Writer& out, const Host& host) {
    const Bytes cards = in.bytes();
    const std::int64_t first = in.integer(), last = in.integer();
    in.end();
    const auto deals = kiebitz::find_microsoft(cards, first, last, host.ended);
    out.list(deals.size());
    for (const std::int64_t number : deals) out.integer(number);
}

void one_suit(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes();
    const std::uint64_t first = in.natural(), count = in.natural();
    in.end();
    const one_suit::Lengths all = kiebitz::one_suit::lengths(rules, first, count, host.ended);
    out.bytes(all.lengths);
    out.numbers(all.states);
    out.bytes(all.lines);
    out.numbers(all.ends);
}

void check_one_suit(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes();
    const std::uint64_t first = in.natural();
    const Bytes lengths = in.bytes(), lines = in.bytes();
    const auto ends = in.numbers();
    in.end();
    out.integer(std::int64_t(kiebitz::one_suit::check(rules, first, lengths, lines, ends)));
}

constexpr Function functions[] = {
    {"numbered", numbered},
    {"find_microsoft", find_microsoft},
    {"one_suit", one_suit},
    {"check_one_suit", check_one_suit},
};

}  // namespace

const Family deal_functions = functions;

}  // namespace kiebitz::interface
