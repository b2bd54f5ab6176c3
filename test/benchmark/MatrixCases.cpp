//===- MatrixCases.cpp - Square matrices: blocks on a grid, transposition -===//
//
// Beside the runtime: pdgemr2d from square blocks to others on a square grid,
// and the transposition of FFTW (a plan of fftw_mpi_plan_transpose that is made
// with FFTW_MEASURE) of a matrix in block rows.
//
//===----------------------------------------------------------------------===//
#include "BenchCase.h"
#include "Scalapack.h"

#ifdef REDIST_BENCH_FFTW
#include <fftw3-mpi.h>
#endif

#include <algorithm>

namespace bench {

static constexpr redist::directive here = {
    "bench-redistribute", 1, "", "auto", nullptr, 0};

/// Local blocks by columns, as ScaLAPACK has them.
class GridCase final : public Case {
public:
  GridCase(std::int64_t order, std::int64_t from, std::int64_t to, int ranks)
      : rows(order), sourceBlock(from), targetBlock(to), side(ranks),
        row(worldRank() / side), column(worldRank() % side),
        grid("R", side, side), sourceDescriptor(descriptor(sourceBlock)),
        targetDescriptor(descriptor(targetBlock)) {
    source.resize(localElements(sourceBlock));
    target.resize(localElements(targetBlock));
    forEachElement(sourceBlock,
                   [&](std::size_t at, double value) { source[at] = value; });
    allWays = {{"redist", [this] { redistribute(); }},
               {"pdgemr2d", [this] {
                  Cpdgemr2d(static_cast<int>(rows), static_cast<int>(rows),
                            source.data(), 1, 1, sourceDescriptor.data(),
                            target.data(), 1, 1, targetDescriptor.data(),
                            grid.context());
                }}};
  }

  std::string name() const override {
    return "2-D cyclic(" + std::to_string(sourceBlock) + ") -> (" +
           std::to_string(targetBlock) + ")";
  }
  const std::vector<Way> &ways() const override { return allWays; }
  bool takeResult() override {
    bool right = true;
    forEachElement(targetBlock, [&](std::size_t at, double value) {
      right = right && target[at] == value;
    });
    std::fill(target.begin(), target.end(), -1.0);
    return right;
  }

private:
  std::int64_t localExtent(std::int64_t block, int coordinate) const {
    return redist::local_extent(rows, block, side, coordinate);
  }
  std::size_t localElements(std::int64_t block) const {
    return static_cast<std::size_t>(localExtent(block, row) *
                                    localExtent(block, column));
  }
  Descriptor descriptor(std::int64_t block) const {
    return describe(grid, static_cast<int>(rows), static_cast<int>(rows),
                    static_cast<int>(block), static_cast<int>(block),
                    static_cast<int>(localExtent(block, row)));
  }
  template <typename Visit>
  void forEachElement(std::int64_t block, Visit visit) const {
    const auto global = [&](std::int64_t local, int coordinate) {
      return (local / block * side + coordinate) * block + local % block;
    };
    std::size_t at = 0;
    for (std::int64_t j = 0; j < localExtent(block, column); ++j)
      for (std::int64_t i = 0; i < localExtent(block, row); ++i)
        visit(at++,
              static_cast<double>(global(i, row) * rows + global(j, column)));
  }
  void redistribute() {
    const auto onGrid = [&](std::int64_t block) {
      return redist::layout({redist::cyclic(block), redist::cyclic(block)})
          .onto({side, side});
    };
    redist::redistribute_into(
        here,
        redist::redistribution({redist::whole(rows), redist::whole(rows)})
            .from(onGrid(sourceBlock))
            .to(onGrid(targetBlock))
            .stored(redist::storage_order::column),
        MPI_COMM_WORLD, redist::objects(source), redist::objects(target));
  }

