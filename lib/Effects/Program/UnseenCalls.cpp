//===- UnseenCalls.cpp - What code that is not seen may do ------*- C++ -*-===//
//
// A function without a body that the catalogue does not know, and a virtual
// function that is compiled apart: they may do what their parameters allow.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace llvm;

namespace redistc::effects {

/// A virtual function of a class of the library, which is compiled apart: it
/// does anything to its object, and to what it is given. What it keeps is in
/// the object.
void Program::callUnseen(InstanceId id, const CallBase *at) {
  if (!called.insert({id, at, nullptr}).second)
    return;
  const unsigned object = at->hasStructRetAttr() ? 1 : 0;
  const NodeId back = result(id, at);
  NodeId self = none;
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId given = argument(id, at, i);
    if (given == none || !at->getArgOperand(i)->getType()->isPointerTy())
      continue;
    access(id, at, given, true, true, /*isDeep=*/i == object);
    keepInside(given);
    if (i == object)
      self = libraryPart(given);
    else if (self != none) {
      points.store(given, self);
      const NodeId held = points.makeNode();
      points.load(self, held);
      points.store(held, given);
    }
    if (back != none) {
      points.copy(given, back);
      points.load(anyPart(given), back);
    }
  }
  callBack(id, at, /*isDeep=*/true);
}

/// Whether a call outside of loops may be followed by one of them. What a stage
/// gives to unseen code is no other stage's, as both would use what such code
/// keeps.
bool Program::mayComeBeforeLoops(InstanceId id, const CallBase *at) const {
  if (loopAt(id, at).first != none)
    return false;
  const BasicBlock *block = at->getParent();
  const auto found = regions.find(instances[id].function);
  if (found == regions.end())
    return true;
  const DenseSet<const BasicBlock *> next = reachableFrom(block);
  return any_of(found->second, [&](const auto &loop) {
    return any_of(loop.second.parts, [&](const auto &one) {
      return next.contains(one.first->getParent());
    });
  });
}

bool returnsAddress(const CallBase *at, const clang::FunctionDecl *decl) {
  const Type *type = at->getType();
  return mayHoldAddress(type) &&
         (!type->isIntegerTy() ||
          (decl && decl->getReturnType()->isRecordType()));
}

/// Code that is not seen may do what its parameters allow, and to everything
/// that it may have got hold of. What it returns by value and owns is new.
void Program::callUnknown(InstanceId id, const CallBase *at,
                          const clang::FunctionDecl *decl) {
  access(id, at, objectNode(worldObject), true, true, false);
  access(id, at, memoryBefore, true, true, false);
  const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(decl);
  const bool hasObject = method && !method->isStatic();
  const unsigned firstGiven =
      (at->hasStructRetAttr() ? 1 : 0) + (hasObject ? 1 : 0);
  const NodeId back = result(id, at);
  if (back != none && returnsAddress(at, decl))
    points.add(back, points.placeOf(unknownObject, anywhere));
  const NodeId reached = allBehind(allGiven(id, at));
  if (mayComeBeforeLoops(id, at)) {
    points.copy(reached, givenBefore);
    addMemory(reached, memoryBefore);
  }
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId given = argument(id, at, i); // numbers may be addresses
    if (given == none)
      continue;
    clang::QualType type;
    bool isWritten = true;
    if (at->hasStructRetAttr() && i == 0 && decl)
      type = decl->getReturnType();
    else if (hasObject && i + 1 == firstGiven) {
      type = ast.getRecordType(method->getParent());
      isWritten = !method->isConst();
    } else if (decl && i >= firstGiven &&
               i - firstGiven < decl->getNumParams()) {
      type = decl->getParamDecl(i - firstGiven)->getType();
      type = type->isReferenceType() || type->isAnyPointerType()
                 ? type->getPointeeType()
                 : type;
      isWritten = !type.isConstQualified();
    }
    const bool isForeign = type.isNull() || holdsForeignAddress(type);
    access(id, at, given, true, isWritten || isForeign, /*isDeep=*/true);
    if (isWritten) { // anywhere in what it leads to
      const NodeId parts = anyPart(allBehind(given));
      points.store(objectNode(isForeign
                                  ? unknownObject
                                  : localObject(id, at, ObjectKind::Internal)),
                   parts);
      if (isForeign)
        points.store(reached, parts);
    }
    points.store(given, objectNode(worldObject));
    if (back != none)
      points.copy(given, back);
  }
  for (const GlobalVariable &variable : unit.module->globals())
    if (!variable.hasLocalLinkage() && !variable.isConstant()) {
      const clang::Decl *seen = unit.declarationOf(variable);
      if (seen && !isOfLibraryNamespace(seen) &&
          !ast.getSourceManager().isInSystemHeader(seen->getLocation()))
        access(id, at, objectNode(globalObject(&variable)), true, true, true);
    }
  callAll(id, at, reached);
  callAll(id, at, givenBefore);
}

} // namespace redistc::effects
