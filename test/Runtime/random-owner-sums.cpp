// Random calls that accumulate what several ranks list: cells that ranks share,
// which go back to their owners. Any layout on the other side, other dimensions
// of any distribution, copies, permutations, sections, storage orders, room
// around the target, several objects, nowait, lists that change. An operator
// that tells the order shows that elements are combined in the order of the
// owners' coordinates, and of one owner in that of its list.
// Arguments: seed, number of cases.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t 1 60
// RUN: timeout 100 %mpirun 2 %t 2 100
// RUN: timeout 100 %mpirun 3 %t 3 100
// RUN: timeout 100 %mpirun 4 %t 4 100
// RUN: timeout 100 %mpirun 6 %t 5 60
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t 6 60
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t 7 100
// RUN: env REDIST_RANKS_PER_NODE=2 REDIST_TWO_LEVELS=1 timeout 100 %mpirun 5 %t 8 60
#include "Inputs/OwnerCases.h"

#include "redist/Accumulate.h"

#include <functional>

/// Of each operand the result tells which it was, and in which order.
struct Fold {
  std::uint64_t operator()(std::uint64_t left, std::uint64_t right) const {
    return left * 1000003 + right;
  }
  Wide operator()(const Wide &left, const Wide &right) const {
    return {static_cast<std::int64_t>(
                (*this)(static_cast<std::uint64_t>(left.number),
                        static_cast<std::uint64_t>(right.number))),
            {}};
  }
};

