//===- SimulatedCluster.h - MPI programs in a simulation -------*- C++ -*-===//
//
// Ranks of SimGrid's MPI, as threads of this process, on the machines of a
// platform file. Nothing but messages and what ranks say takes time. Latency
// counts once for small messages, thrice with a rendezvous; a call takes half a
// microsecond. Times are simulated, and the same at every run.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_SIMULATEDCLUSTER_H
#define REDIST_BENCHMARK_SIMULATED_SIMULATEDCLUSTER_H

#include <simgrid/s4u.hpp>

#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

namespace bench {

class SimulatedCluster {
public:
  /// One in a process. `settings`: of SimGrid, besides what is said above.
  SimulatedCluster(const std::string &usedProgram,
                   std::initializer_list<const char *> settings = {});

  /// Every machine runs at the next of the speeds that it may have.
  void useAllSpeeds() { usesAllSpeeds = true; }
  /// Runs it to its end, on a machine for each `ranksPerMachine` of the ranks,
  /// one after the other. Where there are fewer, the process ends with an
  /// error.
  void run(const std::string &platform, std::size_t ranks,
           const std::function<void()> &runRank,
           std::size_t ranksPerMachine = 1);

private:
  std::string program;
  int argumentCount = 1; ///< SimGrid would take --help, too
  char *arguments[2];
  simgrid::s4u::Engine engine;
  bool usesAllSpeeds = false;
};

/// What `work` returns in a process of its own: a process can have only one
/// simulation. Where it fails, this program ends with an error that names
/// `what`.
std::string bytesApart(const std::string &program, const std::string &what,
                       const std::function<std::string()> &work);

/// The same for rows of a table.
template <typename Row>
std::vector<Row> rowsApart(const std::string &program, const std::string &what,
                           const std::function<std::vector<Row>()> &work) {
  static_assert(std::is_trivially_copyable_v<Row>);
  const std::string bytes = bytesApart(program, what, [&] {
    const std::vector<Row> rows = work();
    return std::string(reinterpret_cast<const char *>(rows.data()),
                       rows.size() * sizeof(Row));
  });
  std::vector<Row> rows(bytes.size() / sizeof(Row));
  std::memcpy(rows.data(), bytes.data(), bytes.size());
  return rows;
}

/// What main() returns: 1, with a word of it, where goals were `checked` and
/// not met.
int exitStatus(const std::string &program, bool checked, bool isGood);

} // namespace bench

#endif
