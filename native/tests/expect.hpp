// How the kernel's tests complain: what was not so, and where. The program then ends at once.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#define EXPECT(condition)                                                                \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                                \
        }                                                                                \
    } while (false)

// Does a call refuse what it is given as malformed?
template <typename Call>
bool refused(Call&& call) {
    try {
        call();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}
