// Checks open certificates (docs/formats.md) by depth-first search: Black tries
// what the formations allow, Red does all that he may, and what was found of a
// position is remembered. Needs the C++ standard library alone.

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

constexpr char kHelp[] =
    R"(Checks open certificates (docs/formats.md): proofs that Black wins Teeko on
every board that has a certain rectangle.

  search CERTIFICATE...

For example: search verify/certificates/open/*.txt
Exit status: 0 if everything is proved, 1 if not
)";

// Squares of the window, numbered row by row from 0: square i is bit i.
using Squares = uint64_t;

Squares Bit(int square) { return Squares{1} << square; }

template <typename Function>
void ForEach(Squares squares, Function function) {
  for (; squares != 0; squares &= squares - 1) {
    function(std::countr_zero(squares));
  }
}

// Squares of the grid, each by row and column; the window's first is (0, 0).
using Shape = std::vector<std::pair<int, int>>;

struct Certificate {
  int rows, columns;  // of the field
  int margin;
  int height, width;  // of the window
  int pieces;         // of one side
  int plies;
  std::string goals;                      // as they are written
  std::set<Squares> black_goals;          // those in the field
  std::unordered_set<Squares> red_goals;  // what the window has of each
  std::set<Squares> formations;           // and their images
  int claim_line;
};

// True if POSIX may do now what it could not do before: after a signal, or when
// a non-blocking descriptor is ready for this event, for which it waits.
bool TryAgain(int descriptor, short event) {
  pollfd awaited = {descriptor, event, 0};
  return errno == EINTR ||
         (errno == EAGAIN && poll(&awaited, 1, /*timeout=*/-1) == 1);
}

// What is in a file or a pipe, or in standard input, which is called -.
std::string Contents(const std::string& file) {
  const int from = file == "-" || file == "/dev/stdin"
                       ? STDIN_FILENO
                       : open(file.c_str(), O_RDONLY);
  std::string text;
  std::vector<char> piece(1 << 16);
  int error = from < 0 ? errno : 0;
  while (error == 0) {
    const ssize_t n = read(from, piece.data(), piece.size());
    if (n == 0) break;
    if (n < 0 && !TryAgain(from, POLLIN)) error = errno;
    text.append(piece.data(), std::max<ssize_t>(n, 0));
  }
  if (from > STDERR_FILENO) close(from);
  if (error == 0) return text;
  throw std::runtime_error(file + ": cannot be read: " + std::strerror(error));
}

// Prints to standard output; false if it takes no more.
bool Print(const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = write(STDOUT_FILENO, &text[done], text.size() - done);
    if (n < 0 && !TryAgain(STDOUT_FILENO, POLLOUT)) return false;
    done += std::max<ssize_t>(n, 0);
  }
  return true;
}

// Reads a file from left to right. What is not as it must be is thrown, a
// std::runtime_error "file:line: message".
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {
    // Lines may end in LF, CRLF or CR.
    std::string text = Contents(file);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    for (size_t i = 0; i < text.size(); ++i) {
      const bool is_end = text[i] == '\r' || text[i] == '\n';
      if (text[i] == '\r' && text[i + 1] == '\n') ++i;
      text_ += is_end ? '\n' : text[i];
    }
  }

  int line() const {
    return 1 + std::count(text_.begin(), text_.begin() + at_, '\n');
  }
  bool at_end() const { return at_ == text_.size(); }

  void Require(bool condition, const std::string& message) const {
    if (condition) return;
    throw std::runtime_error(file_ + ":" + std::to_string(line()) + ": " +
                             message);
  }
  // Goes past `word` if it comes next; whether it does.
  bool Accept(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  void Expect(const std::string& word) {
    Require(Accept(word), "expected '" + word + "'");
  }
  void NextLine() { Require(Accept("\n"), "expected the end of the line"); }
  int Number(int least, int most) {
    int number = -1;
    std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    Require(least <= number && number <= most && Accept(std::to_string(number)),
            "expected a number from " + std::to_string(least) + " to " +
                std::to_string(most));
    return number;
  }
  // On a line of its own.
  int Number(const std::string& name, int least, int most) {
    NextLine();
    Expect(name);
    return Number(least, most);
  }

 private:
  std::string file_;
  std::string text_;
  size_t at_ = 0;
};

// Adds the goals of this shape, wherever they lie.
void AddGoals(const Shape& shape, Certificate& it) {
  const int reach = 2 * std::max(it.height, it.width) + it.pieces;
  for (int down = -reach; down <= reach; ++down) {
    for (int right = -reach; right <= reach; ++right) {
      Squares goal = 0;
      int in_field = 0;
      for (auto [row, column] : shape) {
        row += down, column += right;
        if (row < 0 || row >= it.height || column < 0 || column >= it.width) {
          continue;
        }
        goal |= Bit(row * it.width + column);
        in_field += it.margin <= row && row < it.margin + it.rows &&
                    it.margin <= column && column < it.margin + it.columns;
      }
      it.red_goals.insert(goal);
      if (in_field == it.pieces) it.black_goals.insert(goal);
    }
  }
}

