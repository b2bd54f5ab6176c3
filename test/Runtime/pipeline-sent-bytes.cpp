// What pipelines and reductions send does not depend on what memory held
// before: the same calls send the same bytes, whatever memory that operator new
// gives is filled with. Values that are no multiple of 8 bytes, and large ones
// beside them.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 2 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t
#define REDIST_REWRITTEN
#include "redist/Pipeline.h"
#include "redist/Reduce.h"

#include "Inputs/Check.h"

#include <cstring>
#include <map>

using namespace redist;

static int filling = 0;

static void *filled(std::size_t size) {
  void *const memory = std::malloc(size ? size : 1);
  if (!memory)
    throw std::bad_alloc();
  return std::memset(memory, filling, size);
}
void *operator new(std::size_t size) { return filled(size); }
void *operator new[](std::size_t size) { return filled(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept {
  std::free(memory);
}

/// Bytes that were sent, message by message, by receiver and tag.
static std::map<std::pair<int, int>, std::vector<std::string>> *sent;

static void note(const void *data, int count, MPI_Datatype type, int to,
                 int tag) {
  if (sent && type == MPI_BYTE)
    (*sent)[{to, tag}].emplace_back(static_cast<const char *>(data),
                                    static_cast<std::size_t>(count));
}

extern "C" int MPI_Isend(const void *data, int count, MPI_Datatype type, int to,
                         int tag, MPI_Comm comm, MPI_Request *request) {
  note(data, count, type, to, tag);
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}
extern "C" int MPI_Send(const void *data, int count, MPI_Datatype type, int to,
                        int tag, MPI_Comm comm) {
  note(data, count, type, to, tag);
  return PMPI_Send(data, count, type, to, tag, comm);
}

static void runPipeline(MPI_Comm comm) {
  const int size = sizeOf(comm);
  pipeline_run run(at(1), pipeline().onto(size).bandwidth(1e9).depth(1),
                   {pipeline_stage().work(1).data(8),
                    pipeline_stage().work(1).data(8), pipeline_stage().work(1)},
                   comm);
  run.start();
  for (int i = 0; i < 20; ++i) {
    pipeline_item item(run);
    if (!item.begins())
      continue;
    char letter = 0;
    short number = 0;
    std::string text;
    std::vector<int> numbers;
    if (item.runs(1)) {
      letter = 'a';
      number = static_cast<short>(i);
      text.assign(static_cast<std::size_t>(i), 'x');
      numbers.assign(5000, i);
    }
    item.pass(1, letter, number);
    if (item.runs(2)) {
      text.assign(static_cast<std::size_t>(i), 'y');
      numbers.assign(5000, i);
    }
    item.pass(2, letter, text, numbers);
    if (item.runs(3))
      require(letter == 'a' && numbers.at(4999) == i, "an item");
    item.ends(letter, number, text, numbers);
  }
  run.finish();
}

static void runReductions(MPI_Comm comm) {
  char least = 'a';
  double other = rankOf(comm);
  const auto smaller = [](const auto &a, const auto &b) {
    return a < b ? a : b;
  };
  reduce(at(2), reduction(), comm, smaller, least, other);
  std::string text(static_cast<std::size_t>(5 + rankOf(comm)), 'x');
  reduce(at(3), reduction(), comm, smaller, text);
  require(least == 'a' && other == 0 && text == "xxxxx", "reductions");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::map<std::pair<int, int>, std::vector<std::string>> of[2];
  for (const int turn : {0, 1}) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    filling = turn == 0 ? 0xa5 : 0x5a;
    sent = &of[turn];
    runPipeline(comm);
    runReductions(comm);
    sent = nullptr;
    MPI_Comm_free(&comm);
  }
  require(!of[0].empty() || sizeOf() == 1, "nothing was sent");
  for (const auto &[where, messages] : of[0])
    require(of[1][where] == messages,
            "messages with tag " + std::to_string(where.second) + " to rank " +
                std::to_string(where.first) + " differ");
  MPI_Finalize();
}
