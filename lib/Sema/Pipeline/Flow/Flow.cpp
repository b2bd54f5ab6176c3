//===- Flow.cpp - Data flow between stages ---------------------*- C++ -*-===//
//
// The order of the passes, and the union of what they find in instances.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/Flow.h"

#include "Pipeline/Flow/Names.h"

using namespace clang;

namespace redistc::sema {

PipelineFlow analyseFlow(LoopContext &loop, bool needsFirst) {
  const bool &hasError = loop.context.hasError;
  PipelineFlow flow;
  flow.own = findItemObjects(loop, needsFirst);
  if (hasError)
    return flow;
  flow.uses = collectAccesses(loop, flow.own);
  flow.header = judgeHeader(loop, flow.uses, needsFirst);
  flow.shared = findShared(loop, flow.uses);
  if (!loop.isPattern)
    flow.doubted = checkConflicts(loop, flow.uses, flow.header, flow.shared);
  flow.uses = withoutErrno(loop, std::move(flow.uses));
  if (hasError || flow.isDoubtful())
    return flow;
  flow.initial = findInitialValues(loop, flow.uses, flow.header);
  if (hasError)
    return flow;
  flow.live =
      findLiveValues(loop, flow.own, flow.uses, flow.header, flow.initial);
  if (hasError || flow.isDoubtful())
    return flow;
  if (!loop.isPattern) {
    checkItemPointees(loop, flow.uses, flow.live);
    checkItemAliases(loop, flow.uses, flow.live);
  }
  if (hasError)
    return flow;
  flow.states = findStates(loop, flow.own, flow.uses, flow.header, flow.shared);
  flow.mobility =
      findMobility(loop, flow.uses, flow.header, flow.shared, flow.states);
  return flow;
}

std::vector<const VarDecl *> firstOnly(const LoopContext &loop,
                                       const PipelineFlow &flow) {
  std::vector<const VarDecl *> variables;
  for (std::size_t i = 0; i < flow.initial.size(); ++i)
    if (const auto *variable = dyn_cast<VarDecl>(loop.items[i].decl);
        variable && flow.initial[i].isFirstOnly)
      variables.push_back(variable);
  return variables;
}

std::optional<std::int64_t> carriedBytes(const PipelineFlow &flow,
                                         std::size_t stage) {
  std::int64_t bytes = 0;
  if (stage < flow.live.described.size())
    for (const plan::CarriedVariable &variable : flow.live.described[stage]) {
      if (!variable.bytes)
        return std::nullopt;
      bytes += *variable.bytes;
    }
  return bytes;
}

static void uniteStage(const std::vector<plan::CarriedVariable> &carried,
                       const Mobility &mobility, bool isFirst,
                       plan::CheckedStage &stage) {
  stage.isMovable = (isFirst || stage.isMovable) && mobility.reason.empty();
  if (stage.reason.empty())
    stage.reason = mobility.reason;
  for (const plan::CarriedVariable &variable : carried) {
    const auto same = llvm::find_if(stage.carried, [&](const auto &other) {
      return other.text == variable.text;
    });
    if (same == stage.carried.end())
      stage.carried.push_back(variable);
    else if (same->bytes != variable.bytes)
      same->bytes.reset();
  }
}

static void uniteState(const plan::StateVariable &state,
                       std::vector<plan::StateVariable> &states) {
  const auto same = llvm::find_if(states, [&](const auto &other) {
    return other.text == state.text && other.form == state.form &&
           other.stage == state.stage;
  });
  if (same == states.end())
    states.push_back(state);
  else
    same->travels = same->travels && state.travels;
}

/// Adds what is not there.
static void addName(std::vector<std::string> &names, const std::string &name) {
  if (!llvm::is_contained(names, name))
    names.push_back(name);
}

void uniteFlow(LoopContext &loop, const PipelineFlow &flow,
               plan::CheckedPipeline &checked) {
  const bool isFirst = checked.instances.empty();
  if (checked.carries.empty())
    for (const Carry &carry : flow.own.carries)
      checked.carries.push_back({carry.name, carry.count.text});
  if (isFirst || flow.header.isByFirst())
    checked.loop.header = flow.header.kind;
  for (std::size_t k = 0; k < flow.mobility.size(); ++k)
    uniteStage(flow.live.described[k], flow.mobility[k], isFirst,
               checked.stages[k]);
  for (const plan::StateVariable &state : flow.states.all)
    uniteState(state, checked.states);
  for (const ObjectId id : flow.shared.counts)
    addName(checked.counts,
            nameOfState(loop, flow.uses, loop.objects[id]).text);
  for (const ItemVariable &item : loop.items)
    if (llvm::any_of(flow.live.carriedAnywhere, [&](ObjectId id) {
          return loop.objects[id].decl == item.decl->getCanonicalDecl();
        }))
      addName(checked.itemVariables, item.decl->getNameAsString());
}

} // namespace redistc::sema
