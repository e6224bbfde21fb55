// Refuse input by std::invalid_argument. Separate functions, because code that throws is large and every visitor of the
// page downloads it.
#pragma once

#include <stdexcept>
#include <string>

namespace kiebitz {

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse(const char* why) { throw std::invalid_argument(why); }
[[noreturn, gnu::noinline, gnu::cold]] inline void refuse(const char* what, const char* why) {
    throw std::invalid_argument(std::string(what) + ": " + why);
}

}  // namespace kiebitz
