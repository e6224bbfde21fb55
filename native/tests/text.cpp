// Boards as text: one deal in the forms that people have, what is refused and where, and that readers are linear in
// time.
#include "kiebitz/text.hpp"

#include <algorithm>
#include <ctime>
#include <numeric>

#include "expect.hpp"

namespace {

using namespace kiebitz;
using namespace kiebitz::text;

Bytes bytes(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

Shape freecell() {
    Shape shape;
    shape.ladder.resize(13);
    std::iota(shape.ladder.begin(), shape.ladder.end(), std::uint8_t(1));
    for (int i = 0; i < 52; ++i) shape.piles.push_back(std::uint8_t(i % 8));
    shape.game = "freecell";
    shape.others = {{0, 0, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1}};  // Simple Simon
    return shape;
}

BoardRead read(const std::string& text) {
    return read_board(freecell(), bytes(text), Layout::automatic, {Spelling::english});
}

// Microsoft deal 1.
const std::string rows =
    "JD 2D 9H JC 5D 7H 7C 5H\nKD KC 9S 5S AD QC KH 3H\n2S KS 9D QD JS AS AH 3C\n4C 5C TS QH 4H AC 4D 7S\n"
    "3S TD 4S TH 8H 2C JH 7D\n6D 8S 8D QS 6C 3D 8C TC\n6S 9C 2H 6H\n";
const std::string columns =
    "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\nJC 5S QD QH TH QS 6H\n5D AD JS 4H 8H 6C\n"
    "7H QC AS AC 2C 3D\n7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

// Each line with a label: `before`, its number from `first` on, `after`.
std::string labelled(const std::string& text, const std::string& before, int first, const std::string& after) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at) + 1;
        out.append(before).append(std::to_string(first++)).append(after).append(text, at, end - at);
        at = end;
    }
    return out;
}

// `[5S, 7D]` for each line, each card in quotes.
std::string lists(const std::string& text, const std::string& quote) {
    std::string out = replaced(replaced(text, " ", quote + ", " + quote), "\n", quote + "], [" + quote);
    return "[[" + quote + out.substr(0, out.size() - 4 - quote.size()) + "]]";
}

void one_deal_in_many_forms() {
    const BoardRead deal = read(rows);
    EXPECT(deal.fault.what == Complaint::none && deal.layout == Layout::rows);
    EXPECT((deal.board.columns[7] == std::vector<Named>{18, 10, 8, 27, 25, 36}));
    const std::string in_line = replaced(rows.substr(0, rows.size() - 1), "\n", " ") + "\n";
    // clang-format off
    const std::string forms[] = {
        columns, in_line, replaced(rows, " ", "\t"), replaced(rows, " ", ", "), replaced(rows, " ", ";"),
        replaced(rows, "\n", "\r\n"), "Game #1\n\n" + rows, "> " + replaced(rows, "\n", "\n> "), "```\n" + rows + "```\n",
        replaced(rows, "T", "10"), replaced(replaced(rows, "H", " ♥"), "T", "10"), "1 2 3 4 5 6 7 8\n" + rows,
        "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|---|---|---|---|---|---|---|---|\n| " + replaced(rows, " ", " | "),
        labelled(columns, "", 1, ": "), labelled(columns, "", 0, ": "), labelled(columns, "Column ", 1, ": "),
        labelled(columns, "C", 1, ": "), labelled(columns, "Stack ", 0, ": "), labelled(columns, "", 1, ". "),
        labelled(rows, "Row ", 1, ": "), labelled(rows, "", 1, ". "), "\x1b[31m" + replaced(rows, " ", "\x1b[m \x1b[1;31m"),
        replaced(rows, " ", "] [").insert(0, "["), lists(rows, "\""), lists(columns, "'"), lists(in_line, "\""),
        "{\"tableau piles\": " + lists(columns, "\"") + "}", "Free cells: -- -- -- --\n" + labelled(columns, "", 1, ": "),
        "Foundations: H-0 C-0 D-0 S-0\nFreecells:                \n" + columns,
    };
    // clang-format on
    for (const std::string& form : forms) {
        const BoardRead again = read(form);
        EXPECT(again.fault.what == Complaint::none);
        EXPECT(again.board.columns == deal.board.columns);
    }
    Board whole = deal.board;
    whole.home.emplace();
    whole.cells.assign(4, nobody);
    for (const BoardForm form : {BoardForm::columns, BoardForm::fc_solve, BoardForm::json})
        EXPECT(read(write_board(freecell(), whole, form, Spelling::english)).board.columns == deal.board.columns);
}

