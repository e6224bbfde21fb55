// Checks certificates as docs/certificates.md specifies them. This folder stands alone: it includes nothing of the
// kernel, shares no code with it, and can be compiled by itself (c++ -O2 -std=c++20 *.cpp).
#pragma once

#include <functional>
#include <string>

namespace check_certificate {

enum class Outcome { proven, not_proven, unreadable };

struct Report {
    Outcome outcome;
    std::string statement;  // what is proven, or why it is not, or why the file cannot be read; one line
};

// `ask` is called now and then; if it returns true, the work ends with Stopped.
struct Stopped {};
Report check(const std::string& path, const std::function<bool()>& ask = {});

}  // namespace check_certificate
