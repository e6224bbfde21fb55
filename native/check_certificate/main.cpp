// check_certificate FILE: exits with 0 and `yes` if the claim is proven, 1 and `no` if not, 2 if the file cannot be
// read.
#include <cstdio>

#include "check_certificate.hpp"

int main(int count, char** words) {
    using check_certificate::Outcome;
    if (count != 2) {
        std::fputs("usage: check_certificate FILE\n", stderr);
        return 2;
    }
    const auto [outcome, statement] = check_certificate::check(words[1]);
    if (outcome == Outcome::unreadable) {
        std::fprintf(stderr, "%s: %s\n", words[1], statement.c_str());
        return 2;
    }
    std::printf("%s: %s\n", outcome == Outcome::proven ? "yes" : "no", statement.c_str());
    return outcome == Outcome::proven ? 0 : 1;
}
