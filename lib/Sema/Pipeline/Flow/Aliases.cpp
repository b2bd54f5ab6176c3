//===- Aliases.cpp - Whether two objects may be one ------------*- C++ -*-===//
//
// By kinds and types of the objects first; of parameters, the calls tell that
// the translation unit holds.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/Aliases.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace redistc::sema {

/// Members of one union share their place.
static bool areOfOneUnion(const Object &a, const Object &b) {
  const auto *first = dyn_cast_or_null<FieldDecl>(a.decl);
  const auto *second = dyn_cast_or_null<FieldDecl>(b.decl);
  return first && second && first->getParent()->isUnion() &&
         declaresSameEntity(first->getParent(), second->getParent());
}

/// A reference that the function was given: it may be to what another one, or
/// a pointer, refers to.
static bool isGivenReference(const Object &object) {
  return object.kind == ObjectKind::Variable && object.decl &&
         isa<ParmVarDecl>(object.decl) &&
         object.decl->getType()->isReferenceType();
}

static bool isRestrict(const Object &object) {
  return object.decl && object.decl->getType().isRestrictQualified();
}

static QualType typeOf(const Object &object) {
  return object.type.isNull() ? QualType() : object.type.getNonReferenceType();
}

bool mayBePointedTo(const LoopContext &loop, const Object &pointee,
                    const Object &other) {
  if (!areCompatible(typeOf(pointee), typeOf(other)))
    // A pointer to a part whose address is taken.
    return other.kind == ObjectKind::Variable && other.decl &&
           !typeOf(pointee).isNull() &&
           loop.roots.isAddressTaken(other.decl, typeOf(pointee));
  if (other.kind == ObjectKind::Pointee)
    return other.isShared;
  if (other.kind != ObjectKind::Variable)
    return other.kind == ObjectKind::Member;
  if (isGivenReference(other))
    return true;
  const auto *variable = dyn_cast_or_null<VarDecl>(other.decl);
  return variable && (variable->hasGlobalStorage() ||
                      loop.roots.isAddressTaken(variable, typeOf(pointee)));
}

Alias aliasOf(const LoopContext &loop, ObjectId first, ObjectId second) {
  const ObjectTable &objects = loop.objects;
  if (first == second)
    return Alias::Must;
  // The array of an element may be another one by another name.
  if (loop.isElement(first) || loop.isElement(second)) {
    first = loop.isElement(first) ? objects[first].owner : first;
    second = loop.isElement(second) ? objects[second].owner : second;
    if (first == second)
      return Alias::No;
  }
  if (objects[first].kind == ObjectKind::Part &&
      objects[second].kind == ObjectKind::Part &&
      objects[first].owner == objects[second].owner)
    return Alias::No; // of two members
  const Object &a = objects.whole(objects[first]),
               &b = objects.whole(objects[second]);
  if (&a == &b)
    return Alias::Must;
  if (isOfThis(a) && isOfThis(b))
    return a.kind == ObjectKind::Whole || b.kind == ObjectKind::Whole ||
                   areOfOneUnion(a, b)
               ? Alias::Must
               : Alias::No;
  if (isRestrict(a) || isRestrict(b))
    return Alias::No;
  if (loop.ownerOf(first) != Owner::Outside ||
      loop.ownerOf(second) != Owner::Outside)
    return Alias::No;
  if (isGivenReference(a) && isGivenReference(b))
    return areCompatible(typeOf(a), typeOf(b)) ? Alias::May : Alias::No;
  const bool isUnknown = (a.kind == ObjectKind::Pointee && a.isShared &&
                          mayBePointedTo(loop, a, b)) ||
                         (b.kind == ObjectKind::Pointee && b.isShared &&
                          mayBePointedTo(loop, b, a));
  return isUnknown ? Alias::May : Alias::No;
}

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
  return isGivenReference(object) ||
         (object.kind == ObjectKind::Pointee && object.isShared);
}

namespace {
enum class Given { One, Apart, Unknown };
} // namespace

static Given given(LoopContext &loop, const ParmVarDecl *first,
                   const ParmVarDecl *second) {
  CallFinder finder(loop.function);
  const ASTContext &ast = loop.context.ast;
  const SourceManager &sources = ast.getSourceManager();
  for (Decl *decl : ast.getTranslationUnitDecl()->decls())
    if (sources.isInMainFile(sources.getExpansionLoc(decl->getEndLoc())))
      finder.TraverseDecl(decl);
  bool areApart = !finder.found.empty();
  for (const CallFinder::Found &found : finder.found) {
    const auto site = callSiteOf(found.call);
    Roots there(loop.summaries, found.around, /*isFromOutside=*/false);
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
      if (llvm::is_contained(other, id) && !mayLeadAnywhere(loop.objects[id]))
        return Given::One;
    for (const ObjectIds *ids : {&one, &other})
      for (const ObjectId id : *ids)
        areApart &= !mayLeadAnywhere(loop.objects[id]);
  }
  return areApart ? Given::Apart : Given::Unknown;
}

bool areApart(LoopContext &loop, ObjectId first, ObjectId second) {
  const Object &a = loop.objects[first], &b = loop.objects[second];
  const auto *one = dyn_cast_or_null<ParmVarDecl>(a.decl);
  const auto *other = dyn_cast_or_null<ParmVarDecl>(b.decl);
  if (!loop.function || !one || !other || one == other ||
      one->getDeclContext() != other->getDeclContext() ||
      cast<FunctionDecl>(one->getDeclContext())->getCanonicalDecl() !=
          loop.function->getCanonicalDecl())
    return false;
  const bool areReferences =
      a.kind == ObjectKind::Variable && b.kind == ObjectKind::Variable;
  const Given known = given(loop, one, other);
  return known == Given::Apart || (known == Given::Unknown && areReferences);
}

} // namespace redistc::sema
