// Checks open certificates (docs/formats.md) by depth-first search.  Tries all
// plies of Black that the formations allow and all plies of Red, and remembers
// the results. Needs only the C++ standard library.

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
    R"(Checks open certificates (docs/formats.md), which prove that Black wins Teeko
on every board that contains a certain rectangle.

  search CERTIFICATE...

For example: search verify/certificates/open/*.txt
Exit status: 0 if all certificates are valid, otherwise 1
)";

// A set of squares of the window: bit i is square i, numbered row by row from
// 0.
using Squares = uint64_t;

Squares Bit(int square) { return Squares{1} << square; }

template <typename Function>
void ForEach(Squares squares, Function function) {
  for (; squares != 0; squares &= squares - 1) {
    function(std::countr_zero(squares));
  }
}

// Squares of the unbounded grid, by row and column; (0, 0) is the first square
// of the window.
using Shape = std::vector<std::pair<int, int>>;

struct Certificate {
  int rows, columns;  // of the field
  int margin;
  int height, width;  // of the window
  int pieces;         // per side
  int plies;
  std::string goals;                      // text of the certificate
  std::set<Squares> black_goals;          // goals in the field
  std::unordered_set<Squares> red_goals;  // the window's part of each goal
  std::set<Squares> formations;           // all formations and their images
  int claim_line;
};

// True if a failed read or write can be repeated: after a signal, or after
// waiting until a non-blocking descriptor is ready for `event`.
bool TryAgain(int descriptor, short event) {
  pollfd awaited = {descriptor, event, 0};
  return errno == EINTR ||
         (errno == EAGAIN && poll(&awaited, 1, /*timeout=*/-1) == 1);
}

// Returns the content of a file or pipe, or of standard input if `file` is "-".
std::string Contents(const std::string& file) {
  const int from = file == "-" || file == "/dev/stdin"
                       ? STDIN_FILENO
                       : open(file.c_str(), O_RDONLY);
  std::string text;
  std::vector<char> buffer(1 << 16);
  int error = from < 0 ? errno : 0;
  while (error == 0) {
    const ssize_t n = read(from, buffer.data(), buffer.size());
    if (n == 0) break;
    if (n < 0 && !TryAgain(from, POLLIN)) error = errno;
    text.append(buffer.data(), std::max<ssize_t>(n, 0));
  }
  if (from > STDERR_FILENO) close(from);
  if (error == 0) return text;
  throw std::runtime_error("cannot read " + file + ": " + std::strerror(error));
}

// Prints to standard output.  False if writing fails.
bool Print(const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = write(STDOUT_FILENO, &text[done], text.size() - done);
    if (n < 0 && !TryAgain(STDOUT_FILENO, POLLOUT)) return false;
    done += std::max<ssize_t>(n, 0);
  }
  return true;
}

// Parses a file.  Throws std::runtime_error "file:line: message" if it is
// invalid.
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
  // Skips `word` if it comes next.  Returns true if it did.
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
  // Reads a line with `name` and a number.
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

// Adds the goals of this shape, at all places of the grid where they touch the
// window.
void AddGoals(const Shape& shape, Certificate& certificate) {
  const int reach =
      2 * std::max(certificate.height, certificate.width) + certificate.pieces;
  for (int down = -reach; down <= reach; ++down) {
    for (int right = -reach; right <= reach; ++right) {
      Squares goal = 0;
      int in_field = 0;
      for (auto [row, column] : shape) {
        row += down, column += right;
        if (row < 0 || row >= certificate.height || column < 0 ||
            column >= certificate.width) {
          continue;
        }
        goal |= Bit(row * certificate.width + column);
        in_field += certificate.margin <= row &&
                    row < certificate.margin + certificate.rows &&
                    certificate.margin <= column &&
                    column < certificate.margin + certificate.columns;
      }
      certificate.red_goals.insert(goal);
      if (in_field == certificate.pieces) certificate.black_goals.insert(goal);
    }
  }
}

void ReadGoals(Reader& in, Certificate& certificate) {
  // If the sides of a square are at least this long, the square has at most one
  // corner in the window, at any place.  So longer sides add no other goals.
  const int longest = std::max(certificate.height, certificate.width);
  std::set<std::string> named;
  do {
    std::string goal = "squares";
    if (in.Accept("line ")) {
      goal = "line " +
             std::to_string(in.Number(certificate.pieces, certificate.pieces));
      for (auto [down, right] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}}) {
        Shape line;
        for (int i = 0; i < certificate.pieces; ++i) {
          line.emplace_back(i * down, i * right);
        }
        AddGoals(line, certificate);
      }
    } else {
      in.Require(certificate.pieces == 4, "expected 'line'");
      int least = 1, most = longest;
      if (!in.Accept(goal)) {
        in.Expect("square ");
        const int side = in.Number(1, 99);
        goal = "square " + std::to_string(side);
        least = most = std::min(side, longest);
      }
      for (int side = least; side <= most; ++side) {
        AddGoals({{0, 0}, {0, side}, {side, 0}, {side, side}}, certificate);
      }
    }
    in.Require(named.insert(goal).second, "goal family repeated: " + goal);
    certificate.goals += (certificate.goals.empty() ? "" : " and ") + goal;
  } while (in.Accept(" and "));
}

