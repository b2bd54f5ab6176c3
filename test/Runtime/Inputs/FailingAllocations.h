//===- FailingAllocations.h - Each allocation fails once -------*- C++ -*-===//
//
// Repeats a call, where the n-th allocation of one rank fails, n = 1, 2, ...:
// all ranks throw the same error, and what they have is as it was; or all
// succeed; or one message names the directive, and the job ends. Then the call
// works on the same communicator. check_allocations.py runs such programs.
//
// For one source of a program. Data is made anew for each case, outside of it:
// Data(MPI_Comm), can be copied and compared; `comm` is its communicator.
//
//===----------------------------------------------------------------------===//
#ifndef FAILINGALLOCATIONS_H
#define FAILINGALLOCATIONS_H

#include "../../Inputs/CountingOperators.h"
#include "ArrayCheck.h"

#include <atomic>
#include <fstream>
#include <functional>
#include <string>

static std::atomic<long> allocationsLeft{0}; // 0: none is to fail
static std::atomic<bool> hasFailed{false};

static void noteAllocation(std::size_t) {
  if (allocationsLeft.load() == 0 || --allocationsLeft != 0)
    return;
  hasFailed = true;
  throw std::bad_alloc();
}

template <typename Data> struct Mode {
  const char *name;
  void (*call)(Data &);
  void (*check)(const Data &);
};

/// A file beside the one in which the program says how far it is.
static std::string fileName;

/// The text of what this rank throws; empty: nothing.
template <typename Data>
std::string textOf(const Mode<Data> &mode, Data &data) {
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
template <typename Data>
bool runCase(const Mode<Data> &mode, bool isWarm, bool isVictim, long number) {
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
  if (!text.empty() && rankOf() == 0)
    std::printf("error: %s\n", text.c_str());
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
template <typename Data, std::size_t count>
int failAllocations(int argc, char **argv, const Mode<Data> (&modes)[count]) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  const Mode<Data> *mode = nullptr;
  for (const Mode<Data> &one : modes)
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
  return 0;
}

#endif
