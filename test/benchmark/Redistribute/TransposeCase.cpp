//===- TransposeCase.cpp - The transposition of block rows ----------------===//
//
// Beside the runtime: the transposition of FFTW (a plan of
// fftw_mpi_plan_transpose that is made with FFTW_MEASURE) of a matrix in block
// rows, and plain copies of the same bytes.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/BenchCase.h"

#ifdef REDIST_BENCH_FFTW
#include <fftw3-mpi.h>
#endif

#include <algorithm>
#include <cstring>

namespace bench {

#ifdef REDIST_BENCH_FFTW

static constexpr redist::directive here = {
    "bench-redistribute", 1, "", "auto", nullptr, 0};

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
    allWays = {{"private", WayKind::Ours, [this] { redistribute(); }},
               {"fftw", WayKind::Peer, [this] { fftw.run(); }},
               {"copy", WayKind::Limit, [this] {
                  std::memcpy(target.data(), source.data(),
                              source.size() * sizeof(double));
                }}};
  }

  std::string name() const override { return "transpose block rows"; }
  const std::vector<Way> &ways() const override { return allWays; }
  bool takeResult(std::size_t way) override {
    const double *const result =
        allWays[way].kind == WayKind::Peer ? fftw.target() : target.data();
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
