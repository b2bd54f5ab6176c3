//===- Run.cpp - redist-plan as a function --------------------------------===//
//
// See Run.h.
//
//===----------------------------------------------------------------------===//
#include "Run.h"

#include "Compare.h"
#include "Failure.h"
#include "Pipeline.h"
#include "Redistribute.h"
#include "Reduce.h"

#include "redistc/Exact/SolverMissing.h"
#include "redistc/Support/Spelling.h"
#include "redistc/Version/Version.h"

#include <array>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

using namespace redistplan;
using redistc::support::inQuotes;

static constexpr std::string_view helpText =
    R"(usage: redist-plan SUBCOMMAND [options]

Shows what redistc and its runtime plan, without either.

Subcommands:
  redistribute   schedule of a redistribution from one layout to another
  reduce         tree and timeline of a reduction
  pipeline       mapping of a pipeline's stages to processors
  compare        what every strategy makes of one of these

Information:
  --version      print version and build
  --help         print this text; behind a subcommand, its options
)";

static constexpr std::array<std::string_view, 4> subcommands = {
    "redistribute", "reduce", "pipeline", "compare"};

static int runSubcommand(std::span<const char *const> arguments) {
  if (arguments.empty())
    throw UsageError("missing subcommand; 'redist-plan --help' lists them");
  std::string_view first = arguments.front();
  if (first == "--help" || first == "--version") {
    if (first == "--help")
      std::cout << helpText;
    else
      std::cout << redistc::version::versionText("redist-plan");
    return 0;
  }
  if (first == "redistribute")
    return redistribute(arguments.subspan(1));
  if (first == "reduce")
    return reduce(arguments.subspan(1));
  if (first == "pipeline")
    return pipeline(arguments.subspan(1));
  if (first == "compare")
    return compare(arguments.subspan(1));
  if (first.starts_with('-'))
    throw UsageError("unknown option " + inQuotes(first) +
                     " before a subcommand");
  throw UsageError("unknown subcommand " + inQuotes(first) +
                   redistc::support::didYouMean(first, subcommands));
}

/// One line, whatever the arguments that it quotes contain.
static void report(std::string message) {
  for (char &c : message)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      c = '?';
  std::cerr << "redist-plan: error: " << message << '\n';
}

int redistplan::run(std::span<const char *const> arguments) {
  try {
    return runSubcommand(arguments);
  } catch (const UsageError &error) {
    report(error.what());
    return 2;
  } catch (const InputError &error) {
    report(error.what());
    return 1;
  } catch (const redistc::exact::SolverMissing &error) {
    report(error.what());
    return 1;
  } catch (const std::bad_alloc &) {
    report("the schedule does not fit into memory");
    return 1;
  }
}
