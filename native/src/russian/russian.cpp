// Shared by the searches of Russian Solitaire: the table of a position, and a line with all moves.
#include "russian/russian.hpp"
#include "common/refusal.hpp"

namespace kiebitz::russian {

bool supports(const Rules& rules) {
    return rules.any && rules.forced && rules.build == Build::suit && rules.step == Step::down &&
           rules.empty == EmptyColumn::king && rules.ranks == 13 && rules.columns <= settled::max_columns;
}

void require(const Rules& rules) {
    if (!supports(rules))
        refuse("rules: by suit, kings only, any card moves, forced moves home up to the king expected");
}

Table table_of(const Rules& rules, const Position& position) {
    Table table;
    Table::Layout layout(table, position.home);
    for (int i = 0; i < rules.columns; ++i)
        for (int k = 0; k < position.length[i]; ++k)
            layout.lay(i, settled::place(position.column[i][k]), k >= position.face_down[i]);
    layout.finish(rules.columns);
    return table;
}

int choices(Table table) {
    table.clear(no_note);
    return settled::count(table.moves());
}

std::vector<std::uint8_t> spelt_out(Table table, const std::uint8_t* cards, int length, int score) {
    std::uint8_t line[2 * 3 * max_cards], *end = line;  // each card is led at most once, and goes home once
    int home = table.score();
    auto note = [&](int from, int to, int count) {
        if (home >= score) return;
        home += to >= foundation_code;
        *end++ = std::uint8_t(from);
        *end++ = std::uint8_t(to);
        *end++ = std::uint8_t(count);
    };
    table.clear(note);
    for (int i = 0; i < length; ++i) table.lead(cards[i], note);
    return {line, end};
}

}  // namespace kiebitz::russian
