// The door: requests as messages of values, and what is refused.
#include "interface/interface.hpp"

#include <cstdint>
#include <vector>

#include "expect.hpp"

namespace {

using kiebitz::Bytes;
using kiebitz::interface::Reader;
using kiebitz::interface::Writer;
using Message = std::vector<std::uint8_t>;

const kiebitz::Poll never;
const kiebitz::Progress nobody;

Message call(const Message& request) { return kiebitz::interface::call(request, {never, nobody}); }

void values_come_back() {
    Writer out;
    out.integer(-5);
    out.real(0.5);
    out.integer(7);
    out.none();
    out.text("some");
    out.list(2);
    out.none();
    out.numbers(std::vector<std::uint32_t>{1, 1u << 31});
    const Message message = out.take();
    Reader in(message);
    EXPECT(in.integer() == -5);
    EXPECT(in.real() == 0.5);
    EXPECT(!in.none());
    EXPECT(in.real() == 7);
    EXPECT(in.none());
    EXPECT(in.text() == "some");
    EXPECT(in.list() == 2);
    EXPECT(in.none());
    EXPECT((in.numbers() == std::vector<std::uint32_t>{1, 1u << 31}));
    EXPECT(!in.none());
    in.end();
}

void a_request_is_answered() {
    Writer out;
    out.text("numbered");
    out.integer(0);
    out.integer(617);
    out.integer(52);
    const Message answer = call(out.take());
    Reader in(answer);
    const Bytes cards = in.bytes();
    in.end();
    EXPECT(cards.size() == 52);
    EXPECT(cards[0] == 25);  // 7D, as printed in the task "Deal cards for FreeCell" of Rosetta Code
}

void every_cut_is_refused() {
    Writer out;
    out.text("find_microsoft");
    out.bytes(Message(52));
    out.integer(1);
    out.integer(2);
    const Message whole = out.take();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Message cut(whole.begin(), whole.begin() + std::ptrdiff_t(size));
        EXPECT(refused([&] { call(cut); }));
    }
}

}  // namespace

int main() {
    values_come_back();
    a_request_is_answered();
    every_cut_is_refused();
    return 0;
}
