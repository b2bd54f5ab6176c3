// Items of every kind: standard containers in each other, types with cereal's
// functions and without, values that differ in size from rank to rank, types
// that are only moved or have no default.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -pthread -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 60 %mpirun 5 %t
// RUN: env REDIST_VERIFY=1 REDIST_COMBINE_THREAD=0 timeout 60 %mpirun 3 %t
#include "Inputs/FoldCheck.h"

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>

using namespace redist;

template <typename T, typename Make, typename Fold>
static void check(const std::string &name, Make make, Fold fold) {
  // `fold` is the operator, too: void f(T &into, const T &from).
  for (const char *strategy : {"auto", "fibonacci"})
    checkReduction<T>(name, strategy, reduction().ordered(), fold, make, fold);
}

/// Empty on some ranks, many KB on others.
static std::string textOf(int rank) {
  return std::string(static_cast<std::size_t>(rank % 3) * 5000,
                     static_cast<char>('a' + rank));
}

/// Trivially copyable, and nothing else is known of it.
struct Point {
  int x = 0;
  double y = 0;
  bool operator==(const Point &o) const { return x == o.x && y == o.y; }
  bool operator<(const Point &o) const { return x < o.x; }
};

class Histogram {
public:
  Histogram() = default;
  explicit Histogram(int rank) : points(static_cast<std::size_t>(rank)) {
    counts["rank " + std::to_string(rank % 2)] = rank;
    for (Point &point : points)
      point = {rank, 0.5};
  }
  void merge(const Histogram &from) {
    for (const auto &[key, count] : from.counts)
      counts[key] += count;
    points.insert(points.end(), from.points.begin(), from.points.end());
  }
  bool operator==(const Histogram &o) const {
    return counts == o.counts && points == o.points;
  }

private:
  friend class cereal::access;
  template <typename Archive> void serialize(Archive &archive) {
    archive(CEREAL_NVP(counts), cereal::make_nvp("points", points));
  }
  std::map<std::string, long> counts;
  std::vector<Point> points;
};

namespace elsewhere {
/// Its functions are split and stand beside it.
struct Matrix {
  std::vector<double> values;
  bool operator==(const Matrix &o) const { return values == o.values; }
};
template <typename Archive> void save(Archive &archive, const Matrix &m) {
  archive(m.values);
}
template <typename Archive> void load(Archive &archive, Matrix &m) {
  archive(m.values);
}
} // namespace elsewhere
using elsewhere::Matrix;

/// Neither a default nor an assignment.
struct Named {
  explicit Named(std::string given) : name(std::move(given)) {}
  Named(const Named &) = default;
  Named(Named &&) noexcept = default;
  Named &operator=(const Named &) = delete;
  bool operator==(const Named &o) const { return name == o.name; }
  template <typename Archive> void serialize(Archive &archive) {
    archive(name);
  }
  std::string name;
};

/// A base whose derived type travels by its name.
struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
  template <typename Archive> void serialize(Archive &) {}
};
struct Square : Shape {
  int side = 0;
  int area() const override { return side * side; }
  template <typename Archive> void serialize(Archive &archive) {
    archive(cereal::base_class<Shape>(this), side);
  }
};
CEREAL_REGISTER_TYPE(Square)

template <typename Container>
static void append(Container &into, const Container &from) {
  into.insert(into.end(), from.begin(), from.end());
}

static void checkSequences() {
  check<std::string>("string", textOf,
                     [](std::string &a, const std::string &b) { a += b; });
  checkReduction<std::string>(
      "string by +", "auto", reduction().ordered(), plus{}, textOf,
      [](std::string &a, const std::string &b) { a += b; });
  checkReduction<std::string>(
      "string by max", "auto", reduction(), maximum{}, textOf,
      [](std::string &a, const std::string &b) { a = std::max(a, b); });
  check<std::vector<double>>(
      "vector",
      [](int rank) {
        return std::vector<double>(static_cast<std::size_t>(rank) * 700, rank);
      },
      append<std::vector<double>>);
  check<std::vector<Point>>(
      "vector of records",
      [](int rank) {
        return std::vector<Point>(static_cast<std::size_t>(rank), {rank, 2.5});
      },
      append<std::vector<Point>>);
  check<std::vector<std::vector<std::string>>>(
      "vectors of vectors",
      [](int rank) {
        return std::vector<std::vector<std::string>>(2, {textOf(rank), "x"});
      },
      append<std::vector<std::vector<std::string>>>);
  check<std::vector<bool>>(
      "vector of bool",
      [](int rank) {
        std::vector<bool> made(static_cast<std::size_t>(rank) * 13);
        for (std::size_t i = 0; i < made.size(); i += 2)
          made[i] = true;
        return made;
      },
      append<std::vector<bool>>);
  check<std::deque<Point>>(
      "deque", [](int rank) { return std::deque<Point>(3, {rank, 1}); },
      append<std::deque<Point>>);
  check<std::list<std::string>>(
      "list", [](int rank) { return std::list<std::string>(2, textOf(rank)); },
      append<std::list<std::string>>);
}