void ReadGoals(Reader& in, Certificate& it) {
  // One corner at most of a square with sides as long as this, or longer, is in
  // the window, and it can be anywhere there.
  const int longest = std::max(it.height, it.width);
  std::set<std::string> named;
  do {
    std::string goal = "squares";
    if (in.Accept("line ")) {
      goal = "line " + std::to_string(in.Number(it.pieces, it.pieces));
      for (auto [down, right] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}}) {
        Shape line;
        for (int i = 0; i < it.pieces; ++i) {
          line.emplace_back(i * down, i * right);
        }
        AddGoals(line, it);
      }
    } else {
      in.Require(it.pieces == 4, "expected 'line'");
      int least = 1, most = longest;
      if (!in.Accept(goal)) {
        in.Expect("square ");
        const int side = in.Number(1, 99);
        goal = "square " + std::to_string(side);
        least = most = std::min(side, longest);
      }
      for (int side = least; side <= most; ++side) {
        AddGoals({{0, 0}, {0, side}, {side, 0}, {side, side}}, it);
      }
    }
    in.Require(named.insert(goal).second, goal + " is named twice");
    it.goals += (it.goals.empty() ? "" : " and ") + goal;
  } while (in.Accept(" and "));
}

void ReadFormation(Reader& in, Certificate& it) {
  in.NextLine();
  Squares formation = 0;
  for (int i = 0, least = 1; i < it.pieces; ++i) {
    if (i > 0) in.Expect(" ");
    const int square = in.Number(least, it.rows * it.columns);
    formation |= Bit(((square - 1) / it.columns + it.margin) * it.width +
                     (square - 1) % it.columns + it.margin);
    least = square + 1;
  }
  in.Require(!it.black_goals.contains(formation), "this is a goal");
  in.Require(!it.formations.contains(formation),
             "this is an image of an earlier one");
  for (int flips = 0; flips < (it.rows == it.columns ? 8 : 4); ++flips) {
    Squares image = 0;
    ForEach(formation, [&](int i) {
      int row = i / it.width, column = i % it.width;
      if (flips & 1) row = it.height - 1 - row;
      if (flips & 2) column = it.width - 1 - column;
      if (flips & 4) std::swap(row, column);
      image |= Bit(row * it.width + column);
    });
    it.formations.insert(image);
  }
}

Certificate Read(const std::string& file) {
  Reader in(file);
  Certificate it;
  in.Expect("teeko certificate 1 open");
  it.rows = in.Number("rows: ", 1, 64);
  it.columns = in.Number("columns: ", 1, 64);
  it.margin = in.Number("margin: ", 0, 64);
  it.height = it.rows + 2 * it.margin;
  it.width = it.columns + 2 * it.margin;
  in.Require(it.height * it.width <= 64, "the window has more than 64 squares");
  it.pieces = in.Number("pieces: ", 2, 4);
  in.NextLine();
  in.Expect("goals: ");
  ReadGoals(in, it);
  it.plies = in.Number("aim: win within ", 2 * it.pieces + 1, 9999);
  in.Expect(" plies");
  in.NextLine();
  it.claim_line = in.line();
  in.Expect("claim: " + std::string(it.pieces, 'S') + " black");
  for (int left = in.Number("formations: ", 0, INT_MAX); left > 0; --left) {
    ReadFormation(in, it);
  }
  in.NextLine();
  in.Expect("end");
  in.NextLine();
  in.Require(in.at_end(), "expected nothing more");
  return it;
}

// The open game. A position is Black's pieces, Red's in the window, and how
// many plies are left; whose turn it is follows, and how many pieces are
// elsewhere.
class Search {
 public:
  explicit Search(const Certificate& certificate) : certificate_(certificate) {
    const int width = certificate.width, size = width * certificate.height;
    for (int i = 0; i < size; ++i) {
      window_ |= Bit(i);
      Squares& neighbours = neighbours_.emplace_back();
      for (int j = 0; j < size; ++j) {
        const int rows = std::abs(j / width - i / width);
        const int columns = std::abs(j % width - i % width);
        if (std::max(rows, columns) == 1) neighbours |= Bit(j);
      }
      if (std::popcount(neighbours) < 8) edge_ |= Bit(i);
    }
    for (Squares set : certificate.formations) AddParts(set);
    for (Squares set : certificate.black_goals) AddParts(set);
    for (auto& [set, black] : blacks_) AddPlies(black);
  }

  bool BlackWins() { return BlackWins(blacks_[0], 0, certificate_.plies); }

