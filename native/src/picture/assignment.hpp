// Each card once: the best assignment of cards to places.
#pragma once

#include <vector>

namespace kiebitz::picture {

// Assigns each of n rows one of m >= n columns, no column twice, at the highest sum of scores.
class Assignment {
public:
    // `scores` has m values for each row.
    Assignment(int rows, int columns, std::vector<double> scores);

    int column_of(int row) const { return column_of_[std::size_t(row)]; }
    double total() const { return total_; }
    // The loss of the sum if the row may not have its column.
    double margin(int row) const;
    // The column that the row then has.
    int next_guess(int row) const;

private:
    double solve();
    std::vector<int> without(int row, double& total) const;

    int rows_, columns_;
    std::vector<double> scores_;
    std::vector<int> column_of_;
    double total_ = 0;
};

}  // namespace kiebitz::picture
