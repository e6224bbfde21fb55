// The meaning of a solution's steps in a game, and the autoplay rule by which they can be played.
#include <algorithm>
#include <bit>

#include "analyst/game.hpp"
#include "kiebitz/text.hpp"
#include "play/board.hpp"
#include "play/moves.hpp"

namespace kiebitz::text {
namespace {

using play::PileMove;

constexpr int most_tries = 5'000;  // ways to split one move

bool is_column(std::int64_t pile) { return pile < cell_code; }

// One attempt to play a line from its start.
class Playing {
public:
    Playing(const play::Game& game, const play::Board& start, Bytes ranks, SolutionForm form)
        : game_(game), board_(start), ranks_(ranks), by_arrival_(form == SolutionForm::by_arrival),
          carries_(form != SolutionForm::standard && form != SolutionForm::lists &&
                   game.play().autoplay == Autoplay::none) {}

    // Play the steps up to an illegal move, which is included.
    bool make(const std::vector<Step>& steps) {
        if (const Move first = play::next_automatic(game_, board_); by_arrival_ && first.count)
            turn({first.from, first.to, first.count});
        for (const Step& step : steps) {
            if (by_arrival_) see_arrivals();
            const PileMove move = pile_move(step);
            if (!play::refusal(game_, board_, move)) {
                turn(move);
            } else if (int tries = most_tries; !carries_ || !carry(board_, move, tries, moves_)) {
                add(move, moves_);
                return false;
            }
        }
        return true;
    }
    bool won() const { return game_.won(board_); }
    const std::vector<std::uint8_t>& moves() const { return moves_; }

private:
    void turn(const PileMove& move) {
        push(board_, move, moves_);
        play::play_automatic(game_, board_, [](const Move&) {});
    }
    void see_arrivals() {
        const int cells = game_.rules().cells;
        std::erase_if(arrived_, [&](Card card) { return first(board_.cell, cells, card) == cells; });
        for (int i = 0; i < cells; ++i)
            if (const Card card = board_.cell[i];
                card != no_card && !std::count(arrived_.begin(), arrived_.end(), card))
                arrived_.push_back(card);
    }

    static void add(const PileMove& move, std::vector<std::uint8_t>& out) {
        out.insert(out.end(), {std::uint8_t(move.from), std::uint8_t(move.to), std::uint8_t(move.count)});
    }
    void push(play::Board& board, const PileMove& move, std::vector<std::uint8_t>& out) const {
        play::carry_out(game_, board, {std::uint8_t(move.from), std::uint8_t(move.to), std::uint8_t(move.count)});
        add(move, out);
    }

    Card end_of(std::int64_t pile) const {
        if (is_column(pile)) return pile < game_.rules().columns ? board_.end[pile] : no_card;
        if (pile < foundation_code)
            return pile - cell_code < game_.rules().cells ? board_.cell[pile - cell_code] : no_card;
        if (pile < stock_code) return board_.home[suit_of_pile(pile)] ? top_of_home(suit_of_pile(pile)) : no_card;
        return pile == stock_code && board_.stock_left ? board_.stock[0] : no_card;
    }
    static int suit_of_pile(std::int64_t pile) { return int(pile) - foundation_code; }
    Card top_of_home(int suit) const { return Card(4 * (board_.home[suit] - 1) + suit); }
    // The foundation of the card to go home; the first foundation if there is no such card, so that the move is
    // refused.
    int foundation(std::int64_t from) const {
        const Card card = end_of(from);
        return foundation_code + (card == no_card ? 0 : suit_of(card));
    }

