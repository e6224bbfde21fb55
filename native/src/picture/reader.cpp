#include "picture/reader.hpp"

#include <numeric>

#include "common/types.hpp"
#include "picture/evidence.hpp"
#include "picture/locate.hpp"
#include "picture/numbered.hpp"
#include "picture/rank_grid.hpp"
#include "picture/readings.hpp"
#include "picture/shown_numbers.hpp"
#include "picture/sides.hpp"
#include "picture/won.hpp"

namespace kiebitz::picture {
namespace {

constexpr double unlikely = -1e9;
constexpr double worth_of_deal = 25;                       // of a card that the numbered deal has at that place
constexpr double worth_of_last = 1;                        // of the last such card of a column
constexpr double worth_of_last_suit = 12;                  // if a card of its rank lies there
constexpr double clear_column = 0.5, gain_of_other = 1.5;  // in cards with a rank, less those without
constexpr double worth_of_card = 4;                        // that shows a rank, in the choice of a layout: log 52
constexpr double worth_of_pack = 1;                        // of a reading that is one pack, for each card
constexpr double price_of_silence = 1;                     // of a card without a rank, in the choice of a layout
constexpr double least_ranks = 0.5;                        // of the cards that show a rank; less is no board
constexpr double clear_sign = 0.8;                         // chance of a rank or suit that touches other ink
constexpr double least_ink = 0.005, border = 0.05;         // of a card: of its area without a border, in its widths
constexpr double least_rank = 0.3;                         // chance of a rank on a card, not on an outline
constexpr double clear_ranks = 0.7;                        // from this share on, a pile without a rank is an outline
constexpr int least_cards = 8;
constexpr double largest_loss_of_proof = 10;                    // of the signs' scores, by a deal that proves a board
constexpr double most_unsupported = 0.5;                        // confidence
constexpr double contradiction = 2, contradiction_of_suit = 4;  // by which another rank or suit is likelier
constexpr int guesses_kept = 3;
constexpr std::size_t layouts_with_deal = 2;  // the best of them are compared with numbered deals

class LayoutReader {
public:
    LayoutReader(const Pixels& pixels, Layout layout, const Classifier& classify) : layout_(std::move(layout)) {
        std::vector<std::vector<CardSigns>> piles;  // the columns, then the row
        for (const auto& column : layout_.columns) piles.push_back(signs_of(column, pixels, classify));
        piles.push_back(signs_of(layout_.row, pixels, classify));
        anchor_ = find_anchor(joined(piles), &Sign::rank_chance);
        open_anchor_ = find_open_anchor(piles);
        for (std::size_t i = 0; i < layout_.columns.size(); ++i) choose_column(i, pixels, classify, piles[i]);
        for (const auto& column : layout_.columns) {
            for (const Place& place : column) {
                places_.push_back(&place);
                anchors_.push_back(&place == &column.back() ? open_anchor_ : anchor_);
            }
        }
        in_columns_ = places_.size();
        for (const Place& place : layout_.row) {
            places_.push_back(&place);
            anchors_.push_back(open_anchor_);
        }
        signs_ = joined(piles);
        look_closer(anchors_, &Sign::rank_chance, pixels, classify);
        const std::vector<Anchor> of_suits(signs_.size(), find_anchor(signs_, &Sign::suit_chance));
        look_closer(of_suits, &Sign::suit_chance, pixels, classify);
        scores_ = weigh(signs_, anchors_, layout_.width);
        drop_outlines(pixels);
        trim(pixels.width());
        if (is_board()) readings_ = all_readings();
        own_ = scores_;
    }

    // How likely the layout is, by its best reading.
    double quality() const {
        if (!is_board()) return unlikely;
        return readings_->best().score +
               with_rank() * (worth_of_card + (readings_->best().one_pack ? worth_of_pack : 0)) -
               price_of_silence * (double(scores_.size()) - with_rank());
    }
    void use_deal(const Dealt& dealt, const Pixels& pixels, const Classifier& classify) {
        if (!is_board()) return;
        const ColumnScores columns = scores_by_column();
        agrees_ = trust(compare_deal(columns, dealt));
        if (agrees_ || columns.size() != columns_dealt || trust(find_deal(columns))) return;
        trust(find_deal(columns, shown_numbers(pixels, outline(), classify)));
    }
    BoardRead board() const;

