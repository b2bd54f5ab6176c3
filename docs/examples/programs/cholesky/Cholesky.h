//===- Cholesky.h - What both Cholesky programs share ----------*- C++ -*-===//
//
// Part of the example cholesky: options, the matrix, the factorisation of a
// matrix that is dealt block-cyclically, and the residual of this rank's rows.
// cholesky.cpp and cholesky_mpi.cpp share it. No directives.
//
// The matrix is the covariance of a random field at n places of the unit
// square. Its factor L (A = L L^T) gives the log-determinant that likelihoods
// need.
//
// Broadcasts of panels are MPI's in both programs; they are counted in both.
//
//===----------------------------------------------------------------------===//
#ifndef CHOLESKY_CHOLESKY_H
#define CHOLESKY_CHOLESKY_H

#include <Eigen/Dense>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

using Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

struct Options {
  Index size = 512, block = 64;
  std::array<int, 2> grid{}; ///< 0 x 0: as square as the ranks allow
  double nugget = 0.01;      ///< added to the diagonal; 0 and less for tests
  int repeat = 1;
};

/// For what is wrong with the options.
inline std::invalid_argument wrongUse(const std::string &problem) {
  return std::invalid_argument(problem +
                               "\nusage: cholesky [--size N] [--block B] "
                               "[--grid PxQ] [--nugget E] [--repeat N]");
}

/// From 1 to 65536; what else stands there is an error that names the option.
inline int numberOf(const std::string &option, const std::string &text) {
  char *end = nullptr;
  const long number = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != 0 || number < 1 || number > 65536)
    throw wrongUse(option + ": expected a number from 1 to 65536, found '" +
                   text + "'");
  return static_cast<int>(number);
}

inline double realOf(const std::string &option, const std::string &text) {
  char *end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !std::isfinite(number))
    throw wrongUse(option + ": expected a number, found '" + text + "'");
  return number;
}

/// Throws std::invalid_argument, on every rank the same.
inline Options optionsOf(int argc, char **argv, int ranks) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc)
      throw wrongUse(option + ": a value is missing");
    const std::string value = argv[i + 1];
    if (option == "--size")
      options.size = numberOf(option, value);
    else if (option == "--block")
      options.block = numberOf(option, value);
    else if (option == "--repeat")
      options.repeat = numberOf(option, value);
    else if (option == "--nugget")
      options.nugget = realOf(option, value);
    else if (option == "--grid" && value.find('x') != std::string::npos)
      options.grid = {numberOf(option, value.substr(0, value.find('x'))),
                      numberOf(option, value.substr(value.find('x') + 1))};
    else if (option == "--grid")
      throw wrongUse("--grid: expected PxQ, found '" + value + "'");
    else
      throw wrongUse("unknown option '" + option + "'");
  }
  auto &[rows, columns] = options.grid;
  if (rows == 0)
    for (int p = 1; p * p <= ranks; ++p)
      if (ranks % p == 0)
        options.grid = {p, ranks / p};
  if (rows * columns != ranks)
    throw wrongUse("--grid: " + std::to_string(rows) + "x" +
                   std::to_string(columns) + " is no grid of " +
                   std::to_string(ranks) + " ranks");
  return options;
}

/// Coordinate `axis` of place `i`: evenly spread over [0, 1), by the golden
/// ratio and its cousin (Kronecker's sequence).
inline double placeOf(Index i, int axis) {
  const double step = axis == 0 ? 0.7548776662466927 : 0.5698402909980532;
  const double at = step * static_cast<double>(i + 1);
  return at - std::floor(at);
}

/// Element (i, j) of the matrix.
inline double covariance(Index i, Index j, double nugget) {
  const double x = placeOf(i, 0) - placeOf(j, 0);
  const double y = placeOf(i, 1) - placeOf(j, 1);
  return std::exp(-5 * std::sqrt(x * x + y * y)) + (i == j ? nugget : 0);
}

