// Two jobs that were started apart exchange an array, there and back, and part.
// Open MPI needs a server by which they find each other.
// REQUIRES: runtime, ompi-server, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %python %S/Inputs/join_by_port.py "%launcher" %t | FileCheck %s
// CHECK-DAG: accepts: right
// CHECK-DAG: connects: right
#include "Inputs/Check.h"

#include <fstream>
#include <unistd.h>

static MPI_Comm join(bool accepts) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm other = MPI_COMM_NULL;
  if (accepts) {
    if (rankOf() == 0) {
      MPI_Open_port(MPI_INFO_NULL, port);
      std::ofstream("port.new") << port;
      std::rename("port.new", "port");
    }
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
    return other;
  }
  if (rankOf() == 0) {
    std::ifstream file;
    for (file.open("port"); !file; file.open("port"))
      usleep(10000);
    file.getline(port, sizeof port);
  }
  MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
  return other;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const bool accepts = std::string(argv[1]) == "accepts";
  MPI_Comm other = join(accepts);
  constexpr std::int64_t n = 100003;
  const int ranks = sizeOf(), rank = rankOf();
  const std::int64_t block = accepts ? 5 : 7;
  const redist::layout own = cyclic_layout(block, ranks, 0);
  const redist::redistribution whole({redist::whole(n)});
  std::vector<double> a(redist::local_extent(n, block, ranks, rank));
  for (int round = 0; round < 12; ++round) {
    const bool sends = accepts == (round % 2 == 0);
    for (std::size_t i = 0; sends && i < a.size(); ++i)
      a[i] = static_cast<double>(
          round + redist::global_index(static_cast<std::int64_t>(i), block,
                                       ranks, rank));
    if (sends)
      redist::redistribute_to_remote(
          at(1), whole.from(own).to(redist::remote()), other, a);
    else
      redist::redistribute_from_remote(
          at(2), whole.from(redist::remote()).to(own), other, a);
    for (std::size_t i = 0; i < a.size(); ++i)
      require(a[i] ==
                  static_cast<double>(
                      round + redist::global_index(static_cast<std::int64_t>(i),
                                                   block, ranks, rank)),
              "round " + std::to_string(round));
  }
  if (rank == 0)
    std::printf("%s: right\n", argv[1]);
  MPI_Comm_disconnect(&other);
  MPI_Finalize();
}