static void checkAssociative() {
  using Words = std::map<std::string, Point>;
  const auto merge = [](auto &into, const auto &from) {
    for (const auto &[key, value] : from)
      into[key].x += value.x;
  };
  check<Words>(
      "map of records",
      [](int rank) {
        return Words{{"all", {1, 0}}, {textOf(rank), {rank, 0}}};
      },
      merge);
  using Counts = std::unordered_map<std::string, Point>;
  check<Counts>(
      "unordered map",
      [](int rank) {
        return Counts{{"all", {1, 0}}, {textOf(rank), {rank, 0}}};
      },
      merge);
  using Set = std::set<std::pair<int, std::string>>;
  const auto unite = [](auto &into, const auto &from) {
    into.insert(from.begin(), from.end());
  };
  check<Set>(
      "set", [](int rank) { return Set{{rank, "a"}, {0, textOf(rank)}}; },
      unite);
  using Hashes = std::unordered_set<long>;
  check<Hashes>(
      "unordered set", [](int rank) { return Hashes{rank, 100}; }, unite);
  // Elements with equal keys stay in the order of the ranks.
  using Lists = std::multimap<int, std::string>;
  check<Lists>(
      "multimap",
      [](int rank) {
        return Lists{{0, textOf(rank)}, {rank % 2, std::to_string(rank)}};
      },
      unite);
  using Points = std::multiset<Point>;
  check<Points>(
      "multiset",
      [](int rank) { return Points{{0, 1.0 * rank}, {rank % 2, -1.0 * rank}}; },
      unite);
  // An order that is a value, not a type.
  using Order = bool (*)(int, int);
  using Ordered = std::set<int, Order>;
  check<Ordered>(
      "set with an order of its own",
      [](int rank) {
        return Ordered({rank, -rank}, [](int a, int b) { return a > b; });
      },
      unite);
}

static void checkOthers() {
  using Best = std::pair<double, std::string>;
  check<Best>(
      "pair", [](int rank) { return Best(rank % 3, textOf(rank)); },
      [](Best &a, const Best &b) { a = std::max(a, b); });
  using Row = std::tuple<int, std::string, Point>;
  check<Row>(
      "tuple", [](int rank) { return Row(rank, textOf(rank), {1, 2}); },
      [](Row &a, const Row &b) {
        std::get<0>(a) += std::get<0>(b);
        std::get<1>(a) += std::get<1>(b);
        std::get<2>(a).x += std::get<2>(b).x;
      });
  using Perhaps = std::optional<std::string>;
  check<Perhaps>(
      "optional",
      [](int rank) { return rank % 2 ? Perhaps(textOf(rank)) : Perhaps(); },
      [](Perhaps &a, const Perhaps &b) {
        if (b)
          a = a.value_or("") + *b;
      });
  using Either = std::variant<int, std::string>;
  check<Either>(
      "variant",
      [](int rank) { return rank % 2 ? Either(rank) : Either(textOf(rank)); },
      [](Either &a, const Either &b) { a = std::max(a, b); });
  check<Histogram>(
      "private serialize", [](int rank) { return Histogram(rank); },
      [](Histogram &a, const Histogram &b) { a.merge(b); });
  check<Matrix>(
      "save and load beside the type",
      [](int rank) { return Matrix{std::vector<double>(9, rank)}; },
      [](Matrix &a, const Matrix &b) {
        for (std::size_t i = 0; i < 9; ++i)
          a.values[i] += b.values[i];
      });
  const auto equal = [](const auto &a, const auto &b) {
    return a.size() == b.size() && (a == b).min();
  };
  using Numbers = std::valarray<double>;
  checkReduction<Numbers>(
      "valarray", "auto", reduction(), plus{},
      [](int rank) { return Numbers(static_cast<double>(rank), 5); },
      [](Numbers &a, const Numbers &b) { a += b; }, equal);
  check<Named>(
      "no default", [](int rank) { return Named(textOf(rank)); },
      [](Named &a, const Named &b) { a.name += b.name; });
}

