// How the kernel refuses what a caller gave: by std::invalid_argument. Functions of their own, since what throws takes
// much room, and a page fetches it.
#pragma once

#include <stdexcept>
#include <string>

namespace kiebitz {

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse(const char* why) { throw std::invalid_argument(why); }
[[noreturn, gnu::noinline, gnu::cold]] inline void refuse(const char* what, const char* why) {
    throw std::invalid_argument(std::string(what) + ": " + why);
}

}  // namespace kiebitz
