//===- main.cpp - redist-tune: measures a machine --------------*- C++ -*-===//
//
// An MPI program: measures what messages and combines cost, and how fast ranks
// and links are, and writes a profile that the runtime reads
// (redist/Profile.h). Rank 0 speaks. Every failure is one line on standard
// error; exit status 2 for usage and 1 for the rest.
//
//===----------------------------------------------------------------------===//
#include "Measure.h"
#include "Options.h"
#include "OutputFile.h"
#include "Ranks.h"
#include "TransferCosts.h"
#include "Ways.h"

#include "redistc/Version/Version.h"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string_view>

using namespace redisttune;

static constexpr char helpText[] =
    R"(usage: mpirun -n RANKS redist-tune [options]

Measures what a message and a combine cost on this machine, how fast its ranks
are and how fast the links between them, and writes a profile for
REDIST_PROFILE. Two ranks at least: as many as your programs have, and placed
as theirs are.

Output:
  -o FILE       write the profile there; '-' or no -o: standard output

Measurements:
  --rounds N    times to measure each size; the least counts (default 50)

Information:
  --version     print version and build, and the MPI library
  --help        print this text
)";

static std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

static std::string listOf(const std::vector<Sample> &samples) {
  std::string text = "[";
  for (const auto &[bytes, seconds] : samples)
    text += (text.size() > 1 ? ",\n    " : "\n    ") +
            ("{\"bytes\": " + std::to_string(bytes)) +
            ", \"seconds\": " + number(seconds) + "}";
  return text + "\n  ]";
}

static std::string listOf(const std::vector<redist::measured_ways> &ways) {
  static constexpr const char *keys[] = {"sources", "targets",    "run",
                                         "piece",   "message",    "steps",
                                         "at_once", "collective", "types"};
  std::string text = "[";
  for (const redist::measured_ways &way : ways) {
    const auto numbers = way.numbers();
    text += text.size() > 1 ? ",\n    {" : "\n    {";
    for (std::size_t i = 0; i < numbers.size(); ++i)
      text += (i ? ", \"" : "\"") + std::string(keys[i]) +
              "\": " + number(numbers[i]);
    text += "}";
  }
  return text + "\n  ]";
}

static std::string rowOf(const std::vector<double> &numbers) {
  std::string text = "[";
  for (const double one : numbers)
    text += (text.size() > 1 ? ", " : "") + number(one);
  return text + "]";
}

/// The fastest ranks have speed 1.
static std::vector<double> relativeSpeeds(const std::vector<double> &measured) {
  constexpr double noise = 0.1;
  std::vector<double> speeds = evenOut(measured, noise);
  const double fastest = *std::max_element(speeds.begin(), speeds.end());
  for (double &speed : speeds)
    speed /= fastest;
  return speeds;
}

/// One number, and a matrix where links differ.
static std::string bandwidthText(const std::vector<double> &measured,
                                 std::size_t ranks) {
  constexpr double noise = 0.4;
  std::vector<double> links = measured;
  std::erase(links, 0); // the diagonal
  std::string text = "\"bandwidth\": " + number(median(links));
  const std::vector<double> even = evenOut(measured, noise);
  links = even;
  std::erase(links, 0);
  if (std::all_of(links.begin(), links.end(),
                  [&](double link) { return link == links.front(); }))
    return text;
  text += ",\n  \"bandwidth_matrix\": [";
  for (std::size_t row = 0; row < ranks; ++row) {
    const auto begin = even.begin() + static_cast<std::ptrdiff_t>(row * ranks);
    text += (row ? ",\n    " : "\n    ") +
            rowOf({begin, begin + static_cast<std::ptrdiff_t>(ranks)});
  }
  return text + "\n  ]";
}

/// What has been measured, on rank 0.
struct Machine {
  std::vector<Sample> transfers, combines;
  std::vector<double> speeds, bandwidths;
  double call = 0, packing = 0, fanIn = 0;
  std::vector<redist::measured_ways> ways;
};

