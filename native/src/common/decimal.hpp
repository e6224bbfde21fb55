// Numbers in decimal digits. std::to_string is larger by a kilobyte, which every visitor of the page would download.
#pragma once

#include <cstdint>
#include <string>

namespace kiebitz {

[[gnu::noinline]] inline std::string decimal(std::int64_t number) {
    std::string text;
    for (std::uint64_t digits = number < 0 ? 0 - std::uint64_t(number) : std::uint64_t(number); digits || text.empty();
         digits /= 10)
        text.insert(text.begin(), char('0' + digits % 10));
    return number < 0 ? "-" + text : text;
}

}  // namespace kiebitz
