#include "picture/sides.hpp"

#include "picture/lines.hpp"

namespace kiebitz::picture {
namespace {

// Parts of a card's width.
constexpr double gap_in_edge = 0.08, corners = 0.3;
constexpr double like_height = 0.12, like_top = 0.15, like_side = 0.03;
constexpr std::size_t least_in_stack = 2;  // cards or outlines

// The stretches of a slot in which both its sides have edges: of cards, or of outlines of empty piles.
std::vector<Box> stretches(const Edges& edges, int left_x, int width) {
    const int reach = std::max(edge_tolerance, int(like_side * width));
    const auto is_edged = [&](int x, int y) {
        return has_edge(edges, x, y, 1, reach) || has_edge(edges, x, y, -1, reach);
    };
    const int gap = std::max(3, int(gap_in_edge * width));
    std::vector<Box> result;
    for (int y = 0; y < edges.height(); ++y) {
        if (!is_edged(left_x, y) || !is_edged(left_x + width, y)) continue;
        if (result.empty() || y > result.back().bottom() + gap) result.push_back({left_x, y, width, 0});
        result.back().height = y + 1 - result.back().y;
    }
    return result;
}

class Sides {
public:
    Sides(const Pixels& pixels, const Edges& edges, const Layout& layout)
        : pixels_(pixels), edges_(edges), layout_(layout), columns_(int(layout.columns.size())) {
        while (x_of(first_ - 1) >= 0) --first_;
        end_ = columns_;
        while (x_of(end_) + layout.width < pixels.width()) ++end_;
        for (int slot = first_; slot < end_; ++slot) {
            stacks_.push_back(stack(slot));
            for (const Box& box : stacks_.back()) height_ = std::max(height_, box.height);
        }
        step_ = usual_step();
    }

    std::optional<Layout> layout() const {
        const auto is_stack = [&](int slot) { return stacks_[std::size_t(slot - first_)].size() >= least_in_stack; };
        int left_x = first_, right = end_;  // the columns are from the one to the other
        for (int slot = first_; slot < end_; ++slot)
            if (is_stack(slot) && slot < (first_ + end_) / 2) left_x = slot + 1;
        for (int slot = end_; slot-- > left_x;)
            if (is_stack(slot)) right = slot;
        Layout result = layout_;
        result.columns.clear();
        result.others.clear();
        result.row.clear();
        result.x = x_of(left_x);
        result.clear = false;
        for (int slot = first_; slot < end_; ++slot) {
            if (slot >= left_x && slot < right) {
                const bool is_known = slot >= 0 && slot < columns_;
                result.columns.push_back(is_known ? refitted(slot) : std::vector<Place>());
                result.others.emplace_back();
                if (is_known) result.others.back() = layout_.others[std::size_t(slot)];
            } else {
                for (const Box& box : stacks_[std::size_t(slot - first_)]) result.row.push_back({box, box});
            }
        }
        if (left_x == first_ || right == end_ || int(result.columns.size()) < usual_columns) return std::nullopt;
        return result;
    }

private:
    int x_of(int slot) const { return int(layout_.x + layout_.pitch * slot + 0.5); }

    // Cards or outlines of one height, one below the other, the first as high as the columns; none if there is more.
    std::vector<Box> stack(int slot) const {
        const int width = layout_.width;
        std::vector<Box> all = stretches(edges_, x_of(slot), width);
        std::erase_if(all, [&](const Box& box) { return box.height < (least_card_height - corners) * width; });
        std::erase_if(all, [&](const Box& box) { return box.bottom() < layout_.top; });
        if (all.size() < least_in_stack || std::abs(all[0].y - layout_.top) > like_top * width) return {};
        int height = 0;
        for (const Box& box : all) height = std::max(height, box.height);
        for (Box& box : all) {
            if (box.height > most_card_height * width || height - box.height > like_height * width) return {};
            box.height = height;
            box = pixels_.clipped(box);
        }
        return all;
    }

    static double step_of(const std::vector<Place>& column) {
        return double(column.back().card.y - column[0].card.y) / double(column.size() - 1);
    }
    // That of the longest column.
    double usual_step() const {
        const auto longest = std::ranges::max_element(layout_.columns, {}, &std::vector<Place>::size);
        return longest->size() > 1 ? step_of(*longest) : 0;
    }
    // A column with as many cards as its length has room for, now that the height of a card is known.
    std::vector<Place> refitted(int slot) const {
        const std::vector<Place>& column = layout_.columns[std::size_t(slot)];
        if (column.empty() || step_ == 0) return column;
        const int x = column[0].card.x, width = layout_.width;
        const auto sides = stretches(edges_, x, width);
        const auto side = std::ranges::find_if(
            sides, [&](const Box& box) { return std::abs(box.y - layout_.top) <= like_top * width; });
        if (side == sides.end() || side->height < height_) return column;
        const int room = side->height - height_, steps = rounded(room / step_);
        if (steps + 1 == int(column.size())) return column;
        std::vector<Place> result;
        for (int i = 0; i <= steps; ++i) {
            const int y = column[0].card.y + (steps ? room * i / steps : 0);
            result.push_back({{x, y, width, height_}, {x, y, width, height_}});
            if (i) result[std::size_t(i) - 1].strip.height = y - result[std::size_t(i) - 1].strip.y;
        }
        return result;
    }

    const Pixels& pixels_;
    const Edges& edges_;
    const Layout& layout_;
    int columns_, first_ = 0, end_ = 0, height_ = 0;  // the height is that of a card's sides
    double step_ = 0;
    std::vector<std::vector<Box>> stacks_;  // of all slots
};

}  // namespace

std::optional<Layout> with_sides(const Pixels& pixels, const Edges& edges, const Layout& layout) {
    return Sides(pixels, edges, layout).layout();
}

}  // namespace kiebitz::picture