void spellings_are_found() {
    std::string german = replaced(replaced(replaced(rows, "KD", "k♦"), "JC", "bKr"), "QS", "DPi");
    german = replaced(replaced(replaced(replaced(german, "J", "B"), "Q", "D"), "C", "♣"), "S", "♠");
    german = replaced(replaced(replaced(german, "D ", "♦ "), "D\n", "♦\n"), "T", "10");
    german = replaced(replaced(replaced(german, "bKr", "BKr"), "k♦", "K♦"), "H", "♥");
    const BoardRead read_so = read(german);
    EXPECT(read_so.fault.what == Complaint::none && read_so.spelling == Spelling::german);
    EXPECT(read_so.board.columns == read(rows).board.columns);
    EXPECT(read_card(bytes("TP"), Spelling::german) == nobody);
    EXPECT(read_card(bytes("🂭"), Spelling::english) == 47);  // the queen of spades
}

std::vector<std::size_t> sizes(const HandsRead& read) {
    std::vector<std::size_t> all;
    for (const auto& pile : read.piles) all.push_back(pile.size());
    return all;
}

void hands_of_skat_are_read() {
    const std::vector<Spelling> english = {Spelling::english}, both = {Spelling::german, Spelling::english};
    const std::string first = "JC JS JD AC KC 9C AS 7H QD 8D", second = "TC QC 8C 7C TS KS QS 9S 8S 7S";
    const std::string third = "AH TH KH QH 9H 8H AD TD KD 9D", three = first + "\n" + second + "\n" + third;
    const auto hands = [&](const std::string& text, HandsForm form = HandsForm::any) {
        return read_hands(bytes(text), form, english);
    };
    const std::vector<std::size_t> deal = {10, 10, 10, 2};
    const auto whole = hands(three + "\n7D JH").piles;
    EXPECT(sizes(hands(first)) == std::vector<std::size_t>{10});
    EXPECT(sizes(hands(three)) == deal && hands(three).misfit.what == Complaint::none);
    EXPECT(hands(three).piles[3] == (std::vector<Named>{25, 42}));  // 7D JH
    EXPECT(hands("Skat: JH, 7D | MIDDLEHAND:(" + second + ") rearhand: " + third + " forehand:{" + first + "}").piles ==
           (std::vector<std::vector<Named>>{whole[0], whole[1], whole[2], {42, 25}}));
    EXPECT(hands("🃛10♠JD", HandsForm::hand).piles[0] == (std::vector<Named>{40, 39, 41}));
    EXPECT(read_hands(bytes("BKr DHe QD"), HandsForm::any, both).piles[0] == (std::vector<Named>{40, 46, 45}));

    const auto fault = [&](const std::string& text, HandsForm form = HandsForm::any) {
        const HandsRead read = hands(text, form);
        const Fault& fault = read.fault.what == Complaint::none ? read.misfit : read.fault;
        std::string all = std::string(name_of(fault.what)) + " " + fault.text;
        for (const int number : fault.numbers) all += " " + std::to_string(number);
        return all;
    };
    EXPECT(fault("JC JX") == "card JX 0 2");
    EXPECT(fault("JC 2C") == "hands 2C 0 2" && fault("JC 10s cj") == "hands cj 0 3");
    EXPECT(fault("JC null JD") == "card null 0 2" && fault("JC - JD", HandsForm::hand) == "card - 0 2");
    EXPECT(hands("🃛\uFE0F JD", HandsForm::hand).piles[0].size() == 2);
    EXPECT(fault("") == "deal_size  0" && fault(first, HandsForm::deal) == "deal_size  10");
    EXPECT(fault(three + " 7D") == "deal_size  31");
    EXPECT(fault("dealer: JC") == "pile_name dealer:" && fault("JC skat: JS") == "pile_name JC");
    EXPECT(fault("skat: JC skat: JS") == "pile_name skat:" && fault("skat: JC", HandsForm::hand) == "card skat: 0 1");
    EXPECT(fault("skat: JC 7D rearhand: " + third) == "hands  0 0");
    EXPECT(fault("forehand: " + first + " middlehand: " + second + " rearhand: " + third + " JH") == "hands  2 11");
}

