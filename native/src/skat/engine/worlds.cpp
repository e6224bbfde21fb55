#include "skat/engine/worlds.hpp"

#include <algorithm>

#include "skat/engine/discards.hpp"

namespace kiebitz::skat::engine {
namespace {

constexpr std::uint64_t block_size = 2048;

std::uint64_t choose(int of, int some) {
    std::uint64_t ways = 1;
    for (int i = 1; i <= some; ++i) ways = ways * std::uint64_t(of - some + i) / std::uint64_t(i);
    return ways;
}

World cut(const Knowledge& knowledge, std::span<const Code> cards) {
    const std::size_t size = std::size_t(knowledge.hand());
    return {set_of(cards.first(size)), set_of(cards.subspan(size, size)), set_of(cards.subspan(2 * size))};
}

class Judge {
public:
    Judge(const Knowledge& knowledge, const Run& run, const Entry& entry, const Poll& poll)
        : knowledge_(knowledge), run_(run), entry_(entry), contract_(entry.contract), poll_(poll) {}

    struct Item {
        Hands hands;
        Set skat;
        int matadors;
    };

    Item item(const World& world) const {
        const Set twelve = knowledge_.cards | world.skat;
        const Set likely = contract_.hand ? world.skat : ranked_discards(twelve, contract_.game)[0];
        const Set skat = entry_.discard ? entry_.discard : likely;
        return {seated(knowledge_.seat, twelve & ~skat, world), skat, matadors(twelve, contract_.game)};
    }

    // The outcomes of worlds. An announced level is part of winning. Best play for each threshold is best play for the
    // score, because taking every trick takes all card points.
    std::vector<Outcome> ends(std::span<const Item> items) {
        const int every = knowledge_.hand();
        const bool detail = run_.detail && contract_.game != null, by_schneider = detail && !contract_.schneider;
        const Outcome worst = by_schneider ? lost_schneider : lost, best = by_schneider ? won_schneider : won;
        std::vector<Outcome> ends(items.size(), lost);
        if (contract_.schwarz) {
            by_number_of_tricks(every, items, ends, lost, {lost, won});
            return ends;
        }
        std::vector<std::uint8_t> had, levels{std::uint8_t(needed(contract_))};
        if (by_schneider) levels = {out_of_schneider, to_win, to_make_schneider};
        std::vector<Hands> hands;
        for (const Item& item : items) {
            had.push_back(std::uint8_t(knowledge_.taken + points_of(item.skat)));
            hands.push_back(item.hands);
        }
        const std::vector<std::uint8_t> reached =
            levels_reached(query(contract_.game), had, levels, hands, tricks_, poll_);
        for (std::size_t i = 0; i < items.size(); ++i) ends[i] = Outcome(worst + reached[i]);
        if (!detail) return ends;
        by_number_of_tricks(every, items, ends, best, {best, won_schwarz});
        by_number_of_tricks(1, items, ends, worst, {lost_schwarz, worst});
        return ends;
    }

    std::uint64_t tricks() const { return tricks_; }

private:
    // Change the ends `before`: to the first of `after` if the declarer takes fewer tricks, otherwise to the second.
    void by_number_of_tricks(int tricks, std::span<const Item> items, std::vector<Outcome>& ends, Outcome before,
                             const std::array<Outcome, 2>& after) {
        std::vector<std::size_t> places;
        std::vector<Hands> hands;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (ends[i] != before) continue;
            places.push_back(i);
            hands.push_back(items[i].hands);
        }
        const std::vector<std::uint8_t> none(hands.size());
        const std::vector<std::uint8_t> takes = levels_reached(
            query(contract_.game + by_tricks), none, {std::uint8_t(trick_points * tricks)}, hands, tricks_, poll_);
        for (std::size_t i = 0; i < places.size(); ++i) ends[places[i]] = after[takes[i]];
    }

    Query query(int game) const { return {game, knowledge_.seat, knowledge_.turn, run_.exact}; }

    const Knowledge& knowledge_;
    const Run& run_;
    const Entry& entry_;
    const Contract& contract_;
    const Poll& poll_;
    std::uint64_t tricks_ = 0;
};

std::vector<World> worlds_of(const Knowledge& knowledge, const Run& run, std::uint64_t first, std::uint64_t last) {
    const std::uint64_t stream = splitmix64(run.seed, std::uint64_t(run.stream));
    std::vector<World> worlds;
    if (run.exact) {
        const BlockOrder order(knowledge.worlds(), stream);
        for (std::uint64_t index = first; index <= last; ++index)
            worlds.push_back(counted(knowledge, order.number_at(index)));
        return worlds;
    }
    for (std::uint64_t index = first; index <= last; ++index) {
        Random random(splitmix64(stream, index));
        worlds.push_back(drawn(knowledge, random));
    }
    return worlds;
}

}  // namespace

