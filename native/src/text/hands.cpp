// Hands of Skat: one, or three and the skat.
#include <bit>

#include "text/board_words.hpp"
#include "text/cards.hpp"

namespace kiebitz::text {

namespace {

constexpr std::size_t hands = 3, hand_size = 10, skat_size = 2, dealt = hands * hand_size;
constexpr std::string_view pile_names[] = {"forehand:", "middlehand:", "rearhand:", "skat:"};
constexpr std::uint64_t pack = 0xF | 0xFFFFFFFull << 24;  // aces, and sevens to kings

bool is_name(const Word& word) { return word.text.back() == ':'; }

std::vector<Word> words_of(View text, Fault& fault) {
    std::vector<Line> lines;
    std::vector<Word> words;
    if (!split(text, lines, fault)) return words;
    const Ruling ruling = ruling_of(lines);
    for (bool fields; const Line& line : lines)
        for (Word& word : words_in(line, without_colours(line.text), ruling, 0, false, fields))
            if (word.text != gap || !word.raw.empty()) words.push_back(std::move(word));  // an empty place is no word
    return words;
}

Named card_in(const std::vector<Spelling>& spelled, View word) {
    for (const Spelling spelling : spelled)
        if (const Named card = card_of(word, spelling); card != nobody) return card;
    return nobody;
}

// The pile of a deal that is not full; a skat without cards becomes the two `unseen` cards.
Fault completed(std::vector<std::vector<Named>>& piles, std::uint64_t unseen) {
    if (piles[hands].empty() && std::popcount(unseen) == int(skat_size))
        for (; unseen; unseen &= unseen - 1) piles[hands].push_back(Named(std::countr_zero(unseen)));
    for (std::size_t pile = 0; pile < piles.size(); ++pile)
        if (const std::size_t size = piles[pile].size(); size != (pile < hands ? hand_size : skat_size))
            return {Complaint::hands, "", "", 0, 0, {int(pile), int(size)}};
    return {};
}

}  // namespace

HandsRead read_hands(Bytes text, HandsForm form, const std::vector<Spelling>& spelled) {
    HandsRead out;
    Characters read, spaced;
    if (!decode(text, read, out.fault)) return out;
    constexpr char32_t as_text = 0xFE0E, as_picture = 0xFE0F;  // selectors of a sign's form
    for (const char32_t sign : read) {
        if (sign == as_text || sign == as_picture) continue;
        const bool is_glyph = card_of({&sign, 1}, Spelling::english) != nobody;
        if (is_glyph) spaced += ' ';
        spaced += sign == '{' || sign == '}' ? U' ' : sign;
        if (is_glyph || sign == ':') spaced += ' ';
    }
    const std::vector<Word> words = words_of(spaced, out.fault);
    const bool by_names = form != HandsForm::hand && std::ranges::any_of(words, is_name);
    const bool is_short = !by_names && !words.empty() && words.size() <= hand_size + skat_size;
    const bool is_hand = form == HandsForm::hand || (form == HandsForm::any && is_short);
    const bool in_order = !is_hand && !by_names;
    if (out.fault.what == Complaint::none && in_order && words.size() != dealt && words.size() != dealt + skat_size)
        out.fault = {Complaint::deal_size, "", "", 0, 0, {int(words.size())}};
    if (out.fault.what != Complaint::none) return out;

    out.piles.resize(is_hand ? 1 : hands + 1);
    std::uint64_t cards_seen = 0;
    unsigned named = 0;
    std::size_t pile = 0;
    for (const Word& word : words) {
        if (by_names && (is_name(word) || !named)) {
            const auto same = [&](std::string_view name) { return is_named(word.text, name); };
            pile = std::size_t(std::ranges::find_if(pile_names, same) - pile_names);
            if (pile > hands || (named >> pile & 1)) {
                out.fault = word.fault(Complaint::pile_name);
                return out;
            }
            named |= 1u << pile;
            continue;
        }
        if (in_order && out.piles[pile].size() == hand_size) ++pile;
        const Named card = card_in(spelled, word.text);
        out.piles[pile].push_back(card);
        const std::vector<int> place = {int(pile), int(out.piles[pile].size())};
        if (card == nobody) {
            out.fault = word.fault(Complaint::card, place);
            return out;
        }
        if (out.misfit.what == Complaint::none && ((cards_seen | ~pack) >> card & 1))
            out.misfit = word.fault(Complaint::hands, place);
        cards_seen |= std::uint64_t(1) << card;
    }
    if (!is_hand && out.misfit.what == Complaint::none) out.misfit = completed(out.piles, pack & ~cards_seen);
    return out;
}

}  // namespace kiebitz::text