    // Whether ranks and edges agree, and each card of a pack shows a rank, most of them the right one.
    bool is_clear() const {
        return layout_.clear && is_pack() && std::ranges::all_of(scores_, shows_rank) && quality() > 0;
    }
    bool is_pack() const { return is_board() && readings_->best().one_pack; }

    // The layout with all columns a step lower, if their first cards show no rank: an edge above the columns, such as
    // that of empty cells, looked like their tops.
    std::optional<Layout> lowered() const {
        std::size_t first = 0, silent = 0, all = 0;
        for (const auto& column : layout_.columns) {
            if (column.size() > 1) {
                ++all;
                silent += !shows_rank(scores_[first]);
            }
            first += column.size();
        }
        if (all == 0 || double(silent) < clear_ranks * double(all)) return std::nullopt;
        Layout lower = layout_;
        lower.clear = false;
        for (auto& others : lower.others) others.clear();
        int down = 0;
        for (auto& column : lower.columns) {
            if (column.size() < 2) continue;
            Place last = column.back();
            const int step = last.card.y - column[column.size() - 2].card.y;
            down = std::max(down, step);
            column.back().strip.height = step;
            last.card.y += step;
            last.strip.y += step;
            column.erase(column.begin());
            column.push_back(last);
        }
        lower.top += down;
        return lower;
    }

private:
    static std::vector<CardSigns> signs_of(const std::vector<Place>& places, const Pixels& pixels,
                                           const Classifier& classify) {
        std::vector<CardSigns> result;
        for (const Place& place : places) result.push_back(find_signs(pixels, place, classify));
        return result;
    }
    // Ranks or suits that touch other ink are cut out of it at their places.
    void look_closer(const std::vector<Anchor>& anchors, Chance chance, const Pixels& pixels,
                     const Classifier& classify) {
        for (std::size_t i = 0; i < signs_.size(); ++i) {
            if (chance_at(signs_[i], anchors[i], chance) >= clear_sign) continue;
            if (const auto sign = sign_in(pixels, signs_[i], *places_[i], anchors[i].window(), classify);
                sign && ((*sign).*chance)() >= clear_sign) {
                std::erase_if(signs_[i].signs, [&](const Sign& other) { return anchors[i].fits(other.box); });
                signs_[i].signs.push_back(*sign);
            }
        }
    }
    static std::vector<CardSigns> joined(const std::vector<std::vector<CardSigns>>& piles) {
        std::vector<CardSigns> all;
        for (const auto& pile : piles) all.insert(all.end(), pile.begin(), pile.end());
        return all;
    }
    // Covered cards may have smaller ranks at another place than open ones, if few of these show a rank at theirs.
    Anchor find_open_anchor(const std::vector<std::vector<CardSigns>>& piles) const {
        std::vector<CardSigns> open(piles.back());
        for (std::size_t i = 0; i + 1 < piles.size(); ++i)
            if (!piles[i].empty()) open.push_back(piles[i].back());
        const Anchor other = find_anchor(open, &Sign::rank_chance);
        const auto shown = [&](const Anchor& anchor) {
            return std::ranges::count_if(
                open, [&](const CardSigns& card) { return chance_at(card, anchor, &Sign::rank_chance) >= least_rank; });
        };
        return 2 * shown(anchor_) < shown(other) ? other : anchor_;
    }
    // How many cards of a column show a rank, less those that do not.
    double ranks_shown(const std::vector<CardSigns>& column) const {
        double sum = 0;
        for (const CardSigns& card : column)
            sum += 2 * chance_at(card, &card == &column.back() ? open_anchor_ : anchor_, &Sign::rank_chance) - 1;
        return sum;
    }
    // Lines in the pictures of courts look like tops of cards: the number of cards that shows the ranks best is right.
    void choose_column(std::size_t i, const Pixels& pixels, const Classifier& classify, std::vector<CardSigns>& signs) {
        double best = ranks_shown(signs);
        if (best > clear_column * double(signs.size())) return;
        best += gain_of_other;
        for (const auto& column : layout_.others[i]) {
            std::vector<CardSigns> other = signs_of(column, pixels, classify);
            const double shown = ranks_shown(other);
            if (shown <= best || shown <= clear_column * double(other.size())) continue;
            best = shown;
            signs = std::move(other);
            layout_.columns[i] = column;
        }
    }