std::uint64_t Knowledge::worlds() const {
    const std::uint64_t both = choose(2 * hand(), hand());
    return std::popcount(cards) > hand() ? both : choose(2 * hand() + skat_size, skat_size) * both;
}

World drawn(const Knowledge& knowledge, Random& random) {
    Codes cards = in_pack_order(knowledge.pack & ~knowledge.cards);
    random.shuffle(cards);
    return cut(knowledge, cards);
}

World counted(const Knowledge& knowledge, std::uint64_t number) {
    const int size = knowledge.hand();
    Codes chosen, rest;
    int place = 0;
    for (const Code card : in_pack_order(knowledge.pack & ~knowledge.cards)) {
        const int cards_left = 2 * size - ++place, wanted = size - int(chosen.size()) - 1;
        const std::uint64_t with_it = wanted >= 0 ? choose(cards_left, wanted) : 0;
        if (number < with_it) {
            chosen.push_back(card);
        } else {
            number -= with_it;
            rest.push_back(card);
        }
    }
    return {set_of(chosen), set_of(rest), 0};
}

BlockOrder::BlockOrder(std::uint64_t worlds, std::uint64_t seed) {
    for (std::uint64_t start = 0; start + block_size <= worlds; start += block_size) starts_.push_back(start);
    Random random(seed);
    for (std::size_t last = starts_.size(); last-- > 1;) std::swap(starts_[last], starts_[random.below(last + 1)]);
}

std::uint64_t BlockOrder::number_at(std::uint64_t index) const {
    const std::uint64_t block = index / block_size, place = index % block_size;
    return (block < starts_.size() ? starts_[block] : starts_.size() * block_size) + place;
}

Hands seated(int seat, Set own, const World& world) {
    Hands hands{};
    hands[std::size_t(seat)] = own;
    hands[std::size_t(next_seat(seat))] = world.next;
    hands[std::size_t(next_seat(next_seat(seat)))] = world.last;
    return hands;
}

std::vector<std::uint8_t> levels_reached(const Query& query, const std::vector<std::uint8_t>& had,
                                         const std::vector<std::uint8_t>& levels, std::span<const Hands> worlds,
                                         std::uint64_t& tricks, const Poll& poll) {
    std::vector<Set> all;
    for (const Hands& hands : worlds) all.insert(all.end(), hands.begin(), hands.end());
    const Worlds answers =
        skat::levels(query.game, query.declarer, query.turn, had, levels, bytes_of(all), poll, query.alike);
    tricks += answers.nodes;
    return answers.values;
}

void Tally::add(const Tally& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    tricks += other.tricks;
}

std::uint64_t Tally::worlds() const { return ending(lost_schwarz, won_schwarz); }

std::uint64_t Tally::ending(Outcome worst, Outcome best) const {
    std::uint64_t total = 0;
    each([&](Kind kind, std::uint64_t count) {
        if (kind.end >= worst && kind.end <= best) total += count;
    });
    return total;
}

std::vector<Tally> judge(const Knowledge& knowledge, const Run& run, std::span<const Entry> entries,
                         std::uint64_t first, std::uint64_t last, const Poll& poll) {
    const std::vector<World> worlds = worlds_of(knowledge, run, first, last);
    std::vector<Tally> tallies;
    for (const Entry& entry : entries) {
        Judge judge(knowledge, run, entry, poll);
        std::vector<Judge::Item> items;
        for (const World& world : worlds) items.push_back(judge.item(world));
        const std::vector<Outcome> ends = judge.ends(items);
        Tally tally;
        for (std::size_t i = 0; i < items.size(); ++i) ++tally.at({items[i].matadors, ends[i]});
        tally.tricks = judge.tricks();
        tallies.push_back(tally);
    }
    return tallies;
}

std::vector<LaidOut> laid_out(const Knowledge& knowledge, const Run& run, const Entry& entry, std::uint64_t first,
                              std::uint64_t last, const Poll& poll) {
    std::vector<LaidOut> laid_out_worlds;
    Judge judge(knowledge, run, entry, poll);
    for (const World& world : worlds_of(knowledge, run, first, last)) {
        const Judge::Item item = judge.item(world);
        laid_out_worlds.push_back({world, item.skat, judge.ends(std::span(&item, 1))[0]});
    }
    return laid_out_worlds;
}

}  // namespace kiebitz::skat::engine
