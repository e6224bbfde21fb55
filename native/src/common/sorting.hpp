// Sorting where few things are sorted: the library's sort is twenty times as long, once for each kind of thing, and a
// page fetches it.
#pragma once

#include <functional>
#include <utility>

namespace kiebitz {

// Sorts a few things in place and leaves equal ones in their order. The time grows with the square of their number.
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
