//===- poisson_mpi.cpp - The same with calls of MPI ----------------------===//
//
// The twin of poisson.cpp without directives: the same options, numerics and
// output. Each turn is one MPI_Alltoallv among the ranks of a row or a column
// of the grid, packed and unpacked by hand.
//
//   mpicxx -O2 -std=c++17 poisson_mpi.cpp -o poisson_mpi -lfftw3
//
//===----------------------------------------------------------------------===//
#include "Poisson.h"

#include <mpi.h>

#include <cstdio>
#include <exception>
#include <limits>

// parallel: begin
/// One part of an axis, dealt in blocks.
struct Range {
  Range(std::int64_t extent, int parts, int part) {
    const std::int64_t block = (extent + parts - 1) / parts;
    begin = std::min(extent, part * block);
    count = std::min(extent, begin + block) - begin;
  }
  std::int64_t begin, count;
};

/// What a rank of the grid has of an array whose last axis is whole.
static Box boxOf(const Extents &extents, const std::array<int, 2> &grid,
                 const std::array<int, 2> &place) {
  Box box{{0, 0, 0}, extents};
  for (std::size_t k = 0; k < 2; ++k) {
    const Range range(extents[k], grid[k], place[k]);
    box.begin[k] = range.begin;
    box.count[k] = range.count;
  }
  return box;
}

/// Exchanges an axis that is dealt to the ranks of a communicator with the last
/// one, which is whole: each rank has `from` before and `to` after.
class Turn {
public:
  Turn(const Extents &from, const Extents &to, std::size_t axis, MPI_Comm comm)
      : from(from), to(to), axis(axis), comm(comm) {
    MPI_Comm_size(comm, &ranks);
    setCounts(from[0] * from[1], from[2], sent, sentAt);
    setCounts(to[0] * to[1], to[2], received, receivedAt);
  }

  /// Both vectors are large enough for either box. Collective.
  void operator()(std::vector<Complex> &data, std::vector<Complex> &spare) {
    for (int r = 0; r < ranks; ++r)
      pack(data.data(), Range(from[2], ranks, r), spare.data() + sentAt[r]);
    MPI_Alltoallv(spare.data(), sent.data(), sentAt.data(),
                  MPI_C_DOUBLE_COMPLEX, data.data(), received.data(),
                  receivedAt.data(), MPI_C_DOUBLE_COMPLEX, comm);
    for (int r = 0; r < ranks; ++r)
      unpack(data.data() + receivedAt[r], Range(to[2], ranks, r), spare.data());
    data.swap(spare);
  }

private:
  void setCounts(std::int64_t lines, std::int64_t length,
                 std::vector<int> &counts, std::vector<int> &places) const {
    for (int r = 0; r < ranks; ++r) {
      const Range range(length, ranks, r);
      counts.push_back(static_cast<int>(range.count * lines));
      places.push_back(static_cast<int>(range.begin * lines));
    }
  }

  /// A message has the order of the target: the dealt axis comes last. A few of
  /// its lines at once, so that each cache line of the source is read once.
  void pack(const Complex *data, const Range &range, Complex *message) const {
    const std::size_t other = 1 - axis;
    const std::int64_t length = from[axis];
    const std::int64_t strides[2] = {from[1] * from[2], from[2]};
    const std::int64_t steps[2] = {(axis == 0 ? from[1] : range.count) * length,
                                   length};
    for (std::int64_t o = 0; o < from[other]; ++o)
      for (std::int64_t first = 0; first < range.count; first += 8) {
        const std::int64_t end = std::min(first + 8, range.count);
        for (std::int64_t i = 0; i < length; ++i)
          for (std::int64_t t = first; t < end; ++t)
            message[o * steps[other] + t * steps[axis] + i] =
                data[o * strides[other] + i * strides[axis] + range.begin + t];
      }
  }

  void unpack(const Complex *message, const Range &range, Complex *data) const {
    for (std::int64_t line = 0; line < to[0] * to[1]; ++line)
      std::copy_n(message + line * range.count, range.count,
                  data + line * to[2] + range.begin);
  }

  Extents from, to;
  std::size_t axis;
  MPI_Comm comm;
  int ranks = 1;
  std::vector<int> sent, sentAt, received, receivedAt;
};

/// The ranks as a grid, the rows and columns of it, and this rank's boxes.
struct Decomposition {
  Decomposition(const Extents &points, const std::array<int, 2> &grid) {
    const std::int64_t half = points[2] / 2 + 1;
    const Extents zWhole{points[0], points[1], half};
    const Extents yWhole{points[0], half, points[1]};
    const Extents xWhole{points[1], half, points[0]};
    // The first rank has most: so all ranks throw or none.
    for (const Extents &whole : {points, zWhole, yWhole, xWhole})
      if (boxOf(whole, grid, {0, 0}).size() > std::numeric_limits<int>::max())
        throw std::runtime_error("too many points for the counts of MPI");
    const int periods[2] = {}, along[2][2] = {{1, 0}, {0, 1}};
    int rank = 0;
    std::array<int, 2> place{};
    MPI_Cart_create(MPI_COMM_WORLD, 2, grid.data(), periods, 0, &cart);
    MPI_Comm_rank(cart, &rank);
    MPI_Cart_coords(cart, rank, 2, place.data());
    MPI_Cart_sub(cart, along[0], &column);
    MPI_Cart_sub(cart, along[1], &row);
    field = boxOf(points, grid, place);
    z = boxOf(zWhole, grid, place);
    y = boxOf(yWhole, grid, place);
    x = boxOf(xWhole, grid, place);
  }
  ~Decomposition() {
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Comm_free(&cart);
  }
  Decomposition(const Decomposition &) = delete;
  Decomposition &operator=(const Decomposition &) = delete;

