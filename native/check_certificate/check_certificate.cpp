#include "check_certificate.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "formula.hpp"

namespace check_certificate {
namespace {

// --- the positions ---

class File {
public:
    explicit File(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
        if (!file_) throw Unreadable{std::strerror(errno)};
    }
    ~File() { std::fclose(file_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    std::string head() {
        std::string text(longest_header, '\0');
        text.resize(std::fread(text.data(), 1, text.size(), file_));
        if (std::ferror(file_)) throw Unreadable{std::strerror(errno)};
        return text;
    }
    void skip_to(std::size_t place) {
        if (std::fseek(file_, long(place), SEEK_SET)) throw Unreadable{std::strerror(errno)};
    }
    int next() { return std::getc(file_); }

private:
    std::FILE* file_;
};

// The listed positions, in the order of their numbers; their prefixes are stored apart for lookups.
class Listed {
public:
    std::uint64_t size() const { return numbers_.size(); }
    const Number& operator[](std::uint64_t i) const { return numbers_[i]; }
    int bound(std::uint64_t i) const { return bounds_[i]; }

    // The index of a position; `none` if it is not listed.
    std::uint64_t find(const Number& n) const {
        const std::uint64_t first = first_of(n);
        std::uint64_t low = 0;
        for (std::uint64_t left = size(); left > 1;) {
            const std::uint64_t half = left / 2, middle = low + half;
            if (first_[middle] == first) low = numbers_[middle] <= n ? middle : low;
            else low = first_[middle] < first ? middle : low;
            left -= half;
        }
        return numbers_[low] == n ? low : none;
    }
    // Add a position above all others.
    void add(const Number& n, int bound) {
        first_.push_back(first_of(n));
        numbers_.push_back(n);
        bounds_.push_back(std::uint8_t(bound));
    }
    static constexpr std::uint64_t none = ~std::uint64_t{0};

private:
    static std::uint64_t first_of(const Number& n) {
        std::uint64_t first = 0;
        for (std::size_t k = 0; k < sizeof first; ++k) first = first << 8 | n[k];
        return first;
    }

    std::vector<std::uint64_t> first_;
    std::vector<Number> numbers_;
    std::vector<std::uint8_t> bounds_;
};

class Asking {
public:
    explicit Asking(const std::function<bool()>& ask) : ask_(ask) {}
    void now_and_then() {
        if (++count_ % 4096 == 0 && ask_ && ask_()) throw Stopped{};
    }

private:
    const std::function<bool()>& ask_;
    std::uint64_t count_ = 0;
};

Listed read_positions(File& file, const Game& game, std::uint64_t count, Asking& asking) {
    Listed listed;
    Number before{};
    for (std::uint64_t i = 0; i < count; ++i) {
        asking.now_and_then();
        const std::string place = "position " + std::to_string(i + 1) + " of " + std::to_string(count);
        const int shared = file.next();
        if (shared >= game.width()) throw Unreadable{place + " is cut short"};
        Number now = before;
        int byte = shared;
        for (int k = shared; byte >= 0 && k < game.width(); ++k) now[std::size_t(k)] = std::uint8_t(byte = file.next());
        const int bound = byte < 0 ? byte : file.next();
        if (bound < 0) throw Unreadable{place + " is cut short"};
        const bool too_large = now[0] >> (8 - (8 * game.width() - 3 * game.cards()));
        if ((i && now <= before) || too_large) throw Unreadable{place + " is not above the one before, or too large"};
        listed.add(now, bound);
        before = now;
    }
    if (file.next() >= 0) throw Unreadable{"bytes are left over after position " + std::to_string(count)};
    return listed;
}

// --- the proof ---

std::string prove_by_easier_game(const Game& game, const Header& header, Asking& asking) {
    const MergedFrom from = *header.merged_from;
    const auto [result, positions] = search(game.easier(from), header.positions, [&] { asking.now_and_then(); });
    if (result == Searched::won) throw NotProven{"the game with merged suits can be won"};
    if (result == Searched::too_many)
        throw NotProven{"the game with merged suits has more positions than " + std::to_string(header.positions)};
    return game.text() + " cannot be won, even with suits merged, black from " + header.home[std::size_t(from.black)] +
           " and red from " + header.home[std::size_t(from.red)] +
           " on; positions checked: " + std::to_string(positions);
}

std::string prove(const std::string& path, const std::function<bool()>& ask) {
    File file(path);
    Asking asking(ask);
    const Header header(file.head());
    const Game game(header);
    file.skip_to(header.length);
    if (header.merged_from) {
        if (file.next() >= 0) throw Unreadable{"bytes are left over after the header"};
        return prove_by_easier_game(game, header, asking);
    }
    const Listed listed = read_positions(file, game, header.positions, asking);
    const auto formula = std::make_unique<Formula>(game);
    const auto start = listed.find(game.start());
    if (start == Listed::none || listed.bound(start) < header.claimed)
        throw NotProven{"the start is not listed with the bound that is claimed"};
    Board board, after;
    for (std::uint64_t i = 0; i < listed.size(); ++i) {
        asking.now_and_then();
        const Number position = listed[i];
        const int bound = listed.bound(i), needed = bound == lost ? lost : bound - 1;
        if (position == Number{} && bound > 0)
            throw NotProven{"the won position has the bound " + std::to_string(bound)};
        game.read(position, board);
        game.successors(position, board, [&](const Number& next) {
            const auto at = listed.find(next);
            bool right = at != Listed::none && listed.bound(at) >= needed;
            if (at == Listed::none && needed != lost) {
                game.read(next, after);
                right = formula->reaches(needed, next, after);
            }
            if (!right)
                throw NotProven{"position " + game.octal(position) + " has the bound " + std::to_string(bound) +
                                (at == Listed::none ? ", and a successor is not listed"
                                                    : ", its successor " + std::to_string(listed.bound(at)))};
        });
    }
    const std::string claim = header.claimed == lost
                                  ? "cannot be won"
                                  : "is won by no line with fewer moves than " + std::to_string(header.claimed);
    return game.text() + " " + claim + "; positions checked: " + std::to_string(listed.size());
}

}  // namespace

Report check(const std::string& path, const std::function<bool()>& ask) {
    try {
        return {Outcome::proven, prove(path, ask)};
    } catch (const NotProven& fault) {
        return {Outcome::not_proven, fault.why};
    } catch (const Unreadable& fault) {
        return {Outcome::unreadable, fault.why};
    } catch (const std::bad_alloc&) {
        return {Outcome::unreadable, "there is too little memory for so many positions"};
    }
}

}  // namespace check_certificate
