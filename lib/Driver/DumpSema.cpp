//===- DumpSema.cpp - Directives with their meaning ------------*- C++ -*-===//
//
// --dump=sema. A constant is shown as `text = value`, or as its value alone
// where the text is the value; what is known at run time only is `text = ?`.
//
//===----------------------------------------------------------------------===//
#include "Dump.h"

#include "DumpLines.h"

#include <cstdio>

using namespace redistc::plan;

namespace redistc::driver {

static std::string parameterText(const Parameter &parameter) {
  if (!parameter.value)
    return parameter.text + " = ?";
  const std::string value = std::to_string(*parameter.value);
  return parameter.text == value ? value : parameter.text + " = " + value;
}

static std::string parameterText(const Seconds &parameter) {
  if (!parameter.value)
    return parameter.text + " = ?";
  char value[32];
  std::snprintf(value, sizeof value, "%.12g", *parameter.value);
  return parameter.text == value ? value : parameter.text + " = " + value;
}

static std::string unshiftedText(const CheckedDistribution &distribution) {
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
  case DistributionKind::Indirect:
    return "indirect(" + distribution.sizes + ')';
  case DistributionKind::Listed:
    return "listed(" + distribution.sizes + ')';
  }
  return "";
}

static std::string distributionText(const CheckedDistribution &distribution) {
  return unshiftedText(distribution) +
         (distribution.shift.text == "0"
              ? ""
              : " shift(" + parameterText(distribution.shift) + ')');
}

static llvm::StringRef spellingOf(BuiltinOperator operation) {
  switch (operation) {
  case BuiltinOperator::Plus:
    return "+";
  case BuiltinOperator::Multiplies:
    return "*";
  case BuiltinOperator::BitAnd:
    return "&";
  case BuiltinOperator::BitOr:
    return "|";
  case BuiltinOperator::BitXor:
    return "^";
  case BuiltinOperator::LogicalAnd:
    return "&&";
  case BuiltinOperator::LogicalOr:
    return "||";
  case BuiltinOperator::Minimum:
    return "min";
  case BuiltinOperator::Maximum:
    return "max";
  }
  return "";
}

static std::string operatorText(const CheckedOperator &operation) {
  return operation.builtin
             ? spellingOf(*operation.builtin).str() + " (built in)"
             : operation.text;
}

static std::string extentText(const Parameter &extent,
                              const CheckedCopies *holders) {
  if (!holders)
    return parameterText(extent);
  return (holders->isPartial
              ? "partial(" + operatorText(holders->operation) + ", "
              : "copies(") +
         parameterText(extent) + ')';
}

static std::string widthText(const CheckedWidth &width) {
  return parameterText(width.before) +
         (width.after ? " : " + parameterText(*width.after) : "");
}

static std::string layoutText(const CheckedLayout &layout) {
  if (layout.isRemote)
    return "remote";
  const std::string room = layout.widths.empty()
                               ? ""
                               : (layout.isHalo ? " halo(" : " room(") +
                                     joined(layout.widths, widthText) + ')';
  const std::string lead =
      layout.lead ? " lead(" + parameterText(*layout.lead) + ')' : "";
  return joined(layout.dimensions,
                [](const CheckedDistribution &distribution) {
                  return distributionText(distribution);
                }) +
         " onto(" +
         joined(layout.gridTexts(extentText),
                [](const std::string &one) { return one; }) +
         (layout.ranks.empty() ? ") at(" + parameterText(layout.firstRank) + ')'
                               : ") ranks(" + layout.ranks + ')') +
         room + lead;
}

static std::string sectionText(const CheckedSection &section) {
  if (section.isWhole)
    return parameterText(section.length);
  return '[' + parameterText(section.lower) + " : " +
         parameterText(section.length) + " : " + parameterText(section.stride) +
         (section.whole() ? " of " + parameterText(section.extent) : "") + ']';
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
  if (instance.hasTo)
    line(out, "  to", layoutText(instance.to));
  if (instance.capacity)
    line(out, "  capacity", parameterText(*instance.capacity));
}

static void dumpDirective(const CheckedRedistribute &directive,
                          llvm::raw_ostream &out) {
  out << "sema: redistribute " << directive.id << " at line " << directive.line
      << '\n';
  line(out, "object", objectsText(directive.objects));
  if (!directive.into.empty())
    line(out, "into", objectsText(directive.into));
  line(out, "comm", directive.communicator);
  line(out, "strategy", redist::schedule::name(directive.strategy));
  if (directive.order)
    line(out, "order",
         *directive.order == StorageOrder::Column ? "column" : "row");
  if (!directive.permutation.empty())
    line(out, "permute", joined(directive.permutation, [](unsigned dimension) {
           return dimension == lackingDimension ? "none"
                                                : std::to_string(dimension);
         }));
  if (!directive.relabel.empty())
    line(out, "relabel", directive.relabel);
  if (directive.accumulate)
    line(out, "accumulate", operatorText(*directive.accumulate));
  if (!directive.request.empty())
    line(out, "nowait", directive.request);
  for (const CheckedInstance &instance : directive.instances)
    dumpInstance(instance, out);
}

template <typename Value>
static void dumpKnown(llvm::raw_ostream &out, llvm::StringRef key,
                      const std::optional<Value> &parameter) {
  if (parameter)
    line(out, key, parameterText(*parameter));
}

