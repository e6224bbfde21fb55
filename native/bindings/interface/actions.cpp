// Play by numbers of actions.
#include "interface/arguments.hpp"
#include "interface/interface.hpp"
#include "kiebitz/play.hpp"

namespace kiebitz::interface {
namespace {

// Rules, autoplay, cards at once, ranks, position, and the action or none. Returns position, places, mask, moves, cards
// home, whether the game is won.
void act(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes();
    const play::Played game{rules, interface::play(in)};
    const Bytes ranks = in.bytes(), position = in.bytes();
    std::optional<int> action;
    if (!in.none()) action = in.small();
    in.end();
    const play::NumberedState now = play::act(game, ranks, position, action);
    out.bytes(now.position);
    out.bytes(now.places);
    out.bytes(now.mask);
    out.bytes(now.moves);
    out.integer(now.home);
    out.integer(now.won);
}

constexpr Function functions[] = {{"act", act}};

}  // namespace

const Family action_functions = functions;

}  // namespace kiebitz::interface
