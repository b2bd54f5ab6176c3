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

/// "first, second, ..." of what `text` makes of each value.
template <typename Values, typename Text>
static std::string joined(const Values &values, Text text) {
  std::string list;
  for (const auto &value : values)
    list += (list.empty() ? "" : ", ") + text(value);
  return list;
}

static std::string expressionText(const ParsedExpression &expression) {
  return expression.text;
}

static std::string distributionText(const ParsedDistribution &distribution) {
  std::string text;
  switch (distribution.word) {
  case DistributionWord::Undistributed:
    return "*";
  case DistributionWord::Block:
    text = "block";
    break;
  case DistributionWord::Cyclic:
    text = "cyclic";
    break;
  case DistributionWord::GenBlock:
    text = "gen_block";
    break;
  }
  if (distribution.argument)
    text += '(' + distribution.argument->text + ')';
  return text;
}

static std::string layoutText(const ParsedLayout &layout) {
  std::string text = joined(layout.dimensions, distributionText);
  if (!layout.grid.empty())
    text += " onto(" + joined(layout.grid, expressionText) + ')';
  if (layout.firstRank)
    text += " at(" + layout.firstRank->text + ')';
  return text;
}

static std::string sectionText(const ParsedSection &section) {
  std::string text;
  for (const auto *part :
       {&section.extent, &section.lower, &section.length, &section.stride})
    if (*part)
      text += (text.empty() ? "" : " : ") + (*part)->text;
  return '[' + text + ']';
}

static std::string objectText(const ParsedObject &object) {
  std::string text = object.name.text;
  for (const ParsedSection &section : object.sections)
    text += sectionText(section);
  return text;
}

static void line(llvm::raw_ostream &out, llvm::StringRef key,
                 llvm::StringRef value) {
  out << "  " << key << ": " << value << '\n';
}

/// Clauses that are an expression or a word.
static void dumpSmallClauses(const ParsedDirective &directive,
                             llvm::raw_ostream &out) {
  if (directive.communicator)
    line(out, "comm", directive.communicator->text);
  if (directive.strategy)
    line(out, "strategy", directive.strategy->name);
  if (directive.order)
    line(out, "order", directive.order->name);
  if (!directive.permute.empty())
    line(out, "permute", joined(directive.permute, expressionText));
  if (directive.relabel)
    line(out, "relabel", directive.relabel->text);
}

void dumpParsed(const std::vector<ParsedDirective> &directives,
                const clang::SourceManager &sources, llvm::raw_ostream &out) {
  for (const ParsedDirective &directive : directives) {
    const bool isWait = directive.kind == DirectiveKind::RedistributeWait;
    const clang::PresumedLoc place =
        sources.getPresumedLoc(directive.range.getBegin());
    out << "parse: redistribute " << (isWait ? "wait " : "") << "at "
        << place.getLine() << ':' << place.getColumn()
        << (directive.isPragmaOperator ? " (_Pragma)\n" : "\n");
    line(out, "spelling", directive.spelling);
    if (!isWait)
      line(out, "object", joined(directive.objects, objectText));
    if (directive.from)
      line(out, "from", layoutText(*directive.from));
    if (directive.to)
      line(out, "to", layoutText(*directive.to));
    if (!directive.into.empty())
      line(out, "into", joined(directive.into, objectText));
    dumpSmallClauses(directive, out);
    if (directive.request)
      line(out, isWait ? "wait" : "nowait", directive.request->name);
  }
}

// --dump=sema

static std::string parameterText(const Parameter &parameter) {
  if (!parameter.value)
    return parameter.text + " = ?";
  const std::string value = std::to_string(*parameter.value);
  return parameter.text == value ? value : parameter.text + " = " + value;
}

static std::string distributionText(const CheckedDistribution &distribution) {
  switch (distribution.kind) {
  case DistributionKind::Undistributed:
    return "*";
  case DistributionKind::Block:
    return "block";
  case DistributionKind::BlockSized:
    return "block(" + parameterText(distribution.block) + ')';
  case DistributionKind::Cyclic:
    return "cyclic(" + parameterText(distribution.block) + ')';
  case DistributionKind::GenBlock:
    return "gen_block(" + distribution.sizes + ')';
  }
  return "";
}

