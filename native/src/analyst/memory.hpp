// What an analyst remembers of positions, each in its common form: the answer found within a limit, and lines for
// players.
#pragma once

#include <array>
#include <list>

#include <optional>
#include <string>
#include <unordered_map>

#include "analyst/answering.hpp"
#include "common/lock.hpp"

namespace kiebitz::analyst {

// What two searches of the same position found out together.
Status better(const Game& game, const Status& one, const Status& other);

// It may be asked by any number of threads, and holds its lock only while it looks something up or takes it in.
class Memory {
public:
    explicit Memory(std::size_t most) : most_(most) {}

    // A position by its game and its bytes.
    using Key = std::string;
    static Key key(const Game& game, const CommonForm& common);

    // What is known of a position if no search within these limits could find out more; it counts as asked for.
    std::optional<Status> settled(const Key& key, const Limits& limits);
    std::optional<Status> known(const Key& key);
    std::optional<PlayerLine> line(const Key& key, Autoplay autoplay);

    // Takes in what a search within these limits found out, and returns what is known then. What was found by a search
    // that was stopped is not remembered.
    Status learn(const Game& game, const Key& key, const Status& status, const Limits& limits);
    // Takes in what follows for a position on a player's line, and the rest of that line for this rule of autoplay.
    void learn(const Key& key, const Status& status, Autoplay autoplay, const PlayerLine& rest);

    std::size_t size();

private:
    struct Entry {
        Status status;
        Limits within;  // 0: no limit
        std::array<std::optional<PlayerLine>, 3> lines;
        std::list<Key>::iterator age;
    };

    Entry& keep(const Key& key, const Status& status, const Limits& within);

    const std::size_t most_;
    Lock lock_;
    std::unordered_map<Key, Entry> entries_;
    std::list<Key> by_age_;  // the one asked for last comes first
};

}  // namespace kiebitz::analyst
