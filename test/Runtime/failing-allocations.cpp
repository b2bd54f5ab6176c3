// The n-th allocation of one rank fails, for each n that a call comes to: all
// ranks throw the same error, and what they have is as it was; or all succeed;
// or one message names the directive, and the job ends. No rank waits. The next
// call on the communicator works. Four of five n that end the job are left out;
// REDIST_EVERY_ALLOCATION=1 takes all of them.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: %python %S/Inputs/check_allocations.py %t %mpirun 2 %t -- move/cold/1 move/warm/0 nowait/cold/0 reduce/cold/1 reduce/warm/0 sum/cold/1
// RUN: %python %S/Inputs/check_allocations.py %t %mpirun 3 %t -- started/cold/2 named/cold/1 array/cold/1 file/warm/0 pipe/cold/1 pipe/warm/2
#include "../Inputs/CountingOperators.h"
#include "Inputs/ArrayCheck.h"

#include "redist/Pipeline.h"
#include "redist/Reduce.h"

#include <atomic>
#include <fstream>
#include <map>
#include <numeric>

using namespace redist;

static std::atomic<long> allocationsLeft{0}; // 0: none is to fail
static std::atomic<bool> hasFailed{false};

static void noteAllocation(std::size_t) {
  if (allocationsLeft.load() == 0 || --allocationsLeft != 0)
    return;
  hasFailed = true;
  throw std::bad_alloc();
}

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

static std::string fileName;

static void useFile(Data &data) {
  redist::array<double, 1> a({Data::n}, data.from(), data.comm);
  std::copy(data.part.begin(), data.part.end(), a.begin());
  a.write(fileName);
  redist::array<double, 1> b({Data::n}, data.to(), data.comm);
  b.read(fileName);
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

struct Mode {
  const char *name;
  void (*call)(Data &);
  void (*check)(const Data &);
};

static const Mode modes[] = {
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

/// The text of what this rank throws; empty: nothing.
static std::string textOf(const Mode &mode, Data &data) {
  try {
    mode.call(data);
  } catch (const redist::error &e) {
    return e.what();
  } catch (const std::exception &e) {
    return std::string("no error of redist: ") + e.what();
  }
  return "";
}

/// Whether an allocation has failed.
static bool runCase(const Mode &mode, bool isWarm, bool isVictim, long number) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const Data before(comm);
  Data data = before, warm = before;
  if (isWarm)
    mode.call(warm);
  hasFailed = false;
  if (isVictim)
    allocationsLeft = number;
  const std::string text = textOf(mode, data);
  allocationsLeft = 0;
  expectError("", [&] { throw redist::error(text); }); // alike on all ranks
  require(text.find("no error of redist") == std::string::npos, text);
  if (text.empty())
    mode.check(data);
  else
    require(data == before, "something has changed, but " + text);
  data = before;
  mode.call(data);
  mode.check(data);
  MPI_Comm_free(&comm);
  int any = hasFailed, all = 0;
  MPI_Allreduce(&any, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return all != 0;
}

/// MODE cold|warm VICTIM FIRST FILE: the cases from FIRST on; FILE tells which
/// one is being tried, or "end".
int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  const Mode *mode = nullptr;
  for (const Mode &one : modes)
    if (argc == 6 && one.name == std::string(argv[1]))
      mode = &one;
  require(mode, "usage: MODE cold|warm VICTIM FIRST FILE");
  const bool isWarm = argv[2] == std::string("warm");
  const bool isVictim = rankOf() == std::atoi(argv[3]);
  fileName = std::string(argv[5]) + ".data";
  const auto tell = [&](const std::string &what) {
    if (rankOf() == 0)
      std::ofstream(argv[5]) << what << std::flush;
  };
  for (long number = std::atol(argv[4]);; ++number) {
    tell(std::to_string(number));
    if (!runCase(*mode, isWarm, isVictim, number))
      break;
  }
  tell("end");
  MPI_Finalize();
}
