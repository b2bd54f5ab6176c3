//===- DumpParse.cpp - Directives as they were written ---------*- C++ -*-===//
//
// --dump=parse.
//
//===----------------------------------------------------------------------===//
#include "Dump.h"

#include "DumpLines.h"

#include "clang/Basic/SourceManager.h"

using namespace redistc::directive;

namespace redistc::driver {

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
  case DistributionWord::Indirect:
    text = "indirect";
    break;
  case DistributionWord::Listed:
    text = "listed";
    break;
  }
  if (distribution.argument)
    text += '(' + distribution.argument->text + ')';
  if (distribution.shift)
    text += " shift(" + distribution.shift->text + ')';
  return text;
}

static std::string widthText(const ParsedWidth &width) {
  return width.before.text + (width.after ? " : " + width.after->text : "");
}

static std::string layoutText(const ParsedLayout &layout) {
  if (layout.isRemote)
    return "remote";
  std::string text = joined(layout.dimensions, distributionText);
  std::vector<std::string> grid;
  auto next = layout.copies.begin();
  for (std::size_t i = 0; i <= layout.grid.size(); ++i) {
    for (; next != layout.copies.end() && next->place == i; ++next)
      grid.push_back((next->operation
                          ? "partial(" + next->operation->spelling + ", "
                          : "copies(") +
                     next->ranks.text + ')');
    if (i < layout.grid.size())
      grid.push_back(layout.grid[i].text);
  }
  if (!grid.empty())
    text += " onto(" +
            joined(grid, [](const std::string &one) { return one; }) + ')';
  if (layout.firstRank)
    text += " at(" + layout.firstRank->text + ')';
  if (layout.ranks)
    text += " ranks(" + layout.ranks->text + ')';
  if (!layout.widths.empty())
    text += (layout.isHalo ? " halo(" : " room(") +
            joined(layout.widths, widthText) + ')';
  if (layout.lead)
    text += " lead(" + layout.lead->text + ')';
  return text;
}

static std::string sectionText(const ParsedSection &section) {
  std::string text;
  for (const auto *part :
       {&section.extent, &section.lower, &section.length, &section.stride})
    if (*part)
      text += (text.empty() ? "" : " : ") + (*part)->text;
  if (section.whole)
    text += " of " + section.whole->text;
  return '[' + text + ']';
}

static std::string objectText(const ParsedObject &object) {
  std::string text = object.name.text;
  for (const ParsedSection &section : object.sections)
    text += sectionText(section);
  return text;
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
  if (directive.capacity)
    line(out, "capacity", directive.capacity->text);
  if (directive.accumulate)
    line(out, "accumulate", directive.accumulate->spelling);
}

static void dumpRedistribute(const ParsedDirective &directive,
                             llvm::raw_ostream &out) {
  line(out, "object", joined(directive.objects, objectText));
  if (directive.from)
    line(out, "from", layoutText(*directive.from));
  if (directive.to)
    line(out, "to", layoutText(*directive.to));
  if (!directive.into.empty())
    line(out, "into", joined(directive.into, objectText));
}

static std::string itemText(const ParsedItem &item) {
  return item.name.text + (item.section ? sectionText(*item.section) : "");
}

static void clause(llvm::raw_ostream &out, llvm::StringRef key,
                   const std::optional<ParsedExpression> &value) {
  if (value)
    line(out, key, value->text);
}

static void dumpReduce(const ParsedReduction &reduction,
                       llvm::raw_ostream &out) {
  line(out, "operator", reduction.operation.spelling);
  line(out, "item", joined(reduction.items, itemText));
  clause(out, "root", reduction.root);
  clause(out, "onto", reduction.onto);
  clause(out, "transfer cost", reduction.transferCost);
  clause(out, "combine cost", reduction.combineCost);
  clause(out, "transfers", reduction.transfers);
  clause(out, "reducers", reduction.reducers);
  if (reduction.ordered)
    line(out, "ordered", "yes");
}

static std::string carryText(const ParsedCarry &carry) {
  return carry.pointer.text + sectionText(carry.section);
}

static void dumpPipeline(const ParsedPipeline &pipeline,
                         llvm::raw_ostream &out) {
  clause(out, "onto", pipeline.onto);
  if (!pipeline.speeds.empty())
    line(out, "speeds", joined(pipeline.speeds, expressionText));
  clause(out, "bandwidth", pipeline.bandwidth);
  if (pipeline.mapping)
    line(out, "mapping", pipeline.mapping->name);
  clause(out, "latency", pipeline.latency);
  clause(out, "depth", pipeline.depth);
  if (!pipeline.carries.empty())
    line(out, "carry", joined(pipeline.carries, carryText));
}

static void dumpStage(const ParsedStage &stage, llvm::raw_ostream &out) {
  clause(out, "work", stage.work);
  clause(out, "data", stage.data);
  clause(out, "replicate", stage.replicas);
  if (stage.replicateAuto)
    line(out, "replicate", "auto");
  if (!stage.reads.empty())
    line(out, "in", joined(stage.reads, expressionText));
  if (!stage.writes.empty())
    line(out, "out", joined(stage.writes, expressionText));
  clause(out, "at", stage.rank);
}

void dumpParsed(const std::vector<ParsedDirective> &directives,
                const clang::SourceManager &sources, llvm::raw_ostream &out) {
  for (const ParsedDirective &directive : directives) {
    const bool isWait = directive.kind == DirectiveKind::RedistributeWait ||
                        directive.kind == DirectiveKind::ReduceWait;
    const clang::PresumedLoc place =
        sources.getPresumedLoc(directive.range.getBegin());
    out << "parse: " << wordOf(directive.kind) << (isWait ? " wait" : "")
        << " at " << place.getLine() << ':' << place.getColumn()
        << (directive.isPragmaOperator ? " (_Pragma)\n" : "\n");
    line(out, "spelling", directive.spelling);
    if (directive.kind == DirectiveKind::Redistribute)
      dumpRedistribute(directive, out);
    if (directive.reduction)
      dumpReduce(*directive.reduction, out);
    if (directive.pipeline)
      dumpPipeline(*directive.pipeline, out);
    if (directive.stage)
      dumpStage(*directive.stage, out);
    dumpSmallClauses(directive, out);
    if (directive.request)
      line(out, isWait ? "wait" : "nowait", directive.request->name);
  }
}

} // namespace redistc::driver
