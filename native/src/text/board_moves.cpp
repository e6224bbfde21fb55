// Moves from the differences between boards, as fc-solve prints them in sequence (-p -t).
#include <algorithm>

#include "text/cards.hpp"
#include "text/solutions.hpp"

namespace kiebitz::text {

namespace {

using Cards = std::vector<Named>;

struct State {
    std::vector<Cards> columns;
    Cards cells;
};

bool contains(const Cards& cards, Named card) { return std::find(cards.begin(), cards.end(), card) != cards.end(); }
bool is_there(const State& state, Named card) {
    return contains(state.cells, card) || std::any_of(state.columns.begin(), state.columns.end(),
                                                      [&](const Cards& column) { return contains(column, card); });
}

bool read_cards(View text, Cards& out) {
    for (std::size_t at = 0; at < text.size();) {
        while (at < text.size() && is_space(text[at])) ++at;
        const std::size_t from = at;
        while (at < text.size() && !is_space(text[at])) ++at;
        const View word = text.substr(from, at - from);
        if (word.empty() || word == U"-") continue;
        out.push_back(card_of(word, Spelling::english));
        if (out.back() == nobody) return false;
    }
    return true;
}

// Read the boards of a text; false if one has a word that is no card.
bool read_states(const std::vector<Line>& body, std::vector<State>& out) {
    for (const Line& line : body) {
        const View text = trimmed(line.text);
        if (text.starts_with(U"Foundations:")) out.emplace_back();
        if (out.empty()) continue;
        const bool cells = text.starts_with(U"Freecells:"), column = text.starts_with(U':');
        if (column) out.back().columns.emplace_back();
        if ((cells && !read_cards(text.substr(10), out.back().cells)) ||
            (column && !read_cards(text.substr(1), out.back().columns.back())))
            return false;
    }
    return true;
}

Step step_of(Named card, std::uint8_t target, Goes goes) {
    Step step;
    step.card = card;
    step.target = target;
    step.goes = goes;
    return step;
}

// Add moves home from the ends of piles one by one, or of a whole suit from one column.
bool add_homeward(State before, Cards gone, std::vector<Step>& out) {
    constexpr std::size_t suit_size = 13;
    if (gone.size() == suit_size) {
        out.push_back(step_of(gone.front(), at_home, Goes::to_pile));
        return true;
    }
    while (!gone.empty()) {
        const auto free = std::find_if(gone.begin(), gone.end(), [&](Named card) {
            return contains(before.cells, card) ||
                   std::any_of(before.columns.begin(), before.columns.end(),
                               [&](const Cards& column) { return !column.empty() && column.back() == card; });
        });
        if (free == gone.end()) return false;
        out.push_back(step_of(*free, at_home, Goes::to_pile));
        for (Cards& column : before.columns)
            if (!column.empty() && column.back() == *free) column.pop_back();
        gone.erase(free);
    }
    return true;
}

// Add the moves between two boards.
bool add_between(const State& before, const State& after, std::vector<Step>& out) {
    if (before.columns.size() != after.columns.size()) return false;
    Cards gone, stored;
    int gained = 0;
    for (std::size_t i = 0; i < before.columns.size(); ++i) {
        const Cards &was = before.columns[i], &is = after.columns[i];
        if (!std::equal(was.begin(), was.begin() + long(std::min(was.size(), is.size())), is.begin())) return false;
        if (is.size() > was.size() && gained++ == 0)
            out.push_back(step_of(is[was.size()], std::uint8_t(i), Goes::to_pile));
        for (const Named card : was)
            if (!is_there(after, card)) gone.push_back(card);
    }
    for (const Named card : before.cells)
        if (!is_there(after, card)) gone.push_back(card);
    for (const Named card : after.cells)
        if (!contains(before.cells, card)) stored.push_back(card);
    if (stored.size() == 1) out.push_back(step_of(stored[0], 0, Goes::to_cell));
    const std::size_t kinds = std::size_t(gained) + stored.size() + !gone.empty();
    return kinds < 2 && add_homeward(before, std::move(gone), out);
}

}  // namespace

bool steps_of_boards(const std::vector<Line>& body, std::vector<Step>& out) {
    std::vector<State> states;
    if (!read_states(body, states)) return false;
    for (std::size_t i = 1; i < states.size(); ++i)
        if (!add_between(states[i - 1], states[i], out)) return false;
    return true;
}

std::string first_board(const std::vector<Line>& body) {
    std::string out;
    for (const Line& line : body) {
        const View text = trimmed(line.text);
        const bool start = text.starts_with(U"Foundations:");
        if (out.empty() && !start) continue;
        if (!out.empty() && !text.starts_with(U"Freecells:") && !text.starts_with(U':')) break;
        out += utf8(line.text) + "\n";
    }
    return out;
}

}  // namespace kiebitz::text
