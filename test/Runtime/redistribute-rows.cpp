// Matrices whose rows lie apart: vectors of vectors, and a class that has
// pointers to its rows. Each call does what the same call does with storage in
// one piece: in place, into, with sections, room, nowait, accumulate, several
// objects, and on two sides of which one has rows.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t
#include "Inputs/ArrayCheck.h"

#include "redist/Accumulate.h"

#include <functional>
#include <memory>

using namespace redist;

using Rows = std::vector<std::vector<int>>;

/// Rows behind pointers, of fixed extents.
struct Matrix {
  std::vector<std::unique_ptr<int[]>> memory;
  std::vector<int *> pointers;
  std::int64_t columns = 0;

  Matrix(std::int64_t rows, std::int64_t length) : columns(length) {
    for (std::int64_t i = 0; i < rows; ++i) {
      memory.push_back(std::make_unique<int[]>(
          static_cast<std::size_t>(columns) + 1)); // never one piece
      pointers.push_back(memory.back().get());
    }
  }
};

template <> struct redist::storage_traits<Matrix> {
  using element = int;
  static constexpr std::size_t dimensions = 2;
  static constexpr bool is_owner = false;
  static int *row(const Matrix &m, std::size_t i) { return m.pointers[i]; }
  static std::int64_t extent(const Matrix &m, std::size_t k) {
    return k == 0 ? static_cast<std::int64_t>(m.pointers.size()) : m.columns;
  }
};

static constexpr std::int64_t rowCount = 7, columnCount = 10;
static int ranks;

/// Local extents of a layout of both dimensions on this rank.
struct Part {
  std::int64_t rows = 0, columns = 0;
};

static layout byRows() {
  return layout({block(), undistributed()}).onto({ranks});
}
static layout byColumns() {
  return layout({undistributed(), cyclic(3)}).onto({ranks});
}
static Part partOfRows() {
  return {
      local_extent(rowCount, (rowCount + ranks - 1) / ranks, ranks, rankOf()),
      columnCount};
}
static Part partOfColumns() {
  return {rowCount, local_extent(columnCount, 3, ranks, rankOf())};
}

static std::vector<int> numbers(const Part &part, int first) {
  std::vector<int> made;
  for (std::int64_t i = 0; i < part.rows * part.columns; ++i)
    made.push_back(first + 1000 * rankOf() + static_cast<int>(i));
  return made;
}

static Rows asRows(const std::vector<int> &flat, const Part &part) {
  Rows made(static_cast<std::size_t>(part.rows));
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i].assign(flat.begin() + static_cast<std::ptrdiff_t>(i) * part.columns,
                   flat.begin() +
                       static_cast<std::ptrdiff_t>(i + 1) * part.columns);
  return made;
}
static Matrix asMatrix(const std::vector<int> &flat, const Part &part) {
  Matrix made(part.rows, part.columns);
  for (std::int64_t i = 0; i < part.rows; ++i)
    std::copy_n(flat.begin() + i * part.columns, part.columns,
                made.pointers[static_cast<std::size_t>(i)]);
  return made;
}
static std::vector<int> flatOf(const Rows &rows) {
  std::vector<int> made;
  for (const auto &row : rows)
    made.insert(made.end(), row.begin(), row.end());
  return made;
}
static std::vector<int> flatOf(const Matrix &matrix) {
  std::vector<int> made;
  for (const int *row : matrix.pointers)
    made.insert(made.end(), row, row + matrix.columns);
  return made;
}

static void requireSame(const std::vector<int> &found,
                        const std::vector<int> &wanted, const char *what) {
  require(found == wanted, what);
}

static const directive where{"rows.cpp", 3, "rows", "auto", nullptr, 0};

static void testInPlace(bool isNowait) {
  const redistribution there =
      redistribution({whole(rowCount), whole(columnCount)})
          .from(byRows())
          .to(byColumns());
  std::vector<int> flat = numbers(partOfRows(), 5);
  std::vector<int> other = numbers(partOfRows(), 7);
  Rows rows = asRows(flat, partOfRows()), more = asRows(other, partOfRows());
  redistribute(where, there, MPI_COMM_WORLD, flat, other);
  if (isNowait) {
    request started =
        start_redistribute(where, there, MPI_COMM_WORLD, rows, more);
    redist::wait(started);
  } else {
    redistribute(where, there, MPI_COMM_WORLD, rows, more);
  }
  const Part part = partOfColumns();
  require(static_cast<std::int64_t>(rows.size()) ==
              (part.columns > 0 ? part.rows : rows.size()),
          "the number of rows");
  for (const auto &row : rows)
    require(static_cast<std::int64_t>(row.size()) == part.columns,
            "the length of a row");
  requireSame(flatOf(rows), flat, "in place");
  requireSame(flatOf(more), other, "the second object in place");
}