    bool is_won() const {
        return in_columns_ == 0 && places_.size() == suits &&
               std::ranges::all_of(scores_, [](const CardScores& scores) {
                   return shows_rank(scores) && std::ranges::max_element(scores.rank) == scores.rank.end() - 1;
               });
    }
    bool is_board() const {
        return (places_.size() >= least_cards || is_won()) && places_.size() <= max_cards &&
               share_with_rank() >= least_ranks;
    }
    static bool shows_rank(const CardScores& scores) {
        return std::ranges::max(scores.rank) - std::ranges::min(scores.rank) > 1;
    }
    // Whether a place shows a rank, and, where a deal adds to its own chances, no rank or suit much likelier than the
    // card's.
    bool supports(std::size_t place, int card) const {
        const auto& rank = own_[place].rank;
        return shows_rank(own_[place]) &&
               (!has_deal_ || (std::ranges::max(rank) - rank[std::size_t(card / suits)] <= contradiction &&
                               !contradicts_suit(place, card)));
    }
    // Whether a place shows another suit. Then no deal proves the card: it may have changed places with one of its rank
    // whose suit is hidden.
    bool contradicts_suit(std::size_t place, int card) const {
        const auto& suit = own_[place].suit;
        return std::ranges::max(suit) - suit[std::size_t(card % suits)] > contradiction_of_suit;
    }
    // How well the signs of all places agree with a reading.
    double own_score(const Reading& reading) const {
        double sum = 0;
        for (std::size_t i = 0; i < places_.size(); ++i) sum += own_[i].of(reading.cards[i]);
        return sum;
    }
    // Whether the sign at the place of ranks is one: empty foundations may show a suit there.
    bool is_clear_card(std::size_t i) const {
        return shows_rank(scores_[i]) && chance_at(signs_[i], anchors_[i], &Sign::rank_chance) >= least_rank;
    }
    // An outline of an empty pile shows no rank. It has no ink, or shows the table through it: its colour is rather
    // that below than a card's.
    bool is_outline(std::size_t i, const Pixels& pixels) const {
        if (is_clear_card(i)) return false;
        const Box area = signs_[i].area;
        const int margin = int(border * layout_.width);
        if (ink_share(pixels, {area.x + margin, area.y + margin, area.width - 2 * margin, area.height - 2 * margin},
                      signs_[i].paper) < least_ink)
            return true;
        const Box card = places_[i]->card;
        const Colour colour = signs_[i].paper;
        const Colour table = most_common_colour(pixels, {card.x, card.bottom() + 2, card.width, card.width / 10});
        for (std::size_t k = 0; k < scores_.size(); ++k)
            if (is_clear_card(k) && difference(signs_[k].paper, colour) < difference(table, colour)) return false;
        return true;
    }
    void drop_outlines(const Pixels& pixels) {
        const bool ranks_are_clear = share_with_rank() >= clear_ranks;
        for (std::size_t i = places_.size(); i-- > in_columns_;)
            if (is_outline(i, pixels)) drop(i, 1);
        for (std::size_t i = places_.size(); i-- > in_columns_ && places_.size() > max_cards;)
            if (!is_clear_card(i)) drop(i, 1);  // more than a pack: an outline whose colour is like a card's
        std::size_t first = in_columns_;
        for (std::size_t k = layout_.columns.size(); k-- > 0;) {
            auto& column = layout_.columns[k];
            first -= column.size();
            const std::span<const CardScores> scores(scores_.data() + first, column.size());
            const bool is_empty = column.size() == 1 ? is_outline(first, pixels)
                                                     : ranks_are_clear && std::ranges::none_of(scores, shows_rank);
            if (!is_empty) continue;
            drop(first, column.size());
            in_columns_ -= column.size();
            column.clear();
        }
    }
    // Columns added at the sides stay if they have cards, lie below the row's ends, or centre the board.
    void trim(int picture_width) {
        auto& columns = layout_.columns;
        int first = int(columns.size()), end = 0;
        const auto keep = [&](int i) {
            first = std::min(first, i);
            end = std::max(end, i + 1);
        };
        for (int i = 0; i < int(columns.size()); ++i)
            if (!columns[std::size_t(i)].empty()) keep(i);
        for (const Place& place : layout_.row) keep(rounded(std::max(0, place.card.x - layout_.x) / layout_.pitch));
        while (int(columns.size()) > usual_columns) {
            const bool ends_free = end < int(columns.size());
            const double right = layout_.x + layout_.pitch * double(columns.size() - 1) + layout_.width;
            if (first > 0 && (!ends_free || layout_.x < picture_width - right)) {
                columns.erase(columns.begin());
                layout_.x += rounded(layout_.pitch);
                --first;
                --end;
            } else if (ends_free) {
                columns.pop_back();
            } else {
                break;
            }
        }
    }
    void drop(std::size_t first, std::size_t count) {
        const auto erase = [&](auto& of_places) {
            const auto begin = of_places.begin() + std::ptrdiff_t(first);
            of_places.erase(begin, begin + std::ptrdiff_t(count));
        };
        erase(places_);
        erase(anchors_);
        erase(signs_);
        erase(scores_);
    }
    double with_rank() const { return double(std::ranges::count_if(scores_, shows_rank)); }
    double share_with_rank() const { return with_rank() / double(std::max<std::size_t>(1, scores_.size())); }

