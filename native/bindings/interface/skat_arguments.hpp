// Groups of values in requests about Skat's engine.
//
// Cards are codes (bytes) or sets (a bit for each code) as in kiebitz/skat.hpp; views are bytes as in
// skat/engine/view.hpp. A contract is the number of its game and its announcements: 1 Hand, 2 Schneider, 4 Schwarz, 8
// ouvert. A level is its name, a list of its six numbers, or none for the player that follows maxims.
#pragma once

#include <optional>
#include <type_traits>

#include "common/refusal.hpp"
#include "interface/arguments.hpp"
#include "interface/interface.hpp"
#include "skat/engine/chances.hpp"
#include "skat/engine/parameters.hpp"
#include "skat/engine/players.hpp"

namespace kiebitz::interface {

using namespace skat::engine;

inline Set set(Reader& in) { return Set(in.natural()); }
inline Hands hands(Reader& in) {
    Hands three;
    for (Set& hand : three) hand = set(in);
    return three;
}
inline Codes codes(Reader& in) {
    const Bytes cards = in.bytes();
    return {cards.begin(), cards.end()};
}
inline int seat(Reader& in) {
    const int number = in.small();
    if (number < 0 || number >= seats) refuse("seat: 0, 1 or 2 expected");
    return number;
}
inline int game(Reader& in) {
    const int number = in.small();
    if (number < 0 || number > null) refuse("game: 0 to 5 expected");
    return number;
}
inline Contract contract(Reader& in) {
    const int number = game(in);
    const Contract contract = Contract::of(number, in.small());
    if (!contract.may_be_announced()) refuse("contract: one that may be announced expected");
    return contract;
}
inline std::optional<Level> level(Reader& in) {
    if (in.none()) return std::nullopt;
    if (in.next_is(Tag::bytes)) {
        const std::string_view name = in.text();
        for (const auto& [own, level] : named_levels)
            if (own == name) return level;
        refuse("level: the name of one expected");
    }
    in.list();
    Level level;
    level.worlds = in.integer();
    level.bidding = in.integer();
    level.listens = in.flag();
    level.remembers = in.flag();
    level.margin = in.real();
    level.sure = in.integer();
    level.calibrated = in.flag();
    if (level.worlds < 1 || level.bidding < 1) refuse("level: a world or more expected");
    return level;
}
inline Entry entry(Reader& in) {
    in.list();
    const Contract entry_contract = contract(in);
    return {entry_contract, set(in)};
}
inline std::vector<Entry> entries(Reader& in) {
    std::vector<Entry> entries;
    for (std::size_t entries_left = in.list(); entries_left--;) entries.push_back(entry(in));
    return entries;
}
// Cards, seat, pack, turn, points taken.
inline Knowledge knowledge(Reader& in) {
    in.list();
    Knowledge knowledge;
    knowledge.cards = set(in);
    knowledge.seat = seat(in);
    knowledge.pack = set(in);
    knowledge.turn = seat(in);
    knowledge.taken = in.small();
    const int size = std::popcount(knowledge.cards), of = std::popcount(knowledge.pack);
    if ((knowledge.cards & ~knowledge.pack) || of % 3 != 2 ||
        (size != (of - 2) / 3 && size != (of - 2) / 3 + skat_size))
        refuse("known: a hand of the pack, with the skat or without, expected");
    return knowledge;
}
// Seed, stream, exact, detail.
inline Run run(Reader& in) {
    in.list();
    Run run;
    run.seed = in.bits();
    run.stream = in.small();
    run.exact = in.flag();
    run.detail = in.flag();
    return run;
}
// Tricks, then for each kind matadors, outcome and worlds.
inline Tally tally(Reader& in) {
    in.list();
    Tally tally;
    tally.tricks = in.natural();
    for (std::size_t numbers_left = in.list(); numbers_left; numbers_left -= 3) {
        const int matadors = in.small();
        const auto end = code(in, won_schwarz, "outcome: 0 to 5 expected");
        if (numbers_left < 3 || std::abs(matadors) > 11) refuse("tally: three numbers for each kind expected");
        tally.at({matadors, end}) += in.natural();
    }
    return tally;
}

inline void write(Writer& out, const Contract& contract) {
    out.integer(contract.game);
    out.integer(contract.flags());
}
inline void write(Writer& out, const std::vector<Entry>& all) {
    out.list(all.size());
    for (const auto& [one, discard] : all) {
        out.list(3);
        write(out, one);
        out.integer(discard);
    }
}
inline void write(Writer& out, const Tally& tally) {
    out.list(2);
    out.integer(std::int64_t(tally.tricks));
    std::size_t kinds = 0;
    tally.each([&](Kind, std::uint64_t) { ++kinds; });
    out.list(3 * kinds);
    tally.each([&](Kind kind, std::uint64_t count) {
        for (const int number : {kind.matadors, int(kind.end)}) out.integer(number);
        out.integer(std::int64_t(count));
    });
}
template <typename Number>
void write(Writer& out, const std::optional<Number>& number) {
    if (!number) out.none();
    else if constexpr (std::is_floating_point_v<Number>) out.real(*number);
    else out.integer(*number);
}

}  // namespace kiebitz::interface
