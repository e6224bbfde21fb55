// The memory of an analyst: for each position in its common form, the status found within a limit, and player's lines.
#pragma once

#include <array>
#include <list>
#include <map>
#include <optional>
#include <string>

#include "analyst/status.hpp"
#include "common/lock.hpp"

namespace kiebitz::analyst {

// The combined status of two searches of the same position.
Status better(const Game& game, const Status& status, const Status& other);

// Thread-safe; holds its lock only during lookups and updates.
class StatusCache {
public:
    explicit StatusCache(std::size_t capacity) : capacity_(capacity) {}

    // A position by its game and its bytes.
    using Key = std::string;
    static Key key(const Game& game, const CommonForm& common);

    // The status of a position if no search within these limits could improve it. Counts as a use.
    std::optional<Status> settled(const Key& key, const Limits& limits);
    std::optional<Status> known_status(const Key& key);
    std::optional<PlayerLine> line(const Key& key, Autoplay autoplay);

    // Add the result of a search within these limits and return the combined status. Results of stopped searches are
    // not remembered.
    Status add(const Game& game, const Key& key, const Status& status, const Limits& limits);
    // Add the status of a position on a player's line, and the rest of that line for this autoplay rule, unless a line
    // of as few moves is known.
    void add(const Key& key, const Status& status, Autoplay autoplay, const PlayerLine& continuation);

    std::size_t size();

private:
    struct Entry {
        Status status;
        Limits within;  // 0: no limit
        std::array<std::optional<PlayerLine>, 3> lines;
        std::list<Key>::iterator age;
    };

    Entry& keep(const Key& key, const Status& status, const Limits& within);

    const std::size_t capacity_;
    Lock lock_;
    std::map<Key, Entry> entries_;
    std::list<Key> by_age_;  // most recently used first
};

}  // namespace kiebitz::analyst
