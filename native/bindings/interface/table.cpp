// What is answered at once: games as they are played, texts, and what moves did. A page has this module on its own
// thread, and fetches the other one, four times as long, when something is to be searched for.
#include "interface/interface.hpp"

namespace kiebitz::interface {

std::span<const Family* const> families() {
    static constexpr const Family* at_once[] = {&text_functions, &play_functions, &judging_functions,
                                                &skat_table_functions};
    return at_once;
}

}  // namespace kiebitz::interface
