// What the searches of Russian Solitaire share: the table of a position, and a line spelt out.
#include "russian/russian.hpp"

namespace kiebitz::russian {

using settled::Table;

bool supports(const Rules& rules) {
    return rules.any && rules.forced && rules.build == Build::suit && rules.step == Step::down &&
           rules.empty == EmptyColumn::king && rules.ranks == 13 && rules.columns <= settled::max_columns;
}

void require(const Rules& rules) {
    if (!supports(rules))
        throw std::invalid_argument("rules: by suit, kings only, any card moves, forced moves home up to the king expected");
}

Table table_of(const Rules& rules, const Position& position) {
    Table table;
    table.begin(position.home);
    for (int i = 0; i < rules.columns; ++i)
        for (int k = 0; k < position.length[i]; ++k)
            table.lay(i, settled::place(position.column[i][k]), k >= position.face_down[i]);
    table.finish(rules.columns);
    return table;
}

int choices(Table table) {
    table.clear(no_note);
    return settled::count(table.moves());
}

std::vector<std::uint8_t> spelt_out(Table table, const std::uint8_t* cards, int length, int score) {
    std::vector<std::uint8_t> line;
    line.reserve(3 * std::size_t(length + score));
    int home = table.score();
    auto note = [&](int from, int to, int count) {
        if (home >= score) return;
        home += to >= foundation_code;
        line.insert(line.end(), {std::uint8_t(from), std::uint8_t(to), std::uint8_t(count)});
    };
    table.clear(note);
    for (int i = 0; i < length; ++i) table.lead(cards[i], note);
    return line;
}

}  // namespace kiebitz::russian
