#include "picture/glyph_network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace kiebitz::picture {
namespace {

constexpr std::uint8_t magic[] = {'K', 'G', 'L', 'Y', 'P', 'H', 'S'};
constexpr std::uint8_t version = 1;
constexpr std::size_t header = sizeof magic + 1 + 4;  // then the version, and the checksum of the rest

// A layer looks through a square window, at every second pixel; a full layer's window is its whole picture.
struct Shape {
    std::size_t window, inputs, outputs;

    std::size_t weights() const { return window * window * inputs * outputs; }
    // Per output a scale and a bias of four bytes; a weight is a byte.
    std::size_t bytes() const { return outputs * 8 + weights(); }
};

constexpr int last_side = glyph_side / 8;  // after three halvings
constexpr Shape shapes[] = {{5, 1, 16}, {3, 16, 32}, {3, 32, 64}, {last_side, 64, 64}, {1, 64, classes}};
constexpr std::size_t convolutions = 3;

std::uint32_t little_endian(const std::uint8_t* bytes) {
    return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[3]} << 24;
}

float real(const std::uint8_t* bytes) { return std::bit_cast<float>(little_endian(bytes)); }

// CRC-32 as in zlib and PNG.
std::uint32_t checksum(Bytes bytes) {
    constexpr std::uint32_t polynomial = 0xedb8'8320;
    std::uint32_t remainder = ~0U;
    for (const std::uint8_t byte : bytes) {
        remainder ^= byte;
        for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ (remainder & 1 ? polynomial : 0);
    }
    return ~remainder;
}

// Pixels of a square picture, the channels of each side by side.
struct Picture {
    std::size_t side, channels;
    std::vector<float> values;

    Picture(std::size_t side_, std::size_t channels_)
        : side(side_), channels(channels_), values(side * side * channels) {}
    float* at(std::size_t x, std::size_t y) { return &values[(y * side + x) * channels]; }
    const float* at(std::size_t x, std::size_t y) const { return &values[(y * side + x) * channels]; }
};

// Adds the shares of all values to some of the outputs, which stay in registers. Many values are zero and cost nothing.
template <std::size_t some>
void add_some(float* sums, const float* weights, std::span<const float> values, std::size_t outputs) {
    std::array<float, some> all;
    std::copy_n(sums, some, all.begin());
    for (const float value : values) {
        if (value != 0)
            for (std::size_t i = 0; i < some; ++i) all[i] += weights[i] * value;
        weights += outputs;
    }
    std::ranges::copy(all, sums);
}
void add(float* sums, const float* weights, std::span<const float> values, std::size_t outputs) {
    constexpr std::size_t at_once = 32;
    switch (outputs) {
    case 16: return add_some<16>(sums, weights, values, outputs);
    case classes: return add_some<classes>(sums, weights, values, outputs);
    default:
        for (std::size_t i = 0; i < outputs; i += at_once) add_some<at_once>(sums + i, weights + i, values, outputs);
    }
}

// The picture seen through windows around every second pixel, zero outside; negative sums become zero.
Picture convolved(const Picture& picture, const Shape& shape, const std::vector<float>& weights,
                  const std::vector<float>& bias) {
    Picture result(picture.side / 2, shape.outputs);
    const std::size_t before = shape.window / 2;
    for (std::size_t y = 0; y < result.side; ++y) {
        for (std::size_t x = 0; x < result.side; ++x) {
            float* sums = result.at(x, y);
            std::ranges::copy(bias, sums);
            const std::size_t left_out = before - std::min(before, 2 * x);
            const std::size_t from_x = 2 * x + left_out - before;
            const std::size_t across = std::min(shape.window - left_out, picture.side - from_x);
            for (std::size_t row = 0; row < shape.window; ++row) {
                const std::size_t from_y = 2 * y + row - before;  // below zero it wraps: too large
                if (from_y >= picture.side) continue;
                add(sums, &weights[(row * shape.window + left_out) * shape.inputs * shape.outputs],
                    {picture.at(from_x, from_y), across * shape.inputs}, shape.outputs);
            }
            for (std::size_t output = 0; output < shape.outputs; ++output) sums[output] = std::max(sums[output], 0.0F);
        }
    }
    return result;
}

std::vector<float> sums(const std::vector<float>& values, const std::vector<float>& weights,
                        const std::vector<float>& bias) {
    std::vector<float> result(bias);
    add(result.data(), weights.data(), values, bias.size());
    return result;
}

}  // namespace

std::string_view GlyphNetwork::fault_in(Bytes file) {
    std::size_t size = header;
    for (const Shape& shape : shapes) size += shape.bytes();
    if (file.size() < header || !std::equal(std::begin(magic), std::end(magic), file.begin()))
        return "not a file of weights for card glyphs";
    if (file[sizeof magic] != version) return "weights for card glyphs of another version";
    if (file.size() != size) return "weights for card glyphs of another size";
    if (checksum(file.subspan(header)) != little_endian(&file[sizeof magic + 1]))
        return "damaged weights for card glyphs: their checksum differs";
    return {};
}

std::optional<GlyphNetwork> GlyphNetwork::read(Bytes file) {
    if (!fault_in(file).empty()) return std::nullopt;
    GlyphNetwork network;
    const std::uint8_t* next = &file[header];
    for (const Shape& shape : shapes) {
        const std::uint8_t *scales = next, *biases = scales + 4 * shape.outputs, *bytes = biases + 4 * shape.outputs;
        Layer layer;
        for (std::size_t output = 0; output < shape.outputs; ++output) layer.bias.push_back(real(biases + 4 * output));
        for (std::size_t i = 0; i < shape.weights(); ++i)
            layer.weights.push_back(float(std::int8_t(bytes[i])) * real(scales + 4 * (i % shape.outputs)));
        network.layers_.push_back(std::move(layer));
        next += shape.bytes();
    }
    return network;
}

Scores GlyphNetwork::classify(const Glyph& glyph) const {
    Picture picture(glyph_side, 1);
    std::ranges::copy(glyph, picture.values.begin());
    for (std::size_t i = 0; i < convolutions; ++i)
        picture = convolved(picture, shapes[i], layers_[i].weights, layers_[i].bias);
    std::vector<float> hidden = sums(picture.values, layers_[convolutions].weights, layers_[convolutions].bias);
    for (float& value : hidden) value = std::max(value, 0.0F);
    const std::vector<float> outputs = sums(hidden, layers_.back().weights, layers_.back().bias);

    const float highest = *std::ranges::max_element(outputs);
    double total = 0;
    for (const float output : outputs) total += std::exp(double(output) - highest);
    Scores scores{};
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = float(double(outputs[i]) - highest - std::log(total));
    return scores;
}

}  // namespace kiebitz::picture
