// Whether the cards of a board make a position of a game.
#include <algorithm>
#include <bit>

#include "analyst/game.hpp"
#include "kiebitz/text.hpp"
#include "play/positions.hpp"
#include "text/cards.hpp"

namespace kiebitz::text {
namespace {

constexpr int suits = 4;
constexpr int pack_codes = 4 * 13;

Rules rules_of(Bytes game) {
    analyst::check_game(game);
    return Rules::read(game.first(analyst::rules_size));
}

class Setup {
public:
    Setup(Bytes game, Bytes layout, const Board& board)
        : rules_(rules_of(game)), ranks_(game.subspan(analyst::ranks_at)), board_(board) {
        for (const std::uint8_t pile : layout.first(std::min(layout.size(), size_of_pack())))
            if (pile >= foundation_code && pile < stock_code) ++home_[pile - foundation_code];
    }

    Placed placed() {
        Placed answer = misplaced();
        count_table();
        if (board_.home) home_ = *board_.home;
        else return_to_table();
        for (int suit = 0; suit < suits; ++suit) {
            const int whole = rules_.suits >> suit & 1 ? rules_.ranks : 0;
            const bool is_part = rules_.whole_suits && home_[suit] && home_[suit] < whole;
            if ((home_[suit] > whole || is_part) && answer.misfit == Misfit::none) answer = misfit(Misfit::home, suit);
            for (int step = 0; step < std::min<int>(home_[suit], whole); ++step) ++card_counts_[home_card(step, suit)];
        }
        for (int card = 0; card < pack_codes; ++card) {
            const bool belongs = code_of(Named(card)) != no_card;
            if (!belongs && card_counts_[card]) answer.strange.push_back(Named(card));
            if (belongs && !card_counts_[card]) answer.missing.push_back(Named(card));
            if (belongs && card_counts_[card] > 1) answer.doubled.push_back(Named(card));
        }
        if (answer.misfit != Misfit::none) return answer;
        if (!answer.strange.empty()) {
            answer.misfit = Misfit::pack;
        } else if (!answer.missing.empty() || !answer.doubled.empty()) {
            answer.misfit = Misfit::cards;
            if (!board_.home && answer.doubled.empty()) answer.tops = tops(answer.missing);
        } else {
            answer.position = position();
        }
        return answer;
    }

private:
    static Placed misfit(Misfit what, int number) {
        Placed answer;
        answer.misfit = what;
        answer.number = number;
        return answer;
    }
    // The misfit of the piles, whatever their cards are.
    Placed misplaced() const {
        if (board_.columns.size() > rules_.columns || board_.cells.size() > rules_.cells)
            refuse("board: no more columns and cells than in the game expected");
        if (board_.stock.size() > rules_.stock) return misfit(Misfit::stock, rules_.stock);
        for (std::size_t i = 0; i < board_.columns.size(); ++i)
            if (const auto& cards = board_.columns[i]; !cards.empty() && cards.back() & face_down)
                return misfit(Misfit::last_face_down, int(i) + 1);
        return {};
    }
    std::size_t size_of_pack() const { return std::size_t(rules_.ranks) * std::size_t(std::popcount(rules_.suits)); }
    Named home_card(int step, int suit) const { return named(ranks_[std::size_t(step)] + 1, suit); }
    Card code_of(Named card) const {
        const auto step = std::find(ranks_.begin(), ranks_.end(), rank_named(card) - 1);
        if (step == ranks_.end() || !(rules_.suits >> suit_named(card) & 1)) return no_card;
        return Card(suits * (step - ranks_.begin()) + suit_named(card));
    }

    void count_table() {
        for (const auto& cards : board_.columns) count(cards);
        count(board_.cells);
        count(board_.stock);
    }
    void count(const std::vector<Named>& cards) {
        for (const Named card : cards) {
            if (card == nobody) continue;
            if ((card & (face_down - 1)) >= pack_codes) refuse("board: cards of Microsoft's deck expected");
            ++card_counts_[card & (face_down - 1)];
        }
    }
    // Cards that are dealt to the foundations may have come back.
    void return_to_table() {
        for (int suit = 0; suit < suits; ++suit)
            for (int step = 0; step < home_[suit]; ++step)
                if (card_counts_[home_card(step, suit)]) home_[suit] = std::uint8_t(step);
    }
    // The last card home of each suit if all cards that are not on the table are the first ones of their suits.
    std::vector<Named> tops(const std::vector<Named>& missing) const {
        std::array<std::uint8_t, suits> count = home_;
        for (const Named card : missing) ++count[suit_named(card)];
        std::vector<Named> last;
        for (int suit = 0; suit < suits; ++suit) {
            for (int step = home_[suit]; step < count[suit]; ++step)
                if (!std::count(missing.begin(), missing.end(), home_card(step, suit))) return {};
            if (count[suit]) last.push_back(home_card(count[suit] - 1, suit));
        }
        return last;
    }
    std::vector<std::uint8_t> position() const {
        Position p;
        std::copy(home_.begin(), home_.end(), p.home);
        for (std::size_t i = 0; i < board_.cells.size(); ++i)
            if (board_.cells[i] != nobody) p.cells[i] = code_of(board_.cells[i]);
        for (std::size_t i = 0; i < board_.columns.size(); ++i)
            for (const Named card : board_.columns[i]) {
                p.column[i][p.length[i]++] = code_of(card);
                p.face_down[i] = std::uint8_t(p.face_down[i] + (card >= face_down));
            }
        for (const Named card : board_.stock) p.stock[p.stock_left++] = code_of(card);
        return play::written(rules_, p);
    }

    const Rules rules_;
    const Bytes ranks_;
    const Board& board_;
    std::array<std::uint8_t, suits> home_{};
    std::array<int, pack_codes> card_counts_{};
};

}  // namespace

Placed placed(Bytes game, Bytes layout, const Board& board) { return Setup(game, layout, board).placed(); }

}  // namespace kiebitz::text
