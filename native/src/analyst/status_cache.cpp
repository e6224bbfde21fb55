#include "analyst/status_cache.hpp"

#include <algorithm>

namespace kiebitz::analyst {
namespace {

bool is_final(const Status& status) { return status.effort.limit_hit == LimitHit::none; }

// Whether one limit covers the other; 0: no limit.
template <class Number>
bool reaches(Number limit, Number other) {
    return limit == 0 || (other != 0 && limit >= other);
}
bool covers(const Limits& limits, const Limits& other) {
    return reaches(limits.states, other.states) && reaches(limits.seconds, other.seconds) &&
           reaches(limits.memory, other.memory);
}

}  // namespace

Status better(const Game& game, const Status& status, const Status& other) {
    if (is_final(other)) return other;
    if (is_final(status)) return status;
    if (status.score == no_score || other.score == no_score) return other;
    const Status& high = status.score > other.score ? status : other;
    return scored(game, high.score, std::min(status.bound, other.bound), high.line, other.effort);
}

StatusCache::Key StatusCache::key(const Game& game, const CommonForm& common) {
    Key key(game.bytes.begin(), game.bytes.end());
    key.append(common.bytes.begin(), common.bytes.end());
    return key;
}

std::optional<Status> StatusCache::settled(const Key& key, const Limits& limits) {
    const Locked guard(lock_);
    const auto place = entries_.find(key);
    if (place == entries_.end()) return std::nullopt;
    Entry& entry = place->second;
    by_age_.splice(by_age_.begin(), by_age_, entry.age);
    if (is_final(entry.status) || covers(entry.within, limits)) return entry.status;
    return std::nullopt;
}

std::optional<Status> StatusCache::known_status(const Key& key) {
    const Locked guard(lock_);
    const auto entry = entries_.find(key);
    return entry == entries_.end() ? std::nullopt : std::optional(entry->second.status);
}

std::optional<PlayerLine> StatusCache::line(const Key& key, Autoplay autoplay) {
    const Locked guard(lock_);
    const auto entry = entries_.find(key);
    return entry == entries_.end() ? std::nullopt : entry->second.lines[std::size_t(autoplay)];
}

Status StatusCache::add(const Game& game, const Key& key, const Status& status, const Limits& limits) {
    const Locked guard(lock_);
    const auto old = entries_.find(key);
    const Status best = old == entries_.end() ? status : better(game, old->second.status, status);
    if (status.effort.limit_hit != LimitHit::stopped) keep(key, best, limits);
    return best;
}

void StatusCache::add(const Key& key, const Status& status, Autoplay autoplay, const PlayerLine& continuation) {
    const Locked guard(lock_);
    const auto old = entries_.find(key);
    Entry& entry = old != entries_.end() && is_final(old->second.status) ? old->second : keep(key, status, {});
    std::optional<PlayerLine>& line = entry.lines[std::size_t(autoplay)];
    if (!line || (line->autoplay == continuation.autoplay && continuation.moves.size() < line->moves.size()))
        line = continuation;
}

std::size_t StatusCache::size() {
    const Locked guard(lock_);
    return entries_.size();
}

// Drop the least recently used position if there are too many.
StatusCache::Entry& StatusCache::keep(const Key& key, const Status& status, const Limits& within) {
    const auto [place, is_new] = entries_.try_emplace(key);
    Entry& entry = place->second;
    if (is_new || covers(within, entry.within)) entry.within = within;
    entry.status = status;
    if (is_new) {
        by_age_.push_front(key);
        entry.age = by_age_.begin();
        if (entries_.size() > capacity_) {
            entries_.erase(by_age_.back());
            by_age_.pop_back();
        }
    }
    return entry;
}

}  // namespace kiebitz::analyst
