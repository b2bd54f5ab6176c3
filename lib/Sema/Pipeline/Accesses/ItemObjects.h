//===- ItemObjects.h - Objects that items have of their own ----*- C++ -*-===//
//
// Private to the Sema room: what the code of a loop is attributed to beside
// whole variables. Found before accesses are collected.
//
//   divided    stats.read, stats.written   members that stages use apart
//   elements   a[i]                        flows as a variable of the item does
//   carries    carry(p[0 : n])             travels with its pointer
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_ACCESSES_ITEMOBJECTS_H
#define REDISTC_LIB_SEMA_PIPELINE_ACCESSES_ITEMOBJECTS_H

#include "Common/Travel.h"
#include "Pipeline/Accesses/LoopContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// Elements of arrays that stages change one after the other.
struct ItemElements {
  std::vector<ObjectId> ids;
  llvm::MapVector<const clang::Expr *, ObjectId> names; ///< as in the code
};

/// `p[0 : n]` of carry().
struct Carry {
  std::string name; ///< "p", "item.p"
  const clang::VarDecl *variable = nullptr;
  const clang::FieldDecl *member = nullptr; ///< null: the variable itself
  clang::QualType pointee, element;         ///< element: without const
  plan::Parameter count;
  const clang::Expr *counting = nullptr;
  clang::SourceLocation location;
  ObjectId whole = 0;    ///< the variable
  ObjectId elements = 0; ///< what is behind the pointer
  std::size_t index = 0; ///< in the clause

  std::string text() const { return name + "[0 : " + count.text + ']'; }
};

struct ItemObjects {
  std::vector<ObjectId> elements;
  std::vector<Carry> carries;

  /// Whether the variable is a pointer whose elements travel in its place.
  bool isCarriedPointer(ObjectId) const;
};

/// Variables from outside the loop whose members are objects of their own.
std::set<ObjectId> findDivided(LoopContext &);

ItemElements findElements(LoopContext &);

/// Of the clause, in this instance; errors where there is none that can travel.
std::vector<Carry> findCarries(LoopContext &);

/// All of them, entered in the tables of the loop. `needsFirst`: the header is
/// the first stage's, so that no other rank knows an element's index.
ItemObjects findItemObjects(LoopContext &, bool needsFirst);

/// Whether the address of elements is among the bytes of the variable: each
/// rank has another one.
bool hasCarriedBytes(const LoopContext &, const ItemObjects &, ObjectId);

/// What keeps the variable from travelling, but for addresses that carry()
/// names.
std::optional<Obstacle> obstacleBesideCarried(const LoopContext &,
                                              const ItemObjects &, ObjectId);

/// What an error about a pointer ends with: the clause that would bring its
/// elements along; empty where carry() cannot name it.
std::string proposedCarry(const LoopContext &, const clang::ValueDecl &);

} // namespace redistc::sema

#endif
