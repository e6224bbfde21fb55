// The search for a shortest line, each single-card move counting one: first a good line, then the proof layer by layer.
#pragma once

#include <algorithm>

#include "common/budget.hpp"
#include "shortest_lines/board.hpp"
#include "shortest_lines/nodes.hpp"

namespace kiebitz::shortest_lines {

class Search {
public:
    Search(const Tables& t, const Position& start, Budget& budget, const Progress& progress)
        : tables_(t), start_(start), dig_(t.rules, start), exact_(t, dig_), board_(t, dig_), budget_(budget),
          progress_(progress) {}

    Shortest run(const ShortestOptions& options) {
        Shortest shortest;
        board_.read(start_);
        root_.key = board_.key;
        root_.paid = force();
        root_.bound = board_.bound();
        shortest.bound = root_.paid + root_.bound;
        if (board_.won()) {
            std::vector<Placed> line;
            follow({root_.key, 0}, {board_.key, root_.paid}, line);
            take(line);
        } else {
            root_.after = board_.key;
            width_ = options.width;
            if (options.prove && width_) find_good((width_ + 3) / 4);
            if (best_ == most_moves && !over_) find_best();
            if (options.prove && !over_) prove();
        }
        shortest.bound =
            !over_ && options.prove && best_ < most_moves ? best_ : std::min(std::max(shortest.bound, layer_), best_);
        if (shortest.bound > reported_) report(shortest.bound);
        shortest.verdict = best_ < most_moves        ? Verdict::solved
                           : over_ || !options.prove ? Verdict::undecided
                                                     : Verdict::impossible;
        if (over_ && shortest.bound < best_) shortest.limit_hit = budget_.hit();
        shortest.line = line_;
        shortest.states = budget_.states();
        shortest.stored = nodes_.size();
        shortest.memory = budget_.peak();
        return shortest;
    }

private:
    static constexpr int most_moves = 1 << 14;
    static constexpr u64 few_states = 60000;  // expanded before the wider search for a good line

    // A position with the moves made when it was queued.
    struct Waiting {
        u32 node;
        u16 paid;
        u8 how;
        u8 vain;  // as Board::vain says, or no_value<u8>; of those expanded again, how many moves in vain have their
                  // turn
    };
    static constexpr u8 unsure = 0, sure = 1, again = 2;  // sure: by all bounds it belongs to its layer
    // A card and its target.
    struct Placed {
        Card card;
        u8 place;
    };
    // A position of a line, and the moves to it.
    struct Reached {
        Key key;
        int paid;
    };
    // A step, with the safe cards after it sent home.
    struct Child : Step {
        u64 hash;
        int paid;
    };
    struct Root {
        Key key, after;  // as given, and after the free moves home
        int paid, bound;
    } root_;

    int force() {
        int moves = 0;
        for (CardMove m; board_.safe(m); ++moves) board_.play(m);
        return moves;
    }

    // Call `out` with the positions after steps from the board, if they can belong to a line shorter than the best one.
    // Returns whether there are steps with more moves in vain.
    template <class Out>
    bool children(int paid, int least_vain, int most_vain, Out out) {
        steps_.clear();
        const bool left_out = board_.steps(best_ - 1 - paid, least_vain, most_vain, [&](const Step& s) {
            if (s.frees) steps_.push_back(s);
            else out(Child{s, 0, paid + s.moves});
        });
        for (const Step& s : steps_) {
            Child c{s, 0, paid + s.moves};
            CardMove moves[max_cells + 1 + max_cards];
            int n = board_.unfold(s, moves);
            for (int k = 0; k < n; ++k) board_.play(moves[k]);
            for (; board_.safe(moves[n]); ++c.paid) board_.play(moves[n++]);
            c.frees = c.paid > paid + s.moves;
            c.key = board_.key;
            c.bound = board_.bound();
            while (n) board_.take_back(moves[--n]);
            out(c);
        }
        return left_out;
    }