    PileMove pile_move(const Step& step) const {
        if (step.card != nobody) return of_card(step);
        const std::int64_t from = by_arrival_ && !is_column(step.source)
                                      ? cell_of_arrival(std::size_t(step.source - cell_code))
                                      : step.source;
        if (step.one_by_default && step.target == at_home && game_.rules().whole_suits)
            return sequence_home(step.source);
        const std::int64_t to = step.goes == Goes::to_cell ? free_cell()
                                : step.target == at_home   ? foundation(from)
                                                           : step.target;
        const bool is_single =
            step.one_by_default && is_column(to) && to < game_.rules().columns && end_of(to) == no_card;
        return {from, to,
                step.count            ? step.count
                : is_single           ? 1
                : step.one_by_default ? fitting(from, to)
                                      : implied(from, to)};
    }
    // fc-solve counts columns from 0 in moves of a whole suit home, from 1 elsewhere.
    PileMove sequence_home(int written) const {
        for (const std::int64_t from : {written + 1, written}) {
            const PileMove move{from, foundation(from), implied(from, foundation(from))};
            if (from < game_.rules().columns && !play::refusal(game_, board_, move)) return move;
        }
        return {written, foundation(written), implied(written, foundation(written))};
    }
    // The number of cards in fc-solve's move onto a card without a count; in Simple Simon they may be of several suits.
    int fitting(std::int64_t from, std::int64_t to) const {
        const Card moved = end_of(from), onto = end_of(to);
        const bool runs =
            game_.rules().suit_runs && is_column(from) && is_column(to) && moved != no_card && onto != no_card;
        return runs && onto / 4 > moved / 4 ? onto / 4 - moved / 4 : implied(from, to);
    }
    std::int64_t first(const Card* piles, int count, Card card) const {
        return std::find(piles, piles + count, card) - piles;
    }
    // The first free cell, or the first cell if none is free, so that the move is refused.
    std::int64_t free_cell() const {
        const std::int64_t free = first(board_.cell, game_.rules().cells, no_card);
        return cell_code + (free < game_.rules().cells ? free : 0);
    }
    std::int64_t cell_of_arrival(std::size_t place) const {
        return place < arrived_.size() ? cell_code + first(board_.cell, game_.rules().cells, arrived_[place])
                                       : free_cell();
    }
    int implied(std::int64_t from, std::int64_t to) const { return play::implied_count(game_, board_, from, to); }

    // The card of a name, no_card if the pack lacks it.
    Card card_of(Named name) const {
        const auto step = std::find(ranks_.begin(), ranks_.end(), name / 4);
        return step == ranks_.end() ? no_card : Card(4 * (step - ranks_.begin()) + name % 4);
    }
    struct Place {
        std::int64_t pile;
        int count;  // cards from this one on
    };
    // The place of a card; its foundation, which gives at most its last card, if it is in no column or cell.
    Place place_of(Named name) const {
        const Card card = card_of(name);
        for (int i = 0; i < game_.rules().columns; ++i) {
            int count = 1;
            for (Card c = board_.end[i]; c < max_cards; c = board_.below[c], ++count)
                if (c == card) return {i, count};
        }
        for (int i = 0; i < game_.rules().cells; ++i)
            if (board_.cell[i] == card && card != no_card) return {cell_code + i, 1};
        const int covering = card == no_card ? 0 : board_.home[name % 4] - 1 - rank_of(card);
        return {foundation_code + name % 4, 1 + std::max(covering, 0)};
    }
    // The move of a named card with all cards on it.
    PileMove of_card(const Step& step) const {
        const Place source = place_of(step.card);
        if (step.goes == Goes::onto_card) return {source.pile, place_of(step.onto).pile, source.count};
        if (step.goes == Goes::to_cell) return {source.pile, free_cell(), source.count};
        if (step.goes == Goes::to_pile && step.target != at_home) return {source.pile, step.target, source.count};
        if (step.goes == Goes::to_empty_column) {
            const std::int64_t empty = first(board_.end, game_.rules().columns, no_card);
            return {source.pile, empty < game_.rules().columns ? empty : source.pile, source.count};
        }
        const int home = foundation_code + step.card % 4;
        return {source.pile, home, game_.rules().whole_suits ? implied(source.pile, home) : source.count};
    }

    // In Simple Simon, fc-solve moves cards of several suits as one if other columns can hold their parts: move the
    // lower part aside, the upper part to its target, then the lower part after it.
    bool carry(play::Board& board, const PileMove& move, int& tries, std::vector<std::uint8_t>& out) const {
        if (!play::refusal(game_, board, move)) {
            push(board, move, out);
            return true;
        }
        if (!game_.rules().suit_runs || !is_column(move.from) || !is_column(move.to)) return false;
        for (const int lower : lower_parts(board, move)) {
            for (int aside = 0; aside < game_.rules().columns; ++aside) {
                if (--tries < 0 || aside == move.from || aside == move.to) continue;
                play::Board after = board;
                std::vector<std::uint8_t> line;
                const PileMove parts[] = {
                    {move.from, aside, lower}, {move.from, move.to, move.count - lower}, {aside, move.to, lower}};
                if (!std::all_of(parts, parts + 3,
                                 [&](const PileMove& part) { return carry(after, part, tries, line); }))
                    continue;
                board = after;
                out.insert(out.end(), line.begin(), line.end());
                return true;
            }
        }
        return false;
    }
    // The sizes of the single-suit parts at the end of the moved cards.
    std::vector<int> lower_parts(const play::Board& board, const PileMove& move) const {
        std::vector<int> parts;
        Card c = board.end[move.from];
        for (int count = 1; count < move.count && c < max_cards && board.below[c] < max_cards; ++count) {
            const Card lower = board.below[c];
            if (!game_.joined(c, lower) && game_.fits(c, lower)) parts.push_back(count);
            c = lower;
        }
        return parts;
    }

