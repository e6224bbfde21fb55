#include "player_lines/beam.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "common/dealing.hpp"

namespace kiebitz::play {
namespace {

// The weights of a position's score, lower is better. A card blocks if it lies over one that goes home before it, of
// its own suit or of any. Learned on deals above 2,000,000.
struct Weights {
    // columns, card by card from the bottom
    int card_blocks = 9;                // a card over a lower one
    int card_blocks_own_suit = 3;       // … of its own suit
    int sequence_blocks = 11;           // a sequence with a blocking card, which must move
    int sequence_blocks_own_suit = 13;  // … over a lower one of its own suit
    int rank_that_blocks = 4;           // each rank of its first blocking card, from the fourth to the ninth
    int rank_below = -3;                // each rank of the lowest card beneath that
    int first_of_column = 11;           // such a sequence is the column's first
    int second_of_column = 5;           // … the second
    int card_joined = -9;               // a card moves with the card beneath
    int card_not_joined = 9;            // a card does not move with the card beneath
    int rank_at_the_bottom = 4;         // each rank of a column's first card, up to the seventh
    int king_at_the_bottom = -41;       // … if that is a king, besides
    // cells
    int card_in_cell = 8;
    int rank_in_cell = 1;      // each rank of such a card
    int distance_in_cell = 4;  // each rank between it and its foundation
    int king_in_cell = -34;
    // foundations
    int card_home = -10;
    int lowest_home = -7;         // each card home in the suit that is furthest behind
    int sequence_over_next = 11;  // each sequence with a blocking card over the next card of a suit
    int none_over_next = 36;      // no such sequence lies over it
    int sequence_can_move = -13;  // a column's last sequence has a blocking card and fits on another column
    // For empty columns and free cells; more of them count as the last number.
    signed char room[4][5] = {
        {7, -27, -33, -32, -29}, {-55, -85, -85, -70, -54}, {-80, -99, -85, -72, -61}, {-94, -102, -90, -77, -64}};
};
constexpr Weights weights;
constexpr int of_no_column = 512, of_a_game = 1024;  // keeps scores above 0

// Candidates kept for each place of the next level, because many are the same position.
constexpr std::size_t surplus = 3;

// Call `out` with the index of each byte in which two rows differ, eight at a time.
template <std::size_t size, class Out>
void differences(const std::uint8_t* before, const std::uint8_t* after, Out out) {
    static_assert(size % 8 == 0);
    for (std::size_t at = 0; at < size; at += 8) {
        std::uint64_t a, b;
        std::memcpy(&a, before + at, 8);
        std::memcpy(&b, after + at, 8);
        for (std::uint64_t differences = a ^ b; differences;) {
            const int byte = std::countr_zero(differences) / 8;
            differences &= ~(std::uint64_t{255} << 8 * byte);
            out(int(at) + byte);
        }
    }
}

}  // namespace

Beam::Beam(const Game& game, std::size_t width) : game_(game), width_(width) {
    std::uint64_t number = 0;
    for (auto& row : mix_)
        for (u64& mixed : row) mixed = splitmix64(0, number++);
}

std::vector<Step> Beam::find(const Board& start, int below, Budget& budget) {
    origins_.clear();
    visited_.assign(std::bit_ceil(8 * width_), 0);
    visited_count_ = 0;
    level_.resize(1);
    read(start, level_[0]);
    insert(level_[0].key);
    while (!level_.empty() && int(origins_.size()) + 1 < below) {
        if (budget.spent(bytes())) return {};
        candidates_.clear();
        std::fill(std::begin(count_), std::end(count_), 0);
        promising_ = 0;
        worst_ = scores - 1;
        for (std::size_t i = 0; i < level_.size(); ++i) {
            if (budget.count() && budget.spent(bytes())) return {};
            if (expand(u32(i))) return line();
        }
        budget.note(bytes());
        choose();
    }
    return {};
}

// Rate each step from a position; return true, with `last_`, if one wins.
bool Beam::expand(u32 parent) {
    const KeptBoard& from = level_[parent];
    const Looks looks = looks_of(from.board, from.prefix);
    Board b;
    Prefix prefix[max_cards];
    bool copied = false, won = false;
    game_.steps(from.board, [&](Step step) {
        if (won) return;
        u64 key = from.key;
        if (game_.alone(from.board, step)) {
            key += mix_[step.card][step.onto] - mix_[step.card][from.board.below[step.card]];
            offer({key, parent, u16(score_after(from, step, looks)), step});
            return;
        }
        b = from.board;
        carried_.clear();
        if (game_.make(b, step, carried_) != Outcome::made) return;
        if (game_.won(b)) {
            last_ = {parent, step};
            won = true;
            return;
        }
        if (!copied) std::memcpy(prefix, from.prefix, sizeof prefix);
        copied = true;
        Card changed[max_cards];
        int changes = 0;
        follow(from, b, prefix, key, [&](Card c) { changed[changes++] = c; });
        offer({key, parent, u16(score(looks_of(b, prefix))), step});
        while (changes--) prefix[changed[changes]] = from.prefix[changed[changes]];
    });
    return won;
}

// The score after a step that moves only its own cards. `before` describes the position before it.
int Beam::score_after(const KeptBoard& from, Step step, const Looks& before) const {
    Looks looks = before;
    const Board& b = from.board;
    const u8 under = b.below[step.card];
    Prefix fresh;
    const Prefix* p = nullptr;
    int to = 0;
    if (step.onto < max_cards) {
        p = &from.prefix[step.onto];
        to = p->column;
        looks.end(to, step.onto, *p, 0, -1);
    } else if (step.onto == on_bottom) {
        while (b.end[to] != no_card) ++to;
        --looks.empty;
    } else {
        looks.in_cells += in_cell_costs(b, step.card);
        --looks.free;
        to = no_pile;
    }
    Card c = step.card;
    for (Card lower = step.onto;; lower = c, c = b.above[c]) {
        if (to != no_pile) {
            fresh = on(p, lower, c, to);
            p = &fresh;
        }
        if (rank_of(c) == b.home[suit_of(c)])
            looks.next[suit_of(c)] = {u8(to), u8(to == no_pile ? 0 : fresh.sequences)};
        if (b.above[c] == no_card) break;
    }
    if (under == in_cell) {
        looks.in_cells -= in_cell_costs(b, c);
        looks.free += !game_.rules().reserve;
    } else {
        const int i = from.prefix[c].column;
        looks.end(i, c, from.prefix[c], 0, -1);
        if (under == on_bottom) ++looks.empty;
        else looks.end(i, under, from.prefix[under], game_.takes(from.prefix[under].head), 1);
    }
    if (to != no_pile) looks.end(to, c, fresh, game_.takes(fresh.head), 1);
    return score(looks);
}

// Record a candidate for the next level.
void Beam::offer(const Candidate& c) {
    if (c.score > worst_) return;
    candidates_.push_back(c);
    ++count_[c.score];
    ++promising_;
    for (; promising_ - count_[worst_] > surplus * width_; --worst_) promising_ -= count_[worst_];
}

// Build the next level from the best candidates; ties go to those met first.
void Beam::choose() {
    std::fill(std::begin(count_), std::end(count_), 0);
    std::size_t different = 0;
    for (const Candidate& c : candidates_) {
        if (c.score > worst_ || !insert(c.key)) continue;
        ++count_[c.score];
        candidates_[different++] = c;
    }
    candidates_.resize(different);
    int last = 0;
    std::size_t places_left = width_;
    for (; last < scores && count_[last] <= places_left; ++last) places_left -= count_[last];
    auto& origins = origins_.emplace_back();
    next_.resize(std::min(width_, different));
    for (const Candidate& c : candidates_) {
        if (c.score > last || (c.score == last && !places_left)) continue;
        places_left -= c.score == last;
        const KeptBoard& from = level_[c.parent];
        KeptBoard& node = next_[origins.size()];
        node = from;
        carried_.clear();
        game_.make(node.board, c.step, carried_);
        follow(from, node.board, node.prefix, node.key, [](Card) {});
        origins.push_back({c.parent, c.step});
    }
    next_.resize(origins.size());
    std::swap(level_, next_);
}

std::vector<Step> Beam::line() const {
    std::vector<Step> steps{last_.step};
    u32 at = last_.parent;
    for (std::size_t level = origins_.size(); level-- > 0;) {
        steps.push_back(origins_[level][at].step);
        at = origins_[level][at].parent;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

void Beam::read(const Board& start, KeptBoard& node) const {
    Board nothing = start;
    std::memset(nothing.below, at_home, max_cards);
    std::memset(nothing.end, no_card, sizeof nothing.end);
    node.board = nothing;
    node.key = start.hidden;
    for (int c = 0; c < max_cards; ++c) node.key += mix_[c][at_home];
    for (Prefix& p : node.prefix) p.column = no_pile;
    const KeptBoard from = node;
    follow(from, start, node.prefix, node.key, [](Card) {});
    node.board = start;
}

Beam::Prefix Beam::on(const Prefix* under, Card lower, Card c, int column) const {
    const int rank = rank_of(c), suit = suit_of(c), none = 15;
    if (!under) {
        const int cost = weights.rank_at_the_bottom * std::min(rank, 6) +
                         weights.king_at_the_bottom * (rank == game_.rules().king());
        return {
            u16(of_no_column + cost), u16(0xffff ^ (none ^ rank) << 4 * suit), u8(rank), u8(column), no_card, 0, false};
    }
    Prefix p = *under;
    int cost = p.cost;
    p.column = u8(column);
    if (game_.joined(c, lower)) {
        cost += weights.card_joined;
    } else {
        cost += weights.card_not_joined;
        p.head = no_card;
        p.own_suit = false;
    }
    if (rank > p.low) {
        cost += weights.card_blocks;
        if (p.head == no_card) {
            cost += weights.sequence_blocks + weights.rank_that_blocks * std::clamp(rank - 2, 0, 6) +
                    weights.rank_below * p.low;
            if (p.sequences < 2) cost += p.sequences ? weights.second_of_column : weights.first_of_column;
            ++p.sequences;
            p.head = c;
        }
    }
    if (rank > (p.lowest >> 4 * suit & none)) {
        cost += weights.card_blocks_own_suit;
        if (!p.own_suit) cost += weights.sequence_blocks_own_suit;
        p.own_suit = true;
    } else {
        p.lowest = u16((p.lowest & ~(none << 4 * suit)) | rank << 4 * suit);
    }
    p.low = u8(std::min<int>(p.low, rank));
    p.cost = u16(std::max(cost, 0));
    return p;
}

// Update key and prefixes of a position to those of the board `b` after a step, and call `note` with the cards whose
// prefix has changed. In a column only cards above one that has stayed are new; a column whose last card has stayed is
// unchanged.
template <class Note>
void Beam::follow(const KeptBoard& from, const Board& b, Prefix* prefix, u64& key, Note note) const {
    key += b.hidden - from.board.hidden;
    differences<sizeof b.below - 8>(from.board.below, b.below, [&](int c) {
        key += mix_[c][b.below[c]] - mix_[c][from.board.below[c]];
        if (b.below[c] < in_cell) return;
        prefix[c].column = no_pile;
        note(Card(c));
    });
    for (int i = 0; i < game_.rules().columns; ++i) {
        if (from.board.end[i] == b.end[i] || b.end[i] == no_card) continue;
        Card fresh[max_cards];
        int n = 0;
        Card under = b.end[i];
        for (; under < max_cards && prefix[under].column != i; under = b.below[under]) fresh[n++] = under;
        const Prefix* p = under < max_cards ? &prefix[under] : nullptr;
        while (n--) {
            prefix[fresh[n]] = on(p, under, fresh[n], i);
            note(fresh[n]);
            under = fresh[n];
            p = &prefix[under];
        }
    }
}

int Beam::in_cell_costs(const Board& b, Card c) const {
    const int rank = rank_of(c);
    return weights.card_in_cell + weights.rank_in_cell * rank + weights.distance_in_cell * (rank - b.home[suit_of(c)]) +
           weights.king_in_cell * (rank == game_.rules().king());
}

void Beam::Looks::end(int column, Card c, const Prefix& p, u64 takes, int sign) {
    columns += sign * (p.cost - of_no_column);
    ends ^= u64{1} << c;
    on_which[column] = takes;
    sequences[column] = p.sequences;
}

Beam::Looks Beam::looks_of(const Board& b, const Prefix* prefix) const {
    Looks l{};
    l.free = b.free;
    l.empty = b.empty;
    for (int i = 0; i < game_.rules().columns; ++i)
        if (const Card c = b.end[i]; c != no_card) l.end(i, c, prefix[c], game_.takes(prefix[c].head), 1);
    for (int i = 0; i < game_.rules().cells; ++i)
        if (b.cell[i] != no_card) l.in_cells += in_cell_costs(b, b.cell[i]);
    int home = 0, lowest = max_cards;
    for (int s = 0; s < 4; ++s) {
        home += b.home[s];
        lowest = std::min<int>(lowest, b.home[s]);
        const Prefix& p = prefix[4 * b.home[s] + s];
        if (b.home[s] < game_.rules().ranks) l.next[s] = {p.column, p.sequences};
        else l.next[s] = {of_whole_suit, 0};
    }
    l.home = weights.card_home * home + weights.lowest_home * lowest;
    return l;
}

int Beam::score(const Looks& l) const {
    int all = of_a_game + l.columns + l.in_cells + l.home + weights.room[std::min(l.empty, 3)][std::min(l.free, 4)];
    for (int i = 0; i < game_.rules().columns; ++i)
        if (l.on_which[i] & l.ends) all += weights.sequence_can_move;
    for (const auto& next : l.next) {
        if (next.column == of_whole_suit) continue;
        const int over = next.column == no_pile ? 0 : l.sequences[next.column] - next.sequences;
        all += over ? weights.sequence_over_next * over : weights.none_over_next;
    }
    return std::clamp(all, 0, scores - 1);
}

// Insert a key; return false if it was present.
bool Beam::insert(u64 key) {
    if (2 * ++visited_count_ > visited_.size()) {
        std::vector<u64> old(2 * visited_.size());
        std::swap(old, visited_);
        for (const u64 k : old)
            if (k) visited_[place(k)] = k;
    }
    u64& slot = visited_[place(key |= 1)];
    if (slot) {
        --visited_count_;
        return false;
    }
    slot = key;
    return true;
}

// The place of a key, or the empty place for it.
std::size_t Beam::place(u64 key) const {
    const std::size_t mask = visited_.size() - 1;
    std::size_t at = std::size_t(key >> 20) & mask;
    while (visited_[at] && visited_[at] != key) at = (at + 1) & mask;
    return at;
}

std::uint64_t Beam::bytes() const {
    return (level_.capacity() + next_.capacity()) * sizeof(KeptBoard) + candidates_.capacity() * sizeof(Candidate) +
           origins_.size() * width_ * sizeof(Origin) + visited_.size() * sizeof(u64);
}

}  // namespace kiebitz::play
