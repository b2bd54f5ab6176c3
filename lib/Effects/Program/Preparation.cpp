//===- Preparation.cpp - Code that is made simple --------------*- C++ -*-===//
//
// What is done to Clang's code before the analysis: as few variables and as few
// functions as can be, without a loss.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "clang/AST/DeclCXX.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace llvm;

namespace redistc::effects {

/// Takes variables that are no addresses out of memory, so that each value is
/// told from earlier ones of the variable.
static void promoteVariables(ArrayRef<Function *> functions) {
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager analyses;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(analyses);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, analyses, components, modules);
  SROAPass pass(SROAOptions::ModifyCFG);
  for (Function *function : functions)
    pass.run(*function, analyses);
}

/// What the optimiser knows of functions of the C library.
static void describeLibrary(Module &module) {
  const TargetLibraryInfoImpl known(Triple(module.getTargetTriple()));
  for (Function &function : module)
    if (function.isDeclaration())
      inferNonMandatoryLibFuncAttrs(function, TargetLibraryInfo(known));
}

static bool isEnd(Program &program, const Function *function) {
  if (!program.isOfLibrary(function))
    return function->isDeclaration() &&
           (function->getName() == "fclose" || function->getName() == "fflush");
  const auto *decl = dyn_cast_or_null<clang::FunctionDecl>(
      program.lowered().declarationOf(*function));
  if (isa_and_nonnull<clang::CXXDestructorDecl>(decl))
    return true;
  const StringRef name = function->getName();
  const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(decl);
  if (method && method->getDeclName().isIdentifier() &&
      method->getParent()->getName().contains("stream"))
    return method->getName() == "close" || method->getName() == "flush" ||
           method->getName() == "is_open";
  return name.contains("estroy") || name.contains("_M_erase") ||
         name.contains("_M_dispose") || name.contains("_M_release") ||
         name.contains("eallocate") || name.contains("_M_clear");
}

bool Program::isEndOfLibraryObject(const Function *function) {
  const auto [found, isNew] = ends.try_emplace(function, false);
  if (isNew)
    found->second = isEnd(*this, function);
  return found->second;
}

bool Program::isAliasing(const Function *function) const {
  if (!function->getName().contains("shared_ptr"))
    return false;
  const auto *made = dyn_cast_or_null<clang::CXXConstructorDecl>(
      unit.declarationOf(*function));
  return made && made->getParent()->getName() == "shared_ptr" &&
         made->getNumParams() == 2 &&
         made->getParamDecl(0)->getType()->isReferenceType() &&
         made->getParamDecl(1)->getType()->isPointerType();
}

InlineKind Program::inlineKindOf(const Function &function) {
  const StringRef name = function.getName();
  if (!isOfLibrary(&function) || isKnownWithBody(&function))
    return InlineKind::Foreign;
  if (isEndOfLibraryObject(&function))
    return InlineKind::End;
  return isValueOfNode(&function) || name.contains("_M_swap_data") ||
                 name.contains("_M_move_assign") || name.contains("ios_base") ||
                 isAliasing(&function)
             ? InlineKind::Named
             : InlineKind::Ordinary;
}

void Program::simplify() {
  std::vector<Function *> defined;
  for (Function &function : *unit.module)
    if (!function.isDeclaration())
      defined.push_back(&function);
  promoteVariables(defined);
  promoteVariables(inlineLibrary(
      *unit.module, [this](const Function &one) { return inlineKindOf(one); }));
  describeLibrary(*unit.module);
}

} // namespace redistc::effects