    // Layers by the sum of what is paid and the bound, last in, first out, which leads to the end soonest in the layer
    // where a line is. A position that belongs to the present layer by the quick bound is looked at by the better ones
    // at once, another one when its turn comes; they may put it off, often beyond the best line's length, where nothing
    // need be looked at. A position met again with fewer moves is expanded again; that is rare, as no bound falls by
    // more than a move costs. For that reason, too, no position is put into a layer below the one of what leads to it,
    // and a layer bounds what its positions cost: by ExactBound alone, all but what Board::vain says.
    //
    // So what a step with a move in vain leads to belongs to a later layer than what is expanded, if that does not
    // begin with a move in vain in any case. Only when this later layer is there, the position is expanded again for
    // such steps.
    void prove() {
        layers_.assign(1, {});
        Child root{};
        root.key = root_.after;
        root.hash = root_.after.hash();
        root.paid = root_.paid;
        root.bound = root_.bound;
        root.vain = 0;  // no step led there
        root.frees = true;
        add(no_value<u32>, root);
        std::vector<Child> followers;
        for (layer_ = 0; layer_ < int(layers_.size()) && layer_ < best_; ++layer_) {
            if (!layers_[std::size_t(layer_)].empty()) report();
            while (!layers_[std::size_t(layer_)].empty() && layer_ < best_) {
                if (width_ && budget_.states() >= few_states) {
                    find_best();
                    if (over_) return;
                    continue;
                }
                const Waiting w = layers_[std::size_t(layer_)].back();
                layers_[std::size_t(layer_)].pop_back();
                if (const auto& l = layers_[std::size_t(layer_)]; l.size() > 3)
                    nodes_.prefetch_at(l[l.size() - 3].node);
                auto& node = nodes_[w.node];
                if (node.paid != w.paid || (!node.open && w.how != again)) continue;  // met again with fewer moves
                board_.read(node.key);
                shown_ = false;
                vain_ = w.vain == no_value<u8> ? board_.vain() : w.vain;
                if (w.how == unsure) {
                    if (budget_.count() && spent()) return;
                    show();
                    if (const int total = node.paid + board_.exact_bound(exact_, layer_ - vain_ - node.paid) + vain_;
                        total > layer_) {
                        if (total < best_) wait({w.node, w.paid, unsure, u8(vain_)}, total);
                        continue;
                    }
                }
                node.open = false;
                followers.clear();
                const bool left_out = children(node.paid, w.how == again ? vain_ : 0, vain_, [&](Child c) {
                    if (layer_ - vain_ + c.vain >= best_) return;
                    c.hash = c.key.hash();
                    nodes_.prefetch(c.hash);
                    followers.push_back(c);
                });
                for (const Child& c : followers) nodes_.prefetch_node(c.hash);
                for (const Child& c : followers) {
                    add(w.node, c);
                    if (over_) return;
                }
                if (left_out && layer_ + 1 < best_) wait({w.node, w.paid, again, u8(vain_ + 1)}, layer_ + 1);
            }
            open_ -= layers_[std::size_t(layer_)].capacity();
            std::vector<Waiting>().swap(layers_[std::size_t(layer_)]);
        }
        budget_.note(bytes());
    }
    void add(u32 parent, const Child& c) {
        if (c.paid + c.bound >= best_) return;
        const auto [i, fresh] = nodes_.insert(c.key, c.hash);
        auto& node = nodes_[i];
        if (!fresh && node.paid <= c.paid) return;
        node.parent = parent;
        node.paid = u16(c.paid);
        node.open = true;
        if (c.bound == 0) {
            std::vector<Reached> way;
            for (u32 at = i; at != no_value<u32>; at = nodes_[at].parent)
                way.push_back({nodes_[at].key, nodes_[at].paid});
            way_to(way);
            return;
        }
        // By DigBound or ExactBound of the expanded position, without moves in vain.
        const int dug = std::max(c.paid + c.bound, layer_ - vain_ + c.vain);
        Waiting w{i, node.paid, unsure, no_value<u8>};
        int total = std::max(dug, layer_);
        if (total == layer_ && !c.frees) {
            if (budget_.count()) spent();
            w.vain = u8(board_.vain_after(c));
            total = std::max(total, dug + w.vain);
            if (total == layer_ && board_.lies_anew(c)) {
                show();
                total = std::max(total, c.paid + board_.exact_bound(exact_, c, layer_ - w.vain - c.paid) + w.vain);
                if (total == layer_) w.how = sure;
            }
            if (total >= best_) return;
        }
        wait(w, total);
    }
    // Pass the board's position to ExactBound.
    void show() {
        if (!shown_) board_.show(exact_);
        shown_ = true;
    }
    void wait(const Waiting& w, int total) {
        if (int(layers_.size()) <= total) layers_.resize(std::size_t(total) + 1);
        auto& waiting = layers_[std::size_t(total)];
        open_ -= waiting.capacity();
        waiting.push_back(w);
        open_ += waiting.capacity();
    }