static void testInto(bool isNowait) {
  const redistribution what =
      redistribution({slice(1, 5).of(rowCount), whole(columnCount)})
          .from(byRows())
          .into({slice(2, 5).of(rowCount), whole(columnCount)})
          .to(byColumns());
  const std::vector<int> flat = numbers(partOfRows(), 5);
  std::vector<int> wanted = numbers(partOfColumns(), 90);
  const Rows source = asRows(flat, partOfRows());
  const Matrix matrix = asMatrix(flat, partOfRows());
  Rows rows = asRows(wanted, partOfColumns());
  Matrix target = asMatrix(wanted, partOfColumns());
  std::vector<int> mixed = wanted;
  redistribute_into(where, what, MPI_COMM_WORLD, objects(flat),
                    objects(wanted));
  if (isNowait) {
    request first = start_redistribute_into(where, what, MPI_COMM_WORLD,
                                            objects(source), objects(target));
    request second = start_redistribute_into(where, what, MPI_COMM_WORLD,
                                             objects(flat), objects(rows));
    redist::wait(second);
    redist::wait(first);
  } else {
    redistribute_into(where, what, MPI_COMM_WORLD, objects(source),
                      objects(target));
    redistribute_into(where, what, MPI_COMM_WORLD, objects(flat),
                      objects(rows));
  }
  redistribute_into(where, what, MPI_COMM_WORLD, objects(matrix),
                    objects(mixed));
  requireSame(flatOf(target), wanted, "rows into pointers to rows");
  requireSame(flatOf(rows), wanted, "one piece into rows");
  requireSame(mixed, wanted, "pointers to rows into one piece");
}

static void testAccumulate() {
  const redistribution what =
      redistribution({whole(rowCount), whole(columnCount)})
          .from(byRows())
          .to(byColumns());
  const std::vector<int> flat = numbers(partOfRows(), 5);
  std::vector<int> wanted = numbers(partOfColumns(), 90);
  Rows rows = asRows(wanted, partOfColumns());
  accumulate_into(where, what, MPI_COMM_WORLD, std::plus<>(), objects(flat),
                  objects(wanted));
  accumulate_into(where, what, MPI_COMM_WORLD, std::plus<>(), objects(flat),
                  objects(rows));
  requireSame(flatOf(rows), wanted, "accumulated");
}

static void expectError(Rows &rows, const std::string &wanted) {
  const Rows before = rows;
  std::string found = "no error";
  try {
    redistribute(where,
                 redistribution({whole(rowCount), whole(columnCount)})
                     .from(byRows())
                     .to(byColumns()),
                 MPI_COMM_WORLD, rows);
  } catch (const error &e) {
    found = e.what();
  }
  require(found == "rows.cpp:3: error: " + wanted,
          "found: " + found + "\nwanted: " + wanted);
  require(rows == before, "something has moved");
}

static void testErrors() {
  Rows rows = asRows(numbers(partOfRows(), 5), partOfRows());
  if (rankOf() == 0)
    rows.back().pop_back();
  if (partOfRows().rows > 1 || ranks > 1)
    expectError(rows, "row " +
                          std::to_string((rowCount + ranks - 1) / ranks - 1) +
                          " of the object has 9 elements, and row 0 has 10");
  rows = asRows(numbers(partOfRows(), 5), partOfRows());
  if (rankOf() == 0)
    rows.pop_back();
  const std::string all = std::to_string((rowCount + ranks - 1) / ranks);
  expectError(rows,
              "the storage for the from layout on rank 0 of the communicator "
              "is " +
                  std::to_string((rowCount + ranks - 1) / ranks - 1) +
                  " x 10, but the part of this rank is " + all + " x 10");
}

static void expectTargetError(const std::function<void()> &call,
                              const std::string &wanted) {
  std::string found = "no error";
  try {
    call();
  } catch (const error &e) {
    found = e.what();
  }
  require(found.find(wanted) != std::string::npos, found);
}

/// Rows that are written twice at a time, also where nobody may resize them.
static void testConflicts() {
  const redistribution what =
      redistribution({whole(rowCount), whole(columnCount)})
          .from(byRows())
          .to(byColumns());
  const std::vector<int> flat = numbers(partOfRows(), 5);
  const std::vector<int> wanted = numbers(partOfColumns(), 90);
  Matrix target = asMatrix(wanted, partOfColumns());
  std::vector<int> other = wanted;
  expectTargetError(
      [&] {
        redistribute_into(where, what, MPI_COMM_WORLD, objects(flat, flat),
                          objects(target, target));
      },
      "objects 0 and 1 are to be written to the same storage");
  request started = start_redistribute_into(where, what, MPI_COMM_WORLD,
                                            objects(flat), objects(target));
  expectTargetError(
      [&] {
        redistribute_into(where, what, MPI_COMM_WORLD, objects(flat),
                          objects(target));
      },
      "the storage is in use");
  redist::wait(started);
  redistribute_into(where, what, MPI_COMM_WORLD, objects(flat), objects(other));
  requireSame(flatOf(target), other, "after errors");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int turn = 0; turn < 3; ++turn) {
    testInPlace(turn == 1);
    testInto(turn == 1);
    testAccumulate();
    testErrors();
    testConflicts();
  }
  MPI_Finalize();
}