static std::uint64_t valueOf(std::uint64_t, std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

/// What the owner of these coordinates has for an index at `places` of its
/// lists.
static std::int64_t shareOf(const Index &index, const Index &extents,
                            const Index &coordinates, const Index &places) {
  std::int64_t number = numberOf(index, extents);
  for (std::size_t k = 0; k < index.size(); ++k)
    number = number * 8191 + coordinates[k] * 127 + places[k];
  return number;
}

template <typename T>
static std::vector<T> sharesOf(const Side &side, const Index &extents) {
  std::vector<T> part(static_cast<std::size_t>(side.localSize()));
  const Index own = side.coordinates();
  const bool isRow = side.order == redist::storage_order::row;
  side.forEach([&](const Index &index, std::int64_t at) {
    Index places(own.size());
    std::int64_t rest = at;
    for (std::size_t j = 0; j < own.size(); ++j) {
      const std::size_t k = isRow ? own.size() - 1 - j : j;
      const auto size = static_cast<std::int64_t>(
          side.dimensions[k].lists[static_cast<std::size_t>(own[k])].size());
      places[k] = rest % size;
      rest /= size;
    }
    part[static_cast<std::size_t>(at)] =
        valueOf(T{}, shareOf(index, extents, own, places));
  });
  return part;
}

/// Combines all shares of an index: those of the first dimension of `order`
/// one after the other, and so on.
template <typename T, typename Operator>
static void
combineShares(const Side &from, const Index &index, const Index &extents,
              const std::vector<std::size_t> &order, std::size_t depth,
              Index &coordinates, Index &places, Operator op, T &value) {
  if (depth == order.size()) {
    value =
        op(value, valueOf(T{}, shareOf(index, extents, coordinates, places)));
    return;
  }
  const std::size_t d = order[depth];
  const auto &lists = from.dimensions[d].lists;
  for (std::size_t c = 0; c < lists.size(); ++c)
    for (std::size_t j = 0; j < lists[c].size(); ++j)
      if (lists[c][j] == index[d]) {
        coordinates[d] = static_cast<std::int64_t>(c);
        places[d] = static_cast<std::int64_t>(j);
        combineShares(from, index, extents, order, depth + 1, coordinates,
                      places, op, value);
      }
}

template <typename T, typename Operator>
static void checkSums(const Side &from, const Side &to,
                      const std::vector<int> &permutation, const Index &extents,
                      const std::vector<T> &before, const std::vector<T> &got,
                      Operator op, const std::string &name) {
  std::vector<std::size_t> order; // of the target's storage
  for (const int d : permutation)
    order.push_back(static_cast<std::size_t>(d));
  if (to.order == redist::storage_order::column)
    std::reverse(order.begin(), order.end());
  to.forEach([&](const Index &index, std::int64_t at) {
    Index source(index.size());
    bool isMoved = true;
    for (std::size_t k = 0; k < index.size(); ++k) {
      const auto d = static_cast<std::size_t>(permutation[k]);
      const std::int64_t t = positionIn(to.sections[k], index[k]);
      isMoved &= t >= 0;
      source[d] = from.sections[d].lower + t * from.sections[d].stride;
    }
    T wanted = before[static_cast<std::size_t>(at)];
    Index coordinates(index.size()), places(index.size());
    if (isMoved)
      combineShares(from, source, extents, order, 0, coordinates, places, op,
                    wanted);
    require(got[static_cast<std::size_t>(at)] == wanted,
            name + ": wrong element at " + std::to_string(at));
  });
}

/// Ranks list what others list, too, and some of it twice.
static void addShares(Side &from, const Index &extents) {
  for (std::size_t k = 0; k < from.dimensions.size(); ++k) {
    Dimension &one = from.dimensions[k];
    for (auto &list : one.lists)
      if (one.kind == redist::distribution_kind::listed && extents[k] > 0)
        for (std::int64_t extra = draw(0, 5); extra > 0; --extra)
          list.insert(list.begin() +
                          draw(0, static_cast<std::int64_t>(list.size())),
                      draw(0, extents[k] - 1));
  }
}

template <typename T, typename U, typename Operator>
static void accumulateOnce(const Side &from, const Side &to,
                           const std::vector<int> &permutation,
                           const Index &extents, Operator op, bool isNowait,
                           const std::string &name) {
  const redist::directive where{"sums.cpp", 1, "sums", "auto", nullptr, 0};
  const redist::redistribution what =
      describe(from, to, permutation, false).stored(from.order);
  const std::vector<T> a = sharesOf<T>(from, extents);
  const std::vector<U> b = sharesOf<U>(from, extents);
  std::vector<T> x(static_cast<std::size_t>(to.localSize()), T{7});
  std::vector<U> y(x.size(), U{9});
  const std::vector<T> xBefore = x;
  const std::vector<U> yBefore = y;
  if (isNowait) {
    redist::request started = redist::start_accumulate_into(
        where, what, MPI_COMM_WORLD, op, redist::objects(a, b),
        redist::objects(x, y));
    redist::wait(started);
  } else {
    redist::accumulate_into(where, what, MPI_COMM_WORLD, op,
                            redist::objects(a, b), redist::objects(x, y));
  }
  checkSums(from, to, permutation, extents, xBefore, x, op, name);
  checkSums(from, to, permutation, extents, yBefore, y, op, name);
}

static void runCase(std::int64_t number) {
  const bool hasSections = draw(0, 1) == 0;
  const auto dimensions = static_cast<std::size_t>(draw(1, 3));
  Index extents, targetExtents;
  std::vector<int> permutation;
  for (std::size_t k = 0; k < dimensions; ++k) {
    extents.push_back(draw(0, 9) == 0 ? draw(0, 1)
                                      : draw(1, dimensions == 1 ? 60 : 9));
    permutation.push_back(static_cast<int>(k));
  }
  std::shuffle(permutation.begin(), permutation.end(), generator());
  for (const int d : permutation)
    targetExtents.push_back(extents[static_cast<std::size_t>(d)] +
                            (hasSections ? draw(0, 5) : 0));
  std::vector<bool> sourceMapped(dimensions), targetMapped(dimensions);
  for (std::size_t k = 0; k < dimensions; ++k) {
    sourceMapped[k] = k == 0 || draw(0, 1) == 0;
    targetMapped[k] = draw(0, 1) == 0;
  }
  Side from = drawSide(extents, true, sourceMapped, true);
  Side to = drawSide(targetExtents, false, targetMapped, true);
  addShares(from, extents);
  to.order = from.order;
  from.sections.resize(dimensions);
  for (std::size_t k = 0; k < dimensions; ++k) {
    const auto d = static_cast<std::size_t>(permutation[k]);
    from.sections[d] = redist::whole(extents[d]);
    to.sections.push_back(redist::whole(targetExtents[k]));
    if (!hasSections)
      continue;
    const std::int64_t length = draw(0, extents[d]);
    from.sections[d] = drawSection(extents[d], length);
    to.sections[k] = drawSection(targetExtents[k], length);
  }
  Side others = from;
  for (Dimension &one : others.dimensions) {
    one.fixed.reset();
    if (one.kind == redist::distribution_kind::listed)
      for (auto &list : one.lists)
        std::reverse(list.begin(), list.end());
  }
  const std::string name = "case " + std::to_string(number);
  for (int turn = 0; turn < 4; ++turn) {
    const Side &now = turn == 2 ? others : from;
    accumulateOnce<std::uint64_t, Wide>(now, to, permutation, extents, Fold(),
                                        turn == 1, name);
    accumulateOnce<std::uint64_t, double>(now, to, permutation, extents,
                                          std::plus<>(), turn == 0, name);
  }
}

int main(int argc, char **argv) { return runCases(argc, argv, runCase); }
