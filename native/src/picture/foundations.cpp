#include "picture/foundations.hpp"

#include <algorithm>

#include "common/types.hpp"

namespace kiebitz::picture {
namespace {

constexpr std::size_t foundations_tried = 60;

// All sets of tops with the right number of cards, the likeliest first.
class FoundationSets {
public:
    FoundationSets(std::span<const CardScores> shown, int cards_home) : shown_(shown), cards_home_(cards_home) {
        extend(0);
    }

    std::vector<Foundations> best() {
        std::ranges::stable_sort(all_, std::ranges::greater{}, &Foundations::score);
        if (all_.size() > foundations_tried) all_.resize(foundations_tried);
        return std::move(all_);
    }

private:
    void extend(std::size_t i) {
        if (i == shown_.size()) {
            if (cards_home_ == 0) all_.push_back(current_);
            return;
        }
        const int others = int(shown_.size() - i) - 1;  // each has a card to thirteen
        for (int suit = 0; suit < suits; ++suit) {
            if (suits_used_ >> suit & 1) continue;
            for (int rank = std::max(0, cards_home_ - 1 - others * ranks);
                 rank < ranks && rank + 1 + others <= cards_home_; ++rank) {
                const double gain = shown_[i].of(rank * suits + suit);
                current_.cards.push_back(rank * suits + suit);
                current_.score += gain;
                cards_home_ -= rank + 1;
                suits_used_ ^= 1 << suit;
                extend(i + 1);
                suits_used_ ^= 1 << suit;
                cards_home_ += rank + 1;
                current_.score -= gain;
                current_.cards.pop_back();
            }
        }
    }

    std::span<const CardScores> shown_;
    int cards_home_, suits_used_ = 0;
    Foundations current_;
    std::vector<Foundations> all_;
};

}  // namespace

std::vector<Foundations> likeliest_foundations(std::span<const CardScores> shown, int cards_home) {
    return FoundationSets(shown, cards_home).best();
}

}  // namespace kiebitz::picture