static void dumpInstance(const ReduceInstance &instance,
                         llvm::raw_ostream &out) {
  out << "  instance: "
      << (instance.context.empty() ? "(here)" : instance.context) << '\n';
  dumpKnown(out, "  root", instance.root);
  dumpKnown(out, "  onto", instance.onto);
  dumpKnown(out, "  transfer cost", instance.transferCost);
  dumpKnown(out, "  combine cost", instance.combineCost);
  dumpKnown(out, "  transfers", instance.transfers);
  dumpKnown(out, "  reducers", instance.reducers);
  line(out, "  exact", instance.isExact ? "yes" : "no");
}

static std::string itemText(const CheckedItem &item) {
  return item.text + (item.isSection ? '[' + item.lower + " : " + item.length +
                                           " : " + item.stride + ']'
                                     : "");
}

static void dumpDirective(const CheckedReduce &directive,
                          llvm::raw_ostream &out) {
  out << "sema: reduce " << directive.id << " at line " << directive.line
      << '\n';
  line(out, "operator", operatorText(directive.operation));
  line(out, "item", joined(directive.items, itemText));
  line(out, "comm", directive.communicator);
  line(out, "strategy", redist::schedule::nameOf(directive.strategy));
  if (directive.ordered)
    line(out, "ordered", "yes");
  if (!directive.request.empty())
    line(out, "nowait", directive.request);
  for (const ReduceInstance &instance : directive.instances)
    dumpInstance(instance, out);
}

static std::string carriedText(const CarriedVariable &variable) {
  return variable.text + " (" + variable.type +
         (variable.bytes ? ", " + std::to_string(*variable.bytes) + " bytes"
                         : "") +
         ')';
}

static void dumpStage(const CheckedStage &stage, std::size_t number,
                      llvm::raw_ostream &out) {
  line(out, "stage",
       std::to_string(number) + " at line " + std::to_string(stage.line) +
           (stage.isMovable ? ", movable" : ", stays: " + stage.reason));
  if (stage.replicateAuto)
    line(out, "  replicate", "auto");
  const auto same = [](const std::string &name) { return name; };
  if (stage.isStated) {
    line(out, "  in",
         stage.statedReads.empty() ? "nothing"
                                   : joined(stage.statedReads, same));
    line(out, "  out",
         stage.statedWrites.empty() ? "nothing"
                                    : joined(stage.statedWrites, same));
  }
  if (!stage.carried.empty())
    line(out, "  carries", joined(stage.carried, carriedText));
}

static void dumpInstance(const StageInstance &stage, std::size_t number,
                         llvm::raw_ostream &out) {
  const std::string head = "  stage " + std::to_string(number) + ' ';
  dumpKnown(out, head + "work", stage.work);
  dumpKnown(out, head + "data", stage.data);
  dumpKnown(out, head + "replicate", stage.replicas);
  dumpKnown(out, head + "at", stage.rank);
  if (stage.bytes)
    line(out, head + "bytes", std::to_string(*stage.bytes));
}

static void dumpInstance(const PipelineInstanceValues &instance,
                         llvm::raw_ostream &out) {
  out << "  instance: "
      << (instance.context.empty() ? "(here)" : instance.context) << '\n';
  dumpKnown(out, "  onto", instance.onto);
  if (!instance.speeds.empty())
    line(out, "  speeds", joined(instance.speeds, [](const Seconds &speed) {
           return parameterText(speed);
         }));
  dumpKnown(out, "  bandwidth", instance.bandwidth);
  dumpKnown(out, "  latency", instance.latency);
  dumpKnown(out, "  depth", instance.depth);
  for (std::size_t k = 0; k < instance.stages.size(); ++k)
    dumpInstance(instance.stages[k], k + 1, out);
}

static void dumpDirective(const CheckedPipeline &directive,
                          llvm::raw_ostream &out) {
  out << "sema: pipeline " << directive.id << " at line " << directive.line
      << '\n';
  line(out, "comm", directive.communicator);
  line(out, "mapping", redist::schedule::nameOf(directive.mapping));
  if (!directive.speedRange.empty())
    line(out, "speeds", directive.speedRange);
  if (!directive.bandwidthRange.empty())
    line(out, "bandwidth", directive.bandwidthRange);
  line(out, "header",
       directive.loop.header == HeaderKind::EveryRank ? "every rank"
                                                      : "first stage");
  if (!directive.loop.initialisers.empty())
    line(out, "initialised by stage 1",
         joined(directive.loop.initialisers,
                [](const FirstInitialiser &one) { return one.variable; }));
  for (std::size_t k = 0; k < directive.stages.size(); ++k)
    dumpStage(directive.stages[k], k + 1, out);
  for (const StateVariable &state : directive.states)
    line(out, "state",
         (state.form == StateForm::Pointee ? "*" : "") + state.text + " (" +
             state.type + ") of stage " + std::to_string(state.stage + 1) +
             (state.travels ? "" : ", stays there"));
  if (!directive.counts.empty())
    line(out, "counts", joined(directive.counts, [](const std::string &count) {
           return count;
         }));
  if (!directive.itemVariables.empty())
    line(out, "item",
         joined(directive.itemVariables,
                [](const std::string &name) { return name; }));
  for (const PipelineInstanceValues &instance : directive.instances)
    dumpInstance(instance, out);
}

static void dumpDirective(const CheckedWait &directive,
                          llvm::raw_ostream &out) {
  out << "sema: " << wordOf(directive.spelling) << ' ' << directive.id
      << " at line " << directive.line << '\n';
  line(out, "wait", directive.request);
}

void dumpChecked(const std::vector<CheckedDirective> &directives,
                 llvm::raw_ostream &out) {
  for (const CheckedDirective &directive : directives)
    std::visit([&](const auto &one) { dumpDirective(one, out); }, directive);
}

} // namespace redistc::driver
