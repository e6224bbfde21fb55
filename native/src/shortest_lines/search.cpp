// The façade's question for a shortest line: which rules it is for.
#include "shortest_lines/search.hpp"
#include "common/refusal.hpp"

namespace kiebitz {

Shortest shortest_line(Bytes rules, Bytes position, const ShortestOptions& options, const Limits& limits,
                       const Progress& progress, const Poll& poll) {
    using namespace shortest_lines;
    const Rules r = Rules::parse(rules);
    if (r.any || r.whole || r.forced || r.whole_suits) refuse("rules: a game of single moves expected");
    const Position start = Position::parse(r, position);
    if (start.stock_left) refuse("position: an empty stock expected");
    const Tables tables(r, start);
    Budget budget(limits, poll, WhenEnded::stop);
    return Search(tables, start, budget, progress).run(options);
}

}  // namespace kiebitz
