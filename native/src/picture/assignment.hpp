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
    // The loss of the sum if none of the rows from `first` on may have the column of `row`, one of them, and the column
    // that `row` then has.
    struct Next {
        double loss;
        int column;
    };
    Next without(std::size_t row, std::size_t first, std::size_t end) const;

    // The best assignment in which none of the rows from `first` on may have the column of `row`.
    Assignment other(std::size_t row, std::size_t first, std::size_t end) const;
    // In all assignments that follow from this one, a row has the column that it has here.
    void fix(std::size_t row);
    // In all assignments that follow from this one, none of the rows from `first` on has a column.
    void forbid(int column, std::size_t first, std::size_t end);

private:
    double solve();

    int rows_, columns_;
    std::vector<double> scores_;
    std::vector<int> column_of_;
    double total_ = 0;
};

}  // namespace kiebitz::picture