    // Search once for a better line at a higher cost.
    void find_best() {
        if (width_) find_good(width_);
        width_ = 0;
    }
    // Keep the most promising positions of each level (positions after the same number of moves).
    void find_good(int width) {
        struct Kept {
            Key key;
            u32 parent;
            u16 paid;
            u8 bound, in_cells;
        };
        std::vector<Kept> all;  // expanded ones, as parents
        Nodes visited;
        std::vector<u64> order;  // of a level, a heap with the most promising on top
        std::vector<std::vector<Kept>> levels(std::size_t(root_.paid) + 1);
        levels[std::size_t(root_.paid)].push_back({root_.after, no_value<u32>, u16(root_.paid), u8(root_.bound), 0});
        for (std::size_t paid = std::size_t(root_.paid); paid < levels.size(); ++paid) {
            const auto level = std::move(levels[paid]);
            order.clear();
            for (std::size_t i = 0; i < level.size(); ++i)
                order.push_back(u64(level[i].bound) << 40 | u64(level[i].in_cells) << 32 | i);
            std::ranges::make_heap(order, std::greater{});
            for (int kept = 0; !order.empty() && kept < width; order.pop_back()) {
                std::ranges::pop_heap(order, std::greater{});
                const Kept& k = level[u32(order.back())];
                if (int(paid) + k.bound >= best_) break;
                if (!visited.insert(k.key, k.key.hash()).second) continue;
                ++kept;
                const u32 me = u32(all.size());
                all.push_back(k);
                board_.read(k.key);
                bool is_better = false;
                children(int(paid), 0, most_moves, [&](const Child& c) {
                    if (c.bound == 0 && c.paid < best_) {
                        std::vector<Reached> way{{c.key, c.paid}};
                        for (u32 at = me; at != no_value<u32>; at = all[at].parent)
                            way.push_back({all[at].key, all[at].paid});
                        way_to(way);
                        is_better = true;
                        return;
                    }
                    if (levels.size() <= std::size_t(c.paid)) levels.resize(std::size_t(c.paid) + 1);
                    const auto in_cells = u8(std::popcount(c.key.cards(Digit::cell)));
                    levels[std::size_t(c.paid)].push_back({c.key, me, u16(c.paid), u8(c.bound), in_cells});
                });
                if (is_better) board_.read(k.key);
                if (budget_.count() && spent()) return;
            }
        }
    }