/// Rows [first, first + count) of the matrix.
inline Matrix rowsOfCovariance(Index first, Index count,
                               const Options &options) {
  Matrix rows(count, options.size);
  for (Index j = 0; j < rows.cols(); ++j)
    for (Index i = 0; i < rows.rows(); ++i)
      rows(i, j) = covariance(first + i, j, options.nugget);
  return rows;
}

/// Rows [first, first + count) of a matrix.
struct Rows {
  Index first = 0, count = 0;
};

// parallel: begin
/// This rank's place in a grid of ranks, numbered row by row, and the
/// communicators of its row and its column.
class Grid {
public:
  explicit Grid(const std::array<int, 2> &extents) : extents(extents) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    place = {rank / extents[1], rank % extents[1]};
    MPI_Comm_split(MPI_COMM_WORLD, place[0], place[1], &row);
    MPI_Comm_split(MPI_COMM_WORLD, place[1], place[0], &column);
  }
  ~Grid() {
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
  }
  Grid(const Grid &) = delete;
  Grid &operator=(const Grid &) = delete;

  std::array<int, 2> extents, place{};
  MPI_Comm row = MPI_COMM_NULL, column = MPI_COMM_NULL;
};

/// How many of the indices below `end` lie on coordinate `place` of `ranks`.
inline Index localBelow(Index end, Index block, int ranks, int place) {
  const Index blocks = end / block, rest = blocks % ranks;
  return (blocks / ranks + (place < rest ? 1 : 0)) * block +
         (place == rest ? end % block : 0);
}

inline void broadcast(Matrix &panel, int root, MPI_Comm comm) {
  MPI_Bcast(panel.data(), static_cast<int>(panel.size()), MPI_DOUBLE, root,
            comm);
}
// parallel: end

/// The factorisation of one matrix of n x n in blocks on a grid of ranks;
/// `local` is this rank's part, and gets that of the factor. Right-looking: a
/// panel of columns is factorised, and what is right of it updated.
class Factorisation {
public:
  Factorisation(Matrix &local, Index size, Index block, const Grid &grid)
      : local(local), size(size), block(block), grid(grid) {}

  /// The first row of the first block on the diagonal that this rank found not
  /// to be positive definite; n where there is none. Collective.
  Index run() {
    for (Index first = 0; first < size; first += block) {
      factorPanel(first);
      spreadPanel(first + width(first));
      update(first + width(first));
    }
    return failed;
  }

private:
  Index width(Index first) const { return std::min(block, size - first); }
  // parallel: begin
  Index localRow(Index i) const {
    return localBelow(i, block, grid.extents[0], grid.place[0]);
  }
  Index localColumn(Index j) const {
    return localBelow(j, block, grid.extents[1], grid.place[1]);
  }
  /// The grid's row or column (axis 0 or 1) that has an index.
  int owner(Index index, std::size_t axis) const {
    return static_cast<int>(index / block % grid.extents[axis]);
  }
  // parallel: end

  /// `left` becomes what the panel has in this rank's rows below the diagonal.
  void factorPanel(Index first) {
    const Index w = width(first), below = localRow(first + w);
    left.resize(local.rows() - below, w);
    // parallel: begin
    const int home = owner(first, 1);
    if (grid.place[1] == home) {
      Matrix diagonal(w, w);
      if (grid.place[0] == owner(first, 0))
        // parallel: end
        diagonal = factorDiagonal(first);
      // parallel: begin
      broadcast(diagonal, owner(first, 0), grid.column);
      // parallel: end
      auto panel = local.block(below, localColumn(first), left.rows(), w);
      diagonal.triangularView<Eigen::Lower>()
          .transpose()
          .solveInPlace<Eigen::OnTheRight>(panel);
      left = panel;
    }
    // parallel: begin
    broadcast(left, home, grid.row);
    // parallel: end
  }

  Matrix factorDiagonal(Index first) {
    const Index w = width(first);
    Eigen::Ref<Matrix> diagonal =
        local.block(localRow(first), localColumn(first), w, w);
    const Eigen::LLT<Eigen::Ref<Matrix>> factor(diagonal); // in place
    if (factor.info() != Eigen::Success)
      failed = std::min(failed, first);
    return diagonal;
  }

