//===- LoopMemory.cpp - The memory of variables at a loop ------*- C++ -*-===//
//
// Static variables by their names, variables of the function by the marks that
// the lowered code has, members by their offsets in *this.
//
//===----------------------------------------------------------------------===//
#include "Program/LoopMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

#include <algorithm>

using namespace llvm;

namespace redistc::effects {

/// Of a member, from the beginning of an object of the class, whose base or
/// nameless part may have it; 0 where the class has it not.
static std::int64_t offsetIn(const clang::ASTContext &ast,
                             const clang::CXXRecordDecl *whole,
                             const clang::FieldDecl *wanted) {
  const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(whole);
  for (const clang::FieldDecl *field : whole->fields()) {
    const std::int64_t at =
        ast.toCharUnitsFromBits(static_cast<std::int64_t>(layout.getFieldOffset(
                                    field->getFieldIndex())))
            .getQuantity();
    if (field->getCanonicalDecl() == wanted->getCanonicalDecl())
      return at;
    const clang::CXXRecordDecl *part = field->getType()->getAsCXXRecordDecl();
    if (field->isAnonymousStructOrUnion() && part &&
        part->isCompleteDefinition() && wanted->getParent() == part)
      return at + offsetIn(ast, part, wanted);
  }
  for (const clang::CXXBaseSpecifier &base : whole->bases()) {
    const clang::CXXRecordDecl *part = base.getType()->getAsCXXRecordDecl();
    const auto *owner = dyn_cast<clang::CXXRecordDecl>(wanted->getParent());
    if (!base.isVirtual() && owner &&
        (part->getCanonicalDecl() == owner->getCanonicalDecl() ||
         part->isDerivedFrom(owner)))
      return layout.getBaseClassOffset(part).getQuantity() +
             offsetIn(ast, part, wanted);
  }
  return 0;
}

Place LoopMemory::memberOf(const BroughtState &state, Place whole) const {
  if (!state.member)
    return whole;
  const clang::QualType type =
      state.isPointee ? state.decl->getType()->getPointeeType()
                      : state.decl->getType().getNonReferenceType();
  const clang::CXXRecordDecl *record =
      type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || whole.offset == anywhere)
    whole.offset = anywhere;
  else
    whole.offset += offsetIn(ast, record, state.member);
  return whole;
}

/// What a closure holds as `this`, and its class; null where it holds none.
std::pair<NodeId, const clang::CXXRecordDecl *>
LoopMemory::capturedThis(NodeId closure, const clang::CXXRecordDecl *lambda) {
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *held = nullptr;
  lambda->getCaptureFields(captures, held);
  if (!held || closure == none || !held->getType()->isPointerType())
    return {none, nullptr};
  const NodeId place = points.makeNode(), value = points.makeNode();
  points.offset(closure, place, offsetIn(ast, lambda, held));
  points.load(place, value);
  points.solve();
  return {value, held->getType()->getPointeeCXXRecordDecl()};
}

/// Of the variable as a whole.
std::vector<Place> LoopMemory::placesOfAll(const BroughtState &state) {
  std::vector<Place> found;
  const Instance &around = program.allInstances()[instance.instance];
  const auto addNode = [&](NodeId node, std::int64_t shift) {
    if (node == none)
      return;
    for (const PlaceId id : points[node]) {
      Place place = points.place(id);
      place.offset = place.isExact() ? place.offset + shift : anywhere;
      found.push_back(place);
    }
  };
  const auto *variable = dyn_cast_or_null<clang::VarDecl>(state.decl);
  if (variable && variable->hasGlobalStorage()) {
    for (const GlobalVariable &one : program.lowered().module->globals())
      if (const clang::Decl *decl = program.lowered().declarationOf(one);
          decl && decl->getCanonicalDecl() == variable->getCanonicalDecl())
        found.push_back({program.globalObject(&one), 0});
  } else if (variable) {
    const MarkedVariables &marked = program.lowered().marked[instance.staged];
    const auto at = std::find(marked.states.begin(), marked.states.end(),
                              static_cast<const clang::ValueDecl *>(variable));
    const CallBase *mark = instance.region->variables;
    const auto addMarked = [&](std::size_t index) {
      addNode(program.nodeOf(around, around.body->operandOf(mark->getArgOperand(
                                         2 + static_cast<unsigned>(index)))),
              0);
    };
    const auto item =
        std::find(marked.items.begin(), marked.items.end(),
                  static_cast<const clang::ValueDecl *>(variable));
    if (item != marked.items.end() && mark)
      addMarked(static_cast<std::size_t>(item - marked.items.begin()));
    else if (at != marked.states.end() && mark)
      addMarked(marked.items.size() + marked.loopVariables.size() +
                static_cast<std::size_t>(at - marked.states.begin()));
  } else if (const Function *function = around.function;
             function->arg_size() > 0) {
    const unsigned first = function->hasStructRetAttr() ? 1 : 0;
    const auto *field = dyn_cast_or_null<clang::FieldDecl>(state.decl);
    const auto *method = dyn_cast<clang::CXXMethodDecl>(staged.function);
    if (first >= function->arg_size() || !method)
      return found;
    NodeId self =
        program.nodeOf(around, around.body->operandOf(function->getArg(first)));
    const clang::CXXRecordDecl *record = method->getParent();
    if (record->isLambda()) // that has captured *this
      std::tie(self, record) = capturedThis(self, record);
    if (record)
      addNode(self, field ? offsetIn(ast, record, field) : 0);
  }
  return found;
}

std::vector<Place> LoopMemory::placesOf(const BroughtState &state) {
  std::vector<Place> found = placesOfAll(state);
  if (state.member && !state.isPointee)
    for (Place &place : found)
      place = memberOf(state, place);
  return found;
}

std::set<ObjectId> LoopMemory::objectsOf(const clang::ValueDecl *decl) {
  BroughtState whole;
  whole.decl = decl;
  std::set<ObjectId> found;
  for (const Place &place : placesOf(whole))
    found.insert(place.object);
  return found;
}

/// Of the class, and what its bases leave to it.
static void addFields(const clang::CXXRecordDecl *record, bool isBase,
                      std::vector<const clang::FieldDecl *> &found) {
  if (!record->hasDefinition())
    return;
  for (const clang::FieldDecl *field : record->fields())
    if (field->getIdentifier() && !field->isBitField() &&
        !(isBase && field->getAccess() == clang::AS_private))
      found.push_back(field);
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const auto *part = base.getType()->getAsCXXRecordDecl();
        part && !base.isVirtual())
      addFields(part, true, found);
}

std::vector<const clang::FieldDecl *> LoopMemory::fieldsOfThis() const {
  std::vector<const clang::FieldDecl *> found;
  const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(staged.function);
  const clang::CXXRecordDecl *record = method ? method->getParent() : nullptr;
  if (record && record->isLambda()) { // that may have captured *this
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
    clang::FieldDecl *held = nullptr;
    record->getCaptureFields(captures, held);
    record = held ? held->getType()->getPointeeCXXRecordDecl() : nullptr;
  }
  if (record && !method->isStatic())
    addFields(record, false, found);
  return found;
}

} // namespace redistc::effects
