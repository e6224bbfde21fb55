// The numbered deals' own tests: a published deal, the borders of the three ranges, and the way back.
// All ranges are compared with the Python dealer from Python.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"

namespace {

constexpr std::int64_t last_number = (std::int64_t{1} << 33) - 1;

std::vector<std::uint8_t> deal(std::int64_t number) {
    std::vector<std::uint8_t> cards(52);
    kiebitz::deal_microsoft(number, cards);
    return cards;
}

template <typename Call>
bool refuses(Call call) {
    try {
        call();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

int main() {
    // Deal 617 as printed in the task "Deal cards for FreeCell" of Rosetta Code: 7D AD 5C 3S 5S 8C 2D AH.
    const std::uint8_t row[] = {25, 1, 16, 11, 19, 28, 5, 2};
    EXPECT(std::equal(std::begin(row), std::end(row), deal(617).begin()));

    const kiebitz::Poll never;
    for (const std::int64_t border : {std::int64_t{0}, std::int64_t{1} << 31, std::int64_t{1} << 32, last_number})
        for (const std::int64_t number : {border - 1, border, border + 1}) {
            if (number < 0 || number > last_number) {
                EXPECT(refuses([&] { deal(number); }));
                EXPECT(refuses([&] { kiebitz::find_microsoft(deal(1), number, number, never); }));
                continue;
            }
            const auto cards = deal(number);
            const auto from = std::max(number - 5000, std::int64_t{0}), to = std::min(number + 5000, last_number);
            EXPECT(kiebitz::find_microsoft(cards, from, to, never) == std::vector<std::int64_t>{number});
            EXPECT(kiebitz::find_microsoft(cards, number, number, never).size() == 1);
            EXPECT(kiebitz::find_microsoft(cards, number, number - (number > 0), never).size() == (number == 0));
        }

    EXPECT(refuses([&] { kiebitz::find_microsoft(std::vector<std::uint8_t>(51, 0), 1, 2, never); }));
    EXPECT(refuses([&] { kiebitz::find_microsoft(std::vector<std::uint8_t>(52, 0), 1, 2, never); }));
    auto foreign = deal(1);
    foreign[0] = 52;
    EXPECT(refuses([&] { kiebitz::find_microsoft(foreign, 1, 2, never); }));

    int asked = 0;
    bool interrupted = false;
    try {
        kiebitz::find_microsoft(deal(1), 2, last_number, [&] { return ++asked == 3; });
    } catch (const kiebitz::Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted && asked == 3);
}
