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

// Take the combination `number` of some cards out of them.
Codes take_out(Codes& cards, int some, std::uint64_t number) {
    Codes combination, rest;
    for (const Code card : cards) {
        const int cards_left = int(cards.size() - combination.size() - rest.size()) - 1,
                  wanted = some - int(combination.size()) - 1;
        const std::uint64_t with_it = wanted >= 0 ? choose(cards_left, wanted) : 0;
        if (number < with_it) {
            combination.push_back(card);
        } else {
            number -= with_it;
            rest.push_back(card);
        }
    }
    cards = rest;
    return combination;
}

World cut(const Knowledge& knowledge, std::span<const Code> cards) {
    const std::size_t size = std::size_t(knowledge.hand());
    return {set_of(cards.first(size)), set_of(cards.subspan(size, size)), set_of(cards.subspan(2 * size))};
}

// Whether both are searched alike, so that a world's results for one serve the other.
bool are_alike(const Contract& a, const Contract& b) {
    return a.game == b.game && a.schneider == b.schneider && a.schwarz == b.schwarz;
}

// Judges contracts that are searched alike.
class Judge {
public:
    Judge(const Knowledge& knowledge, const Run& run, const Contract& contract, const Poll& poll)
        : knowledge_(knowledge), run_(run), contract_(contract), poll_(poll) {}

    struct Item {
        Hands hands;
        Set skat;
        int matadors;
        Outcome end = lost;
        std::uint64_t tricks = 0;  // searched
    };

    Item item(const World& world, const Entry& entry) const {
        const Set twelve = knowledge_.cards | world.skat;
        const Set likely = entry.contract.hand ? world.skat : ranked_discards(twelve, contract_.game)[0];
        const Set skat = entry.discard ? entry.discard : likely;
        return {seated(knowledge_.seat, twelve & ~skat, world), skat, matadors(twelve, contract_.game)};
    }

    // Find the ends of items, those of a world after one another. An announced level is part of winning. Best play for
    // each threshold is best play for the score, because taking every trick takes all card points.
    void find_ends(std::span<Item> items) const {
        const int every = knowledge_.hand();
        const bool detail = run_.detail && contract_.game != null, by_schneider = detail && !contract_.schneider;
        const Outcome worst = by_schneider ? lost_schneider : lost, best = by_schneider ? won_schneider : won;
        if (contract_.schwarz) return by_number_of_tricks(every, items, lost, {lost, won});
        std::vector<std::uint8_t> had, levels{std::uint8_t(needed(contract_))};
        if (by_schneider) levels = {out_of_schneider, to_win, to_make_schneider};
        std::vector<Item*> all;
        for (Item& item : items) {
            had.push_back(std::uint8_t(knowledge_.taken + points_of(item.skat)));
            all.push_back(&item);
        }
        const std::vector<std::uint8_t> reached = levels_reached(contract_.game, had, levels, all);
        for (std::size_t i = 0; i < items.size(); ++i) items[i].end = Outcome(worst + reached[i]);
        if (!detail) return;
        by_number_of_tricks(every, items, best, {best, won_schwarz});
        by_number_of_tricks(1, items, worst, {lost_schwarz, worst});
    }

private:
    // Change the ends `before`: to the first of `after` if the declarer takes fewer tricks, otherwise to the second.
    void by_number_of_tricks(int tricks, std::span<Item> items, Outcome before,
                             const std::array<Outcome, 2>& after) const {
        std::vector<Item*> some;
        for (Item& item : items)
            if (item.end == before) some.push_back(&item);
        const std::vector<std::uint8_t> takes =
            levels_reached(contract_.game + by_tricks, std::vector<std::uint8_t>(some.size()),
                           {std::uint8_t(trick_points * tricks)}, some);
        for (std::size_t i = 0; i < some.size(); ++i) some[i]->end = after[takes[i]];
    }

