//===- ReachingLayouts.cpp - Layouts that may reach a directive -*- C++ -*-===//
//
// Which statement a directive is, and the way of states round the CFG.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/ReachingLayouts.h"

#include "Redistribute/LayoutFlow.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/CFG.h"

#include <algorithm>

using namespace clang;

namespace redistc::sema {

/// `(void)(e)`, maybe with cleanups, as the CFG has it.
static const Stmt *slotStatement(const CompoundStmt *injected, unsigned slot) {
  const Stmt *statement = injected->body_begin()[slot];
  if (const auto *full = dyn_cast<FullExpr>(statement))
    return full->getSubExpr();
  return statement;
}

const ValueDecl *
LayoutFlow::objectOf(const Occurrence &occurrence,
                     const directive::ParsedObject &object) const {
  const auto *slot = dyn_cast<CStyleCastExpr>(
      slotStatement(occurrence.statement, object.name.slot));
  return slot ? namedArray(slot->getSubExpr()) : nullptr;
}

void LayoutFlow::add(const PlacedInstance &placed) {
  const Occurrence &occurrence = *placed.occurrence;
  const directive::ParsedDirective &parsed =
      recorder.directives()[occurrence.directive];
  Query query{placed, {}, {}};
  for (const directive::ParsedObject &object : parsed.objects)
    query.objects.push_back(objectOf(occurrence, object));
  for (const directive::ParsedObject &object : parsed.into)
    query.destinations.push_back(objectOf(occurrence, object));
  queryOf[slotStatement(occurrence.statement, parsed.slotCount - 1)] =
      queries.size();
  queries.push_back(std::move(query));
}

void LayoutFlow::through(const CFGBlock &block, LayoutState &state) {
  if (isa_and_nonnull<CXXCatchStmt>(block.getLabel()))
    for (KnownLayouts &known : state)
      known.mayBeOther = true; // thrown anywhere before
  for (const CFGElement &element : block)
    if (const auto statement = element.getAs<CFGStmt>())
      step(statement->getStmt(), state);
}

void LayoutFlow::run() {
  if (uses.count() == 0)
    return;
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  const std::unique_ptr<CFG> cfg =
      CFG::buildCFG(function, function->getBody(), &ast, options);
  if (!cfg)
    return;
  // What was there before the function: of its own variables nothing yet.
  LayoutState entry(uses.count());
  for (std::size_t i = 0; i < entry.size(); ++i)
    entry[i] = unknownLayout();
  std::vector<LayoutState> before(cfg->getNumBlockIDs(),
                                  LayoutState(uses.count()));
  std::vector<bool> isReached(cfg->getNumBlockIDs(), false);
  before[cfg->getEntry().getBlockID()] = entry;
  isReached[cfg->getEntry().getBlockID()] = true;

  const PostOrderCFGView order(cfg.get());
  const auto pass = [&] {
    bool isChanged = false;
    for (const CFGBlock *block : order) {
      if (!isReached[block->getBlockID()])
        continue;
      LayoutState state = before[block->getBlockID()];
      through(*block, state);
      for (const CFGBlock *next : block->succs()) {
        if (!next)
          continue; // never taken
        LayoutState joined = before[next->getBlockID()];
        for (std::size_t i = 0; i < joined.size(); ++i)
          joined[i].join(state[i]);
        isChanged |= !isReached[next->getBlockID()] ||
                     joined != before[next->getBlockID()];
        isReached[next->getBlockID()] = true;
        before[next->getBlockID()] = std::move(joined);
      }
    }
    return isChanged;
  };
  while (pass())
    ;
  isFinal = true;
  pass();
}

void findReachingLayouts(ASTContext &ast,
                         const directive::DirectiveRecorder &recorder,
                         const std::vector<PlacedInstance> &instances) {
  // No CFG is made of what Clang could not make sense of.
  if (ast.getDiagnostics().hasUncompilableErrorOccurred())
    return;
  // Functions in the order of their first directive.
  std::vector<std::pair<const FunctionDecl *, std::unique_ptr<LayoutFlow>>>
      flows;
  for (const PlacedInstance &placed : instances) {
    const FunctionDecl *function = placed.occurrence->function;
    if (!function || function->isDependentContext() || !function->hasBody())
      continue;
    function = function->getDefinition();
    auto found = std::find_if(flows.begin(), flows.end(), [&](const auto &one) {
      return one.first == function;
    });
    if (found == flows.end())
      found = flows.insert(
          flows.end(),
          {function, std::make_unique<LayoutFlow>(ast, function, recorder)});
    found->second->add(placed);
  }
  for (const auto &[function, flow] : flows)
    flow->run();
}

} // namespace redistc::sema