void nothing_is_guessed() {
    const std::string seven =
        "3D 2C 9H KS JC 8D 3S AC\n8S 2S TC KD AD 9S 2H 6S\n4S 2D 7S 5H 7H 7C 4D 5S\n9D QH QC 9C AS TH 3C\n"
        "5D TD TS QD 4H 3H 6D\n8H AH KC JH 8C KH 7D\n6H QS 6C 5C JD 4C JS\n";
    const BoardRead of_seven = read(seven);
    EXPECT(of_seven.fault.what == Complaint::other_columns && of_seven.fault.numbers == std::vector<int>{7} &&
           of_seven.doubtful);
    std::string simple_simon;
    for (std::size_t at = 0, row = 0; row < 10; ++row)
        for (int left = row < 3 ? 8 : 10 - int(row); left > 0; --left, at += 3)
            simple_simon += rows.substr(at, 2) + (left > 1 ? " " : "\n");
    EXPECT(read(simple_simon).fault.what == Complaint::other_game);
    const BoardRead marked = read(labelled(columns, "", 1, ": ").insert(0, "Cells:\n"));
    EXPECT(marked.fault.what == Complaint::none && !marked.by_shape);
}

void faults_have_places() {
    const BoardRead twice = read("Home: 5H\nHome: 5H\n" + rows);
    EXPECT(twice.fault.what == Complaint::heading_twice && twice.fault.line == 2);
    const BoardRead strange = read(replaced(rows, "AD", "ZZ"));
    EXPECT(strange.fault.what == Complaint::card && strange.fault.text == "ZZ");
    EXPECT(strange.fault.line == 2 && strange.fault.column == 13);
    const BoardRead deep = read(std::string(1'000'000, '['));
    EXPECT(deep.fault.what == Complaint::json_unread);
    EXPECT(read("\xff").fault.what == Complaint::not_utf8);
    EXPECT(read("").fault.what == Complaint::no_board);
}

SolutionRead solution(const std::string& text) {
    return read_solution(bytes(text), SolutionForm::automatic, 4, {"game", "deal", "autoplay", "note"});
}

