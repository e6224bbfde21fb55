// Certificates: made of random small deals, accepted by the checker, and refused or accepted without harm when damaged.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "check_certificate.hpp"
#include "expect.hpp"
#include "kiebitz/certificate.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
using namespace kiebitz;
using check_certificate::Outcome;

const Poll never;
const Data small_rules{4, 15, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0};  // four ranks, four suits, four columns, a cell

const char* const ranks = "A234";
const char* const suits = "CDHS";

struct Deal {
    Data position{0, 0, 0, 0, 1, 255, 4};
    std::string board;
};

Deal random_deal(std::mt19937& chance) {
    Data pack(16);
    for (std::size_t i = 0; i < pack.size(); ++i) pack[i] = std::uint8_t(i);
    std::shuffle(pack.begin(), pack.end(), chance);
    Deal deal;
    for (std::size_t i = 0; i < 4; ++i) {
        deal.position.push_back(4);
        if (i) deal.board += " /";
        for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
            deal.position.push_back(pack[k]);
            deal.board += std::string(" ") + ranks[pack[k] / 4] + suits[pack[k] % 4];
        }
    }
    return deal;
}

std::string file_of(const Deal& deal, int moves, const certificate::Proof& proof) {
    const auto merged = proof.merged_from;
    std::string text = merged ? "kiebitz certificate 4\n" : "kiebitz certificate 2\n";
    text += "suits CDHS\nranks A234\nhome A234\ncolumns 4\ncells 1\ndealt_to_cells 0\n";
    text += "build alternate_colour\nempty_column any\n";
    if (merged) (text += "merged ") += {ranks[(*merged)[0]], ' ', ranks[(*merged)[1]], '\n'};
    text += "start board" + deal.board + " ;\nclaim ";
    text += moves ? "moves " + std::to_string(moves) : "impossible";
    text += "\npositions " + std::to_string(proof.positions) + "\n\n";
    return text.append(proof.body.begin(), proof.body.end());
}

Outcome judged(const std::string& data) {
    const char* const name = "certificate.tmp";
    std::FILE* const file = std::fopen(name, "wb");
    std::fwrite(data.data(), 1, data.size(), file);
    std::fclose(file);
    const auto report = check_certificate::check(name);
    std::remove(name);
    return report.outcome;
}

}  // namespace

int main() {
    std::mt19937 chance(7);
    int impossible = 0, lengths = 0, not_accepted = 0, by_easier_game = 0;
    for (int round = 0; round < 60; ++round) {
        const Deal deal = random_deal(chance);
        const auto found = certificate::prove(small_rules, deal.position, 0, {}, never);
        const auto easier = certificate::prove_by_easier_game(small_rules, deal.position, {}, never);
        if (easier.verdict == Verdict::impossible) {
            EXPECT(found.verdict == Verdict::impossible);
            EXPECT(judged(file_of(deal, 0, easier)) == Outcome::proven);
            ++by_easier_game;
        }
        std::string proof;
        if (found.verdict == Verdict::impossible) {
            proof = file_of(deal, 0, found);
            EXPECT(judged(proof) == Outcome::proven);
            ++impossible;
        } else {
            int moves = 1;
            for (;; ++moves) {
                const auto more = certificate::prove(small_rules, deal.position, moves, {}, never);
                if (more.verdict == Verdict::solved) {
                    EXPECT(more.moves == moves - 1);
                    break;
                }
                proof = file_of(deal, moves, more);
            }
            EXPECT(judged(proof) == Outcome::proven);
            const auto at = proof.find("claim moves ");
            const std::string claim = "claim moves " + std::to_string(moves - 1),
                              higher = "claim moves " + std::to_string(moves);
            EXPECT(judged(std::string(proof).replace(at, claim.size(), higher)) == Outcome::not_proven);
            ++lengths;
        }
        for (int k = 0; k < 20; ++k) {
            std::string damaged = proof;
            damaged[chance() % damaged.size()] = char(chance());
            not_accepted += judged(damaged) != Outcome::proven;
            not_accepted += judged(proof.substr(0, chance() % proof.size())) == Outcome::unreadable;
        }
    }
    EXPECT(lengths > 5 && not_accepted > 1500 && by_easier_game > 2);
    std::printf("%d impossible, %d of them by an easier game, %d lengths, %d not accepted\n", impossible,
                by_easier_game, lengths, not_accepted);

    const Deal deal = random_deal(chance);
    for (const auto& [place, value] : {std::pair{4, 2}, {5, 2}, {7, 1}, {8, 1}, {9, 1}, {11, 1}}) {
        Data changed = small_rules;  // of a game that certificates do not know
        changed[std::size_t(place)] = std::uint8_t(value);
        EXPECT(refused([&] { certificate::prove(changed, deal.position, 0, {}, never); }));
        EXPECT(refused([&] { certificate::prove_by_easier_game(changed, deal.position, {}, never); }));
    }
    EXPECT(refused([&] { certificate::prove(small_rules, deal.position, 255, {}, never); }));
    const auto stopped = certificate::prove(small_rules, deal.position, 0, {.states = 3}, never);
    EXPECT(stopped.verdict == Verdict::undecided && stopped.limit_hit == LimitHit::states);
    return 0;
}
