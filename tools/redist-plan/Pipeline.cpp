//===- Pipeline.cpp - redist-plan pipeline --------------------------------===//
//
// The problem of the command line (PipelineInput.h) to a mapping, the mapping
// to text, JSON or SVG. The mathematics is in lib/Schedule and lib/Exact, the
// shape of the output in lib/View.
//
//===----------------------------------------------------------------------===//
#include "Pipeline.h"

#include "Failure.h"
#include "Format.h"
#include "OutputFile.h"
#include "PipelineInput.h"
#include "WriteView.h"

#include "redistc/Exact/MappingSolver.h"
#include "redistc/Support/Spelling.h"
#include "redistc/View/PipelineView.h"

#include <algorithm>
#include <array>
#include <iostream>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;
using redistc::support::inQuotes;

static constexpr std::string_view helpText =
    R"(usage: redist-plan pipeline --work W --data D --speeds S --bandwidth B
                            [options]

Shows which processors run which stages of a pipeline, and how often an item
comes out.

Stages:
  --work w1,..,wn   work of each stage for one item
  --data d0,..,dn   data before each stage, and after the last one
  --pins u1,..,un   the processor on which a stage must run; - where any will do
  --replicas r1,..,rn
                    to how many processors a stage may be dealt, item by item:
                    1, a number, or auto; one value is for all (default: 1)

Machine:
  --speeds s1,..,sp work that each processor does in a unit of time
  --bandwidth b     data that any link carries in a unit of time
  --bandwidth-matrix FILE
                    the same of each link: p + 2 rows of p + 2 numbers, from
                    P_in, the processors and P_out to the same; - where there
                    is no link
  --ranks-per-node H
                    processors of each node; --bandwidth is that of their links
  --node-bandwidth b
                    data that a link between nodes carries in a unit of time
  --placement P     slot (the next processors on the next node) or node (in turn)
                    (default: slot)
  --overlap         a processor receives, computes and sends at once
  --shared-ends     P_in and P_out are one, with one port

Mapping:
  --mapping M       auto one_to_one interval exact h1a h1b h2 h3 h4 h5 h6 h7a
                    h7b, or general: any stage on any processor, where all
                    can be tried (default: auto)
  --latency L       no item may take longer
  --pareto          mappings of which none is better in period and latency
  --compare         also what every kind of mapping costs
  --alloc u1,..,un  the period of this general mapping: a processor for each
                    stage
  --equations E     of general mappings: 3, a processor's work and transfers
                    add up, or 45, from its first input to its last output
                    (default: 45)

Output:
  --format F        text, json, svg or html (default: text)
  --full            text: list the intervals however many they are
                    any format: write more than 256 MB
  -o FILE           write to FILE instead of standard output

Checks:
  --verify          check the mapping by a timetable and print the report; exit
                    status 1 if it is invalid

Information:
  --help            print this text

Numbers are integers, decimals or fractions (3/2), computed with exactly and
printed with 12 significant digits. In place of a list, @FILE reads one.

  redist-plan pipeline --work 14,4,2,4 --data 1,1,1,1,1 --speeds 1,2,1
                       --bandwidth 1
  redist-plan pipeline --work 2,8,3 --data 0,1,1,0 --speeds 1,1,1,1,1
                       --bandwidth 10 --replicas 1,auto,1 --latency 15
)";

static constexpr std::array<OptionSpec, 23> options = {
    {{"--work", true},
     {"--data", true},
     {"--speeds", true},
     {"--bandwidth", true},
     {"--bandwidth-matrix", true},
     {"--ranks-per-node", true},
     {"--node-bandwidth", true},
     {"--placement", true},
     {"--mapping", true},
     {"--alloc", true},
     {"--equations", true},
     {"--replicas", true},
     {"--pins", true},
     {"--latency", true},
     {"--overlap", false},
     {"--shared-ends", false},
     {"--pareto", false},
     {"--compare", false},
     {"--format", true},
     {"--full", false},
     {"--verify", false},
     {"-o", true},
     {"--help", false}}};

/// What cannot be shown of what is asked for.
static void checkCombinations(const CommandLine &line,
                              const PipelineInput &input, Format format) {
  if (line.has("--pareto") && input.isGeneral)
    throw UsageError("option '--pareto' does not go with general mappings");
  if (line.has("--pareto") && input.kind != MappingKind::Auto)
    throw UsageError("option '--pareto' does not go with '--mapping " +
                     std::string(nameOf(input.kind)) + "'");
  if (!isDrawn(format))
    return;
  const std::string drawing = "--format: " + inQuotes(*line.value("--format"));
  if (input.isGeneral)
    throw UsageError(drawing + " draws intervals, not general mappings");
  for (const std::string_view other : {"--pareto", "--compare"})
    if (line.has(other))
      throw UsageError(drawing + " draws one mapping; it does not go with " +
                       inQuotes(other));
}

