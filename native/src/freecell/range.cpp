// A range of numbered deals, solved one after the other.
#include <algorithm>
#include <stdexcept>

#include "common/dealing.hpp"
#include "freecell/solver.hpp"

namespace kiebitz {

Batch solve_range(Bytes rules, Bytes destinations, std::int64_t first, std::int64_t last, Mode mode,
                  const Limits& limits, bool lines, const Poll& poll, const Deals& deals) {
    const Rules r = Rules::parse(rules);
    if (r.any) throw std::invalid_argument("rules: no game in which any card moves expected");
    check_destinations(r, destinations);
    Batch batch;
    freecell::Solver solver(r, limits, 0, poll);
    for (std::int64_t number = first; number <= last; ++number) {
        poll_caller(poll);
        const Answer a = solver.run(dealt(r, destinations, deals, number), mode);
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
