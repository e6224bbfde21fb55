// The one door of the kernel: a message of values in, a message of values out. Every host goes through it: the module
// of Python, and the module of WebAssembly, which wasmtime and browsers run.
//
// No rule, no search and no notation may live in this folder: a function takes its values from the request, calls a
// façade of include/kiebitz and puts the answer's values into the message.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "interface/wire.hpp"
#include "kiebitz/kernel.hpp"

namespace kiebitz::interface {

// What a host provides during a call.
struct Host {
    const Poll& ended;         // whether the caller wants to stop
    const Progress& progress;  // may be empty
};

struct Function {
    std::string_view name;
    void (*call)(Reader&, Writer&, const Host&);
};

using Family = std::span<const Function>;
extern const Family action_functions, analyst_functions, certificate_functions, deal_functions, judging_functions,
    line_functions, picture_functions, play_functions, score_functions, search_functions, skat_chances_functions,
    skat_engine_functions, skat_functions, skat_game_functions, skat_table_functions, text_functions;

// The families of a module: all, those that answer at once (table.cpp), or those that read pictures
// (picture_reader.cpp).
std::span<const Family* const> families();

// Answer a request: the function's name as bytes, then its values. Throws std::invalid_argument for a malformed
// request, and Interrupted.
std::vector<std::uint8_t> call(Bytes request, const Host& host);

}  // namespace kiebitz::interface