static std::string layoutText(const CheckedLayout &layout) {
  return joined(layout.dimensions,
                [](const CheckedDistribution &distribution) {
                  return distributionText(distribution);
                }) +
         " onto(" + joined(layout.grid, parameterText) + ") at(" +
         parameterText(layout.firstRank) + ')';
}

static std::string sectionText(const CheckedSection &section) {
  if (section.isWhole)
    return parameterText(section.length);
  return '[' + parameterText(section.lower) + " : " +
         parameterText(section.length) + " : " + parameterText(section.stride) +
         ']';
}

static std::string sectionsText(const std::vector<CheckedSection> &sections) {
  return joined(sections, [](const CheckedSection &section) {
    return sectionText(section);
  });
}

static std::string objectsText(const std::vector<CheckedObject> &objects) {
  return joined(objects, [](const CheckedObject &object) {
    return object.text + (object.isPointer ? " (pointer)"
                          : object.isArray ? " (array)"
                                           : "");
  });
}

static std::string strategyText(const CheckedRedistribute &directive) {
  return std::string(redist::schedule::name(directive.strategy));
}

static void dumpInstance(const CheckedInstance &instance,
                         llvm::raw_ostream &out) {
  out << "  instance: "
      << (instance.context.empty() ? "(here)" : instance.context) << '\n';
  line(out, "  extent", sectionsText(instance.sections));
  if (!instance.intoSections.empty())
    line(out, "  into extent", sectionsText(instance.intoSections));
  for (const auto *list : {&instance.further, &instance.furtherInto})
    for (const FurtherSections &further : *list)
      line(out, "  compared",
           further.object + ": " + sectionsText(further.sections) + " with " +
               further.first);
  if (instance.from)
    line(out, "  from", layoutText(*instance.from));
  for (const CheckedLayout &layout : instance.reaching)
    line(out, "  reaching", layoutText(layout));
  line(out, "  to", layoutText(instance.to));
}

static void dumpDirective(const CheckedRedistribute &directive,
                          llvm::raw_ostream &out) {
  out << "sema: redistribute " << directive.id << " at line " << directive.line
      << '\n';
  line(out, "object", objectsText(directive.objects));
  if (!directive.into.empty())
    line(out, "into", objectsText(directive.into));
  line(out, "comm", directive.communicator);
  line(out, "strategy", strategyText(directive));
  if (directive.order)
    line(out, "order",
         *directive.order == StorageOrder::Column ? "column" : "row");
  if (!directive.permutation.empty())
    line(out, "permute", joined(directive.permutation, [](unsigned dimension) {
           return std::to_string(dimension);
         }));
  if (!directive.relabel.empty())
    line(out, "relabel", directive.relabel);
  if (!directive.request.empty())
    line(out, "nowait", directive.request);
  for (const CheckedInstance &instance : directive.instances)
    dumpInstance(instance, out);
}

static void dumpDirective(const CheckedWait &directive,
                          llvm::raw_ostream &out) {
  out << "sema: redistribute " << directive.id << " at line " << directive.line
      << '\n';
  line(out, "wait", directive.request);
}

void dumpChecked(const std::vector<CheckedDirective> &directives,
                 llvm::raw_ostream &out) {
  for (const CheckedDirective &directive : directives)
    std::visit([&](const auto &one) { dumpDirective(one, out); }, directive);
}

// --dump=plan

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
  out << " steps=" << schedule.stepCount << " least=" << schedule.minimumSteps
      << " cost=" << schedule.totalCost << " bound=" << schedule.costLowerBound
      << " proved=" << (schedule.provedOptimal ? "yes" : "no")
      << " words=" << schedule.words.size() << " (" << schedule.method << ")\n";
}

static void dumpPlan(const RedistributePlan &plan, llvm::raw_ostream &out) {
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

static void dumpPlan(const WaitPlan &plan, llvm::raw_ostream &out) {
  out << "plan: redistribute " << plan.directive.id << " at line "
      << plan.directive.line << '\n';
  line(out, "wait", plan.directive.request);
}

void dumpPlans(const std::vector<DirectivePlan> &plans,
               llvm::raw_ostream &out) {
  for (const DirectivePlan &plan : plans)
    std::visit([&](const auto &one) { dumpPlan(one, out); }, plan);
}

} // namespace redistc::driver
