//===- DeniedUses.cpp - What stages do not do to variables -----*- C++ -*-===//
//
// Where the text leaves in doubt whether a stage uses a variable, the accesses
// of the stage in generated code tell: none to the memory of the variable, nor
// to what is reached from there, nor to memory that is not known.
//
//===----------------------------------------------------------------------===//
#include "AnalysedUnit.h"
#include "LoopMemory.h"

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

std::vector<FoundUse> findDenied(clang::Sema &sema, const CodeEvents &events,
                                 const std::vector<StagedLoop> &loops) {
  std::vector<FoundUse> denied;
  AnalysedUnit code(sema, events, loops);
  if (!code.isKnown())
    return denied;
  std::vector<FoundUse> shown;
  std::set<unsigned> seen;
  for (unsigned i = 0; i < code.program.allLoops().size(); ++i) {
    const LoopInstance &one = code.program.allLoops()[i];
    if (!one.region->variables)
      continue;
    seen.insert(one.staged);
    append_range(
        shown, usesOfDoubted(sema.getASTContext(), code, i, loops[one.staged]));
  }
  for (const unsigned i : seen)
    for (const clang::VarDecl *variable : loops[i].doubted)
      for (std::size_t k = 0; k < loops[i].stages.size(); ++k)
        for (const bool isWritten : {false, true}) {
          const FoundUse use{loops[i].function, loops[i].loop, k, variable,
                             isWritten};
          if (!is_contained(shown, use))
            denied.push_back(use);
        }
  return denied;
}

} // namespace redistc::effects