    const play::Game& game_;
    play::Board board_;
    Bytes ranks_;
    bool by_arrival_, carries_;
    std::vector<Card> arrived_;  // cards in cells, in order of arrival
    std::vector<std::uint8_t> moves_;
};

// fc-solve and PySolFC deal Eight Off's four cards into cells 1, 3, 5 and 7 (their `make_pysol_freecell_board.py`):
// translate their cells into ours; none if both deal alike.
std::vector<Step> with_our_cells(const Rules& rules, Bytes layout, const std::vector<Step>& steps) {
    std::vector<int> dealt, cell_map(rules.cells, -1);
    const std::size_t size = std::size_t(rules.ranks) * std::size_t(std::popcount(rules.suits));
    for (const std::uint8_t pile : layout.first(std::min(size, layout.size())))
        if (pile >= cell_code && pile < foundation_code) dealt.push_back(pile - cell_code);
    bool alike = true;
    for (std::size_t i = 0; i < dealt.size(); ++i) {
        if (2 * i >= cell_map.size()) return {};
        cell_map[2 * i] = dealt[i];
        alike &= dealt[i] == int(2 * i);
    }
    if (alike) return {};
    int next_cell = 0;
    for (int& cell : cell_map) {
        while (std::find(dealt.begin(), dealt.end(), next_cell) != dealt.end()) ++next_cell;
        if (cell < 0) cell = next_cell++;
    }
    std::vector<Step> renamed = steps;
    for (Step& step : renamed)
        for (std::uint8_t* pile : {&step.source, &step.target})
            if (*pile >= cell_code && *pile < cell_code + rules.cells)
                *pile = std::uint8_t(cell_code + cell_map[*pile - cell_code]);
    return renamed;
}

}  // namespace

LineReading play_steps(Bytes game_bytes, Bytes layout, Bytes position, const std::vector<Step>& steps,
                       SolutionForm form, const std::vector<std::vector<Autoplay>>& ways_asked) {
    analyst::check_game(game_bytes);
    const Rules rules = Rules::read(game_bytes.first(analyst::rules_size));
    const bool of_fc_solve = form == SolutionForm::sentences || form == SolutionForm::dialect;
    const std::vector<Step> renamed = of_fc_solve ? with_our_cells(rules, layout, steps) : std::vector<Step>{};
    const auto line = [&](Autoplay autoplay, const std::vector<Step>& written) {
        const play::Game game(rules, {autoplay, AtOnce(game_bytes[analyst::at_once_at])});
        Playing playing(game, game.board(Position::parse(rules, position)), game_bytes.subspan(analyst::ranks_at),
                        form);
        const bool legal = playing.make(written);
        return LineReading{autoplay, legal, legal && playing.won(), playing.moves()};
    };
    std::optional<LineReading> first;
    std::vector<std::vector<Autoplay>> ways = ways_asked;
    if (form == SolutionForm::by_arrival) {
        const auto homeward = int(std::count_if(steps.begin(), steps.end(), [](const Step& step) {
            return step.target == at_home && step.goes == Goes::to_pile;
        }));
        ways = {{!homeward                                             ? Autoplay::max
                 : homeward < rules.ranks * std::popcount(rules.suits) ? Autoplay::safe
                                                                       : Autoplay::none}};
    }
    for (const std::vector<Autoplay>& beside : ways) {
        std::optional<LineReading> legal;
        for (const Autoplay autoplay : beside) {
            LineReading reading = line(autoplay, steps);
            if (!reading.legal && !renamed.empty())
                if (LineReading renamed_reading = line(autoplay, renamed); renamed_reading.legal)
                    reading = std::move(renamed_reading);
            if (reading.won) return reading;
            if (reading.legal && !legal) legal = reading;
            if (!first) first = std::move(reading);
        }
        if (legal) return *legal;
    }
    return first.value_or(LineReading{});
}

}  // namespace kiebitz::text
