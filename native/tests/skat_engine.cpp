// Skat's engine: the rules of the game as the page plays it, what games score, views, and that a seat's decision needs
// nothing but its view.
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "expect.hpp"
#include "skat/engine/chances.hpp"
#include "skat/engine/game.hpp"
#include "skat/engine/players.hpp"

namespace {

using namespace kiebitz::skat::engine;
const kiebitz::Poll never;

void scores() {
    const Contract clubs_hand{clubs, true}, announced = Contract::of(grand, 3), null_game{null};
    const Set with_two = bit(8 * clubs + jack_place) | bit(8 * spades + jack_place);
    EXPECT(score_of({clubs_hand, 20, with_two, 56, 5}).written() == -96);
    EXPECT(score_of({clubs_hand, 20, with_two, 61, 5}).written() == 48);
    EXPECT(score_of({clubs_hand, 49, with_two, 61, 5}).written() == -120);
    EXPECT(!score_of({announced, 18, with_two, 89, 9}).won);
    EXPECT(score_of({announced, 18, with_two, 90, 9}).written() == 24 * 6);
    EXPECT(score_of({null_game, 23, with_two, 0, 0}).written() == 23);
    EXPECT(score_of({null_game, 24, with_two, 0, 0}).counted.game == diamonds);
    EXPECT(bids().front() == 18 && bids().back() == 264 && highest_bid(43) == 40);
    EXPECT(rough_bid(0) == 23 && danger(bit(1)) == 1);
}

// Games by chance: every word that may be said is taken, every other one leaves the game as it was.
void rules() {
    for (std::uint64_t number = 1; number <= 40; ++number) {
        Game game(number);
        Random chance(number);
        while (game.stage() != Game::over) {
            const std::uint64_t drawn = chance.below(8);
            std::string word;
            switch (game.stage()) {
            case Game::bidding:
                word = drawn < 3 ? "p" : game.auction().is_asked ? "y" : std::to_string(game.auction().at_stake());
                if (word == "0") word = "p";
                EXPECT(!game.make("17") && !game.make("") && !game.make("JC"));
                break;
            case Game::skat_is_left:
                word = drawn < 6 ? "s" : announcement_of({clubs, true}, 0);
                EXPECT(!game.make("C") && !game.make("GS"));
                break;
            case Game::announcement: {
                const Codes held = in_pack_order(game.hands()[std::size_t(game.declarer())]);
                word = announcement_of({games[drawn % 6]}, bit(held[0]) | bit(held[1]));
                EXPECT(!game.make("G") && !game.make("GH.7H.8H"));
                break;
            }
            default: {
                const Codes legal = in_code_order(game.legal());
                word = text_of(legal[drawn % legal.size()]);
                for (const Code card : in_code_order(~game.legal())) EXPECT(!game.make(text_of(card)));
            }
            }
            EXPECT(game.make(word));
        }
        if (!game.contract()) continue;
        EXPECT(game.finished().has_value());
        const int defenders = all_points - game.points();
        EXPECT(defenders >= 0 && defenders <= all_points);
    }
}

void laid_out() {
    const Game dealt(617);
    std::string word;
    for (const Set pile : {dealt.dealt()[2], dealt.dealt()[0], dealt.dealt()[1], dealt.dealt_skat()}) {
        if (!word.empty()) word += '.';
        for (const Code card : in_pack_order(pile)) word += text_of(card);
    }
    Game game(0);
    EXPECT(!game.make(word.substr(1)) && !game.make(word + ".") &&
           !game.make(word.substr(0, word.size() - 4) + "JCJC"));
    EXPECT(game.make(word) && !game.make(word));
    EXPECT(game.hands()[1] == dealt.dealt()[0] && game.dealt()[0] == dealt.dealt()[2]);
    EXPECT(game.make("p") && !game.make(word) && game.auction().words.size() == 1);
    for (const char* next : {"p", "18", "s"}) EXPECT(game.make(next));
    EXPECT((game.hands()[0] & dealt.dealt_skat()) == dealt.dealt_skat());
}

void views() {
    Game game(617);
    for (const char* word : {"p", "p", "18", "s"}) EXPECT(game.make(word));
    const Codes twelve = in_pack_order(game.hands()[0]);
    EXPECT(game.make(announcement_of({grand}, bit(twelve[0]) | bit(twelve[1]))));
    const View view = game.view(1), again = read_view(write_view(view));
    EXPECT(again.hand == view.hand && again.declarer == 0 && again.contract == view.contract && !again.skat);
    EXPECT(Beliefs(game.view(0), game.course()).count() == 184'756);
    EXPECT(Beliefs(view, game.course()).count() == 42'678'636);
    constexpr std::size_t without_words = 19;
    const std::vector<std::uint8_t> bytes = write_view(view);
    for (std::size_t size = 0; size < without_words; ++size)
        EXPECT(refused([&] { read_view(kiebitz::Bytes(bytes).first(size)); }));
    View twice = view;
    twice.skat = twice.hand & (0 - twice.hand);
    EXPECT(refused([&] { read_view(write_view(twice)); }));
    const Engine engine(named_levels[0].level, 1, never);
    EXPECT((game.view(0).hand & bit(engine.played(game.view(0)))) != 0);
}

void chances() {
    const Game game(5);
    Comparison question{.hand = game.dealt()[0], .worlds = 5, .contracts = usual_contracts(true)};
    std::vector<std::vector<Tally>> done;
    for (int stages = 0;; ++stages) {
        done.emplace_back();
        const Chances now(question, done);
        if (!now.next()) break;
        const Stage& stage = *now.next();
        done.back() = judge(question.knowledge(), stage.run, stage.entries, stage.first, stage.last, never);
        EXPECT(stages < 40);
    }
    const std::vector<Row> rows = Chances(question, done).rows(true);
    EXPECT(rows.size() == 14);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto mean = [&](const Row& row) { return row.prospect.mean(question.bid); };
        EXPECT(mean(rows[i - 1]) >= mean(rows[i]));
        EXPECT(rows[i].low() <= rows[i].high());
    }
}

}  // namespace

int main() {
    scores();
    rules();
    laid_out();
    views();
    chances();
    return 0;
}