    // The rectangle around all cards.
    Box outline() const {
        Box all = places_[0]->card;
        for (const Place* place : places_) all = around(all, place->card);
        return all;
    }
    ColumnScores scores_by_column() const {
        ColumnScores result;
        std::size_t at = 0;
        for (const auto& column : layout_.columns) {
            result.emplace_back(scores_.begin() + std::ptrdiff_t(at),
                                scores_.begin() + std::ptrdiff_t(at + column.size()));
            at += column.size();
        }
        return result;
    }

    // Trust a deal that the columns agree with, unless it contradicts a card that is sure without it; return whether it
    // is trusted.
    bool trust(const AgreedDeal& deal) {
        if (!deal.agrees) return false;
        const Readings before = *readings_;
        const std::vector<Assignment::Next> doubt = before.doubts();
        add_worth(deal);
        readings_ = all_readings();
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (!shows_rank(own_[i]) || confidence_of(doubt[i]) < sure || readings_->best().agrees(before.best(), i))
                continue;
            scores_ = own_;
            readings_ = before;
            return false;
        }
        std::vector<int> cards;
        for (const auto& column : deal.cards) cards.insert(cards.end(), column.begin(), column.end());
        proven_ = deal.is_fresh && std::ranges::equal(cards, std::span(readings_->best().cards).first(in_columns_)) &&
                  own_score(before.best()) - own_score(readings_->best()) <= largest_loss_of_proof;
        has_deal_ = true;
        deal_ = deal.number;
        return true;
    }
    // Cards of a deal are sure where they still lie. Below the last card of the deal that still lies in a column others
    // may lie, so that one proves less.
    void add_worth(const AgreedDeal& deal) {
        std::size_t at = 0;
        for (std::size_t i = 0; i < std::min(layout_.columns.size(), deal.cards.size()); ++i) {
            const auto& cards = deal.cards[i];
            for (std::size_t row = 0; row < cards.size(); ++row) {
                const bool last = row + 1 == cards.size() && !deal.is_fresh;
                CardScores& scores = scores_[at + row];
                const auto rank = std::size_t(cards[row] / suits), suit = std::size_t(cards[row] % suits);
                const bool same_rank = scores.rank[rank] == std::ranges::max(scores.rank);
                scores.rank[rank] += last ? worth_of_last : worth_of_deal;
                scores.suit[suit] += !last ? worth_of_deal : same_rank ? worth_of_last_suit : worth_of_last;
            }
            at += layout_.columns[i].size();
        }
    }

    Readings all_readings() const { return {layout_, places_, in_columns_, scores_}; }
    std::vector<std::uint8_t> guesses(std::size_t place, int card, int next) const;

