// A range of numbered deals, solved one after the other.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "common/dealing.hpp"
#include "freecell/solver.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz {

Batch solve_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Mode mode,
                  const Limits& limits, bool lines, const Poll& poll, const Deals& deals) {
    const Rules r = Rules::parse(rules);
    const Dealer dealer(r, layout, deals);
    check_range_of_deals(first, last);
    Batch batch;
    std::optional<freecell::Solver> solver;
    if (!r.any) solver.emplace(r, limits, 0, poll);
    for (std::int64_t number = first; number <= last; ++number) {
        poll_caller(poll);
        const Position p = dealer.deal(std::uint64_t(number));
        const Answer a = solver ? solver->run(p, mode) : yukon::solve(r, p, mode, limits, 0, poll);
        batch.verdicts.push_back(std::uint8_t(a.verdict));
        batch.limits_hit.push_back(std::uint8_t(a.limit_hit));
        batch.states.push_back(std::uint32_t(std::min<std::uint64_t>(a.states, 0xffffffff)));
        if (lines) batch.lines.insert(batch.lines.end(), a.line.begin(), a.line.end());
        if (batch.lines.size() > 0xffffffff) throw std::invalid_argument("range: too many deals for one batch");
        batch.ends.push_back(std::uint32_t(batch.lines.size()));
    }
    return batch;
}

}  // namespace kiebitz
