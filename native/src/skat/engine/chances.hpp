// Chances of a hand: contracts and discards compared on common worlds, narrowed step by step, then judged on fresh
// worlds that did not choose them.
//
// A run proceeds in stages: entries to judge on some worlds of a stream. The results of the earlier stages determine
// the next one, so a caller, in one process or in many, stores only those.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skat/engine/worth.hpp"

namespace kiebitz::skat::engine {

// The question: ten cards, the skat if known, the seat, the contracts, and the number of worlds. With a skat, contracts
// that pick it up use the best discard unless `discard` names it. `exact` enumerates all worlds for one contract with a
// known skat, or for one Hand game. Contracts that are slow to search get fewer worlds unless `patient`.
struct Comparison {
    Set hand = 0, skat = 0, discard = 0;
    int seat = 0, bid = first_bid;
    std::uint64_t worlds = 200, seed = 1;
    bool exact = false, patient = false;
    std::vector<Contract> contracts;
    Knowledge knowledge() const { return {.cards = hand | skat, .seat = seat}; }
};

// Independent streams of worlds.
enum Stream { judged, survey, choice };

// Entries to judge on worlds `first` to `last` of a stream.
struct Stage {
    Run run;
    std::uint64_t first, last;
    std::vector<Entry> entries;
};

// The result of an entry, or of a contract, in a stream.
struct Share {
    std::uint64_t won = 0, of = 0;
    double value() const { return of ? double(won) / double(of) : 0; }
    double low() const { return border(-1); }  // Wilson's 95 % interval
    double high() const { return border(1); }

private:
    double border(int sign) const;
};

// A contract with its worlds and its discard.
struct Row {
    enum Which { judged_ones, survey_ones, choice_ones, exact_ones };
    Prospect prospect;
    Which which;
    Set discard;
    std::uint64_t all_worlds;
    // The interval of the chance: Wilson's, or the bounds from a partial enumeration.
    double low() const, high() const;
};

// A discard of a contract: its result in the choice, and on fresh worlds.
struct DiscardTried {
    Set cards;
    Share tried, judged;
};

class Chances {
public:
    // `results` are those of the stages so far, one per entry; the last stage may be incomplete.
    Chances(const Comparison& question, std::span<const std::vector<Tally>> results);

    // The next stage to judge; none at the end.
    const std::optional<Stage>& next() const { return next_; }
    // The approximate number of games to play out.
    std::uint64_t total() const { return total_; }
    // The contracts with results, the best mean in tournament points first, as for a bid. While fresh worlds are few,
    // an earlier stream with more worlds is used; when `settled`, only fresh worlds count.
    std::vector<Row> rows(bool settled) const;
    // The compared discards of a contract, the best of the choice first.
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

    // Each proceeds until a result is missing, and returns whether all were there.
    bool run();
    bool with_ten_cards();
    bool with_twelve_cards();
    bool choose_discards();
    bool count_worlds(const Entry& entry);
    bool compare(Entries entries, std::uint64_t worlds, std::uint64_t& worlds_compared);
    bool judge_on(const Entries& entries, std::uint64_t worlds, std::uint64_t first = 0);
    bool stage(Stream stream, const Entries& entries, std::uint64_t worlds, std::uint64_t first = 0, bool exact = false,
               bool detail = true);

    void plan();
    Contracts best(const Contracts& some) const;
    std::uint64_t affordable(const Entries& entries, std::uint64_t worlds, std::uint64_t max_tricks) const;
    bool takes_choice(const Contract& contract) const { return question_.skat && !contract.hand && !question_.discard; }
    Set discard_of(const Contract& contract) const;
    Share share(Stream stream, const Entry& entry) const;
    const Tally* tally(Stream stream, const Entry& entry) const;
    Tally& tally(Stream stream, const Entry& entry);
    Effort& effort(const Contract& contract);

    Comparison question_;
    std::span<const std::vector<Tally>> results_;
    std::size_t stages_ = 0;
    Contracts different_;  // as played
    std::vector<Judged> tallies_;
    std::vector<Effort> efforts_;
    std::optional<Stage> next_;
    std::optional<Entry> exact_entry_;
    std::uint64_t total_ = 0;
};

// The rows of a comparison, judged to its end.
std::vector<Row> compared(const Comparison& question, const Poll& poll);
Prospects prospects_of(const std::vector<Row>& rows);

}  // namespace kiebitz::skat::engine