    // For each item, the number of `levels` of card points that the declarer, with `had` points, reaches; in Null,
    // whether he takes no trick.
    std::vector<std::uint8_t> levels_reached(int game, const std::vector<std::uint8_t>& had,
                                             const std::vector<std::uint8_t>& levels,
                                             std::span<Item* const> items) const {
        std::vector<Set> hands;
        for (const Item* item : items) hands.insert(hands.end(), item->hands.begin(), item->hands.end());
        const Worlds answers =
            skat::levels(game, knowledge_.seat, knowledge_.turn, had, levels, bytes_of(hands), poll_, run_.exact);
        for (std::size_t i = 0; i < items.size(); ++i) items[i]->tricks += answers.nodes[i];
        return answers.values;
    }

    const Knowledge& knowledge_;
    const Run& run_;
    const Contract& contract_;
    const Poll& poll_;
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

// Unseen cards of a side suit that follow one another in rank and count alike are interchangeable: exchanging them
// changes neither play nor score. For the first of the worlds that differ only so, the number of these, otherwise 0.
// (A low trump may change the matadors.)
std::uint64_t interchangeable(const Knowledge& knowledge, int game, const World& world) {
    const Set alike = game == null ? whole_pack : sevens_to_nines & ~trumps_of(game);
    const Set unseen = knowledge.pack & ~knowledge.cards & alike;
    std::uint64_t ways = 1, run = 0;
    std::array<std::uint64_t, 3> placed{};  // of the run, by place
    std::size_t before = 0;
    for (int card = 0; card < pack_size; ++card) {
        if (place_of(card) == 0 || !(unseen & bit(card))) placed = {}, run = 0;
        if (!(unseen & bit(card))) continue;
        const std::size_t where = world.next & bit(card) ? 0 : world.last & bit(card) ? 1 : 2;
        if (run && where < before) return 0;
        before = where;
        ways = ways * ++run / ++placed[where];
    }
    return ways;
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
    Codes unseen = in_pack_order(knowledge.pack & ~knowledge.cards);
    const Codes skat =
        int(unseen.size()) > 2 * size ? take_out(unseen, skat_size, number / choose(2 * size, size)) : Codes();
    const Codes next = take_out(unseen, size, number % choose(2 * size, size));
    return {set_of(next), set_of(unseen), set_of(skat)};
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
    std::vector<Tally> tallies(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Contract& contract = entries[i].contract;
        std::vector<std::size_t> group;
        for (std::size_t j = 0; j < entries.size(); ++j)
            if (are_alike(entries[j].contract, contract)) group.push_back(j);
        if (group[0] != i) continue;  // judged already
        const Judge judge(knowledge, run, contract, poll);
        std::vector<Judge::Item> items;
        std::vector<std::uint64_t> counts;  // by world judged
        for (const World& world : worlds) {
            const std::uint64_t count = run.exact ? interchangeable(knowledge, contract.game, world) : 1;
            if (!count) continue;
            counts.push_back(count);
            for (const std::size_t entry : group) items.push_back(judge.item(world, entries[entry]));
        }
        judge.find_ends(items);
        for (std::size_t k = 0; k < items.size(); ++k) {
            Tally& tally = tallies[group[k % group.size()]];
            tally.at({items[k].matadors, items[k].end}) += counts[k / group.size()];
            tally.tricks += items[k].tricks;
        }
    }
    return tallies;
}

std::vector<LaidOut> laid_out(const Knowledge& knowledge, const Run& run, const Entry& entry, std::uint64_t first,
                              std::uint64_t last, const Poll& poll) {
    std::vector<LaidOut> laid_out_worlds;
    const Judge judge(knowledge, run, entry.contract, poll);
    for (const World& world : worlds_of(knowledge, run, first, last)) {
        Judge::Item item = judge.item(world, entry);
        judge.find_ends({&item, 1});
        laid_out_worlds.push_back({world, item.skat, item.end});
    }
    return laid_out_worlds;
}

}  // namespace kiebitz::skat::engine
