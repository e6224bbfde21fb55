// The command line of the tuner (see ../README.md).
#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "climb.hpp"
#include "descent.hpp"
#include "freecell/portfolio.hpp"
#include "weights.hpp"

namespace kiebitz::tune {
namespace {

constexpr char usage[] = R"(usage:
  tune start FILE                                     write the sets that the kernel has now
  tune measure FILE FIRST LAST                        what the sets do with the deals FIRST to LAST
  tune climb FILE SET FIRST DEALS SECONDS [PRICE [SEED]]
                                                      better the set numbered SET (from 0) on DEALS deals from FIRST on
                                                      that the sets before it leave over
  tune descend FILE SET FIRST SECONDS [PRICE [SEED]]  the same by descent over all weights at once, each deal once
  tune grow FILE SETS SECONDS [PRICE [SEED]]          append sets until there are SETS, each bettered for SECONDS
  tune write FILE PORTFOLIO.CPP                       put the sets into the kernel's source
PRICE is what a failure costs, in positions (1500). Deals up to 2,000,000 are refused: benchmarks measure them.
)";

constexpr double usual_price = 1500;
// An appended set starts as a copy of the first one with this limit, on deals of its own, a million per set.
constexpr std::uint32_t nodes_of_new = 450;
constexpr std::int64_t deals_of_first_set = 3'000'001, deals_apart = 1'000'000;
constexpr std::size_t deals_of_new = 4'000;
// The rate of a descent falls to zero; the result is the mean over the last of these parts.
constexpr double first_rate = 2e-6;
constexpr int parts = 20, between_looks = 500;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::int64_t number_in(const std::string& word) {
    std::int64_t number = 0;
    const char* end = word.data() + word.size();
    if (const auto [stop, error] = std::from_chars(word.data(), end, number); error != std::errc{} || stop != end)
        throw std::invalid_argument(word + ": a whole number expected");
    return number;
}

void measure(const std::string& file, std::int64_t first, std::int64_t last) {
    if (last < first) throw std::invalid_argument("a range whose first number is not above its last expected");
    const auto sets = read_sets(file);
    struct Count {
        std::uint64_t tried = 0, solved = 0, nodes = 0;
    };
    std::vector<Count> counts(sets.size());
    freecell::QuickSearch searcher;
    std::vector<std::uint8_t> line;
    const auto begin = Clock::now();
    for (std::int64_t number = first; number <= last; ++number) {
        searcher.start(Rules{}, fresh_deal(number));
        for (std::size_t k = 0; k < sets.size(); ++k) {
            const auto before = searcher.expanded();
            line.clear();
            const bool solved = searcher.attempt(sets[k], line) == freecell::Outcome::solved;
            counts[k].tried += 1, counts[k].solved += solved, counts[k].nodes += searcher.expanded() - before;
            if (solved) break;
        }
    }
    const double seconds = seconds_since(begin), deals = double(last - first + 1);
    std::uint64_t nodes = 0;
    for (std::size_t k = 0; k < sets.size(); ++k) {
        const Count& c = counts[k];
        nodes += c.nodes;
        std::printf("set %zu: %llu deals, %.2f %% solved, %.1f positions each\n", k, (unsigned long long)c.tried,
                    c.tried ? 100.0 * double(c.solved) / double(c.tried) : 0.0,
                    c.tried ? double(c.nodes) / double(c.tried) : 0.0);
    }
    std::printf("all: %.2f positions and %.2f us a deal, %llu deals left over\n", double(nodes) / deals,
                seconds * 1e6 / deals, (unsigned long long)(counts.back().tried - counts.back().solved));
}

void climb(const std::string& file, std::size_t set, std::int64_t first, std::size_t deals, double seconds,
           double price, std::uint32_t seed) {
    auto sets = read_sets(file);
    if (set >= sets.size()) throw std::invalid_argument("no set " + std::to_string(set) + " in " + file);
    if (!deals) throw std::invalid_argument("a number of deals above 0 expected");
    const std::vector<Attempt> before(sets.begin(), sets.begin() + std::ptrdiff_t(set));
    Climber climber(left_over(before, first, deals), sets[set], price, seed);
    std::uint64_t tried = 0, kept = 0;
    const auto report = [&](double at) {
        std::printf("set %zu, %.0f s: %llu tried, %llu kept, cost %.2f, limit %u\n", set, at,
                    (unsigned long long)tried, (unsigned long long)kept, climber.cost(), climber.best().nodes);
        std::fflush(stdout);
        sets[set] = climber.best();
        write_sets(file, sets);  // regularly, so that little is lost if the tuner is stopped
    };
    report(0);
    const auto begin = Clock::now();
    for (double next = 15; seconds_since(begin) < seconds;) {
        ++tried;
        kept += climber.step();
        if (const double at = seconds_since(begin); at >= next) {
            report(at);
            next = at + 15;
        }
    }
    report(seconds);
}

void descend(const std::string& file, std::size_t set, std::int64_t first, double seconds, double price,
             std::uint32_t seed) {
    auto sets = read_sets(file);
    if (set >= sets.size()) throw std::invalid_argument("no set " + std::to_string(set) + " in " + file);
    const std::vector<Attempt> before(sets.begin(), sets.begin() + std::ptrdiff_t(set));
    Descent descent(before, sets[set], first, price, seed);
    const auto begin = Clock::now();
    for (int part = 1; part <= parts; ++part) {
        for (double at; (at = seconds_since(begin)) < seconds * part / parts;)
            for (int i = 0; i < between_looks; ++i) descent.step(first_rate * (1 - at / seconds));
        std::printf("set %zu, %.0f s: cost %.2f\n", set, seconds_since(begin), descent.cost());
        std::fflush(stdout);
        sets[set] = descent.mean();
        write_sets(file, sets);
        descent.mark();
    }
}

void grow(const std::string& file, std::size_t number, double seconds, double price, std::uint32_t seed) {
    auto sets = read_sets(file);
    for (std::size_t set = sets.size(); set < number; ++set) {
        sets.push_back({sets[0].weights, nodes_of_new});
        write_sets(file, sets);
        climb(file, set, deals_of_first_set + std::int64_t(set) * deals_apart, deals_of_new, seconds, price,
              seed + std::uint32_t(set));
        sets = read_sets(file);
    }
}

int run(const std::vector<std::string>& words) {
    const std::size_t n = words.size();
    const std::string_view command = n ? std::string_view(words[0]) : "";
    const auto number = [&](std::size_t at) { return number_in(words[at]); };
    const auto price = [&](std::size_t at) { return at < n ? double(number(at)) : usual_price; };
    const auto seed = [&](std::size_t at) { return at < n ? std::uint32_t(number(at)) : 0u; };
    if (command == "start" && n == 2) {
        const auto sets = freecell::portfolio();
        write_sets(words[1], {sets.begin(), sets.end()});
    } else if (command == "measure" && n == 4) {
        measure(words[1], number(2), number(3));
    } else if (command == "climb" && n >= 6 && n <= 8) {
        climb(words[1], std::size_t(number(2)), number(3), std::size_t(number(4)), double(number(5)), price(6),
              seed(7));
    } else if (command == "descend" && n >= 5 && n <= 7) {
        descend(words[1], std::size_t(number(2)), number(3), double(number(4)), price(5), seed(6));
    } else if (command == "grow" && n >= 4 && n <= 6) {
        grow(words[1], std::size_t(number(2)), double(number(3)), price(4), seed(5));
    } else if (command == "write" && n == 3) {
        write_portfolio(words[2], read_sets(words[1]));
    } else {
        std::fputs(usage, stderr);
        return 2;
    }
    return 0;
}

}  // namespace
}  // namespace kiebitz::tune

int main(int count, char** words) {
    try {
        return kiebitz::tune::run({words + 1, words + count});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tune: %s\n", error.what());
        return 2;
    }
}
