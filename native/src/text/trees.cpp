// A tree of moves as text, in the notation of chess: moves in sequence, `(…)` for alternatives to the move before,
// `{…}` for a comment on it, or for a variation's name directly after its bracket.
#include <algorithm>

#include "text/characters.hpp"

namespace kiebitz::text {
namespace {

constexpr std::size_t deepest = 50;  // variations in variations
constexpr std::size_t shown = 40;    // characters shown of a faulty text

void add(std::string& text, const std::string& more) { text += text.empty() ? more : " " + more; }

class TreeReader {
public:
    explicit TreeReader(View text) : text_(text) {}

    TreeRead read() {
        while (at_ < text_.size())
            if (!take()) return refuse(Complaint::tree, at_);
        if (!branches_.empty()) return refuse(Complaint::tree_open, text_.size() - std::min(shown, text_.size()));
        tree_.end = last_;
        return std::move(tree_);
    }

private:
    TreeNode& last() { return tree_.nodes[std::size_t(last_)]; }

    TreeRead refuse(Complaint what, std::size_t at) {
        tree_.fault = {what, utf8(text_.substr(at, shown)), "", 0, 0, {}};
        return std::move(tree_);
    }

    // Take the next token; false for a misplaced bracket.
    bool take() {
        const char32_t sign = text_[at_];
        if (is_space(sign)) return ++at_, true;
        if (sign == '(') return open();
        if (sign == ')') return close();
        if (sign == '{') return comment();
        std::size_t to = at_;
        while (to < text_.size() && !is_space(text_[to]) && View(U"(){}").find(text_[to]) == View::npos) ++to;
        if (to == at_) return false;
        tree_.nodes.push_back({utf8(text_.substr(at_, to - at_)), name_, "", last_});
        last_ = int(tree_.nodes.size()) - 1;
        at_ = to;
        names_ = false;
        name_.clear();
        return true;
    }
    bool comment() {
        const std::size_t end = text_.find_first_of(U"{}", at_ + 1);
        if (end == View::npos || text_[end] == '{') return false;
        add(names_ ? name_ : last().comment, utf8(text_.substr(at_ + 1, end - at_ - 1)));
        at_ = end + 1;
        return true;
    }
    bool open() {
        if (names_ || !last_ || branches_.size() == deepest) return false;
        branches_.push_back(last_);
        last_ = last().parent;
        names_ = true;
        return ++at_, true;
    }
    bool close() {
        if (names_ || branches_.empty()) return false;
        last_ = branches_.back();
        branches_.pop_back();
        return ++at_, true;
    }

    View text_;
    std::size_t at_ = 0;
    TreeRead tree_{{}, {TreeNode{}}, 0};
    std::vector<int> branches_;  // the moves to which the open variations are alternatives
    int last_ = 0;
    bool names_ = false;  // whether a variation was just opened
    std::string name_;
};

}  // namespace

TreeRead read_tree(Bytes text) {
    Characters all;
    TreeRead tree;
    return decode(text, all, tree.fault) ? TreeReader(all).read() : tree;
}

std::optional<std::string> write_tree(const std::vector<TreeNode>& nodes) {
    std::string out;
    const auto put = [&](const std::string& part) {
        out += (out.empty() || out.back() == '(' || part == ")" ? "" : " ") + part;
    };
    const auto braced = [&](const std::string& text) {
        if (!text.empty()) put("{" + text + "}");
    };
    std::vector<int> first(nodes.size(), 0), lines{0};  // the main child of each node; the last moves of the open lines
    braced(nodes[0].comment);
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        const TreeNode& node = nodes[i];
        int& main = first[std::size_t(node.parent)];
        for (const int before = main ? main : node.parent; lines.back() != before && lines.size() > 1; lines.pop_back())
            put(")");
        if (!main) {
            main = lines.back() = int(i);
        } else {
            if (lines.size() > deepest) return std::nullopt;
            put("(");
            braced(node.name);
            lines.push_back(int(i));
        }
        put(node.word);
        braced(node.comment);
    }
    for (; lines.size() > 1; lines.pop_back()) put(")");
    return out;
}

}  // namespace kiebitz::text
