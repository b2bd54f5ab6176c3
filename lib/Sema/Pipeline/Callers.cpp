//===- Callers.cpp - What its function is given ----------------*- C++ -*-===//
//-*-===//
//
// Whether two parameters lead to one object, as far as the calls tell that the
// translation unit holds.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// Calls of one function, each with the function around it.
class CallFinder : public RecursiveASTVisitor<CallFinder> {
  using Base = RecursiveASTVisitor<CallFinder>;

public:
  struct Found {
    const Expr *call;
    const FunctionDecl *around;
  };

  explicit CallFinder(const FunctionDecl *function)
      : wanted(function->getCanonicalDecl()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *decl) {
    const FunctionDecl *outer = around;
    if (auto *inner = dyn_cast_or_null<FunctionDecl>(decl))
      around = inner;
    const bool goOn = Base::TraverseDecl(decl);
    around = outer;
    return goOn;
  }

  bool VisitExpr(Expr *expression) {
    if (const auto site = callSiteOf(expression);
        site && site->callee && site->callee->getCanonicalDecl() == wanted)
      found.push_back({expression, around});
    return true;
  }

  std::vector<Found> found;

private:
  const FunctionDecl *wanted;
  const FunctionDecl *around = nullptr;
};
} // namespace

static bool mayLeadAnywhere(const Object &object) {
  const bool isGiven = object.kind == ObjectKind::Variable && object.decl &&
                       isa<ParmVarDecl>(object.decl) &&
                       object.decl->getType()->isReferenceType();
  return isGiven || (object.kind == ObjectKind::Pointee && object.isShared);
}

PipelineFlow::Given PipelineFlow::given(const ParmVarDecl *first,
                                        const ParmVarDecl *second) {
  CallFinder finder(function);
  const SourceManager &sources = context.ast.getSourceManager();
  for (Decl *decl : context.ast.getTranslationUnitDecl()->decls())
    if (sources.isInMainFile(sources.getExpansionLoc(decl->getEndLoc())))
      finder.TraverseDecl(decl);
  bool areApart = !finder.found.empty();
  for (const CallFinder::Found &found : finder.found) {
    const auto site = callSiteOf(found.call);
    Roots there(summaries, found.around, /*isFromOutside=*/false);
    const auto rootsOf = [&](const ParmVarDecl *parameter) {
      const unsigned index = parameter->getFunctionScopeIndex();
      if (index >= site->arguments.size())
        return ObjectIds();
      const Expr *argument = site->arguments[index];
      return parameter->getType()->isReferenceType()
                 ? there.ofLvalue(argument)
                 : there.ofPointer(argument);
    };
    const ObjectIds one = rootsOf(first), other = rootsOf(second);
    for (const ObjectId id : one)
      if (llvm::is_contained(other, id) && !mayLeadAnywhere(objects[id]))
        return Given::One;
    for (const ObjectIds *ids : {&one, &other})
      for (const ObjectId id : *ids)
        areApart &= !mayLeadAnywhere(objects[id]);
  }
  return areApart ? Given::Apart : Given::Unknown;
}

/// Two parameters that may lead to one object: whether they do is for the
/// callers to say. References are taken to be apart where nobody says
/// otherwise; pointers are not.
bool PipelineFlow::areApart(ObjectId first, ObjectId second) {
  const auto *one = dyn_cast_or_null<ParmVarDecl>(objects[first].decl);
  const auto *other = dyn_cast_or_null<ParmVarDecl>(objects[second].decl);
  if (!function || !one || !other || one == other ||
      one->getDeclContext() != other->getDeclContext() ||
      cast<FunctionDecl>(one->getDeclContext())->getCanonicalDecl() !=
          function->getCanonicalDecl())
    return false;
  const bool areReferences = objects[first].kind == ObjectKind::Variable &&
                             objects[second].kind == ObjectKind::Variable;
  switch (given(one, other)) {
  case Given::One:
    return false;
  case Given::Apart:
    return true;
  case Given::Unknown:
    return areReferences;
  }
  return false;
}

} // namespace redistc::sema
