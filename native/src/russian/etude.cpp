// Best scores of the random deals of a seeded run, shuffled here.
#include <stdexcept>
#include <utility>

#include "russian/russian.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz {
namespace {

// The generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014), whose output i can be had at once.
constexpr std::uint64_t golden = 0x9e37'79b9'7f4a'7c15;

std::uint64_t output(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * golden;
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11eb;
    return z ^ z >> 31;
}

// Draws from 0 … bound - 1. Those beyond the last whole multiple of `bound` are thrown away: the remainder alone would
// favour low numbers. The bound is known when this is compiled, because a division by it would take half of the shuffle.
struct Draws {
    std::uint64_t seed, drawn = 0;

    template <std::uint64_t bound>
    std::uint64_t below() {
        for (;;) {
            const std::uint64_t bits = output(seed, drawn++), rest = bits % bound;
            if (bits - rest <= -bound) return rest;
        }
    }
};

template <std::size_t... i>
void fisher_yates(std::uint8_t* cards, Draws draws, std::index_sequence<i...>) {
    (std::swap(cards[max_cards - 1 - i], cards[draws.below<max_cards - i>()]), ...);
}

void refuse(const char* what) { throw std::invalid_argument(what); }

}  // namespace

void shuffled(Shuffle shuffle, std::uint64_t number, std::uint8_t cards[52]) {
    Draws draws{number};
    for (int i = 0; i < max_cards; ++i) cards[i] = std::uint8_t(i);
    if (shuffle == Shuffle::fisher_yates) {
        fisher_yates(cards, draws, std::make_index_sequence<max_cards - 1>());
    } else {
        for (int i = 0; i < max_cards; ++i) std::swap(cards[i], cards[draws.below<max_cards>()]);
    }
}

Scores etude(Bytes rules, Bytes destinations, Bytes face_down, const Run& run, const RunOptions& options,
             const Poll& poll) {
    const Rules r = Rules::parse(rules);
    russian::require(r);
    if (r.suits != 15) refuse("rules: random deals need all 52 cards");
    if (destinations.size() != max_cards) refuse("destinations: 52 codes of columns expected");
    if (face_down.size() != r.columns) refuse("face down: a number for each column expected");
    std::uint8_t height[max_columns] = {};
    for (const int column : destinations) {
        if (column >= r.columns) refuse("destinations: a column that the game lacks");
        ++height[column];
    }
    Position p;
    for (int i = 0; i < r.columns; ++i) {
        p.face_down[i] = face_down[std::size_t(i)];
        if (p.face_down[i] && p.face_down[i] >= height[i]) refuse("face down: a last card that lies face down");
    }

    Scores all;
    russian::BestScore best({}, options.store, poll);
    russian::ShortestPath shortest({}, poll);
    for (std::uint64_t i = 0; i < run.count; ++i) {
        poll_caller(poll);
        std::uint8_t cards[max_cards];
        shuffled(run.shuffle, output(run.seed, run.first + i), cards);
        std::fill_n(p.length, r.columns, 0);
        for (int k = 0; k < max_cards; ++k) {
            const int column = destinations[std::size_t(k)];
            p.column[column][p.length[column]++] = cards[k];
        }
        const settled::Table table = russian::table_of(r, p);
        Score score;
        if (options.plain) {
            score = yukon::best_score_exhaustively(r, p, {}, poll);
            all.store.entries = std::max(all.store.entries, score.store.entries);
            all.store.lookups += score.store.lookups;
            all.store.hits += score.store.hits;
            all.store.bytes = std::max(all.store.bytes, score.store.bytes);
        } else {
            score = best.find(table, options.lines && !options.paths);
        }
        if (options.paths) {
            const Path path = shortest.find(table, score.score, options.lines);
            score.line = path.line;
            all.moves.push_back(std::uint8_t(path.moves));
            all.decisions.push_back(std::uint8_t(path.decisions));
        }
        all.choices.push_back(std::uint8_t(russian::choices(table)));
        all.scores.push_back(std::uint8_t(score.score));
        all.states.push_back(std::uint32_t(std::min<std::uint64_t>(score.states, 0xffffffff)));
        if (options.lines) all.lines.insert(all.lines.end(), score.line.begin(), score.line.end());
        if (all.lines.size() > 0xffffffff) refuse("count: too many deals for one batch");
        all.ends.push_back(std::uint32_t(all.lines.size()));
    }
    if (!options.plain) all.store = best.store();
    return all;
}

}  // namespace kiebitz
