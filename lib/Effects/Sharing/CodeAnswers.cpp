//===- CodeAnswers.cpp - What code says where the text does not ----------===//
//
// Where the text leaves in doubt whether a stage uses a variable, the accesses
// of the stage in generated code tell: none to the memory of the variable, nor
// to what is reached from there, nor to memory that is not known. And to what a
// pointer may refer.
//
//===----------------------------------------------------------------------===//
#include "Program/LoopMemory.h"
#include "Sharing/AnalysedUnit.h"

using namespace llvm;

namespace redistc::effects {

/// What the stages of one loop do to its doubted variables.
static std::vector<FoundUse> usesOfDoubted(clang::ASTContext &ast,
                                           AnalysedUnit &code, unsigned index,
                                           const StagedLoop &staged) {
  std::vector<FoundUse> uses;
  LoopMemory memory(ast, code.program, code.program.allLoops()[index], staged);
  LoopAccesses accesses(code.program, code.touched, code.statics, index);
  for (const clang::VarDecl *variable : staged.doubted) {
    const std::set<ObjectId> own = memory.objectsOf(variable);
    const std::set<ObjectId> all = reachedFrom(code.program.memory(), own);
    const bool isLost = own.empty() || all.count(code.program.unknown()) != 0;
    for (std::size_t k = 0; k < staged.stages.size(); ++k)
      for (const bool isWritten : {false, true})
        if (isLost ||
            any_of(accesses.of(part::Stage + static_cast<unsigned>(k)),
                   [&](const Access &access) {
                     return access.isWrite == isWritten &&
                            (access.object == code.program.unknown() ||
                             all.count(access.object) != 0);
                   }))
          uses.push_back(
              {staged.function, staged.loop, k, variable, isWritten});
  }
  return uses;
}

/// Made when its function is called for the first time: not on every rank.
static bool isMadeLate(const GlobalVariable &variable) {
  const StringRef name = variable.getName();
  return name.starts_with("_ZZ") && variable.getParent()->getNamedValue(
                                        ("_ZGV" + name.drop_front(2)).str());
}

/// Whether all addresses in the variable are of static memory, which every rank
/// has.
static bool isStatic(AnalysedUnit &code, LoopMemory &memory,
                     const clang::VarDecl *variable) {
  PointsTo &points = code.program.memory();
  const auto isOfAllRanks = [&](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    const auto *global = dyn_cast_or_null<GlobalVariable>(object.site);
    return object.kind == ObjectKind::Function ||
           (object.kind == ObjectKind::Global && global &&
            !object.isCharacters && !global->isThreadLocal() &&
            !isMadeLate(*global));
  };
  const std::set<ObjectId> own = memory.objectsOf(variable);
  for (const ObjectId id : own)
    for (const auto &[offset, place] : points.object(id).places)
      if (const NodeId content = points.place(place).content; content != none)
        for (const PlaceId target : points[content])
          if (!isOfAllRanks(target))
            return false;
  return !own.empty();
}

CodeAnswers askCode(clang::Sema &sema, const CodeEvents &events,
                    const std::vector<StagedLoop> &loops) {
  CodeAnswers answers;
  AnalysedUnit code(sema, events, loops);
  if (!code.isKnown())
    return answers;
  std::vector<FoundUse> shown;
  std::vector<StaticHandle> others;
  std::set<unsigned> seen;
  for (unsigned i = 0; i < code.program.allLoops().size(); ++i) {
    const LoopInstance &one = code.program.allLoops()[i];
    if (!one.region->variables)
      continue;
    const StagedLoop &staged = loops[one.staged];
    seen.insert(one.staged);
    append_range(shown, usesOfDoubted(sema.getASTContext(), code, i, staged));
    LoopMemory memory(sema.getASTContext(), code.program, one, staged);
    for (const clang::VarDecl *variable : staged.handles)
      if (!isStatic(code, memory, variable))
        others.push_back({staged.function, staged.loop, variable});
  }
  for (const unsigned i : seen) {
    for (const clang::VarDecl *variable : loops[i].doubted)
      for (std::size_t k = 0; k < loops[i].stages.size(); ++k)
        for (const bool isWritten : {false, true}) {
          const FoundUse use{loops[i].function, loops[i].loop, k, variable,
                             isWritten};
          if (!is_contained(shown, use))
            answers.denied.push_back(use);
        }
    for (const clang::VarDecl *variable : loops[i].handles)
      if (const StaticHandle handle{loops[i].function, loops[i].loop, variable};
          !is_contained(others, handle))
        answers.handles.push_back(handle);
  }
  return answers;
}

} // namespace redistc::effects
