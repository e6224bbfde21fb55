// The header of certificates: the rules, the start and the claim in words. docs/certificates.md specifies it.
#include <algorithm>
#include <string>
#include <string_view>

#include "certificate/supported.hpp"
#include "common/dealing.hpp"
#include "common/decimal.hpp"
#include "kiebitz/certificate.hpp"
#include "kiebitz/play.hpp"

namespace kiebitz::certificate {
namespace {

constexpr std::string_view rank_letters = "A23456789TJQK", suit_letters = "CDHS";
constexpr int first_cell = 32, first_foundation = 48;  // codes of piles

// A game with the letters of its ranks, in the order of the foundations.
struct Stated {
    const Rules rules;
    std::string home;

    Stated(Bytes coded, Bytes ladder) : rules(supported(coded)) {
        if (ladder.size() != rules.ranks) refuse("ranks", "one for each step home expected");
        for (const std::uint8_t rank : ladder) {
            if (rank >= rank_letters.size()) refuse("ranks", "0 to 12 expected");
            home += rank_letters[rank];
        }
    }
    std::string suits() const {
        std::string letters;
        for (int suit = 0; suit < 4; ++suit)
            if (rules.suits >> suit & 1) letters += suit_letters[std::size_t(suit)];
        return letters;
    }
    // The ranks from low to high in columns.
    std::string ranks() const {
        if (rules.step == Step::down) return home;
        std::string letters(home.rbegin(), home.rend());
        if (rules.ace_low) std::rotate(letters.begin(), letters.end() - 1, letters.end());
        return letters;
    }
    std::string cards(const Card* first, int count) const {
        std::string text;
        for (int i = 0; i < count; ++i) {
            if (first[i] == no_card) continue;
            if (!text.empty()) text += ' ';
            text += {home[std::size_t(rank_of(first[i]))], suit_letters[std::size_t(suit_of(first[i]))]};
        }
        return text;
    }
    std::string board(Bytes coded) const {
        const Position position = Position::parse(rules, coded);
        std::string text;
        for (int i = 0; i < rules.columns; ++i) {
            if (position.face_down[i]) refuse("position", "no cards face down expected");
            text += (i ? " / " : "") + cards(position.column[i], position.length[i]);
        }
        text += " ; " + cards(position.cells, rules.cells);
        text.erase(text.find_last_not_of(' ') + 1);
        return text.erase(0, text.find_first_not_of(' '));
    }
    // How many cards of a numbered deal go to cells, after those that go row by row to all columns; -1 for other
    // layouts.
    int dealt_to_cells(Bytes layout) const {
        const std::size_t cards = rules.ranks * suits().size();
        if (layout.size() != 2 * cards) return -1;
        int in_cells = 0;
        for (std::size_t i = 0; i < cards; ++i) {
            const int pile = layout[i];
            if (pile >= first_cell && pile < first_foundation) ++in_cells;
            else if (in_cells || pile != int(i) % rules.columns) return -1;
        }
        return in_cells;
    }
};

}  // namespace

std::string header(const Game& game, Bytes position, const Claim& claim, std::string_view number) {
    const Stated stated(game.rules, game.ladder);
    const Rules& rules = stated.rules;
    const int in_cells = stated.dealt_to_cells(game.layout);
    const auto dealt = in_cells < 0 || number.empty() || number.starts_with('-')
                           ? std::nullopt
                           : play::dealt(game.rules, game.layout, Numbering::microsoft, number);
    const bool numbered = dealt && std::ranges::equal(*dealt, position);
    const Bytes merged = claim.merged_from;
    const bool is_merged = !merged.empty();
    if (is_merged && (merged.size() != 2 || merged[0] >= rules.ranks || merged[1] >= rules.ranks))
        refuse("ranks of the pack expected");
    std::string text = "kiebitz certificate ";
    (text += rules.back ? '3' : is_merged ? '4' : '2') += '\n';
    const auto line = [&text](std::string_view name, std::string_view value) {
        (text += name) += ' ';
        (text += value) += '\n';
    };
    line("suits", stated.suits());
    line("ranks", stated.ranks());
    line("home", stated.home);
    line("columns", decimal(rules.columns));
    line("cells", decimal(rules.cells));
    line("dealt_to_cells", decimal(numbered ? in_cells : 0));
    line("build", rules.build == Build::suit ? "same_suit" : "alternate_colour");
    constexpr std::string_view empty_columns[] = {"any", "kings", "none"};
    line("empty_column", empty_columns[std::size_t(rules.empty)]);
    if (rules.back) line("home_moves", "both_ways");
    if (is_merged) {
        const char ranks[] = {stated.home[merged[0]], ' ', stated.home[merged[1]]};
        line("merged", {ranks, sizeof ranks});
    }
    line("start", numbered ? "microsoft " + std::string(number) : "board " + stated.board(position));
    line("claim", claim.moves ? "moves " + decimal(claim.moves) : "impossible");
    line("positions", decimal(claim.positions));
    return text + '\n';
}

}  // namespace kiebitz::certificate
