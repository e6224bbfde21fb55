// Texts of boards, moves and hands.
#include "kiebitz/text.hpp"
#include "common/refusal.hpp"
#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

std::vector<std::uint8_t> owned(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

std::vector<std::vector<std::uint8_t>> lists(Reader& in) {
    std::vector<std::vector<std::uint8_t>> all(in.list());
    for (auto& entry : all) entry = owned(in.bytes());
    return all;
}

// Columns, cells, stock, a mask of suits, whether cards are face down, the ladder of ranks, the piles of the deal, the
// game's name; for each other game the ranks dealt home, the cards in its cells and the heights of its columns.
text::Shape shape(Reader& in) {
    text::Shape result;
    result.columns = in.small();
    result.cells = in.small();
    result.stock = in.small();
    result.suits = std::uint8_t(in.small());
    result.hides = in.flag();
    result.ladder = owned(in.bytes());
    result.piles = owned(in.bytes());
    result.game = std::string(in.text());
    result.others = lists(in);
    for (const auto& game : result.others)
        if (game.size() < 2) refuse("shape: cards at home and in cells of other games expected");
    constexpr int most_columns = 18, most_cells = 12;
    if (result.columns < 1 || result.columns > most_columns || result.cells < 0 || result.cells > most_cells)
        refuse("shape: 1 to 18 columns and 0 to 12 cells expected");
    for (const std::uint8_t code : result.piles)
        if (const int pile = code & (text::face_down - 1);
            pile < 32 ? pile >= result.columns : pile < 48 && pile - 32 >= result.cells)
            refuse("shape: piles of the game expected");
    for (const std::uint8_t rank : result.ladder)
        if (rank < 1 || rank > 13) refuse("shape: ranks 1 to 13 expected");
    return result;
}

text::Spelling spelling(std::int64_t code) {
    if (code < 0 || code >= text::spellings) refuse("spelling: 0 to 3 expected");
    return text::Spelling(code);
}

std::vector<text::Spelling> spellings(Reader& in) {
    std::vector<text::Spelling> all;
    for (const std::uint8_t code : in.bytes()) all.push_back(spelling(code));
    return all;
}

// A list, empty for none: the name of a complaint, the faulty text, the place as a path, line, column, numbers.
bool complaint(Writer& out, const text::Fault& fault) {
    const bool any = fault.what != text::Complaint::none;
    out.list(any ? 6 : 0);
    if (!any) return false;
    out.text(text::name_of(fault.what));
    out.text(fault.text);
    out.text(fault.path);
    out.integer(fault.line);
    out.integer(fault.column);
    out.list(fault.numbers.size());
    for (const int number : fault.numbers) out.integer(number);
    return true;
}

void read_board(Reader& in, Writer& out, const Host&) {
    const text::Shape game = shape(in);
    const Bytes written = in.bytes();
    const int layout = in.small();
    const std::vector<text::Spelling> spelled = spellings(in);
    in.end();
    if (layout < 0 || layout > int(text::Layout::json)) refuse("layout: 0 to 4 expected");
    const text::BoardRead read = text::read_board(game, written, text::Layout(layout), spelled);
    out.integer(read.doubtful);
    if (complaint(out, read.fault)) return;
    out.integer(int(read.layout));
    out.integer(read.by_shape);
    out.integer(read.hidden);
    out.integer(read.other_game);
    out.integer(int(read.spelling));
    out.list(read.board.columns.size());
    for (const auto& column : read.board.columns) out.bytes(column);
    out.bytes(read.board.cells);
    read.board.home ? out.bytes(*read.board.home) : out.none();
    out.bytes(read.board.stock);
}

void write_board(Reader& in, Writer& out, const Host&) {
    const text::Shape game = shape(in);
    text::Board board;
    board.columns = lists(in);
    board.cells = owned(in.bytes());
    const Bytes home = in.bytes();
    board.stock = owned(in.bytes());
    const int form = in.small();
    const text::Spelling spelled = spelling(in.small());
    in.end();
    if (form < 0 || form > int(text::BoardForm::json)) refuse("form: 0 to 2 expected");
    if (home.size() != 4) refuse("home: four numbers expected");
    board.home.emplace();
    for (std::size_t suit = 0; suit < home.size(); ++suit) {
        if (home[suit] > game.ladder.size()) refuse("home: no more cards than ranks expected");
        (*board.home)[suit] = home[suit];
    }
    out.text(text::write_board(game, board, text::BoardForm(form), spelled));
}

// Game, layout, and a board as `read_board` gives it.
// What keeps it from being a position, a number for that; cards: strange, missing, doubled, tops; the position.
void placed(Reader& in, Writer& out, const Host&) {
    const Bytes game = in.bytes(), layout = in.bytes();
    text::Board board;
    board.columns = lists(in);
    board.cells = owned(in.bytes());
    if (!in.none()) {
        const Bytes home = in.bytes();
        if (home.size() != 4) refuse("home: four numbers expected");
        std::copy(home.begin(), home.end(), board.home.emplace().begin());
    }
    board.stock = owned(in.bytes());
    in.end();
    const text::Placed answer = text::placed(game, layout, board);
    out.integer(int(answer.misfit));
    out.integer(answer.number);
    for (const auto& cards : {answer.strange, answer.missing, answer.doubled, answer.tops, answer.position})
        out.bytes(cards);
}

void read_card(Reader& in, Writer& out, const Host&) {
    const Bytes written = in.bytes();
    const text::Spelling spelled = spelling(in.small());
    in.end();
    out.integer(text::read_card(written, spelled));
}

// Complaint; a complaint about cards that are no hand or deal; piles of cards.
void read_hands(Reader& in, Writer& out, const Host&) {
    const Bytes written = in.bytes();
    const auto form = code(in, text::HandsForm::any, "form: 0 to 2 expected");
    const std::vector<text::Spelling> spelled = spellings(in);
    in.end();
    const text::HandsRead read = text::read_hands(written, form, spelled);
    if (complaint(out, read.fault)) return;
    complaint(out, read.misfit);
    out.list(read.piles.size());
    for (const auto& pile : read.piles) out.bytes(pile);
}

constexpr std::size_t step_bytes = 7;

// A step as seven bytes: source, target, count, whether no count means one card, card, onto, target kind.
void steps(Writer& out, const std::vector<text::Step>& all) {
    std::vector<std::uint8_t> moves;
    for (const text::Step& step : all)
        moves.insert(moves.end(), {step.source, step.target, step.count, step.one_by_default, step.card, step.onto,
                                   std::uint8_t(step.goes)});
    out.bytes(moves);
}

void read_solution(Reader& in, Writer& out, const Host&) {
    const Bytes written = in.bytes();
    const int form = in.small(), cells = in.small();
    std::vector<std::string> keys(in.list());
    for (std::string& key : keys) key = in.text();
    in.end();
    if (form < 0 || form > int(text::SolutionForm::named_cards)) refuse("form: 0 to 4 expected");
    const text::SolutionRead read = text::read_solution(written, text::SolutionForm(form), cells, keys);
    out.list(read.header.size());
    for (const text::HeaderEntry& entry : read.header) {
        out.list(4);
        out.text(entry.key);
        out.text(entry.value);
        out.integer(entry.line);
        out.text(entry.text);
    }
    complaint(out, read.header_fault);
    out.text(read.deal);
    out.integer(int(read.form));
    out.text(read.body);
    complaint(out, read.late);
    complaint(out, read.fault);
    steps(out, read.steps);
    out.text(read.board);
}

// Game, layout, position, steps from `read_solution`, their form, lists of autoplay rules. Returns the autoplay,
// whether all is legal, and the moves.
void play_steps(Reader& in, Writer& out, const Host&) {
    const Bytes game = in.bytes(), layout = in.bytes();
    const Bytes position = in.bytes(), written = in.bytes();
    const auto form = code(in, text::SolutionForm::lists, "form: 0 to 7 expected");
    std::vector<std::vector<Autoplay>> ways(in.list());
    for (auto& beside : ways)
        for (const std::uint8_t rule : in.bytes()) {
            if (rule > std::uint8_t(Autoplay::max)) refuse("ways: rules of autoplay expected");
            beside.push_back(Autoplay(rule));
        }
    in.end();
    if (written.size() % step_bytes) refuse("steps: seven bytes each expected");
    std::vector<text::Step> steps;
    for (std::size_t at = 0; at < written.size(); at += step_bytes) {
        const Bytes step = written.subspan(at, step_bytes);
        if (step[6] > std::uint8_t(text::Goes::to_empty_column)) refuse("steps: a place expected");
        steps.push_back({step[0], step[1], step[2], step[3] != 0, step[4], step[5], text::Goes(step[6])});
    }
    const text::LineReading line = text::play_steps(game, layout, position, steps, form, ways);
    out.integer(int(line.autoplay));
    out.integer(line.legal);
    out.bytes(line.moves);
}

// Complaint; for each node its word, name, comment and the number of the node before it; the end of the main line.
void read_tree(Reader& in, Writer& out, const Host&) {
    const Bytes written = in.bytes();
    in.end();
    const text::TreeRead tree = text::read_tree(written);
    if (complaint(out, tree.fault)) return;
    std::vector<std::uint32_t> parents;
    for (const text::TreeNode& node : tree.nodes) parents.push_back(std::uint32_t(node.parent));
    for (const auto part : {&text::TreeNode::word, &text::TreeNode::name, &text::TreeNode::comment}) {
        out.list(tree.nodes.size());
        for (const text::TreeNode& node : tree.nodes) out.text(node.*part);
    }
    out.numbers(parents);
    out.integer(tree.end);
}

void write_tree(Reader& in, Writer& out, const Host&) {
    std::vector<text::TreeNode> nodes(in.list());
    for (text::TreeNode& node : nodes) node.word = in.text();
    for (const auto part : {&text::TreeNode::name, &text::TreeNode::comment}) {
        if (in.list() != nodes.size()) refuse("tree: a name and a comment for each node expected");
        for (text::TreeNode& node : nodes) node.*part = in.text();
    }
    const std::vector<std::uint32_t> parents = in.numbers();
    in.end();
    if (parents.size() != nodes.size() || nodes.empty()) refuse("tree: a parent for each node expected");
    for (std::size_t i = 0; i < parents.size(); ++i) {
        if (i ? parents[i] >= i : parents[i] != 0) refuse("tree: parents before their children expected");
        nodes[i].parent = int(parents[i]);
    }
    if (const auto written = text::write_tree(nodes)) out.text(*written);
    else out.none();
}

constexpr Function functions[] = {
    {"read_board", read_board}, {"write_board", write_board}, {"placed", placed},
    {"read_card", read_card},   {"read_hands", read_hands},   {"read_solution", read_solution},
    {"play_steps", play_steps}, {"read_tree", read_tree},     {"write_tree", write_tree},
};

}  // namespace

const Family text_functions = functions;

}  // namespace kiebitz::interface