static PipelineInstance instanceOf(const PipelineProblem &problem) {
  Result<PipelineInstance> instance = makeInstance(problem);
  if (instance)
    return *std::move(instance);
  throw InputError("--work, --data, --speeds, --bandwidth: " +
                   instance.error().message);
}

template <typename T>
static T orFail(Result<T> result, std::string_view option) {
  if (!result)
    throw InputError(std::string(option) + ": " + result.error().message);
  return *std::move(result);
}

static GeneralView generalOf(const PipelineInput &input,
                             const PipelineInstance &instance) {
  if (input.processorOf.empty())
    return {orFail(bestGeneralMapping(instance, input.equations), "--mapping"),
            input.equations, false};
  const std::int64_t period = orFail(
      generalPeriod(instance, input.processorOf, input.equations), "--alloc");
  return {{input.processorOf, period}, input.equations, true};
}

static PipelineAlternative alternative(std::string_view name,
                                       const Result<MadeMapping> &made) {
  PipelineAlternative result;
  result.name = name;
  if (!made) {
    result.why = made.error().message;
    return result;
  }
  result.cost = made->cost;
  result.isOptimal = made->isOptimal;
  return result;
}

/// Every kind once. `exact` may take forever; where `interval` is proved least
/// it is the same, and else it is left out.
static std::vector<PipelineAlternative>
compared(const PipelineInstance &instance, const MappingOptions &with) {
  std::vector<PipelineAlternative> all;
  all.reserve(comparedMappings().size() + 3);
  for (const MappingKind kind : comparedMappings())
    all.push_back(alternative(nameOf(kind), makeMapping(instance, kind, with)));
  if (all[1].isOptimal) {
    all.insert(all.begin() + 2, all[1]);
    all[2].name = nameOf(MappingKind::Exact);
  }
  for (const GeneralModel model :
       {GeneralModel::Optimistic, GeneralModel::Path}) {
    PipelineAlternative general;
    general.name = model == GeneralModel::Path ? "general, equations (4), (5)"
                                               : "general, equation (3)";
    general.hasLatency = false;
    if (const auto best = bestGeneralMapping(instance, model)) {
      general.cost = MappingCost{best->period, 1, 0, {}};
      general.isOptimal = true;
    } else {
      general.why = best.error().message;
    }
    all.push_back(std::move(general));
  }
  return all;
}

static PipelineView viewOf(const CommandLine &line, const PipelineInput &input,
                           const MappingOptions &with) {
  PipelineInstance instance = instanceOf(input.problem);
  if (input.isGeneral) {
    GeneralView general = generalOf(input, instance);
    return makeView(input.problem, std::move(instance), std::move(general));
  }
  std::vector<MadeMapping> pareto;
  if (line.has("--pareto"))
    pareto = orFail(paretoMappings(instance, with), "--mapping");
  MadeMapping made =
      line.has("--pareto")
          ? pareto.front()
          : orFail(makeMapping(instance, input.kind, with), "--mapping");
  return makeView(input.problem, std::move(instance),
                  std::string(nameOf(input.kind)), std::move(made),
                  std::move(pareto));
}

static void checkDrawn(const PipelineView &view) {
  std::size_t processors = 0;
  for (const PipelineRow &row : view.rows)
    processors += row.processors.size();
  if (processors > maxDrawnRows)
    throw InputError("--format: " + std::to_string(processors) +
                     " processors are too many to be drawn (at most " +
                     std::to_string(maxDrawnRows) + ")");
}

int redistplan::pipeline(std::span<const char *const> arguments) {
  if (std::ranges::find(arguments, std::string_view("--help")) !=
      arguments.end()) {
    std::cout << helpText;
    return 0;
  }
  const CommandLine line(arguments, options);
  const Format format = formatOf(line);
  PipelineInput input = mappingAskedFor(line);
  checkCombinations(line, input, format);
  readProblem(line, input);
  const redistc::exact::MappingSolver solver;
  const MappingOptions with = {&solver};
  PipelineView view = viewOf(line, input, with);
  if (isDrawn(format))
    checkDrawn(view);
  if (line.has("--compare"))
    view.alternatives = compared(view.instance, with);
  if (line.has("--verify"))
    view.report = reportOn(view);

  OutputFile output(line.value("-o"), line.has("--full"));
  writeView(view, format, line.has("--full"), "redist-plan pipeline",
            output.stream());
  output.commit();
  return view.report && !view.report->valid() ? 1 : 0;
}
