#include "text/cards.hpp"

namespace kiebitz::text {

namespace {

constexpr View symbols[4] = {U"♣♧", U"♦♢", U"♥♡", U"♠♤"};
constexpr View german_suits[4][2] = {{U"Kr", U"Kr"}, {U"Ka", U"Ka"}, {U"H", U"He"}, {U"P", U"Pi"}};
constexpr View russian_suits = U"ТБЧП", english_suits = U"CDHS";

constexpr char32_t lowered(char32_t sign) {
    const bool capital = (sign >= 'A' && sign <= 'Z') || (sign >= U'А' && sign <= U'Я');
    return capital ? sign + 32 : sign;
}

// Whether a name is written in lower case, upper case or as given, not mixed.
bool is_form(View text, View name) {
    if (text.size() != name.size()) return false;
    bool same = true, small = true, capital = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        same &= text[i] == name[i];
        small &= text[i] == lowered(name[i]);
        capital &= lowered(text[i]) == lowered(name[i]) && text[i] != lowered(name[i]);
    }
    return same || small || capital;
}

// The letters of the four ranks A J Q K.
View rank_signs(Spelling spelling) {
    return spelling == Spelling::german ? U"ABDK" : spelling == Spelling::russian ? U"ТВДК" : U"AJQK";
}

int suit_of(View word, Spelling spelling) {
    if (const int suit = suit_of_symbol(word); suit >= 0) return suit;
    for (int suit = 0; suit < 4; ++suit) {
        const std::size_t at = std::size_t(suit);
        if (spelling == Spelling::german) {
            if (is_form(word, german_suits[suit][0]) || is_form(word, german_suits[suit][1])) return suit;
        } else if (is_form(word, (spelling == Spelling::russian ? russian_suits : english_suits).substr(at, 1))) {
            return suit;
        }
    }
    return -1;
}

// A character of Unicode's playing cards, which have a knight between jack and queen.
Named glyph(char32_t sign) {
    if (sign < 0x1F0A0 || sign > 0x1F0DF) return nobody;
    constexpr int suits[4] = {3, 2, 1, 0};  // spades, hearts, diamonds, clubs
    const int place = int(sign & 15), rank = place < 12 ? place : place - 1;
    return place == 0 || place == 12 || place == 15 ? nobody : named(rank, suits[(sign - 0x1F0A0) >> 4]);
}

}  // namespace

int suit_of_symbol(View word) {
    if (word.size() == 2 && (word[1] == 0xFE0E || word[1] == 0xFE0F)) word.remove_suffix(1);
    if (word.size() != 1) return -1;
    for (int suit = 0; suit < 4; ++suit)
        if (symbols[suit].find(word[0]) != View::npos) return suit;
    return -1;
}

int rank_of(View word, Spelling spelling) {
    if (word == U"10") return 10;
    if (word.size() != 1) return 0;
    if (word[0] >= '2' && word[0] <= '9') return int(word[0] - '0');
    const bool english = spelling == Spelling::english || spelling == Spelling::unicode;
    if (english && (word[0] == '0' || lowered(word[0]) == 't')) return 10;
    constexpr int ranks[4] = {1, 11, 12, 13};
    const View signs = rank_signs(spelling);
    for (std::size_t i = 0; i < 4; ++i)
        if (is_form(word, signs.substr(i, 1))) return ranks[i];
    return 0;
}

Named card_of(View word, Spelling spelling) {
    if (word.size() == 1) return glyph(word[0]);
    if (word.size() > 5) return nobody;
    for (std::size_t cut = 1; cut < word.size(); ++cut) {
        const View left_part = word.substr(0, cut), right_part = word.substr(cut);
        int rank = rank_of(left_part, spelling), suit = suit_of(right_part, spelling);
        if (rank && suit >= 0) return named(rank, suit);
        rank = rank_of(right_part, spelling), suit = suit_of(left_part, spelling);
        if (rank && suit >= 0) return named(rank, suit);
    }
    return nobody;
}

Characters card_text(Named card, Spelling spelling) {
    const int rank = rank_named(card), suit = suit_named(card);
    if (spelling == Spelling::english) return {char32_t(rank_letters[rank]), char32_t(suit_letters[suit])};
    const View signs = rank_signs(spelling);
    Characters out = rank == 10 ? U"10"
                                : Characters(1, rank == 1   ? signs[0]
                                                : rank > 10 ? signs[std::size_t(rank) - 10]
                                                            : U'0' + char32_t(rank));
    return out + symbols[suit][0];
}

Named read_card(Bytes text, Spelling spelling) {
    Characters word;
    Fault fault;
    return decode(text, word, fault) ? card_of(trimmed(word), spelling) : nobody;
}

}  // namespace kiebitz::text