void ReadFormation(Reader& in, Certificate& certificate) {
  in.NextLine();
  Squares formation = 0;
  for (int i = 0, least = 1; i < certificate.pieces; ++i) {
    if (i > 0) in.Expect(" ");
    const int square = in.Number(least, certificate.rows * certificate.columns);
    formation |= Bit(((square - 1) / certificate.columns + certificate.margin) *
                         certificate.width +
                     (square - 1) % certificate.columns + certificate.margin);
    least = square + 1;
  }
  in.Require(!certificate.black_goals.contains(formation),
             "the formation is a goal");
  in.Require(!certificate.formations.contains(formation),
             "the formation is an image of an earlier formation");
  for (int flips = 0; flips < (certificate.rows == certificate.columns ? 8 : 4);
       ++flips) {
    Squares image = 0;
    ForEach(formation, [&](int i) {
      int row = i / certificate.width, column = i % certificate.width;
      if (flips & 1) row = certificate.height - 1 - row;
      if (flips & 2) column = certificate.width - 1 - column;
      if (flips & 4) std::swap(row, column);
      image |= Bit(row * certificate.width + column);
    });
    certificate.formations.insert(image);
  }
}

Certificate Read(const std::string& file) {
  Reader in(file);
  Certificate certificate;
  in.Expect("teeko certificate 1 open");
  certificate.rows = in.Number("rows: ", 1, 64);
  certificate.columns = in.Number("columns: ", 1, 64);
  certificate.margin = in.Number("margin: ", 0, 64);
  certificate.height = certificate.rows + 2 * certificate.margin;
  certificate.width = certificate.columns + 2 * certificate.margin;
  in.Require(certificate.height * certificate.width <= 64,
             "the window has more than 64 squares");
  certificate.pieces = in.Number("pieces: ", 2, 4);
  in.NextLine();
  in.Expect("goals: ");
  ReadGoals(in, certificate);
  certificate.plies =
      in.Number("aim: win within ", 2 * certificate.pieces + 1, 9999);
  in.Expect(" plies");
  in.NextLine();
  certificate.claim_line = in.line();
  in.Expect("claim: " + std::string(certificate.pieces, 'S') + " black");
  for (int left = in.Number("formations: ", 0, INT_MAX); left > 0; --left) {
    ReadFormation(in, certificate);
  }
  in.NextLine();
  in.Expect("end");
  in.NextLine();
  in.Require(in.at_end(), "expected the end of the file");
  return certificate;
}

// Searches the open game.  A position has Black's pieces, Red's pieces in the
// window, and the number of plies left.  These determine the side to move and
// the number of Red's pieces outside the window.
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
  // Known results: Black wins with `wins` or more plies left, and does not win
  // with `fails` or fewer.
  struct Known {
    int wins = INT_MAX;
    int fails = 0;
  };
  // A set of Black's pieces that the certificate allows and that is not a goal.
  struct Black {
    Squares set;
    Squares winning = 0;       // squares that complete a goal
    std::vector<Black*> next;  // other sets after Black's next ply
    Black* answer = nullptr;   // the element of `next` that won last
    std::unordered_map<Squares, Known> known;  // by Red's set; Black to move
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

  // True if Black, who is to move, can win within `plies`.
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

  // True if Red, who is to move, loses within `plies` after every ply.
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

  // Returns all sets of Red's pieces in the window after his ply.  `ply` is its
  // number in the game, from 1.
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
  std::vector<Squares> neighbours_;  // by square
  std::map<Squares, Black> blacks_;
};

// Prints the claim that the file proves, or an error to stderr.  True if the
// claim is proved.
bool Check(const std::string& file) {
  try {
    const Certificate certificate = Read(file);
    if (!Search(certificate).BlackWins()) {
      throw std::runtime_error(file + ":" +
                               std::to_string(certificate.claim_line) +
                               ": the formations do not suffice");
    }
    return Print(file + ": proved, for " + std::to_string(certificate.pieces) +
                 " pieces a side, goals " + certificate.goals +
                 ": Black, who moves first, can win within " +
                 std::to_string(certificate.plies) +
                 " plies on every board that has " +
                 std::to_string(certificate.rows) + "x" +
                 std::to_string(certificate.columns) + " squares\n");
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
              << (files.empty() ? "expected a certificate"
                                : "unknown flag " + files[0])
              << "; see --help\n";
    return 1;
  }
  bool proved = true;
  for (const std::string& file : files) proved &= Check(file);
  return proved ? 0 : 1;
}