    Layout layout_;
    Anchor anchor_, open_anchor_;  // the places of ranks on covered and on open cards
    std::vector<const Place*> places_;
    std::vector<Anchor> anchors_;
    std::vector<CardSigns> signs_;
    std::vector<CardScores> scores_;
    std::vector<CardScores> own_;             // without those of a numbered deal
    bool has_deal_ = false, agrees_ = false;  // trusted; that is the given one
    std::int64_t deal_ = 0;                   // its number if it was looked for
    bool proven_ = false;                     // a deal has all cards of columns
    std::size_t in_columns_ = 0;
    std::optional<Readings> readings_;  // of a board
};

// The next card by the assignment, then those that the place itself resembles.
std::vector<std::uint8_t> LayoutReader::guesses(std::size_t place, int card, int next) const {
    std::vector<int> order(max_cards);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](int c) { return scores_[place].of(c); });
    if (next >= 0) order.insert(order.begin(), next);
    std::vector<std::uint8_t> result;
    for (const int guess : order) {
        if (result.size() == guesses_kept) break;
        if (guess != card && std::ranges::find(result, guess) == result.end()) result.push_back(std::uint8_t(guess));
    }
    return result;
}

BoardRead LayoutReader::board() const {
    BoardRead board;
    if (!is_board()) return board;
    board.agrees = agrees_;
    board.deal = deal_;
    const Reading& best = readings_->best();
    const std::vector<Assignment::Next> doubt = readings_->doubts();
    bool all_sure = best.one_pack;
    const auto card_at = [&](std::size_t place) {
        const int card = best.cards[place];
        CardRead read;
        read.card = std::uint8_t(card);
        read.confidence = confidence_of(doubt[place]);
        if (proven_ ? contradicts_suit(place, card) : !supports(place, card))
            read.confidence = std::min(read.confidence, most_unsupported);
        const Box& strip = places_[place]->strip;
        read.area = {strip.x, strip.y, strip.width, strip.height};
        if (read.confidence < sure) read.guesses = guesses(place, card, doubt[place].column);
        all_sure = all_sure && read.confidence >= sure;
        return read;
    };
    std::size_t place = 0;
    for (const auto& column : layout_.columns) {
        board.columns.emplace_back();
        for (std::size_t i = 0; i < column.size(); ++i) board.columns.back().push_back(card_at(place++));
    }
    for (const std::size_t i : best.cells) board.cells.push_back(card_at(i));
    for (const std::size_t i : best.foundations) board.foundations.push_back(card_at(i));
    board.home = best.home();
    if (best.one_pack && !all_sure) board.readings = readings_->fittings(doubt);
    board.status = all_sure ? Status::read : Status::doubtful;
    return board;
}

}  // namespace

BoardRead read_board(const Pixels& pixels, const Classifier& classify, const Dealt& dealt) {
    std::vector<LayoutReader> readers;
    const Edges edges(pixels);
    const auto add = [&](Layout layout) {
        if (auto beside = with_sides(pixels, edges, layout)) {
            readers.emplace_back(pixels, std::move(*beside), classify);
            if (readers.back().is_pack()) return;
        }
        readers.emplace_back(pixels, std::move(layout), classify);
    };
    const std::vector<Sign> signs = signs_in(pixels, classify);
    if (auto layout = locate_by_ranks(pixels, edges, signs)) add(std::move(*layout));
    if (std::ranges::none_of(readers, &LayoutReader::is_clear))
        for (Layout& layout : locate_by_lines(pixels, edges)) add(std::move(layout));
    if (std::ranges::none_of(readers, &LayoutReader::is_pack))
        if (auto layout = locate_won(pixels, edges, signs))
            if (const LayoutReader won(pixels, std::move(*layout), classify); won.is_pack()) return won.board();
    if (readers.empty()) return {};
    if (auto lower = std::ranges::max_element(readers, {}, &LayoutReader::quality)->lowered()) add(std::move(*lower));
    std::vector<double> qualities;
    for (const LayoutReader& reader : readers) qualities.push_back(reader.quality());
    std::ranges::sort(qualities, std::ranges::greater{});
    const double least_quality = qualities[std::min(qualities.size(), layouts_with_deal) - 1];
    for (LayoutReader& reader : readers)
        if (reader.quality() >= least_quality) reader.use_deal(dealt, pixels, classify);
    return std::ranges::max_element(readers, {}, &LayoutReader::quality)->board();
}

}  // namespace kiebitz::picture
