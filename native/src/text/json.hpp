// JSON as values that know what they were written as.
#pragma once

#include "text/characters.hpp"

namespace kiebitz::text {

struct JsonValue {
    enum class Kind : std::uint8_t { nothing, truth, number, text, array, object };
    Kind kind = Kind::nothing;
    View raw;                      // as it is written
    Characters text;               // of a text
    std::vector<Characters> keys;  // of an object
    std::vector<JsonValue> items;  // of an array or an object
};

struct Json {
    // Reads the whole text. `loosely` takes what Python writes as well: single quotes, None, round brackets, a comma
    // before a closing one; and cards without quotes.
    bool read(View text, JsonValue& out, bool loosely = false);
    Fault fault;
};

}  // namespace kiebitz::text
