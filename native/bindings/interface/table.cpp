// Functions that answer at once: play, texts, and effects of moves. A page runs this module on its own thread, and
// downloads the other one, about three times as large, when a search is needed.
#include "interface/interface.hpp"

namespace kiebitz::interface {

std::span<const Family* const> families() {
    static constexpr const Family* at_once[] = {&text_functions, &play_functions, &judging_functions,
                                                &skat_table_functions};
    return at_once;
}

}  // namespace kiebitz::interface
