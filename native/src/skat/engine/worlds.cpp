#include "skat/engine/worlds.hpp"

#include <algorithm>

#include "skat/engine/discards.hpp"

namespace kiebitz::skat::engine {
namespace {

constexpr std::uint64_t block_size = 2048;
constexpr int by_tricks = 8, trick_points = 3;  // added to a game: each trick counts that many points
constexpr int most_points = 127;                // fits the search's byte

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
        std::vector<Outcome> ends(items.size(), lost);
        const auto change = [&](Outcome before, Outcome after, auto&& question) {
            std::vector<std::size_t> places;
            std::vector<Item> some;
            for (std::size_t i = 0; i < items.size(); ++i) {
                if (ends[i] != before) continue;
                places.push_back(i);
                some.push_back(items[i]);
            }
            const std::vector<std::uint8_t> yes = question(some);
            for (std::size_t i = 0; i < places.size(); ++i)
                if ((yes[i] != 0) == (after >= won)) ends[places[i]] = after;
        };
        const auto at_least = [&](int points) {
            return [this, points](std::span<const Item> some) { return reach(points, some); };
        };
        const auto tricks = [&](int number) {
            return [this, number](std::span<const Item> some) { return takes(number, some); };
        };
        if (contract_.schwarz) {
            change(lost, won, tricks(every));
            return ends;
        }
        change(lost, won, at_least(needed(contract_)));
        if (!run_.detail || contract_.game == null) return ends;
        if (!contract_.schneider) {
            change(won, won_schneider, at_least(to_make_schneider));
            change(lost, lost_schneider, at_least(out_of_schneider));
        }
        change(contract_.schneider ? won : won_schneider, won_schwarz, tricks(every));
        change(contract_.schneider ? lost : lost_schneider, lost_schwarz, tricks(1));
        return ends;
    }

    std::uint64_t tricks() const { return tricks_; }

private:
    // Whether the declarer reaches this many points in each world; one search for each number still missing.
    std::vector<std::uint8_t> reach(int points, std::span<const Item> items) {
        std::vector<int> missing;
        for (const Item& item : items)
            missing.push_back(contract_.game == null ? 0 : points - knowledge_.taken - points_of(item.skat));
        std::vector<std::uint8_t> reached(items.size());
        std::vector<std::uint8_t> is_done(items.size());
        for (std::size_t first = 0; first < items.size(); ++first) {
            if (is_done[first]) continue;
            std::vector<std::size_t> places;
            std::vector<Hands> hands;
            for (std::size_t i = first; i < items.size(); ++i) {
                if (missing[i] != missing[first]) continue;
                is_done[i] = true;
                places.push_back(i);
                hands.push_back(items[i].hands);
            }
            const std::vector<std::uint8_t> yes =
                worlds_reach(query(run_.exact), missing[first], hands, tricks_, poll_);
            for (std::size_t i = 0; i < places.size(); ++i) reached[places[i]] = yes[i];
        }
        return reached;
    }

    std::vector<std::uint8_t> takes(int tricks, std::span<const Item> items) {
        std::vector<Hands> hands;
        for (const Item& item : items) hands.push_back(item.hands);
        Query by = query(run_.exact);
        by.game += by_tricks;
        return worlds_reach(by, trick_points * tricks, hands, tricks_, poll_);
    }

    Query query(bool alike) const { return {contract_.game, knowledge_.seat, knowledge_.turn, alike}; }

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

std::vector<std::uint8_t> worlds_reach(const Query& query, int points, std::span<const Hands> worlds,
                                       std::uint64_t& tricks, const Poll& poll) {
    if (worlds.empty() || (points <= 0 && query.game != null)) return std::vector<std::uint8_t>(worlds.size(), 1);
    std::vector<Set> all;
    for (const Hands& hands : worlds) all.insert(all.end(), hands.begin(), hands.end());
    const std::vector<std::uint8_t> bytes = bytes_of(all);
    const Worlds answers = skat::worlds(query.game, query.declarer, query.turn, std::clamp(points, 0, most_points),
                                        bytes, poll, query.alike);
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
