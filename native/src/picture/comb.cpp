#include "picture/comb.hpp"

#include <cmath>

namespace kiebitz::picture {
namespace {

constexpr int least_contrast = 22, longest_gap = 3;
constexpr int least_pitch = 18;  // pixels
constexpr double most_columns = 26, least_columns = 4.5;
constexpr double pitch_step = 0.25;
constexpr double least_width = 0.5;      // of the pitch
constexpr double full_length = 1.1;      // edge lengths beyond this part of the pitch count no more
constexpr double price_of_tooth = 0.5;   // of a full edge: an absent tooth costs that much
constexpr double beyond_full = 0.02;     // the worth of length beyond that, to choose among edges that are all full
constexpr double power_of_pitch = 0.85;  // fewer but wider columns count as much as many narrow ones
constexpr std::size_t combs_kept = 6, combs_tried = 80;

int sign_between(Colour left_x, Colour right) {
    const int contrast = difference(left_x, right);
    if (contrast < least_contrast) return 0;
    return right.red + right.green + right.blue >= left_x.red + left_x.green + left_x.blue ? 1 : -1;
}

// Adds up the runs of one sign in each column of pixels.
class Runs {
public:
    Runs(int width, int least_length) : least_length_(least_length), length_(width), gap_(width), total_(width) {}

    void add(int x, bool edge) {
        if (edge) {
            length_[x] += 1 + (length_[x] ? gap_[x] : 0);
            gap_[x] = 0;
        } else if (length_[x] && ++gap_[x] > longest_gap) {
            close(x);
        }
    }
    std::vector<int> totals() {
        for (std::size_t x = 0; x < total_.size(); ++x) close(int(x));
        std::vector<int> widened(total_);
        for (std::size_t x = 1; x + 1 < total_.size(); ++x)
            widened[x] = std::max({total_[x - 1], total_[x], total_[x + 1]});
        return widened;
    }

private:
    void close(int x) {
        if (length_[x] >= least_length_) total_[x] += length_[x];
        length_[x] = gap_[x] = 0;
    }
    int least_length_;
    std::vector<int> length_, gap_, total_;
};

double worth(int length, double full) { return std::min<double>(length, full) + beyond_full * length; }

// Values of teeth of a comb: the best run of neighbours, each tooth reduced by its price.
struct Teeth {
    int first = 0, count = 0;
    double score = 0;
};

template <class Value>
Teeth best_teeth(int count, Value value) {
    Teeth best;
    double sum = 0;
    int first = 0;
    for (int i = 0; i < count; ++i) {
        if (sum <= 0) {
            sum = 0;
            first = i;
        }
        sum += value(i);
        if (sum > best.score) best = {first, i + 1 - first, sum};
    }
    return best;
}

class Search {
public:
    Search(const Edges& edges, bool dark) : edges_(edges), dark_(dark) {}

    void run(std::vector<Comb>& out) const {
        std::vector<Comb> starts;
        const double first = first_pitch();
        const int pitches = int(std::ceil((edges_.width() / least_columns - first) / pitch_step));
        for (int i = 0; i < pitches; ++i) starts.push_back(best_phase(first + i * pitch_step));
        std::ranges::sort(starts, std::ranges::greater{}, &Comb::score);
        starts.resize(std::min(starts.size(), combs_tried));
        for (const Comb& start : starts) out.push_back(with_width(start));
    }

private:
    double first_pitch() const { return std::max<double>(least_pitch, edges_.width() / most_columns); }
    int left_edge(int x) const { return dark_ ? edges_.falling(x) : edges_.rising(x); }
    int right_edge(int x) const { return dark_ ? edges_.rising(x) : edges_.falling(x); }
    int teeth(double left_x, double pitch) const { return std::max(0, int((edges_.width() - 1 - left_x) / pitch) + 1); }

    Comb best_phase(double pitch) const {
        const double full = full_length * pitch;
        Comb best;
        best.pitch = pitch;
        for (int phase = 0; phase < pitch; ++phase) {
            const Teeth teeth_chosen = best_teeth(teeth(phase, pitch), [&](int i) {
                const int x = rounded(phase + pitch * i);
                return x >= edges_.width() ? -full : worth(left_edge(x), full) - price_of_tooth * full;
            });
            if (teeth_chosen.score <= best.score) continue;
            best.left_x = phase;
            best.score = teeth_chosen.score;
        }
        return best;
    }

    Comb with_width(const Comb& start) const {
        const double full = full_length * start.pitch, unit = full / std::pow(start.pitch, power_of_pitch);
        Comb best = start;
        best.dark = dark_;
        best.score = 0;
        for (int width = int(least_width * start.pitch); width <= start.pitch + 2; ++width) {
            const Teeth teeth_chosen = best_teeth(teeth(start.left_x, start.pitch), [&](int i) {
                const int x = rounded(start.left_x + start.pitch * i), end = x + width;
                if (end >= edges_.width()) return -full;
                const double both = worth(left_edge(x), full) + worth(right_edge(end), full);
                return both / 2 - price_of_tooth * full;
            });
            if (teeth_chosen.score / unit <= best.score) continue;
            best.left_x = start.left_x + start.pitch * teeth_chosen.first;
            best.width = width;
            best.count = teeth_chosen.count;
            best.score = teeth_chosen.score / unit;
        }
        return best;
    }

    const Edges& edges_;
    bool dark_;
};

bool alike(const Comb& a, const Comb& b) {
    const double end = std::abs(a.x(a.count) - b.x(b.count));
    return a.dark == b.dark && a.count == b.count && std::abs(a.left_x - b.left_x) <= a.pitch / 8 &&
           end <= a.pitch / 8 && std::abs(a.width - b.width) <= a.width / 8;
}

}  // namespace

Edges::Edges(const Pixels& pixels)
    : width_(pixels.width()), height_(pixels.height()), signs_(std::size_t(width_) * height_) {
    const int least_length = std::max(10, std::min(width_, height_) / 30);
    Runs rising(width_, least_length), falling(width_, least_length);
    for (int y = 0; y < height_; ++y) {
        for (int x = 1; x + 1 < width_; ++x) {
            const int sign = sign_between(pixels.at(x - 1, y), pixels.at(x + 1, y));
            signs_[std::size_t(y) * width_ + x] = static_cast<signed char>(sign);
            rising.add(x, sign > 0);
            falling.add(x, sign < 0);
        }
    }
    rising_ = rising.totals();
    falling_ = falling.totals();
}

std::vector<Comb> find_combs(const Edges& edges) {
    std::vector<Comb> all, kept;
    Search(edges, false).run(all);
    Search(edges, true).run(all);
    std::ranges::sort(all, std::ranges::greater{}, &Comb::score);
    for (const Comb& comb : all) {
        if (kept.size() == combs_kept || comb.score <= 0) break;
        if (std::ranges::none_of(kept, [&](const Comb& other) { return alike(comb, other); })) kept.push_back(comb);
    }
    return kept;
}

}  // namespace kiebitz::picture