    // Make the positions of a line, last one first, the best line.
    void way_to(const std::vector<Reached>& way) {
        std::vector<Placed> line;
        follow({root_.key, 0}, {root_.after, root_.paid}, line);
        for (std::size_t k = way.size(); k-- > 1;) follow(way[k], way[k - 1], line);
        take(line);
    }
    // Add the moves between two positions: one and the forced ones after it. If the rest goes home, several moves may
    // lead to the same position, and not all in the same number of moves.
    void follow(const Reached& from, const Reached& to, std::vector<Placed>& line) {
        if (from.paid == to.paid) return;
        Board board(tables_, dig_);
        board.read(from.key);
        const std::size_t before = line.size();
        auto forced = [&] {
            for (CardMove m; board.safe(m);) {
                board.play(m);
                line.push_back({m.card, at_home});
            }
            return board.key == to.key && int(line.size()) == to.paid;
        };
        if (forced()) return;
        std::vector<Step> steps;
        board.steps(most_moves, 0, most_moves, [&](const Step& s) { steps.push_back(s); });
        for (const Step& s : steps) {
            line.resize(before);
            board.read(from.key);
            CardMove moves[max_cells + 1];
            for (int k = 0, n = board.unfold(s, moves); k < n; ++k) {
                line.push_back({moves[k].card, board.target(moves[k].to)});
                board.play(moves[k]);
            }
            if (forced()) return;
        }
        throw std::logic_error("a line has a gap");
    }
    // Convert cards and places into moves between piles.
    void take(const std::vector<Placed>& line) {
        Position p = start_;
        const Rules& rules = tables_.rules;
        std::vector<u8> moves;
        for (const Placed& step : line) {
            int from = -1, to = -1;
            for (int i = 0; i < rules.columns; ++i) {
                if (p.length[i] && p.column[i][p.length[i] - 1] == step.card) from = column_code + i;
                if (step.place == on_bottom && !p.length[i] && to < 0) to = column_code + i;
                if (p.length[i] && p.column[i][p.length[i] - 1] == step.place) to = column_code + i;
            }
            for (int i = 0; i < rules.cells; ++i) {
                if (p.cells[i] == step.card) from = cell_code + i;
                if (step.place == in_cell && p.cells[i] == no_card && to < 0) to = cell_code + i;
            }
            const int foundation = foundation_code + suit_of(step.card);
            if (step.place == at_home) to = foundation;
            else if (from < 0) from = foundation;
            if (from < 0 || to < 0) throw std::logic_error("a line cannot be played");
            if (from < cell_code) --p.length[from];
            else if (from < foundation_code) p.cells[from - cell_code] = no_card;
            if (to < cell_code) p.column[to][p.length[to]++] = step.card;
            else if (to < foundation_code) p.cells[to - cell_code] = step.card;
            append(moves, {u8(from), u8(to), 1});
        }
        best_ = int(line.size());
        line_ = std::move(moves);
        report();
    }

    void report() { report(std::max(root_.paid + root_.bound, layer_)); }
    void report(int bound) {
        reported_ = bound;
        if (progress_) progress_(bound, best_ < most_moves ? best_ : -1);
    }
    u64 bytes() const { return nodes_.bytes() + dig_.bytes() + exact_.bytes() + open_ * sizeof(Waiting); }
    bool spent() {
        budget_.note(bytes());
        over_ = budget_.spent(bytes() + nodes_.growth_bytes());
        if (nodes_.full()) {
            budget_.give_up(LimitHit::memory);
            over_ = true;
        }
        return over_;
    }

    const Tables& tables_;
    const Position& start_;
    DigBound dig_;
    ExactBound exact_;
    Board board_;
    Nodes nodes_;
    std::vector<Step> steps_;
    std::vector<std::vector<Waiting>> layers_;
    u64 open_ = 0;  // places in all layers
    Budget& budget_;
    const Progress& progress_;
    std::vector<u8> line_;
    int best_ = most_moves, layer_ = 0;
    int reported_ = 0;  // the last bound
    int vain_ = 0;      // of the position being expanded
    int width_ = 0;     // of the pending search for a good line
    bool over_ = false;
    bool shown_ = false;  // to ExactBound
};

}  // namespace kiebitz::shortest_lines
