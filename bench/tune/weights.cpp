#include "weights.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace kiebitz::tune {
namespace {

constexpr std::size_t line_length = 118;

// The fields of the table's first set, without separators: ".bad = 21", ….
std::vector<std::string> fields_in(const std::string& table) {
    std::vector<std::string> fields(1);
    int depth = 0;
    for (std::size_t at = table.find("{{") + 2; at < table.size(); ++at) {
        const char c = table[at];
        if (c == '{') ++depth;
        if (c == '}' && depth-- == 0) return fields;
        std::string& field = fields.back();
        if (c == ',' && depth == 0) fields.emplace_back();
        else if (!field.empty() || !std::isspace(static_cast<unsigned char>(c))) field += c;
    }
    return {};
}

bool in_number(const std::string& text, std::size_t at) {
    return at < text.size() && (text[at] == '-' || (text[at] >= '0' && text[at] <= '9'));
}

// The field with its numbers replaced by those from `next` on; names of fields have no digits.
std::string refilled(const std::string& field, const Numbers& numbers, std::size_t& next) {
    std::string text;
    for (std::size_t at = 0; at < field.size();) {
        if (!in_number(field, at)) {
            text += field[at++];
            continue;
        }
        while (in_number(field, at)) ++at;
        if (next < weights_number) text += std::to_string(numbers[next]);
        ++next;
    }
    return text;
}

std::string in_cpp(const Attempt& set, const std::vector<std::string>& fields) {
    const Numbers numbers = numbers_of(set.weights);
    std::size_t next = 0;
    std::string text = "    {{\n", line = "      ";
    for (const std::string& field : fields) {
        const std::string part = refilled(field, numbers, next);
        if (line.size() + part.size() + 2 > line_length) {
            text += line + "\n";
            line = "      ";
        }
        line += " " + part + ",";
    }
    if (next != weights_number) throw std::runtime_error("the table's first set does not name all weights");
    line.pop_back();  // the last comma
    return text + line + "},\n     " + std::to_string(set.nodes) + (set.declining ? ", true},\n" : "},\n");
}

std::string whole(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error(path + ": cannot be read");
    return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& path, const std::string& text) {
    std::ofstream out(path);
    out << text << std::flush;
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace

Numbers numbers_of(const freecell::Weights& weights) { return std::bit_cast<Numbers>(weights); }

freecell::Weights weights_of(const Numbers& numbers) { return std::bit_cast<freecell::Weights>(numbers); }

std::vector<Attempt> read_sets(const std::string& path) {
    std::istringstream in(whole(path));
    std::vector<Attempt> sets;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        Attempt set{};
        Numbers numbers{};
        std::int64_t nodes = 0;
        words >> nodes;
        set.declining = nodes < 0;
        set.nodes = std::uint32_t(std::min<std::int64_t>(std::abs(nodes), nodes_most + 1));
        for (auto& n : numbers) words >> n;
        if (!words || !(words >> std::ws).eof() || set.nodes < nodes_least || set.nodes > nodes_most)
            throw std::runtime_error(path + ", line " + std::to_string(number) +
                                     ": a limit on nodes (30 to 60000, negative for an attempt that declines autoplay) and " +
                                     std::to_string(weights_number) + " weights expected");
        set.weights = weights_of(numbers);
        sets.push_back(set);
    }
    if (sets.empty()) throw std::runtime_error(path + ": no set of weights in it");
    return sets;
}

void write_sets(const std::string& path, const std::vector<Attempt>& sets) {
    std::ostringstream text;
    for (const Attempt& set : sets) {
        text << (set.declining ? "-" : "") << set.nodes;
        for (const auto n : numbers_of(set.weights)) text << ' ' << n;
        text << '\n';
    }
    put(path, text.str());
}

void write_portfolio(const std::string& path, const std::vector<Attempt>& sets) {
    const std::string head = "constexpr Attempt tuned[] = {\n", foot = "};\n";
    std::string text = whole(path);
    const auto begin = text.find(head);
    const auto end = begin == std::string::npos ? begin : text.find("\n" + foot, begin);
    if (end == std::string::npos) throw std::runtime_error(path + ": no table of attempts in it");
    const auto fields = fields_in(text.substr(begin + head.size(), end - begin - head.size()));
    std::string table;
    for (const Attempt& set : sets) table += in_cpp(set, fields);
    text.replace(begin + head.size(), end + 1 - begin - head.size(), table);
    put(path, text);
}

}  // namespace kiebitz::tune
