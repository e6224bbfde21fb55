// Finds the function named by a request.
#include "interface/interface.hpp"

#include <algorithm>
#include <cstdlib>

#include "common/decimal.hpp"

namespace kiebitz::interface {

void Reader::refuse(const char* expected) const {
    throw std::invalid_argument("value " + decimal(place_) + " of the request: " + expected + " expected");
}

std::vector<std::uint8_t> call(Bytes request, const Host& host) {
    const char* const simd = std::getenv("KIEBITZ_SIMD");
    keep_vectors_out(simd && std::string_view(simd) == "plain");
    Reader in(request);
    const std::string_view name = in.text();
    for (const Family* family : families()) {
        const auto function = std::ranges::find(*family, name, &Function::name);
        if (function == family->end()) continue;
        Writer out;
        function->call(in, out, host);
        return out.take();
    }
    throw std::invalid_argument("function: '" + std::string(name) + "' is not known");
}

}  // namespace kiebitz::interface
