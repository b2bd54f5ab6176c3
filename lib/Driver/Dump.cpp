//===- Dump.cpp - The stages as text ---------------------------*- C++ -*-===//
//
// A constant is shown as `text = value`, or as its value alone where the text
// is the value; what is known at run time only is shown as `text = ?`.
//
//===----------------------------------------------------------------------===//
#include "Dump.h"

#include "clang/Basic/SourceManager.h"

using namespace redistc::directive;
using namespace redistc::plan;

namespace redistc::driver {

// --dump=parse

static std::string layoutText(const ParsedLayout &layout) {
  std::string text =
      layout.word == DistributionWord::Block ? "block" : "cyclic";
  if (layout.block)
    text += '(' + layout.block->text + ')';
  if (layout.ranks)
    text += " onto(" + layout.ranks->text + ')';
  if (layout.firstRank)
    text += " at(" + layout.firstRank->text + ')';
  return text;
}

static std::string objectText(const ParsedObject &object) {
  return object.extent ? object.name.text + '[' + object.extent->text + ']'
                       : object.name.text;
}

static void line(llvm::raw_ostream &out, llvm::StringRef key,
                 llvm::StringRef value) {
  out << "  " << key << ": " << value << '\n';
}

void dumpParsed(const std::vector<ParsedDirective> &directives,
                const clang::SourceManager &sources, llvm::raw_ostream &out) {
  for (const ParsedDirective &directive : directives) {
    const clang::PresumedLoc place =
        sources.getPresumedLoc(directive.range.getBegin());
    out << "parse: redistribute at " << place.getLine() << ':'
        << place.getColumn()
        << (directive.isPragmaOperator ? " (_Pragma)\n" : "\n");
    line(out, "spelling", directive.spelling);
    line(out, "object", objectText(directive.object));
    if (directive.from)
      line(out, "from", layoutText(*directive.from));
    if (directive.to)
      line(out, "to", layoutText(*directive.to));
    if (directive.into)
      line(out, "into", objectText(*directive.into));
    if (directive.communicator)
      line(out, "comm", directive.communicator->text);
    if (directive.strategy)
      line(out, "strategy", directive.strategy->name);
  }
}

// --dump=sema

static std::string parameterText(const Parameter &parameter) {
  if (!parameter.value)
    return parameter.text + " = ?";
  const std::string value = std::to_string(*parameter.value);
  return parameter.text == value ? value : parameter.text + " = " + value;
}

static std::string layoutText(const CheckedLayout &layout) {
  std::string text;
  switch (layout.distribution) {
  case DistributionKind::Block:
    text = "block";
    break;
  case DistributionKind::BlockSized:
    text = "block(" + parameterText(layout.block) + ')';
    break;
  case DistributionKind::Cyclic:
    text = "cyclic(" + parameterText(layout.block) + ')';
    break;
  }
  return text + " onto(" + parameterText(layout.ranks) + ") at(" +
         parameterText(layout.firstRank) + ')';
}

static std::string strategyText(const CheckedRedistribute &directive) {
  return std::string(redist::schedule::name(directive.strategy));
}

void dumpChecked(const std::vector<CheckedRedistribute> &directives,
                 llvm::raw_ostream &out) {
  for (const CheckedRedistribute &directive : directives) {
    out << "sema: redistribute " << directive.id << " at line "
        << directive.line << '\n';
    line(out, "object",
         directive.objectIsPointer ? directive.object + " (pointer)"
                                   : directive.object);
    if (!directive.into.empty())
      line(out, "into",
           directive.intoIsPointer ? directive.into + " (pointer)"
                                   : directive.into);
    if (directive.intoExtent)
      line(out, "into extent", parameterText(*directive.intoExtent));
    line(out, "comm", directive.communicator);
    line(out, "strategy", strategyText(directive));
    for (const CheckedInstance &instance : directive.instances) {
      out << "  instance: "
          << (instance.context.empty() ? "(here)" : instance.context) << '\n';
      line(out, "  extent", parameterText(instance.extent));
      line(out, "  from", layoutText(instance.from));
      line(out, "  to", layoutText(instance.to));
    }
  }
}

// --dump=plan

static void dumpEmbedded(const EmbeddedSchedule &schedule,
                         llvm::raw_ostream &out) {
  const auto &[source, target] = schedule.redistribution;
  out << "  embedded: P=" << source.ranks << " r=" << source.block
      << " Q=" << target.ranks << " s=" << target.block
      << " superblock=" << schedule.superblock;
  if (schedule.extent)
    out << " extent=" << *schedule.extent;
  out << " steps=" << schedule.stepCount << " least=" << schedule.minimumSteps
      << " cost=" << schedule.totalCost << " bound=" << schedule.costLowerBound
      << " proved=" << (schedule.provedOptimal ? "yes" : "no")
      << " words=" << schedule.words.size() << " (" << schedule.method << ")\n";
}

void dumpPlans(const std::vector<RedistributePlan> &plans,
               llvm::raw_ostream &out) {
  for (const RedistributePlan &plan : plans) {
    out << "plan: redistribute " << plan.directive.id << " at line "
        << plan.directive.line << '\n';
    line(out, "strategy", strategyText(plan.directive));
    for (const EmbeddedSchedule &schedule : plan.embedded)
      dumpEmbedded(schedule, out);
    for (const InstancePlan &instance : plan.instances)
      line(out, "instance",
           (instance.context.empty() ? "(here)" : instance.context) + ": " +
               describe(plan, instance));
  }
}

} // namespace redistc::driver
