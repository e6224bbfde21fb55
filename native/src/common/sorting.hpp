// Insertion sort for few items. The library's sort is twenty times as much code for each type, and every visitor of the
// page downloads it.
#pragma once

#include <functional>
#include <utility>

namespace kiebitz {

// Sort a few items in place, stable; quadratic time.
template <typename Iterator, typename Before = std::less<>>
void sort_few(Iterator first, Iterator last, Before before = {}) {
    for (Iterator next = first; next != last; ++next) {
        auto thing = std::move(*next);
        Iterator at = next;
        for (; at != first && before(thing, *(at - 1)); --at) *at = std::move(*(at - 1));
        *at = std::move(thing);
    }
}

}  // namespace kiebitz