  // parallel: begin
  /// `right` becomes what the panel has in the rows that this rank's columns
  /// from `next` on have the numbers of. Each row of the grid has some of them.
  void spreadPanel(Index next) {
    right.resize(local.cols() - localColumn(next), left.cols());
    for (int r = 0; r < grid.extents[0]; ++r) {
      std::vector<Index> blocks;
      Index count = 0;
      for (Index j = next; j < size; j += block)
        if (owner(j, 0) == r && owner(j, 1) == grid.place[1]) {
          blocks.push_back(j);
          count += width(j);
        }
      Matrix message(count, left.cols());
      Index at = 0;
      if (r == grid.place[0])
        for (const Index j : blocks) {
          message.middleRows(at, width(j)) =
              left.middleRows(localRow(j) - localRow(next), width(j));
          at += width(j);
        }
      broadcast(message, r, grid.column);
      at = 0;
      for (const Index j : blocks) {
        right.middleRows(localColumn(j) - localColumn(next), width(j)) =
            message.middleRows(at, width(j));
        at += width(j);
      }
    }
  }
  // parallel: end

  /// Of each block of columns, the part from the diagonal on.
  void update(Index next) {
    for (Index j = next; j < size; j += block) {
      if (owner(j, 1) != grid.place[1])
        continue;
      const Index row = localRow(j), column = localColumn(j);
      const Index rows = local.rows() - row;
      local.block(row, column, rows, width(j)).noalias() -=
          left.bottomRows(rows) *
          right.middleRows(column - localColumn(next), width(j)).transpose();
    }
  }

  Matrix &local;
  Index size, block;
  const Grid &grid;
  Matrix left, right;
  Index failed = size;
};

/// A vector for the check.
inline Vector probe(Index size) {
  return Vector::NullaryExpr(size, [](Index i) { return 1 - placeOf(i, 0); });
}

/// Leaves of a rank's rows of the factor its lower triangle.
inline void keepLower(Matrix &factor, const Rows &rows) {
  for (Index j = rows.first + 1; j < factor.cols(); ++j)
    factor.col(j).head(std::min(rows.count, j - rows.first)).setZero();
}

/// This rank's part of L^T v.
inline Vector transposedProduct(const Matrix &factor, const Rows &rows) {
  return factor.transpose() *
         probe(factor.cols()).segment(rows.first, rows.count);
}

/// This rank's parts of |A v - L y|^2, |A v|^2 and log det A, y being L^T v.
inline std::array<double, 3> partsOfCheck(const Matrix &factor, const Vector &y,
                                          const Rows &rows,
                                          const Options &options) {
  const Vector wanted =
      rowsOfCovariance(rows.first, rows.count, options) * probe(options.size);
  double logarithm = 0;
  for (Index i = 0; i < rows.count; ++i)
    logarithm += 2 * std::log(factor(i, rows.first + i));
  return {(wanted - factor * y).squaredNorm(), wanted.squaredNorm(), logarithm};
}

/// Seconds of the three parts of a run.
struct Times {
  std::vector<double> there, factor, back;
};

inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// What both programs print at the end; the sums of partsOfCheck() come in.
/// Throws where the residual is too large.
inline std::string reportOf(const Options &options,
                            const std::array<double, 3> &sums,
                            const Times &times) {
  const double residual = std::sqrt(sums[0] / sums[1]);
  char text[300];
  // Written so that a residual which is no number is too large.
  if (!(residual < 1e-12)) {
    std::snprintf(text, sizeof text, "the residual is too large: %.1e",
                  residual);
    throw std::runtime_error(text);
  }
  std::snprintf(text, sizeof text,
                "cholesky: %lld x %lld in blocks of %lld on %d x %d ranks: "
                "log-determinant %.6f, residual %.0e, "
                "there %.3f ms, factor %.3f ms, back %.3f ms\n",
                static_cast<long long>(options.size),
                static_cast<long long>(options.size),
                static_cast<long long>(options.block), options.grid[0],
                options.grid[1], sums[2], residual, 1e3 * median(times.there),
                1e3 * median(times.factor), 1e3 * median(times.back));
  return text;
}

#endif
