//===- DumpPlan.cpp - What generated code will carry -----------*- C++ -*-===//
//
// --dump=plan.
//
//===----------------------------------------------------------------------===//
#include "Dump.h"

#include "DumpLines.h"

#include "llvm/Support/Format.h"

using namespace redistc::plan;

namespace redistc::driver {

static std::string axisText(const redist::schedule::Axis &axis) {
  std::string text = "P=" + std::to_string(axis.source.ranks) +
                     " r=" + std::to_string(axis.source.block) +
                     " Q=" + std::to_string(axis.target.ranks) +
                     " s=" + std::to_string(axis.target.block);
  if (!axis.isRegular())
    text += " from=" + std::to_string(axis.sourceLower) + ':' +
            std::to_string(axis.sourceStride) +
            " to=" + std::to_string(axis.targetLower) + ':' +
            std::to_string(axis.targetStride);
  if (axis.length)
    text += " extent=" + std::to_string(*axis.length);
  else if (const auto superblock = superblockOf(axis))
    text += " superblock=" + std::to_string(*superblock);
  return text;
}

static void dumpEmbedded(const EmbeddedSchedule &schedule,
                         llvm::raw_ostream &out) {
  const redist::schedule::Assignment &assignment = schedule.assignment;
  out << "  embedded:";
  for (std::size_t k = 0; k < assignment.axes.size(); ++k)
    out << (k > 0 ? " |" : "") << ' ' << axisText(assignment.axes[k]);
  if (!assignment.sourceDimension.empty()) {
    out << " permute=";
    for (std::size_t k = 0; k < assignment.sourceDimension.size(); ++k)
      out << (k > 0 ? "," : "") << assignment.sourceDimension[k];
  }
  if (assignment.sharing.kind == redist::schedule::RankSharing::Kind::Shift)
    out << " shift=" << assignment.sharing.shift;
  out << " steps=" << schedule.stepCount;
  if (schedule.scope != ScheduleScope::Unknown)
    out << " least=" << schedule.minimumSteps << " cost=" << schedule.totalCost
        << " bound=" << schedule.costLowerBound
        << " proved=" << (schedule.provedOptimal ? "yes" : "no") << " of="
        << (schedule.scope == ScheduleScope::Directive ? "directive"
                                                       : "superblock");
  out << " words=" << schedule.words.size() << " (" << schedule.method << ")\n";
}

static void dumpPlan(const RedistributePlan &plan, llvm::raw_ostream &out) {
  out << "plan: redistribute " << plan.directive.id << " at line "
      << plan.directive.line << '\n';
  line(out, "strategy", redist::schedule::name(plan.directive.strategy));
  for (const EmbeddedSchedule &schedule : plan.embedded)
    dumpEmbedded(schedule, out);
  for (const InstancePlan &instance : plan.instances)
    line(out, "instance",
         (instance.context.empty() ? "(here)" : instance.context) + ": " +
             describe(plan, instance));
}

static void dumpEmbedded(const EmbeddedTree &tree, llvm::raw_ostream &out) {
  const redist::schedule::ReductionProblem &problem = tree.problem;
  out << "  embedded: ranks=" << problem.ranks
      << " transfer=" << problem.cost.transfer
      << " combine=" << problem.cost.combine;
  if (problem.maxTransfers > 0)
    out << " transfers=" << problem.maxTransfers;
  if (problem.maxReducers > 0)
    out << " reducers=" << problem.maxReducers;
  if (problem.ordered)
    out << " ordered";
  out << llvm::format(" length=%.6g bound=%.6g binomial=%.6g", tree.length,
                      tree.lowerBound, tree.binomial)
      << " optimal="
      << (tree.proof != redist::schedule::ReductionProof::None ? "yes" : "no");
  if (isTheorem(tree.proof))
    out << " by=\"" << nameOf(tree.proof) << '"';
  out << " words=" << tree.words.size() << " (" << tree.method << ")\n";
}

static void dumpPlan(const ReducePlan &plan, llvm::raw_ostream &out) {
  out << "plan: reduce " << plan.directive.id << " at line "
      << plan.directive.line << '\n';
  line(out, "strategy", redist::schedule::nameOf(plan.directive.strategy));
  for (const EmbeddedTree &tree : plan.embedded)
    dumpEmbedded(tree, out);
  for (const ReduceInstancePlan &instance : plan.instances)
    line(out, "instance",
         (instance.context.empty() ? "(here)" : instance.context) + ": " +
             describe(plan, instance));
}

template <typename Values> static std::string numbers(const Values &values) {
  return joined(values,
                [](const auto &value) { return std::to_string(value); });
}

static std::string
fractions(const std::vector<redist::schedule::Fraction> &values) {
  return joined(values, [](const redist::schedule::Fraction &value) {
    const std::string text = std::to_string(value.numerator);
    return value.denominator == 1
               ? text
               : text + '/' + std::to_string(value.denominator);
  });
}

static void dumpEmbedded(const EmbeddedMapping &mapping,
                         llvm::raw_ostream &out) {
  const redist::schedule::PipelineProblem &problem = mapping.problem;
  out << "  embedded: work=" << fractions(problem.work)
      << " data=" << fractions(problem.data)
      << " speeds=" << fractions(problem.speeds)
      << " bandwidth=" << fractions(problem.bandwidth)
      << (problem.model == redist::schedule::TransferModel::Serial
              ? " serial\n"
              : " overlapped\n");
  out << "    pins=" << numbers(problem.pins)
      << " replicas=" << numbers(problem.replicas);
  if (problem.latencyLimit)
    out << " latency=" << fractions({*problem.latencyLimit});
  out << "\n    mapping:";
  for (const redist::schedule::MappedInterval &interval :
       mapping.mapping.intervals)
    out << ' ' << interval.first + 1 << '-' << interval.last + 1 << " on "
        << numbers(interval.processors) << ';';
  out << llvm::format(" period=%.6g bound=%.6g latency=%.6g", mapping.period,
                      mapping.periodBound, mapping.latency)
      << " optimal=" << (mapping.isOptimal ? "yes" : "no")
      << " words=" << mapping.words.size() << " (" << mapping.method << ")\n";
}

static void dumpPlan(const PipelinePlan &plan, llvm::raw_ostream &out) {
  out << "plan: pipeline " << plan.directive.id << " at line "
      << plan.directive.line << '\n';
  line(out, "mapping", redist::schedule::nameOf(plan.directive.mapping));
  for (const EmbeddedMapping &mapping : plan.embedded)
    dumpEmbedded(mapping, out);
  for (const PipelineInstancePlan &instance : plan.instances)
    line(out, "instance",
         (instance.context.empty() ? "(here)" : instance.context) + ": " +
             describe(plan, instance));
  for (const PlanNote &note : notesOn(plan))
    line(out, "note", note.text);
}

static void dumpPlan(const WaitPlan &plan, llvm::raw_ostream &out) {
  out << "plan: " << wordOf(plan.directive.spelling) << ' ' << plan.directive.id
      << " at line " << plan.directive.line << '\n';
  line(out, "wait", plan.directive.request);
}

void dumpPlans(const std::vector<DirectivePlan> &plans,
               llvm::raw_ostream &out) {
  for (const DirectivePlan &plan : plans)
    std::visit([&](const auto &one) { dumpPlan(one, out); }, plan);
}

} // namespace redistc::driver
