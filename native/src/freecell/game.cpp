// The moves of a position in play, compiled once for all searches, with the reductions of the complete search and their
// arguments.
#include "freecell/game.hpp"

namespace kiebitz::freecell {

// Single-card moves; runs too if the rules move them whole, or if automatic moves between the single cards would change
// the result. Columns and cells are sets, so one empty column and one free cell stand for all; moving a column's only
// card to another empty column gains nothing.
void Game::moves_by_card(std::vector<CostedMove>& out) const {
    const Space s = space();
    const bool runs = rules.whole || rules.forced;
    const int most_onto = capacity(s.free, s.empties), most_into = s.empties ? capacity(s.free, s.empties - 1) : 0;
    for (int i = 0; i < rules.columns; ++i) {
        const Card c = top(i);
        if (c == no_card) continue;
        if (const int n = home_count(i)) out.push_back(home(u8(i), c, n));
        const int max_cards_moved = runs ? run_length(i) : 1;
        for (int k = 1; k <= max_cards_moved; ++k) {
            const Card base = p.column[i][p.length[i] - k];
            if (k == 1 || k <= most_onto)
                for (u32 to = takers(base) & ~(1u << i); to; to &= to - 1)
                    out.push_back(CostedMove{u8(i), u8(std::countr_zero(to)), u8(k), 0});
            if (s.empties && rules.opens(base) && (k == 1 || k <= most_into) && !(reduce && k == p.length[i]))
                out.push_back(CostedMove{u8(i), u8(s.empty), u8(k), 0});
        }
        if (s.free) out.push_back(CostedMove{u8(i), u8(cell_code + s.cell), 1, 0});
    }
    for (int i = 0; i < rules.cells; ++i) {
        const Card c = p.cells[i];
        if (c == no_card) continue;
        if (!rules.whole_suits && fits_home(c)) out.push_back(home(u8(cell_code + i), c));
        for (u32 to = takers(c); to; to &= to - 1)
            out.push_back(CostedMove{u8(cell_code + i), u8(std::countr_zero(to)), 1, 0});
        if (s.empties && rules.opens(c)) out.push_back(CostedMove{u8(cell_code + i), u8(s.empty), 1, 0});
    }
    if (back) moves_back(s, out);
}

// Cards that are safe at home would go back at once.
void Game::moves_back(const Space& s, std::vector<CostedMove>& out) const {
    for (int suit = 0; suit < 4; ++suit) {
        if (!p.home[suit]) continue;
        const Card c = Card(4 * (p.home[suit] - 1) + suit);
        if (safe(c)) continue;
        const u8 from = u8(foundation_code + suit);
        for (u32 to = takers(c); to; to &= to - 1) out.push_back({from, u8(std::countr_zero(to)), 1, 0});
        if (s.empties && rules.opens(c)) out.push_back({from, u8(s.empty), 1, 0});
        if (s.free) out.push_back({from, u8(cell_code + s.cell), 1, 0});
    }
}

// By suit, a card c fits on only one card, its parent. That allows two reductions.
// Merging: if c is in a cell and its parent is the last card of a column, put it there at once. Only c can lie on the
// parent, so c loses no option; and before the parent itself moves, c can return to the cell, which stayed free for it.
// (Not so if c is alone in a column: it could take its own child first, and both together might be unable to come back.
// Deal 915 of Baker's Game needs that.)
// Whole runs: taking c off its parent into a cell gains nothing until the parent moves too: the parent can take no
// other card, and c can take none in a cell. All moves in between may come before. So the column is *pending*: the next
// move must come from it. Otherwise as many cards move at once as can, onto a parent always the whole run.
void Game::moves_by_suit(std::vector<CostedMove>& out) const {
    const Space s = space();
    const int most_onto = capacity(s.free, s.empties), most_into = s.empties ? capacity(s.free, s.empties - 1) : 0;
    const u8* const runs = run_lengths();
    const bool some_stay = rules.step == Step::up;  // otherwise every card that fits its foundation is home
    for (u32 columns = pending == no_pile ? filled_columns() : 1u << pending; columns; columns &= columns - 1) {
        const int i = std::countr_zero(columns);
        const Card* end = p.column[i] + p.length[i];
        if (some_stay && fits_home(end[-1])) out.push_back(home(u8(i), end[-1]));
        const int run = runs[i];
        const Card base = end[-run];
        if (run <= most_onto)
            if (const u8 to = ends_[parent(base)]; to < cell_code && to != i)
                out.push_back(CostedMove{u8(i), to, u8(run), 0});
        if (s.empties) {
            for (int k = std::min(run, most_into); k >= 1; --k)
                if (k != p.length[i] && rules.opens(p.column[i][p.length[i] - k]))
                    out.push_back(CostedMove{u8(i), u8(s.empty), u8(k), 0});
        }
        // If foundations are built from the king, the run's base may be the card that goes home.
        const int aside = rules.step == Step::up && fits_home(base) ? run - 1 : run;
        if (s.free && (aside <= s.free || (s.empties && rules.empty == EmptyColumn::any)))
            out.push_back(CostedMove{u8(i), u8(cell_code + s.cell), 1, 0});
    }
    for (u32 cell_bits = pending == no_pile ? taken_cells() : 0; cell_bits; cell_bits &= cell_bits - 1) {
        const int i = std::countr_zero(cell_bits);
        const Card c = p.cells[i];
        if (some_stay && fits_home(c)) out.push_back(home(u8(cell_code + i), c));
        if (s.empties && rules.opens(c)) out.push_back(CostedMove{u8(cell_code + i), u8(s.empty), 1, 0});
    }
}

// Steps: a card goes into a cell only where the move after it asks for that, and comes back as soon as it fits
// somewhere. Take any line that wins and keep to it, but leave each card that it puts into a cell where it is, and put
// each on a column's last card as soon as it fits there. So the position is always the line's, only that some cards
// that the line has in cells lie at the ends of columns. They can do from there all that they could from a cell, and
// they are in the way only of a move that takes the card beneath them or puts one there: before such a move they are
// *dug*, which means that they go into the cells in which the line has them. So each step is a move that is none into a
// cell, after as few cards have been dug as make it possible, at both its ends; of positions between, none is kept.
// Where a card moves within its column, it is one of those dug. A column may be dug to its bottom to take a card; where
// another is empty, that one takes it and the two change parts. A card that goes home at once is never dug: the step
// that sends it home comes first.
void Game::moves_by_step(std::vector<CostedMove>& out) const {
    const Space s = space();
    struct {
        u8 column = no_pile, above = 0;
    } at[64];               // reachable cards: their places, and the number of cards on them
    u8 reach[max_columns];  // number of cards of a column that can be dug
    for (int i = 0; i < rules.columns; ++i) {
        const int n = p.length[i];
        int k = 0;
        for (; k < n; ++k) {
            const Card c = p.column[i][n - 1 - k];
            at[c] = {u8(i), u8(k)};
            if (k == s.free || (fits_home(c) && safe(c))) break;
        }
        reach[i] = u8(k);
    }
    // The moves onto columns of a card under `above` others, with `free` cells left for the cards on its target.
    auto onto_columns = [&](Card c, int from, int above, int free) {
        auto put = [&](int to, int dug) { out.push_back({u8(from), u8(to), 1, 0, u8(above), u8(dug)}); };
        auto can_dig = [&](int to, int dug) { return to == from ? dug > above + 1 && dug <= s.free : dug <= free; };
        for (int h = 0; h < hosts_[c].number; ++h) {
            const auto to = at[hosts_[c].card[h]];
            if (to.column != no_pile && can_dig(to.column, to.above)) put(to.column, to.above);
        }
        if (!rules.opens(c)) return;
        if (s.empties) {
            if (from >= cell_code || above + 1 < p.length[from]) put(s.empty, 0);
            return;
        }
        for (int j = 0; j < rules.columns; ++j)
            if (reach[j] == p.length[j] && can_dig(j, p.length[j])) put(j, p.length[j]);
    };
    for (int i = 0; i < rules.columns; ++i) {
        const int n = p.length[i];
        for (int k = 0; k <= reach[i] && k < n; ++k) {
            const Card c = p.column[i][n - 1 - k];
            if (fits_home(c)) out.push_back({u8(i), u8(foundation_code + suit_of(c)), 1, 0, u8(k), 0});
            onto_columns(c, i, k, s.free - k);
        }
    }
    for (int i = 0; i < rules.cells; ++i) {
        const Card c = p.cells[i];
        if (c == no_card) continue;
        if (fits_home(c)) out.push_back(home(u8(cell_code + i), c));
        onto_columns(c, cell_code + i, 0, s.free);
    }
}

Game::Singles Game::unfold(const CostedMove& step) const {
    Singles singles;
    auto add = [&](u32 from, u32 to, u32 count) { singles.move[singles.number++] = {from, to, count, 0}; };
    u32 cell = cell_code, own = step.from;
    auto dig = [&](u32 column) {
        while (p.cells[cell - cell_code] != no_card) ++cell;
        add(column, cell++, 1);
    };
    const bool within = step.from == step.to;
    for (u32 k = 0; !within && k < step.dug_from; ++k) dig(step.from);
    for (u32 k = 0; k < step.dug_to; ++k) {
        dig(step.to);
        if (within && k == step.dug_from) own = cell - 1;
    }
    add(own, step.to, step.count);
    return singles;
}

}  // namespace kiebitz::freecell
