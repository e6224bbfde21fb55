// All families of functions; in the page's module, without those of picture_reader.cpp.
#include "interface/interface.hpp"

namespace kiebitz::interface {

std::span<const Family* const> families() {
    static constexpr const Family* all[] = {
        &text_functions,         &play_functions,       &judging_functions,   &analyst_functions,
        &search_functions,       &line_functions,       &deal_functions,      &score_functions,
        &certificate_functions,  &skat_functions,       &skat_game_functions, &skat_engine_functions,
        &skat_chances_functions, &skat_table_functions, &action_functions,
#ifndef __wasi__
        &picture_functions,
#endif
    };
    return all;
}

}  // namespace kiebitz::interface
