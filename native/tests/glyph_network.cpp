// The network of card glyphs against the plain computation in bench/tune/card_glyphs.py, whose scores are in a file.
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "expect.hpp"
#include "picture/glyph_network.hpp"

using namespace kiebitz::picture;

namespace {

std::vector<std::uint8_t> content(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void scores_equal_the_reference() {
    const std::optional<GlyphNetwork> network = GlyphNetwork::read(content(KIEBITZ_WEIGHTS));
    EXPECT(network);
    const std::vector<std::uint8_t> examples = content(KIEBITZ_EXAMPLES);
    constexpr std::size_t pixels = std::size_t(glyph_side) * glyph_side;
    EXPECT(examples.size() == classes * (pixels + classes * sizeof(float)));
    for (std::size_t i = 0; i < classes; ++i) {
        Glyph glyph;
        for (std::size_t pixel = 0; pixel < pixels; ++pixel) glyph[pixel] = float(examples[i * pixels + pixel]) / 255;
        Scores expected;
        std::memcpy(expected.data(), &examples[classes * pixels + i * sizeof expected], sizeof expected);
        const Scores scores = network->classify(glyph);
        double total = 0;
        for (std::size_t k = 0; k < classes; ++k) {
            EXPECT(std::abs(scores[k] - expected[k]) < 1e-3 * (1 + std::abs(expected[k])));
            total += std::exp(double(scores[k]));
        }
        EXPECT(std::abs(total - 1) < 1e-5);
    }
}

void damaged_files_are_refused() {
    const std::vector<std::uint8_t> good = content(KIEBITZ_WEIGHTS);
    EXPECT(GlyphNetwork::fault_in(good).empty());
    std::vector<std::uint8_t> bad(good);
    bad[good.size() / 2] ^= 1;
    EXPECT(GlyphNetwork::fault_in(bad).find("checksum") != std::string_view::npos);
    EXPECT(!GlyphNetwork::read(bad));
    bad = good;
    bad.pop_back();
    EXPECT(GlyphNetwork::fault_in(bad).find("size") != std::string_view::npos);
    bad = good;
    bad[7] = 2;
    EXPECT(GlyphNetwork::fault_in(bad).find("version") != std::string_view::npos);
    bad[0] = 'X';
    EXPECT(GlyphNetwork::fault_in(bad).find("not a file") != std::string_view::npos);
    EXPECT(!GlyphNetwork::fault_in({}).empty());
}

}  // namespace

int main() {
    scores_equal_the_reference();
    damaged_files_are_refused();
}
