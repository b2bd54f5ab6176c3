// The n-th allocation of one rank fails, for each n that a call comes to: all
// ranks throw the same error, and what they have is as it was; or all succeed;
// or one message names the directive, and the job ends. No rank waits. The next
// call on the communicator works. Four of five n that end the job are left out;
// REDIST_EVERY_ALLOCATION=1 takes all of them.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: %python %S/Inputs/check_allocations.py %t %mpirun 2 %t -- move/cold/1 move/warm/0 nowait/cold/0 reduce/cold/1 reduce/warm/0 sum/cold/1 | FileCheck %s --check-prefix=MOVES
// RUN: %python %S/Inputs/check_allocations.py %t %mpirun 3 %t -- started/cold/2 named/cold/1 array/cold/1 file/warm/0 pipe/cold/1 pipe/warm/2 | FileCheck %s --check-prefix=OTHERS
// MOVES: app.cpp:1: error: a rank has no memory for the redistribution
// MOVES: app.cpp:1: error: a rank has no memory for what is kept of redistributions
// MOVES: app.cpp:1: error: a rank has no memory for what is kept with a communicator
// MOVES: app.cpp:1: error: no storage for {{499|501}} elements: std::bad_alloc
// MOVES: app.cpp:3: error: a rank has no memory for the items of the reduction
// MOVES: app.cpp:3: error: a rank has no memory for what is kept of reductions
// OTHERS: app.cpp:7: error: a rank has no memory for the clauses of the pipeline
// OTHERS: app.cpp:7: error: a rank has no memory for what is kept of pipelines
// OTHERS: app.cpp:7: error: stage 0, when weights are known: a rank has no memory for the choice of a mapping
// OTHERS: redist::array: no memory for {{33[34]}} elements on rank 1
// OTHERS: redist::array::write: no memory for {{33[34]}} elements on rank 0
#include "Inputs/FailingAllocations.h"

#include "redist/Pipeline.h"
#include "redist/Reduce.h"

#include <map>
#include <numeric>

using namespace redist;

/// What one call has to work on. Made anew for each case, outside of it.
struct Data {
  static constexpr std::int64_t n = 1000;
  MPI_Comm comm;
  int rank, size;
  std::vector<double> part;
  std::map<std::string, long> words;
  long sum;
  std::vector<long> numbers;
  long seen = 0; ///< by a pipeline

  explicit Data(MPI_Comm used)
      : comm(used), rank(rankOf(used)), size(sizeOf(used)),
        part(filled<double>(n, from(), rank)), sum(rank + 1),
        numbers(5000, rank) {
    for (int i = 0; i < 20; ++i)
      words["a word that is not short " + std::to_string(i * (rank + 1))] = i;
  }
  layout from() const { return block_layout(size, 0); }
  layout to() const { return cyclic_layout(3, size, 0); }
  redistribution moved() const {
    return redistribution({whole(n)}).from(from()).to(to());
  }
  bool operator==(const Data &other) const {
    return part == other.part && words == other.words && sum == other.sum &&
           numbers == other.numbers;
  }
};

static std::map<std::string, long> merge(const std::map<std::string, long> &a,
                                         const std::map<std::string, long> &b) {
  std::map<std::string, long> all = a;
  for (const auto &[word, count] : b)
    all[word] += count;
  return all;
}

static void move(Data &data) {
  redistribute(at(1), data.moved(), data.comm, data.part);
}

static void checkMoved(const Data &data, const char *what) {
  check(data.part.data(), Data::n, data.to(), data.rank, what);
}

static void moveLater(Data &data) {
  request pending =
      start_redistribute(at(2), data.moved(), data.comm, data.part);
  wait(pending);
}

static void mergeWords(Data &data) {
  reduce(at(3), reduction(), data.comm, merge, data.words);
}

static void add(Data &data) {
  reduce(at(4), reduction(), data.comm, std::plus<>(), data.sum);
}

static void mergeLater(Data &data) {
  request pending =
      start_reduce(at(5), reduction(), data.comm, merge, data.words);
  wait(pending);
}

static void addByMpi(Data &data) {
  const auto least = [](long a, long b) { return a < b ? a : b; };
  reduce(at(6, "mpi"), reduction(), data.comm, least,
         elements(data.numbers, 0, 5000));
}

static void useArray(Data &data) {
  redist::array<double, 1> a({Data::n}, data.from(), data.comm);
  std::copy(data.part.begin(), data.part.end(), a.begin());
  a.redistribute(data.to());
  const std::vector<double> all = a.gather(0);
  a.scatter(all, 0);
  data.part.assign(a.begin(), a.end());
}

static void useFile(Data &data) {
  redist::array<double, 1> a({Data::n}, data.from(), data.comm);
  std::copy(data.part.begin(), data.part.end(), a.begin());
  a.write(fileName); // from its own storage
  redist::array<double, 1> b({Data::n}, data.to(), data.comm);
  b.read(fileName); // in slabs
  b.write(fileName);
  data.part.assign(b.begin(), b.end());
}

/// As generated code has it.
static void runPipeline(Data &data) {
  const directive where = at(7);
  long &total = data.seen;
  total = 0;
  pipeline_run run(where, pipeline().onto(2).speeds({1, 1}),
                   {pipeline_stage(), pipeline_stage()}, data.comm);
  run.keep(2, total);
  try {
    run.start();
    for (int i = 0; i < 12; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<double> values;
      std::string text;
      if (item.runs(1)) {
        values.assign(5000, i);
        text.assign(100, 'a');
      }
      item.pass(1, values, text);
      if (item.runs(2))
        total += static_cast<long>(values.at(4999)) + (text.at(99) == 'a');
      item.ends(values, text);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
}

static const Mode<Data> modes[] = {
    {"move", move, [](const Data &d) { checkMoved(d, "move"); }},
    {"nowait", moveLater, [](const Data &d) { checkMoved(d, "nowait"); }},
    {"reduce", mergeWords,
     [](const Data &d) {
       long sum = 0;
       for (const auto &[word, count] : d.words)
         sum += count;
       require(sum == 190 * d.size, "merged words");
     }},
    {"sum", add,
     [](const Data &d) {
       require(d.sum == d.size * (d.size + 1) / 2, "the sum");
     }},
    {"started", mergeLater,
     [](const Data &d) { require(d.words.size() >= 20, "started"); }},
    {"named", addByMpi,
     [](const Data &d) {
       require(std::accumulate(d.numbers.begin(), d.numbers.end(), 0L) == 0,
               "the least numbers");
     }},
    {"array", useArray, [](const Data &d) { checkMoved(d, "array"); }},
    {"file", useFile, [](const Data &d) { checkMoved(d, "file"); }},
    {"pipe", runPipeline,
     [](const Data &d) { require(d.seen == 66 + 12, "what items add up to"); }},
};

int main(int argc, char **argv) { return failAllocations(argc, argv, modes); }
