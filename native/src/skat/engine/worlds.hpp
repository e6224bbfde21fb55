// What may come of a hand when the cards of the others are not known: worlds drawn or counted, each played open-handed.
// A world is one way in which the unseen cards may lie.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kiebitz/skat.hpp"
#include "skat/engine/contracts.hpp"
#include "skat/engine/random.hpp"

namespace kiebitz::skat::engine {

// What the declarer knows before play: his cards, with the skat among them or not, and his seat. The rest is for
// endings: the cards that are in play at all, who leads, and the card points that he has by then.
struct Known {
    Set cards = 0;
    int seat = 0;
    Set pack = whole_pack;
    int turn = 0, taken = 0;

    int hand() const { return (std::popcount(pack) - skat_size) / 3; }
    // In how many ways the unseen cards may lie.
    std::uint64_t worlds() const;
};

// Where the unseen cards lie: those of the seat after the declarer, of the one after that, and of the skat, where he
// does not know it.
struct World {
    Set next = 0, last = 0, skat = 0;
};
World drawn(const Known& known, Random& random);
// World `number` of all, where the skat is known.
World counted(const Known& known, std::uint64_t number);
// The order in which all worlds are looked at: block by block in an order drawn by the seed, the short block last.
// Worlds of neighbouring numbers differ by few cards, so that what is learnt of one serves the next ones.
class BlockOrder {
public:
    BlockOrder(std::uint64_t worlds, std::uint64_t seed);
    std::uint64_t number_at(std::uint64_t index) const;

private:
    std::vector<std::uint64_t> starts_;
};
// The hands of a world in the order of the seats, with the declarer's own.
Hands seated(int seat, Set own, const World& world);

// In which worlds at the start of a trick the declarer still takes so many points; in Null, no trick. `tricks` are
// added to: those that the search began.
struct Asked {
    int game, declarer, turn;
    bool alike = false;
};
std::vector<std::uint8_t> worlds_reach(const Asked& asked, int points, std::span<const Hands> worlds,
                                       std::uint64_t& tricks, const Poll& poll);

// How a world ends for the declarer if all play as well as can be with open cards.
enum Outcome { lost_schwarz, lost_schneider, lost, won, won_schneider, won_schwarz };
constexpr int outcomes = won_schwarz + 1;

// A contract that is judged, and where the skat is known the two cards that lie in it during play. Without these a Hand
// game leaves the skat where it is; another game takes it up, and what is put down is chosen world by world, on other
// worlds than the one that is judged.
struct Entry {
    Contract contract;
    Set discard = 0;
    bool operator==(const Entry&) const = default;
};

// A run of worlds: world i is the same for all entries, and runs of other streams have nothing in common with it.
// `exact`: the worlds of a known skat are gone through, each once. Without `detail` neither Schneider nor Schwarz is
// asked for.
struct Run {
    std::uint64_t seed = 1;
    int stream = 0;
    bool exact = false, detail = true;
};

// Worlds by matadors, negative if without, 0 in Null, and by how they end.
struct Kind {
    int matadors;
    Outcome end;
};
struct Tally {
    std::uint64_t tricks = 0;  // that were searched

    std::uint64_t& at(Kind kind) { return counts[std::size_t((kind.matadors + most_matadors) * outcomes + kind.end)]; }
    void add(const Tally& other);
    // Calls `see` with each kind that there is, and how many worlds are of it.
    template <typename See>
    void each(See&& see) const {
        for (int place = 0; place < int(counts.size()); ++place)
            if (counts[std::size_t(place)])
                see(Kind{place / outcomes - most_matadors, Outcome(place % outcomes)}, counts[std::size_t(place)]);
    }
    std::uint64_t worlds() const;
    std::uint64_t ending(Outcome least, Outcome most) const;
    std::uint64_t won_worlds() const { return ending(won, won_schwarz); }

private:
    static constexpr int most_matadors = 11;
    std::array<std::uint64_t, std::size_t((2 * most_matadors + 1) * outcomes)> counts{};
};

// Judge entries on the worlds `first` to `last` of a run.
std::vector<Tally> judge(const Known& known, const Run& run, std::span<const Entry> entries, std::uint64_t first,
                         std::uint64_t last, const Poll& poll);

// The same worlds for one entry, each with the cards in the skat during play and its end.
struct LaidOut {
    World world;
    Set skat;
    Outcome end;
};
std::vector<LaidOut> laid_out(const Known& known, const Run& run, const Entry& entry, std::uint64_t first,
                              std::uint64_t last, const Poll& poll);

}  // namespace kiebitz::skat::engine