static std::string profileText(int ranks, const Machine &machine) {
  const Line transfer = fitLine(machine.transfers);
  const Line combine = fitLine(machine.combines);
  return "{\n  \"alpha\": " + number(transfer.alpha) +
         ",\n  \"beta\": " + number(transfer.beta) +
         ",\n  \"combine\": " + number(combine.beta) +
         ",\n  \"call\": " + number(machine.call) +
         ",\n  \"packing\": " + number(machine.packing) +
         ",\n  \"fan_in\": " + number(machine.fanIn) +
         ",\n  \"ranks\": " + std::to_string(ranks) +
         ",\n  \"speeds\": " + rowOf(relativeSpeeds(machine.speeds)) + ",\n  " +
         bandwidthText(machine.bandwidths, static_cast<std::size_t>(ranks)) +
         ",\n  \"transfers\": " + listOf(machine.transfers) +
         ",\n  \"combines\": " + listOf(machine.combines) +
         ",\n  \"ways\": " + listOf(machine.ways) + "\n}\n";
}

/// What redistributions choose chunks and windows by. On rank 0; elsewhere
/// zeros.
static redist::machine_profile messagesOf(const Machine &machine) {
  redist::machine_profile known;
  if (machine.transfers.empty())
    return known;
  const Line transfer = fitLine(machine.transfers);
  known.alpha = transfer.alpha;
  known.beta = transfer.beta;
  known.call = machine.call;
  known.packing = machine.packing;
  known.fan_in = machine.fanIn;
  return known;
}

/// One verdict for all ranks: rank 0 has found it.
static bool agree(bool isFine) {
  int verdict = isFine;
  MPI_Bcast(&verdict, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return verdict != 0;
}

static void tune(const Options &options, int rank, int size) {
  if (size < 2)
    throw std::runtime_error("needs two ranks at least: mpirun -n 2 "
                             "redist-tune");
  std::exception_ptr problem;
  try {
    if (rank == 0)
      requireWritable(options.output);
  } catch (const std::exception &) {
    problem = std::current_exception();
  }
  if (!agree(problem == nullptr)) {
    if (problem)
      std::rethrow_exception(problem);
    throw std::runtime_error("rank 0 has failed");
  }
  Machine machine;
  machine.transfers = measureTransfers(options.rounds);
  machine.speeds = measureSpeeds(options.rounds);
  machine.bandwidths = measureBandwidths(options.rounds);
  machine.call = measureCall(options.rounds);
  machine.fanIn = measureFanIn(options.rounds);
  if (rank == 0) {
    machine.combines = measureCombines(options.rounds);
    machine.packing = measurePacking(options.rounds);
  }
  machine.ways = measureWays(messagesOf(machine), options.rounds);
  if (rank != 0)
    return;
  writeOutput(options.output, profileText(size, machine));
}

/// What the MPI library says of itself up to the first comma: the rest tells
/// how it was built.
static std::string versionText() {
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(library, &length);
  const std::string_view text(library, static_cast<std::size_t>(length));
  return redistc::version::versionText("redist-tune") +
         redistc::version::versionLine(
             "MPI", text.substr(0, text.find_first_of(",\n")));
}

static int run(std::span<const char *const> arguments, int rank, int size) {
  try {
    const Options options = parseOptions(arguments);
    if (!options.showsHelp && !options.showsVersion)
      tune(options, rank, size);
    else if (rank == 0)
      std::cout << (options.showsHelp ? helpText : versionText());
    return 0;
  } catch (const std::exception &failure) {
    if (rank == 0)
      std::cerr << "redist-tune: error: " << failure.what() << '\n';
    return dynamic_cast<const UsageError *>(&failure) ? 2 : 1;
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::vector<const char *> arguments(argv + (argc > 0), argv + argc);
  const int status = run(arguments, rank, size);
  MPI_Finalize();
  return status;
}
