// The chances of a hand: contracts and discards compared on common worlds, narrowed step by step, then judged. What is
// chosen is never judged on the worlds that it was chosen by.
//
// A run goes by stages: entries to be judged on some worlds of a stream. Which stage comes next follows from what came
// of those before it, so that whoever runs it - in one process or in many - keeps nothing but that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skat/engine/worlds.hpp"

namespace kiebitz::skat::engine {

// What is asked: ten cards, and the skat if it is known; whose turn, which contracts, on how many worlds. With a skat
// the contracts that take it up are asked for with the best discard, unless it is named. `exact` counts all worlds for
// one contract, where the skat is known. Contracts whose games take long to search get fewer worlds, unless the asker
// is patient.
struct Comparison {
    Set hand = 0, skat = 0, discard = 0;
    int seat = 0, bid = first_bid;
    std::uint64_t worlds = 200, seed = 1;
    bool exact = false, patient = false;
    std::vector<Contract> contracts;
    Known known() const { return {.cards = hand | skat, .seat = seat}; }
};

// Streams of worlds, which have nothing in common.
enum Stream { judged, survey, choice };

// Entries to be judged on the worlds `first` to `last` of a stream.
struct Stage {
    Run run;
    std::uint64_t first, last;
    std::vector<Entry> entries;
};

// What an entry, or all with a contract, came to in a stream.
struct Share {
    std::uint64_t won = 0, of = 0;
    double value() const { return of ? double(won) / double(of) : 0; }
    double low() const { return border(-1); }  // Wilson's interval for 95 %
    double high() const { return border(1); }

private:
    double border(int sign) const;
};

// What a contract's worlds are worth to the declarer at a bid, by score or in tournament points: the mean; the chance
// at which it would be 0; the highest bid at which it is above 0.
struct Pays {
    double mean = 0;
    std::optional<double> break_even;
    std::optional<int> highest_bid;
};
// `cards` are his ten or twelve.
Pays pays(const Contract& contract, Set cards, const Tally& tally, int bid, bool in_tournament);

// A contract with its worlds and the discard that is played.
struct Row {
    enum Which { judged_ones, survey_ones, choice_ones, exact_ones };
    Contract contract;
    Which which;
    Set discard;
    Tally tally;
    std::uint64_t all_worlds;
    // Between what the chance must lie: Wilson's interval, or where worlds are counted, whatever those left are like.
    double low() const, high() const;
};

// A discard of a contract: on how many worlds of the choice it was tried, and what it came to on fresh ones.
struct DiscardTried {
    Set cards;
    Share tried, judged;
};

class Chances {
public:
    // `done` is what came of the stages so far, each entry by entry; the last one may be half done.
    Chances(const Comparison& question, std::span<const std::vector<Tally>> done);

    // What has to be judged next; none when all is known.
    const std::optional<Stage>& next() const { return next_; }
    // Games that will be played out, about.
    std::uint64_t total() const { return total_; }
    // The contracts that have figures, the best mean score first. While fresh worlds are still few, older ones say
    // more; when all is `settled` only the fresh ones count.
    std::vector<Row> rows(bool settled) const;
    // The discards of a contract that were compared, the best of the choice first.
    std::vector<DiscardTried> discards(const Contract& contract) const;

private:
    struct Judged {
        Stream stream;
        Entry entry;
        Tally tally;
    };
    struct Effort {
        Contract contract;
        std::uint64_t tricks = 0, games = 0;
    };
    using Contracts = std::vector<Contract>;
    using Entries = std::vector<Entry>;

    // Each goes on until something is not known yet, and says whether all was.
    bool run();
    bool with_ten_cards();
    bool with_twelve_cards();
    bool choose_discards();
    bool compare(Entries entries, std::uint64_t worlds, std::uint64_t& done);
    bool judge_on(const Entries& entries, std::uint64_t worlds, std::uint64_t first = 0);
    bool stage(Stream stream, const Entries& entries, std::uint64_t worlds, std::uint64_t first = 0, bool exact = false,
               bool detail = true);

    void plan();
    Contracts best(const Contracts& some) const;
    std::uint64_t affordable(const Entries& entries, std::uint64_t worlds, std::uint64_t most) const;
    bool takes_choice(const Contract& contract) const { return question_.skat && !contract.hand && !question_.discard; }
    Set discard_of(const Contract& contract) const;
    Share share(Stream stream, const Entry& entry) const;
    const Tally* tally(Stream stream, const Entry& entry) const;
    Tally& tally(Stream stream, const Entry& entry);
    Effort& effort(const Contract& contract);

    Comparison question_;
    std::span<const std::vector<Tally>> done_;
    std::size_t stages_ = 0;
    Contracts different_;  // as they are played
    std::vector<Judged> tallies_;
    std::vector<Effort> efforts_;
    std::optional<Stage> next_;
    std::optional<Entry> exact_entry_;
    std::uint64_t total_ = 0;
};

}  // namespace kiebitz::skat::engine
