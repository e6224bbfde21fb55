// Checks certificates as specified in docs/certificates.md. This folder includes nothing of the kernel, shares no code
// with it, and compiles by itself (c++ -O2 -std=c++20 *.cpp).
#pragma once

#include <functional>
#include <string>

namespace check_certificate {

enum class Outcome { proven, not_proven, unreadable };

struct Report {
    Outcome outcome;
    std::string statement;  // the proven statement, or the reason why it is not proven or the file unreadable; one line
};

// `ask` is called regularly; if it returns true, the work ends with Stopped.
struct Stopped {};
Report check(const std::string& path, const std::function<bool()>& ask = {});

}  // namespace check_certificate
