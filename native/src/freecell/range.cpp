// Solve a range of numbered deals, one after the other.
#include <algorithm>
#include <optional>

#include "common/dealing.hpp"
#include "common/refusal.hpp"
#include "freecell/solver.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz {
namespace {

// When the buffer is full, reserve room for the lines of all remaining deals, by the average so far: touching new
// memory takes longer than copying.
void add(const std::vector<std::uint8_t>& line, std::size_t deals_left, Batch& batch) {
    const std::size_t size = batch.lines.size() + line.size(), deals = batch.ends.size() + 1;
    if (size > batch.lines.capacity()) batch.lines.reserve(size + deals_left * (size / deals + size / deals / 8));
    batch.lines.insert(batch.lines.end(), line.begin(), line.end());
}

}  // namespace

Batch solve_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Mode mode, const Limits& limits,
                  bool lines, const Poll& poll, const Deals& deals) {
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
        if (lines) add(a.line, std::size_t(last - number), batch);
        if (batch.lines.size() > 0xffffffff) refuse("range: too many deals for one batch");
        batch.ends.push_back(std::uint32_t(batch.lines.size()));
    }
    return batch;
}

}  // namespace kiebitz