  Box field, z, y, x; ///< the last axis is whole
  MPI_Comm cart = MPI_COMM_NULL, row = MPI_COMM_NULL, column = MPI_COMM_NULL;
};

struct Turns {
  explicit Turns(const Decomposition &d)
      : yForward(d.z.count, d.y.count, 1, d.row),
        xForward(d.y.count, d.x.count, 0, d.column),
        xBackward(d.x.count, d.y.count, 0, d.column),
        yBackward(d.y.count, d.z.count, 1, d.row),
        spare(static_cast<std::size_t>(
            std::max({d.z.size(), d.y.size(), d.x.size()}))) {}

  Turn yForward, xForward, xBackward, yBackward;
  std::vector<Complex> spare;
};

static void writeField(const std::string &path, const Extents &points,
                       const Decomposition &d,
                       const std::vector<double> &field) {
  MPI_File file = MPI_FILE_NULL;
  if (MPI_File_open(d.cart, path.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY,
                    MPI_INFO_NULL, &file) != MPI_SUCCESS)
    throw std::runtime_error("cannot open '" + path + "'");
  int whole[3], part[3], first[3];
  for (std::size_t k = 0; k < 3; ++k) {
    whole[k] = static_cast<int>(points[k]);
    part[k] = static_cast<int>(d.field.count[k]);
    first[k] = static_cast<int>(d.field.begin[k]);
  }
  MPI_Datatype view = MPI_DOUBLE; // of a rank without points
  if (d.field.size() > 0) {
    MPI_Type_create_subarray(3, whole, part, first, MPI_ORDER_C, MPI_DOUBLE,
                             &view);
    MPI_Type_commit(&view);
  }
  const MPI_Offset bytes =
      points[0] * points[1] * points[2] * MPI_Offset{sizeof(double)};
  int code = MPI_File_set_size(file, bytes);
  if (code == MPI_SUCCESS)
    code =
        MPI_File_set_view(file, 0, MPI_DOUBLE, view, "native", MPI_INFO_NULL);
  if (code == MPI_SUCCESS)
    code =
        MPI_File_write_all(file, field.data(), static_cast<int>(field.size()),
                           MPI_DOUBLE, MPI_STATUS_IGNORE);
  if (d.field.size() > 0)
    MPI_Type_free(&view);
  MPI_File_close(&file);
  // One rank alone may fail.
  int failed = code != MPI_SUCCESS;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, d.cart);
  if (failed != 0)
    throw std::runtime_error("cannot write '" + path + "'");
}
// parallel: end

/// Replaces f by u. The axes of field and spectrum are x, y, z before and
/// after; the spectrum has half of z. Collective.
static void solve(std::vector<double> &field, std::vector<Complex> &spectrum,
                  Transforms &transforms, const Extents &points,
                  const Decomposition &d, Turns &turns) {
  transforms.zForward.transform(d.z.lines(), spectrum.data(), field.data());
  // parallel: begin
  turns.yForward(spectrum, turns.spare);
  // parallel: end
  transforms.yForward.transform(d.y.lines(), spectrum.data());
  // parallel: begin
  turns.xForward(spectrum, turns.spare);
  // parallel: end
  transforms.xForward.transform(d.x.lines(), spectrum.data());
  divide(d.x, points, spectrum.data());
  transforms.xBackward.transform(d.x.lines(), spectrum.data());
  // parallel: begin
  turns.xBackward(spectrum, turns.spare);
  // parallel: end
  transforms.yBackward.transform(d.y.lines(), spectrum.data());
  // parallel: begin
  turns.yBackward(spectrum, turns.spare);
  // parallel: end
  transforms.zBackward.transform(d.z.lines(), spectrum.data(), field.data());
}

static void run(const Options &options, int rank, int ranks) {
  const Extents &points = options.points;
  const auto grid = rankGrid(options.pencils, ranks);
  // parallel: begin
  const Decomposition d(points, grid);
  Turns turns(d);
  // parallel: end
  std::vector<double> field(static_cast<std::size_t>(d.field.size()));
  std::vector<Complex> spectrum(turns.spare.size());
  Transforms transforms(points);
  std::vector<double> times;
  for (int i = 0; i < options.repeat; ++i) {
    fillSource(d.field, points, field.data());
    // parallel: begin
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    // parallel: end
    solve(field, spectrum, transforms, points, d, turns);
    times.push_back(MPI_Wtime() - start);
  }
  // parallel: begin
  double most[2] = {largestError(d.field, points, field.data()), median(times)};
  MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (!options.output.empty())
    writeField(options.output, points, d, field);
  // parallel: end
  if (rank == 0)
    std::printf("%s", reportOf(options, grid, most[0], most[1]).c_str());
}

int main(int argc, char **argv) {
  // parallel: begin
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  // parallel: end
  int status = 0;
  // All ranks throw alike.
  try {
    run(optionsOf(argc, argv), rank, ranks);
  } catch (const std::exception &problem) {
    if (rank == 0)
      std::fprintf(stderr, "poisson: error: %s\n", problem.what());
    status = 1;
  }
  // parallel: begin
  MPI_Finalize();
  // parallel: end
  return status;
}
