// A job that grows and shrinks: mpirun -n 2 ./elastic [more ranks]
//
// Two ranks start. They start five more and send them all arrays; at the end
// the five send the arrays back, and the two continue. No file is used. Both
// groups run the same code. If no ranks can be started, the two ranks do all
// the work.

#include <redist/redist.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr long rows = 60, columns = 35;

/// The arrays of the computation, on the ranks of `comm`.
struct Field {
  MPI_Comm comm;
  int rank = 0, ranks = 0;
  std::vector<long> cells;   // blocks of rows
  std::vector<int> visits;   // the same
  std::vector<double> edges; // one a column, dealt one by one

  explicit Field(MPI_Comm all) : comm(all) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
  }
  void begin() {
    const long own =
        redist::local_extent(rows, (rows + ranks - 1) / ranks, ranks, rank) *
        columns;
    cells.assign(own, 1);
    visits.assign(own, 0);
    edges.assign(redist::local_extent(columns, 1, ranks, rank), 1);
  }
  void compute(int steps) {
    for (int step = 0; step < steps; ++step) {
      for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = cells[i] * 3 % 1009 + ++visits[i];
      for (double &edge : edges)
        edge = edge * 0.75 + 0.125;
    }
  }
  // clang-format off: it would take the * of a layout for a pointer's
  /// To the other side of an intercommunicator.
  void handOver(MPI_Comm other) const {
#pragma redistribute cells[rows][columns], visits[rows][columns]               \
    from(block, * onto(ranks)) to(remote) comm(other)
#pragma redistribute edges[columns] from(cyclic onto(ranks)) to(remote)        \
    comm(other)
  }
  void takeOver(MPI_Comm other) {
#pragma redistribute cells[rows][columns], visits[rows][columns]               \
    from(remote) to(block, * onto(ranks)) comm(other)
#pragma redistribute edges[columns] from(remote) to(cyclic onto(ranks))        \
    comm(other)
  }
  // clang-format on
  void print(const char *when) const {
    long sum = 0;
    double sumOfEdges = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
      sum += cells[i] * visits[i];
    for (const double edge : edges)
      sumOfEdges += edge;
#pragma reduce(+ : sum, sumOfEdges) root(0) comm(comm)
    if (rank == 0)
      std::printf("%s, on %d ranks: cells %ld, edges %.4f\n", when, ranks, sum,
                  sumOfEdges);
    std::fflush(stdout);
  }
};

/// More ranks of this program; MPI_COMM_NULL where there can be none.
static MPI_Comm startMore(const char *program, int count) {
  MPI_Comm more = MPI_COMM_NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (count < 1 ||
      MPI_Comm_spawn(program, MPI_ARGV_NULL, count, MPI_INFO_NULL, 0,
                     MPI_COMM_WORLD, &more, MPI_ERRCODES_IGNORE) != MPI_SUCCESS)
    more = MPI_COMM_NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return more;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Field field(MPI_COMM_WORLD);
  MPI_Comm parents;
  MPI_Comm_get_parent(&parents);
  if (parents != MPI_COMM_NULL) { // one of the five
    field.takeOver(parents);
    field.compute(40);
    field.print("most of the work");
    field.handOver(parents);
    MPI_Comm_disconnect(&parents);
    MPI_Finalize();
    return 0;
  }

  field.begin();
  field.compute(10);
  field.print("at first");
  MPI_Comm more = startMore(argv[0], argc > 1 ? std::atoi(argv[1]) : 5);
  if (more != MPI_COMM_NULL) {
    field.handOver(more);
    field.takeOver(more); // when they are done
    MPI_Comm_disconnect(&more);
  } else {
    if (field.rank == 0)
      std::printf("no more ranks\n");
    field.compute(40);
  }
  field.compute(10);
  field.print("at last");
  MPI_Finalize();
}
