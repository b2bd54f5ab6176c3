// A computation that can be killed: it goes on from its last checkpoint, on any
// number of ranks and with any blocks, to the same bits.
//
//   mpirun -n 4 checkpoint 600       600 steps, rows and columns dealt by 8
//   mpirun -n 3 checkpoint 600 5     goes on from the newest step-N.h5 that is
//   there
//
// A step smooths the field along its rows, each of which lies on one rank, and
// then along its columns. Each 20th step is written to a file of its own, which
// is whole or not there; then the one before it is removed. The last step is
// field.npy.

#include <redist/hdf5.h>
#include <redist/redist.h>

#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

using Field = redist::array<double, 2>;
constexpr long rows = 120, columns = 90;
constexpr int stepsBetween = 20;

// Smooths `count` elements one after the other.
static void smooth(double *line, long count, long stride) {
  for (long i = 1; i + 1 < count; ++i)
    line[i * stride] = 0.5 * line[i * stride] +
                       0.25 * (line[(i - 1) * stride] + line[(i + 1) * stride]);
}

static std::string nameOf(int step) {
  return "step-" + std::to_string(step) + ".h5";
}

// The newest step of which there is a file; -1: none. A file that was being
// written has another name. Collective.
static int newestStep() {
  int rank = 0, newest = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    for (const auto &entry : std::filesystem::directory_iterator(".")) {
      const std::string name = entry.path().filename().string();
      const int step = std::atoi(name.c_str() + name.find_first_of('-') + 1);
      if (name == nameOf(step) && step > newest)
        newest = step;
    }
  MPI_Bcast(&newest, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return newest;
}

static void writeCheckpoint(const Field &field, int step) {
  redist::hdf5::write(field, nameOf(step), "field");
  if (field.position() == 0) {
    std::filesystem::remove(nameOf(step - stepsBetween));
    std::printf("step %d\n", step);
    std::fflush(stdout);
  }
}

// clang-format off: it would take the * of a layout for a pointer's

static void compute(int steps, int block) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Field field({rows, columns},
              redist::layout({redist::cyclic(block), redist::undistributed()})
                  .onto({ranks}));
  int step = newestStep();
  if (step >= 0) {
    redist::hdf5::read(field, nameOf(step), "field");
  } else {
    step = 0;
    for (auto [index, value] : field.owned())
      value = static_cast<double>(index[0] * index[1] % 17);
  }
  while (step < steps) {
    for (long i = 0; i < field.local_extent(0); ++i)
      smooth(&field.local()(i, 0), columns, field.strides()[1]);
#pragma redistribute field[rows][columns] to(*, cyclic(block) onto(ranks))
    for (long j = 0; j < field.local_extent(1); ++j)
      smooth(&field.local()(0, j), rows, field.strides()[0]);
#pragma redistribute field[rows][columns] to(cyclic(block), * onto(ranks))
    if (++step % stepsBetween == 0)
      writeCheckpoint(field, step);
  }
  field.write("field.npy");
}

// clang-format on

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::printf("process %d\n", static_cast<int>(getpid()));
  std::fflush(stdout);
  const int steps = argc > 1 ? std::atoi(argv[1]) : 100;
  const int block = argc > 2 ? std::atoi(argv[2]) : 8;
  try {
    compute(steps, block);
  } catch (const redist::error &problem) {
    std::fprintf(stderr, "checkpoint: %s\n", problem.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
