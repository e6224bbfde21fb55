// The network that reads the glyphs of cards: ranks and suits as they are printed in a card's corner.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::picture {

constexpr int glyph_side = 32, glyph_margin = 2;  // pixels; the margin is empty
// Ranks A 2 … 10 J Q K, suits ♣ ♦ ♥ ♠, and all that is neither.
constexpr int ranks = 13, suits = 4, other = ranks + suits, classes = other + 1;

using Glyph =
    std::array<float, std::size_t{glyph_side} * glyph_side>;  // row by row, ink 1 on paper 0, its proportions kept

constexpr std::size_t glyph_index(int x, int y) { return std::size_t(y) * glyph_side + std::size_t(x); }

using Scores = std::array<float, classes>;  // natural logarithms of probabilities

// A convolutional network, trained by bench/tune/card_glyphs.py.
class GlyphNetwork {
public:
    // Reads a file of weights; none if `fault_in` finds a fault.
    static std::optional<GlyphNetwork> read(Bytes file);
    // The fault of a file of weights: a line without a full stop, empty if there is none.
    static std::string_view fault_in(Bytes file);

    Scores classify(const Glyph& glyph) const;

private:
    // Weights of a layer, outputs innermost: rows and columns of the window, inputs, outputs.
    struct Layer {
        std::vector<float> weights, bias;
    };

    std::vector<Layer> layers_;
};

}  // namespace kiebitz::picture
