// The search for Null: can the declarer avoid every trick?
#pragma once

#include <cstdint>
#include <vector>

#include "common/budget.hpp"
#include "skat/table.hpp"

namespace kiebitz::skat {

class NullSearch {
public:
    explicit NullSearch(const Poll& poll);

    // Does the declarer take no trick from here on, the one on the table included?
    bool avoids(const Table& table);
    std::uint64_t nodes() const { return budget_.states(); }

private:
    struct Entry {
        std::uint64_t shape;
        std::uint8_t lead, avoids;
    };

    bool lead(int seat);
    bool second(int seat, int first, int card);
    bool third(int seat, int first, int led, int card);
    bool end_trick(int first, int led, int second, int third);
    int priority_of_lead(int seat, int card) const;
    int moves(std::uint8_t* list, Cards legal, Cards others) const;
    bool safe() const;
    std::uint64_t shape() const;
    Cards all() const { return hand_[0] | hand_[1] | hand_[2]; }

    struct Closed;
    static const Closed& closed();

    const Closed& closed_;
    Suits suits_{5};
    Budget budget_;
    Cards hand_[seats] = {};
    std::vector<Entry> entries_;
};

}  // namespace kiebitz::skat