void one_line_in_many_forms() {
    const std::string plain = "54 5h 2a 21 a1 78";
    const auto moves = [](const SolutionRead& read) {
        std::vector<int> out;
        for (const Step& step : read.steps) out.insert(out.end(), {step.source, step.target, step.count});
        return out;
    };
    const std::vector<int> wanted = moves(solution(plain));
    EXPECT((wanted == std::vector<int>{4, 3, 0, 4, at_home, 0, 1, 32, 0, 1, 0, 0, 32, 0, 0, 6, 7, 0}));
    for (const std::string form :
         {"54, 5h, 2a, 21, a1, 78", "5->4 5->h 2→a 2->1 a->1 7→8", "1. 54 2. 5h 3. 2a 4. 21 5. a1 6. 78",
          "545h2a21a178", "54 5F 2A 21 A1 78", "[\"54\", \"5h\", \"2a\", \"21\", \"a1\", \"78\"]",
          "# deal: 617\n54 5h 2a 21 a1 78 (won)", "FreeCell Game #617\n\n54 5h 2a 21 a1 78"}) {
        const SolutionRead read = solution(form);
        EXPECT(read.fault.what == Complaint::none && moves(read) == wanted);
    }
    EXPECT(solution("Solution for FreeCell deal 617:\n54").deal == "617");
    const SolutionRead sentences =
        solution("Move 2 cards from stack 1 to stack 5\n\nMove the sequence on top of Stack 2 to the foundations\n");
    EXPECT((moves(sentences) == std::vector<int>{1, 5, 2, 2, at_home, 0}));
    const SolutionRead named = solution("AS out\n6H to temp\n7S to 8D\nKH to empty pile\n");
    EXPECT(named.form == SolutionForm::named_cards && named.steps.size() == 4 &&
           named.steps[2].goes == Goes::onto_card);
    EXPECT(solution("54\n5!").fault.what == Complaint::move && solution("54\n5!").fault.line == 2);
    EXPECT(solution("# dael: 1\n54").header_fault.what == Complaint::header_key);
    EXPECT(solution("54\n# deal: 1").late.what == Complaint::header_late);
}

void trees_are_read_and_written() {
    const std::string text = "{x} 26 {y z} 5a (5b ah (1a)) ({so} 3h) ({other} 5c 6a) 7a";
    const TreeRead tree = read_tree(bytes("{x}26  {y} {z} 5a(5b ah (1a)) ({so}3h)( {other} 5c 6a)7a\n"));
    EXPECT(tree.fault.what == Complaint::none && tree.nodes.size() == 10 &&
           tree.nodes[std::size_t(tree.end)].word == "7a");
    EXPECT(tree.nodes[6].word == "3h" && tree.nodes[6].parent == 1 && tree.nodes[6].name == "so");
    EXPECT(write_tree(tree.nodes) == text);
    for (const char* wrong : {"(26)", "26 ()", "26 5a)", "26 ((5a))", "26 {a", "26 a}", "26 ({a})"})
        EXPECT(read_tree(bytes(wrong)).fault.what == Complaint::tree);
    EXPECT(read_tree(bytes("26 (5a")).fault.what == Complaint::tree_open);
}

// Four times the text takes about four times as long, whatever it repeats.
void readers_are_linear() {
    // clang-format off
    const std::string parts[] = {"[", "(", "\"", "{\"a\":", "5H ", "5H,", "|", "-- ", "1: 5H\n", "> ", "\x1b[31m", "10 ♠ ", "\n",
                                 "Home: ", "[\"5H\"],", "#", "<5H>", "🂡", "C1 ", "a: ", "\"a\":[],", "\\u0041", "54 ", "1. ", "Move ",
                                 "{", "}", "# a: b\n", "Move a card from stack 0 to freecell 0\n", "AS out\n", "5452", "26 (5a) ", "(5a {x} ", "26 {x} {y}"};
    // clang-format on
    const auto seconds = [](const std::string& text) {
        const std::clock_t begin = std::clock();
        read(text);
        solution(text);
        read_tree(bytes(text));
        return double(std::clock() - begin) / CLOCKS_PER_SEC;
    };
    for (const std::string& part : parts)
        for (const std::string before : {"", "[", "{", "[\"", "1: 5H\n"}) {
            std::string text = before;
            for (int i = 0; i < 2'000; ++i) text += part;
            const double once = seconds(text);
            const std::string four = before + text.substr(before.size()) + text.substr(before.size()) +
                                     text.substr(before.size()) + text.substr(before.size());
            const double most = 10 * once + 0.02;
            EXPECT(seconds(four) < most || seconds(four) < most);  // the first time, something else may have held it up
        }
}

}  // namespace

int main() {
    one_deal_in_many_forms();
    spellings_are_found();
    hands_of_skat_are_read();
    nothing_is_guessed();
    faults_have_places();
    one_line_in_many_forms();
    trees_are_read_and_written();
    readers_are_linear();
}
