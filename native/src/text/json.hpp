// JSON values with their source text.
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
    // Read the whole text. `loosely` also accepts Python syntax (single quotes, None, parentheses, trailing commas) and
    // cards without quotes.
    bool read(View text, JsonValue& out, bool loosely = false);
    Fault fault;
};

}  // namespace kiebitz::text
