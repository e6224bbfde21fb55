// Chances of a hand when the other cards are unknown: worlds, sampled or enumerated, each played with open cards. A
// world is one way to place the unseen cards.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kiebitz/skat.hpp"
#include "skat/engine/contracts.hpp"
#include "skat/engine/random.hpp"

namespace kiebitz::skat::engine {

// The declarer's knowledge before play: his cards, with or without the skat, and his seat. The other fields are for
// endings: the cards in play, the seat to lead, and the declarer's card points.
struct Knowledge {
    Set cards = 0;
    int seat = 0;
    Set pack = whole_pack;
    int turn = 0, taken = 0;

    int hand() const { return (std::popcount(pack) - skat_size) / 3; }
    // The number of ways to place the unseen cards.
    std::uint64_t worlds() const;
};

// The unseen cards of the seat after the declarer, of the next seat, and of the skat if he does not know it.
struct World {
    Set next = 0, last = 0, skat = 0;
};
World drawn(const Knowledge& knowledge, Random& random);
// World `number` of all.
World counted(const Knowledge& knowledge, std::uint64_t number);
// The order of enumeration: blocks in an order shuffled by the seed, the short block last. Neighbouring worlds differ
// by few cards, so the search reuses its results.
class BlockOrder {
public:
    BlockOrder(std::uint64_t worlds, std::uint64_t seed);
    std::uint64_t number_at(std::uint64_t index) const;

private:
    std::vector<std::uint64_t> starts_;
};
// The hands of a world by seat, with the declarer's own.
Hands seated(int seat, Set own, const World& world);

// The outcome for the declarer with best play on open cards.
enum Outcome { lost_schwarz, lost_schneider, lost, won, won_schneider, won_schwarz };
constexpr int outcomes = won_schwarz + 1;

// A contract to judge, and for a known skat the two discarded cards. With an unknown skat a Hand game leaves it; any
// other game picks it up, and discards by rule of thumb in each world, as in the games that fitted the table's curves.
struct Entry {
    Contract contract;
    Set discard = 0;
    bool operator==(const Entry&) const = default;
};

// A run of worlds: world i is the same for all entries, and streams are independent. `exact` enumerates all worlds, and
// judges those that differ only by interchangeable cards once. Without `detail`, Schneider and Schwarz are not
// searched.
struct Run {
    std::uint64_t seed = 1;
    int stream = 0;
    bool exact = false, detail = true;
};

// A kind of world: its matadors (negative if without, 0 in Null) and its outcome.
struct Kind {
    int matadors;
    Outcome end;
};
struct Tally {
    std::uint64_t tricks = 0;  // searched

    std::uint64_t& at(Kind kind) {
        const int place = (kind.matadors + most_matadors) * outcomes + kind.end;
        return counts[std::size_t(place)];
    }
    void add(const Tally& other);
    // Call `see` with each kind that occurs and its number of worlds.
    template <typename See>
    void each(See&& see) const {
        for (int place = 0; place < int(counts.size()); ++place)
            if (counts[std::size_t(place)])
                see(Kind{place / outcomes - most_matadors, Outcome(place % outcomes)}, counts[std::size_t(place)]);
    }
    std::uint64_t worlds() const;
    std::uint64_t ending(Outcome worst, Outcome best) const;
    std::uint64_t won_worlds() const { return ending(won, won_schwarz); }

private:
    static constexpr int most_matadors = 11;
    std::array<std::uint64_t, std::size_t((2 * most_matadors + 1) * outcomes)> counts{};
};

// Judge entries on worlds `first` to `last` of a run.
std::vector<Tally> judge(const Knowledge& knowledge, const Run& run, std::span<const Entry> entries,
                         std::uint64_t first, std::uint64_t last, const Poll& poll);

// The same worlds for one entry, each with the skat during play and its outcome.
struct LaidOut {
    World world;
    Set skat;
    Outcome end;
};
std::vector<LaidOut> laid_out(const Knowledge& knowledge, const Run& run, const Entry& entry, std::uint64_t first,
                              std::uint64_t last, const Poll& poll);

}  // namespace kiebitz::skat::engine
