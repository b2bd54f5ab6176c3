//===- Instances.cpp - Instantiations of templates -------------*- C++ -*-===//
//
// Names are those of Clang's own notes.
//
//===----------------------------------------------------------------------===//
#include "Common/Instances.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace redistc::sema {

static bool isInstantiated(const FunctionDecl *function) {
  for (const DeclContext *context = function; context;
       context = context->getParent()) {
    if (const auto *inner = dyn_cast<FunctionDecl>(context)) {
      if (inner->isTemplateInstantiation())
        return true;
    } else if (const auto *record =
                   dyn_cast<ClassTemplateSpecializationDecl>(context)) {
      if (record->getSpecializationKind() != TSK_ExplicitSpecialization)
        return true;
    }
  }
  return false;
}

static std::string nameOf(const FunctionDecl *function,
                          const PrintingPolicy &policy) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  function->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  return name;
}

std::string instanceName(const FunctionDecl *function, const ASTContext &ast) {
  if (!function || !isInstantiated(function))
    return "";
  const PrintingPolicy &policy = ast.getPrintingPolicy();
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!method || !method->getParent()->isLambda())
    return nameOf(function, policy);
  const auto *outer =
      dyn_cast<FunctionDecl>(method->getParent()->getDeclContext());
  std::string name;
  if (outer)
    name = (isInstantiated(outer) ? instanceName(outer, ast)
                                  : nameOf(outer, policy)) +
           "::";
  name += "(lambda)";
  if (const auto *arguments = function->getTemplateSpecializationArgs()) {
    llvm::raw_string_ostream stream(name);
    printTemplateArgumentList(stream, arguments->asArray(), policy);
  }
  return name;
}

std::vector<Occurrence> relevantOccurrences(const std::vector<Occurrence> &all,
                                            size_t index, bool &isTemplated) {
  std::vector<Occurrence> patterns, instances;
  for (const Occurrence &occurrence : all) {
    if (occurrence.directive != index)
      continue;
    const bool isPattern =
        occurrence.function && occurrence.function->isDependentContext();
    isTemplated |= isPattern;
    (isPattern ? patterns : instances).push_back(occurrence);
  }
  return instances.empty() ? patterns : instances;
}

} // namespace redistc::sema
