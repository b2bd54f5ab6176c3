//===- Inlining.cpp - Small functions of the C++ library -------*- C++ -*-===//
//
// From the inside outwards, so that what has become small is inlined, too.
//
//===----------------------------------------------------------------------===//
#include "Code/Inlining.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace redistc::effects {

/// Larger functions have instances of their own; else code would grow.
static constexpr unsigned maxInstructions = 16;

/// Whether it may become a part of what calls it.
static bool isSmall(const Function &function) {
  return !function.isDeclaration() && function.size() == 1 &&
         !function.isVarArg() && !function.isInterposable() &&
         function.getInstructionCount() <= maxInstructions &&
         none_of(function.front(), [](const Instruction &one) {
           return isa<AtomicRMWInst, AtomicCmpXchgInst>(one);
         });
}

/// What ends the program needs no code: of functions that throw nothing.
static void removeTerminations(Function &function) {
  bool isChanged = false;
  for (BasicBlock &block : function)
    if (auto *call = dyn_cast<InvokeInst>(block.getTerminator());
        call && any_of(*call->getUnwindDest(), [](const Instruction &one) {
          const auto *inner = dyn_cast<CallBase>(&one);
          return inner && inner->getCalledFunction() &&
                 inner->getCalledFunction()->getName() ==
                     "__clang_call_terminate";
        })) {
      changeToCall(call);
      isChanged = true;
    }
  if (!isChanged)
    return;
  removeUnreachableBlocks(function);
  for (BasicBlock &block : make_early_inc_range(function))
    MergeBlockIntoPredecessor(&block);
}

/// Whether calls of functions became parts of this one.
static bool inlineInto(Function &caller,
                       function_ref<bool(const Function &)> isInlined) {
  SmallVector<CallBase *, 16> calls;
  for (BasicBlock &block : caller)
    for (Instruction &one : block)
      if (auto *call = dyn_cast<CallBase>(&one);
          call && call->getCalledFunction() && !call->isMustTailCall() &&
          isInlined(*call->getCalledFunction()))
        calls.push_back(call);
  bool isChanged = false;
  for (CallBase *call : calls) {
    InlineFunctionInfo info;
    isChanged |= InlineFunction(*call, info).isSuccess();
  }
  return isChanged;
}

std::vector<Function *>
inlineLibrary(Module &module,
              const std::function<InlineKind(const Function &)> &kindOf) {
  std::vector<Function *> changed;
  CallGraph graph(module);
  DenseMap<const Function *, InlineKind> inlined;
  for (auto circle = scc_begin(&graph); !circle.isAtEnd(); ++circle)
    for (const CallGraphNode *node : *circle) {
      Function *function = node->getFunction();
      if (!function || function->isDeclaration())
        continue;
      const InlineKind kind = kindOf(*function);
      if (kind == InlineKind::Foreign)
        continue;
      removeTerminations(*function);
      if (inlineInto(*function, [&](const Function &callee) {
            const auto found = inlined.find(&callee);
            return found != inlined.end() &&
                   (found->second == InlineKind::Ordinary ||
                    kind == found->second);
          }))
        changed.push_back(function);
      if (kind != InlineKind::Named && !circle.hasCycle() && isSmall(*function))
        inlined[function] = kind;
    }
  return changed;
}

} // namespace redistc::effects