  std::int64_t rows, sourceBlock, targetBlock;
  int side, row, column;
  ProcessGrid grid;
  Descriptor sourceDescriptor, targetDescriptor;
  std::vector<double> source, target;
  std::vector<Way> allWays;
};

std::unique_ptr<Case> makeGridCase(std::int64_t rows, std::int64_t sourceBlock,
                                   std::int64_t targetBlock) {
  int side = 1;
  while ((side + 1) * (side + 1) <= worldSize())
    ++side;
  if (side * side != worldSize())
    return nullptr;
  return std::make_unique<GridCase>(rows, sourceBlock, targetBlock, side);
}

#ifdef REDIST_BENCH_FFTW

/// fftw_mpi_plan_transpose on memory of its own: that is where its plan is for.
class FftwTranspose {
public:
  explicit FftwTranspose(std::int64_t rows) {
    fftw_mpi_init();
    ptrdiff_t localRows = 0, firstRow = 0, localColumns = 0, firstColumn = 0;
    const ptrdiff_t most = fftw_mpi_local_size_2d_transposed(
        rows, rows, MPI_COMM_WORLD, &localRows, &firstRow, &localColumns,
        &firstColumn);
    in = fftw_alloc_real(2 * static_cast<std::size_t>(most));
    out = fftw_alloc_real(2 * static_cast<std::size_t>(most));
    plan = fftw_mpi_plan_transpose(rows, rows, in, out, MPI_COMM_WORLD,
                                   FFTW_MEASURE);
  }
  FftwTranspose(const FftwTranspose &) = delete;
  FftwTranspose &operator=(const FftwTranspose &) = delete;
  ~FftwTranspose() {
    fftw_destroy_plan(plan);
    fftw_free(in);
    fftw_free(out);
  }
  void run() { fftw_execute(plan); }
  double *source() { return in; }
  const double *target() const { return out; }

private:
  double *in = nullptr;
  double *out = nullptr;
  fftw_plan plan = nullptr;
};

/// Block rows of a matrix whose rows are divided evenly.
class TransposeCase final : public Case {
public:
  explicit TransposeCase(std::int64_t order)
      : rows(order), ownRows(order / worldSize()), fftw(order) {
    source.resize(static_cast<std::size_t>(ownRows * rows));
    target.resize(source.size());
    for (std::int64_t i = 0; i < ownRows; ++i)
      for (std::int64_t j = 0; j < rows; ++j)
        source[static_cast<std::size_t>(i * rows + j)] =
            static_cast<double>((worldRank() * ownRows + i) * rows + j);
    std::copy(source.begin(), source.end(), fftw.source());
    allWays = {{"redist", [this] { redistribute(); }}, {"fftw", [this] {
                                                          fftw.run();
                                                          fftwRan = true;
                                                        }}};
  }

  std::string name() const override { return "transpose block rows"; }
  const std::vector<Way> &ways() const override { return allWays; }
  bool takeResult() override {
    const double *const result = fftwRan ? fftw.target() : target.data();
    fftwRan = false;
    bool right = true;
    for (std::int64_t i = 0; i < ownRows; ++i)
      for (std::int64_t j = 0; j < rows; ++j)
        right = right &&
                result[i * rows + j] ==
                    static_cast<double>(j * rows + worldRank() * ownRows + i);
    std::fill(target.begin(), target.end(), -1.0);
    return right;
  }

private:
  void redistribute() {
    const redist::layout blockRows =
        redist::layout({redist::block(), redist::undistributed()})
            .onto({worldSize()});
    redist::redistribute_into(
        here,
        redist::redistribution({redist::whole(rows), redist::whole(rows)})
            .from(blockRows)
            .to(blockRows)
            .permute({1, 0}),
        MPI_COMM_WORLD, redist::objects(source), redist::objects(target));
  }

  std::int64_t rows, ownRows;
  FftwTranspose fftw;
  bool fftwRan = false;
  std::vector<double> source, target;
  std::vector<Way> allWays;
};

std::unique_ptr<Case> makeTransposeCase(std::int64_t rows) {
  if (rows % worldSize() != 0)
    return nullptr;
  return std::make_unique<TransposeCase>(rows);
}

#else

std::unique_ptr<Case> makeTransposeCase(std::int64_t) { return nullptr; }

#endif

} // namespace bench