 private:
  // With how many plies left Black is known to win, and not to win.
  struct Known {
    int wins = INT_MAX;
    int fails = 0;
  };
  // A set of Black's that the certificate allows and that is no goal.
  struct Black {
    Squares set;
    Squares winning = 0;       // where a piece has to go to make it a goal
    std::vector<Black*> next;  // what else his next ply can make of it
    Black* answer = nullptr;   // of these, what last was right
    std::unordered_map<Squares, Known> known;  // by Red's set, Black to play
  };

  void AddParts(Squares all) {
    for (Squares set = all;; set = (set - 1) & all) {
      if (!certificate_.black_goals.contains(set)) blacks_[set].set = set;
      if (set == 0) return;
    }
  }

  void AddPlies(Black& black) {
    const auto add = [&](Squares others, int to) {
      const Squares set = others | Bit(to);
      if (certificate_.black_goals.contains(set)) black.winning |= Bit(to);
      const auto next = blacks_.find(set);
      if (next != blacks_.end()) black.next.push_back(&next->second);
    };
    const Squares free = window_ & ~black.set;
    if (std::popcount(black.set) < certificate_.pieces) {
      ForEach(free, [&](int to) { add(black.set, to); });
      return;
    }
    ForEach(black.set, [&](int from) {
      ForEach(neighbours_[from] & free,
              [&](int to) { add(black.set ^ Bit(from), to); });
    });
  }

  // Whether Black, whose turn it is, can win with so many plies left.
  bool BlackWins(Black& black, Squares red, int plies) {
    if (plies < 1) return false;
    if ((black.winning & ~red) != 0) return true;
    Known& known = black.known[red];
    if (plies >= known.wins) return true;
    if (plies <= known.fails) return false;
    const auto wins = [&](Black* next) {
      return (next->set & ~black.set & red) == 0 &&
             RedLoses(*next, red, plies - 1);
    };
    if (black.answer == nullptr || !wins(black.answer)) {
      const auto found =
          std::find_if(black.next.begin(), black.next.end(), wins);
      if (found == black.next.end()) {
        known.fails = plies;
        return false;
      }
      black.answer = *found;
    }
    known.wins = plies;
    return true;
  }

  // Whether Red, whose turn it is, loses whatever he does.
  bool RedLoses(Black& black, Squares red, int plies) {
    const int ply = certificate_.plies - plies + 1;
    const std::vector<Squares> replies = Replies(black.set, red, ply);
    if (ply >= 2 * certificate_.pieces) {
      for (Squares reply : replies) {
        if (certificate_.red_goals.contains(reply)) return false;
      }
    }
    return std::all_of(replies.begin(), replies.end(), [&](Squares reply) {
      return BlackWins(black, reply, plies - 1);
    });
  }

  // What Red, whose turn this ply of the game is, can make of his squares in
  // the window.
  std::vector<Squares> Replies(Squares black, Squares red, int ply) const {
    const Squares free = window_ & ~black & ~red;
    const bool drops = ply <= 2 * certificate_.pieces;
    std::vector<Squares> replies;
    if (drops || std::popcount(red) < certificate_.pieces) {
      replies.push_back(red);
      ForEach(drops ? free : free & edge_,
              [&](int to) { replies.push_back(red | Bit(to)); });
    }
    if (drops) return replies;
    ForEach(red, [&](int from) {
      const Squares others = red ^ Bit(from);
      if ((edge_ & Bit(from)) != 0) replies.push_back(others);
      ForEach(neighbours_[from] & free,
              [&](int to) { replies.push_back(others | Bit(to)); });
    });
    return replies;
  }

  const Certificate& certificate_;
  Squares window_ = 0, edge_ = 0;
  std::vector<Squares> neighbours_;  // of each square
  std::map<Squares, Black> blacks_;
};

// Prints what the file proves, or on stderr why it does not; whether it does.
bool Check(const std::string& file) {
  try {
    const Certificate it = Read(file);
    if (!Search(it).BlackWins()) {
      throw std::runtime_error(file + ":" + std::to_string(it.claim_line) +
                               ": the formations do not suffice");
    }
    return Print(file + ": proved, for " + std::to_string(it.pieces) +
                 " pieces a side, goals " + it.goals +
                 ": Black, who moves first, can win within " +
                 std::to_string(it.plies) + " plies on every board that has " +
                 std::to_string(it.rows) + "x" + std::to_string(it.columns) +
                 " squares\n");
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> files(argv + 1, argv + argc);
  if (!files.empty() && files[0] == "--help") {
    return Print(kHelp) ? 0 : 1;
  }
  if (files.empty() || files[0].starts_with("--")) {
    std::cerr << "error: "
              << (files.empty() ? "no file" : "unknown flag " + files[0])
              << "; see --help\n";
    return 1;
  }
  bool proved = true;
  for (const std::string& file : files) proved &= Check(file);
  return proved ? 0 : 1;
}
