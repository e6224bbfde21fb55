#include "picture/assignment.hpp"

#include <limits>

namespace kiebitz::picture {
namespace {

constexpr double forbidden = -1e6;

}  // namespace

Assignment::Assignment(int rows, int columns, std::vector<double> scores)
    : rows_(rows), columns_(columns), scores_(std::move(scores)), column_of_(std::size_t(rows), -1) {
    total_ = solve();
}

// The Hungarian method with potentials: H. W. Kuhn, The Hungarian method for the assignment problem, 1955; one row
// after the other, each along a shortest augmenting path.
double Assignment::solve() {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto n = std::size_t(rows_), m = std::size_t(columns_);
    std::vector<double> row_potential(n + 1), column_potential(m + 1);
    std::vector<std::size_t> row_of(m + 1), way(m + 1);
    for (std::size_t row = 1; row <= n; ++row) {
        row_of[0] = row;
        std::size_t column = 0;
        std::vector<double> cheapest(m + 1, infinite);
        std::vector<char> used(m + 1);
        do {
            used[column] = 1;
            const std::size_t current = row_of[column];
            double delta = infinite;
            std::size_t next = 0;
            for (std::size_t j = 1; j <= m; ++j) {
                if (used[j]) continue;
                const double cost = -scores_[(current - 1) * m + j - 1] - row_potential[current] - column_potential[j];
                if (cost < cheapest[j]) {
                    cheapest[j] = cost;
                    way[j] = column;
                }
                if (cheapest[j] < delta) {
                    delta = cheapest[j];
                    next = j;
                }
            }
            for (std::size_t j = 0; j <= m; ++j) {
                if (used[j]) {
                    row_potential[row_of[j]] += delta;
                    column_potential[j] -= delta;
                } else {
                    cheapest[j] -= delta;
                }
            }
            column = next;
        } while (row_of[column] != 0);
        for (; column != 0; column = way[column]) row_of[column] = row_of[way[column]];
    }
    double total = 0;
    for (std::size_t j = 1; j <= m; ++j) {
        if (row_of[j] == 0) continue;
        column_of_[row_of[j] - 1] = int(j) - 1;
        total += scores_[(row_of[j] - 1) * m + j - 1];
    }
    return total;
}

Assignment Assignment::other(std::size_t row, std::size_t first, std::size_t end) const {
    Assignment next = *this;
    next.forbid(column_of_[row], first, end);
    next.total_ = next.solve();
    return next;
}

void Assignment::forbid(int column, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) scores_[i * std::size_t(columns_) + std::size_t(column)] = forbidden;
}

void Assignment::fix(std::size_t row) {
    for (int column = 0; column < columns_; ++column)
        if (column != column_of_[row]) scores_[row * std::size_t(columns_) + std::size_t(column)] = forbidden;
}

Assignment::Next Assignment::without(std::size_t row, std::size_t first, std::size_t end) const {
    const Assignment next = other(row, first, end);
    return {total_ - next.total(), next.column_of_[row]};
}

}  // namespace kiebitz::picture