/// Types that are only moved, or share what they point to.
static void checkPointers() {
  const int rank = rankOf();
  const int size = sizeOf();
  const int sum = size * (size - 1) / 2;
  auto own = std::make_unique<int>(rank);
  reduce(
      reduceAt(1), reduction(), MPI_COMM_WORLD,
      [](std::unique_ptr<int> &a, const std::unique_ptr<int> &b) { *a += *b; },
      own);
  require(*own == sum, "unique_ptr");

  std::vector<std::unique_ptr<Shape>> shapes;
  auto square = std::make_unique<Square>();
  square->side = rank;
  shapes.push_back(std::move(square));
  reduce(
      reduceAt(2), reduction().ordered(), MPI_COMM_WORLD,
      [](auto &a, const auto &b) {
        for (const auto &shape : b) {
          a.push_back(std::make_unique<Square>());
          static_cast<Square &>(*a.back()).side =
              static_cast<const Square &>(*shape).side;
        }
      },
      shapes);
  require(shapes.size() == static_cast<std::size_t>(size), "polymorphic");
  for (int i = 0; i < size; ++i)
    require(shapes[static_cast<std::size_t>(i)]->area() == i * i,
            "polymorphic " + std::to_string(i));

  // What others share with the item is left alone, and a failure changes
  // nothing of it.
  const auto shared = std::make_shared<int>(rank);
  std::vector<std::shared_ptr<int>> item{shared};
  const auto add = [](std::vector<std::shared_ptr<int>> &a,
                      const std::vector<std::shared_ptr<int>> &b) {
    *a.front() += *b.front();
  };
  reduce(reduceAt(3), reduction(), MPI_COMM_WORLD, add, item);
  require(*item.front() == sum && *shared == rank, "shared_ptr");
}

/// Takes elements, and no array of them.
struct Sum {
  std::string operator()(const std::string &a, const std::string &b) const {
    return a + b;
  }
  long operator()(long a, long b) const { return a + b; }
};

/// Elements that are no bytes, in arrays and sections.
static void checkArrays() {
  const int rank = rankOf();
  const int size = sizeOf();
  std::string all;
  for (int r = 0; r < size; ++r)
    all += textOf(r);
  std::string names[2][2] = {{textOf(rank), "a"}, {"b", textOf(rank)}};
  reduce(reduceAt(1), reduction().ordered(), MPI_COMM_WORLD, plus{}, names);
  require(names[0][0] == all && names[1][1] == all &&
              names[0][1] == std::string(static_cast<std::size_t>(size), 'a'),
          "array of strings");
  std::vector<std::string> words(5, textOf(rank));
  std::array<std::string, 2> pair = {"x", textOf(rank)};
  long count = 1;
  reduce(reduceAt(2), reduction().ordered().root(size - 1), MPI_COMM_WORLD,
         Sum(), elements(words, 4, 2, -3), pair, count);
  const bool isRoot = rank == size - 1;
  for (std::size_t i = 0; i < 5; ++i)
    require(words[i] == (isRoot && (i == 4 || i == 1) ? all : textOf(rank)),
            "section of strings " + std::to_string(i));
  require(pair[1] == (isRoot ? all : textOf(rank)) &&
              count == (isRoot ? size : 1),
          "several items of any size");
  std::vector<bool> flags(3, rank == 0);
  reduce(reduceAt(3), reduction(), MPI_COMM_WORLD, logical_or{}, flags[1]);
  require(flags[1] && flags[0] == (rank == 0), "element of vector<bool>");
  Point points[3] = {{rank, 1}, {-rank, 1}, {7, 7}};
  reduce(reduceAt(4), reduction(), MPI_COMM_WORLD, minimum{},
         elements(points, 0, 2));
  require(points[0].x == 0 && points[1].x == 1 - size && points[2].x == 7,
          "section of records");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  checkSequences();
  checkAssociative();
  checkOthers();
  checkPointers();
  checkArrays();
  MPI_Finalize();
}
