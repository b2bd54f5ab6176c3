//===- Callbacks.cpp - Calls of stored functions --------------------------===//
//
// An object keeps the closures and functions that are put into it
// (EscapedAddresses.cpp). What calls a std::function of the object may call any
// of them. A function does not know what a parameter or a member keeps: that is
// an object of its own, which callers replace by what they know, and in the
// function of the pipeline by what the member functions of its class put there.
//
//   bus.on([&] { ++n; });    bus keeps the lambda
//   bus.fire();              calls what 'handlers' keeps: the lambda
//
//===----------------------------------------------------------------------===//
#include "Accesses/Accesses.h"

#include <iterator>

using namespace clang;

namespace redistc::sema {

ObjectIds Roots::callablesIn(const ObjectIds &holders) {
  ObjectIds ids = heldBy(holders);
  for (const ObjectId holder : holders) {
    const Object object = objects[holder];
    if (isOfThis(object) || isa_and_nonnull<ParmVarDecl>(object.decl))
      addTo(ids, objects.intern({ObjectKind::Closure, object.decl, "",
                                 QualType(), false}));
  }
  return ids;
}

/// What the caller knows of the callables in a parameter, a member or *this.
ObjectIds Roots::ofGivenCallable(const Object &object, const CallSite &site) {
  const ObjectId id = objects.intern(object);
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(site.callee);
  if (const auto *parameter = dyn_cast_or_null<ParmVarDecl>(object.decl)) {
    const auto *owner = dyn_cast<FunctionDecl>(parameter->getDeclContext());
    if (!owner || !declaresSameEntity(owner, site.callee))
      return {id};
    const unsigned index = parameter->getFunctionScopeIndex();
    if (index >= site.arguments.size())
      return {};
    const Expr *argument = site.arguments[index];
    return isHandle(argument->getType()) ? callablesIn(ofPointer(argument))
                                         : addressesIn(argument);
  }
  if (method && method->getParent()->isLambda())
    return {id};
  ObjectIds roots;
  for (const ObjectId root : ofObject(site))
    addTo(roots, objects[root].kind == ObjectKind::Whole && object.decl
                     ? objects.intern({ObjectKind::Member, object.decl, "",
                                       object.decl->getType(), false})
                     : root);
  return callablesIn(roots);
}

/// Those of one member where the function shows them, else all that its object
/// keeps.
void AccessWalker::callObject(const CallSite &site, SourceLocation location) {
  const unsigned before = unknownCallees;
  const bool isFound = callHeld(site.object, location);
  if (!isFound)
    addUnseen("a function object", location);
  const ObjectIds holders = roots.ofObject(site);
  if (!isFound || unknownCallees != before)
    return callKept(roots.callablesIn(holders), Modify, location);
  for (const ObjectId holder : holders) // std::bind(f, std::ref(x))
    if (const QualType type = objects[holder].type;
        !type.isNull() && isCallableOfStd(type))
      callKept(roots.heldBy({holder}), Modify, location);
}

/// What callables that are called have captured, and what they do.
void AccessWalker::callKept(const ObjectIds &kept, unsigned use,
                            SourceLocation location, const Access *inner,
                            const FunctionDecl *through) {
  for (const ObjectId id : kept) {
    const Object object = objects[id];
    const auto *function = dyn_cast_or_null<FunctionDecl>(object.decl);
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
    if (object.kind != ObjectKind::Closure || !function)
      record({id}, use, location, inner, through);
    else if (method && method->getParent()->isLambda())
      runAll(method->getParent(), location);
    else
      callAlone(function, location);
  }
}

void AccessWalker::callGiven(const FunctionDecl *around) {
  std::vector<Access> given;
  llvm::copy_if(result.all, std::back_inserter(given), [&](const Access &one) {
    return isGivenCallable(objects[one.object]);
  });
  const auto *member = dyn_cast_or_null<CXXMethodDecl>(around);
  const auto callAllOf = [&](const CXXMethodDecl *method, const Access &one) {
    const Summary *summary = summaries.of(method);
    const ValueDecl *field = objects[one.object].decl;
    if (!summary || isa_and_nonnull<ParmVarDecl>(field))
      return;
    for (const auto &[holder, kept] : summary->holdings)
      if (isOfThis(objects[holder]) &&
          (!field || objects[holder].decl == field))
        for (const ObjectId id : kept)
          if (isa_and_nonnull<FunctionDecl>(objects[id].decl) &&
              objects[id].kind == ObjectKind::Closure)
            callKept({id}, Modify, one.location, &one, one.through);
  };
  if (member)
    for (const Access &one : given)
      for (const CXXMethodDecl *method : member->getParent()->methods())
        if (!method->isImplicit())
          callAllOf(method, one);
  std::erase_if(result.all, [&](const Access &one) {
    return isGivenCallable(objects[one.object]);
  });
}

} // namespace redistc::sema
