//===- Roots.h - Objects that an expression denotes ------------*- C++ -*-===//
//
// Private to the Sema room: follows references to their bindings, and pointers,
// iterators and views to the objects that they may point to. The values of a
// pointer are its initialiser and all values assigned in its function, in any
// order; an unknown value is an object of its own.
//
//   int *q = &x;  *q        Variable x
//   auto &r = v;  r[i]      Variable v
//   auto p = v.data(); *p   Variable v
//   f(int *p)     *p        Pointee p, which may be another pointer's, too
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_ACCESSES_ROOTS_H
#define REDISTC_LIB_SEMA_ACCESSES_ROOTS_H

#include "Accesses/AccessedObjects.h"
#include "Accesses/AddressFacts.h"

#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <map>
#include <optional>

namespace redistc::sema {

class Summaries;

/// A call, with its object apart.
struct CallSite {
  const clang::FunctionDecl *callee = nullptr; ///< null: not known
  const clang::Expr *object = nullptr;
  bool isArrow = false; ///< `object` is a pointer
  llvm::ArrayRef<const clang::Expr *> arguments;
  /// The object of a destructor, where no expression names it.
  const clang::ValueDecl *variable = nullptr;
};

/// Of a call or a construction; absent of anything else.
std::optional<CallSite> callSiteOf(const clang::Expr *);

/// Without what says how and how long a value exists.
const clang::Expr *bare(const clang::Expr *);

/// The variable, or the member of *this, that an expression is; canonical; null
/// of anything else.
const clang::ValueDecl *variableIn(const clang::Expr *);

class Roots {
public:
  /// `function`: whose body the expressions are in; may be null. Seen from
  /// outside, what a closure has captured by copy is a part of the closure.
  Roots(Summaries &, const clang::FunctionDecl *function,
        bool isFromOutside = true);

  /// What a glvalue is, or is a part of. Empty: a temporary.
  ObjectIds ofLvalue(const clang::Expr *);
  /// What a pointer or handle refers to. Empty: nothing else refers to it.
  ObjectIds ofPointer(const clang::Expr *);
  /// What an object of a callee's summary is at the call.
  ObjectIds ofCalled(ObjectId, const CallSite &);
  /// The object of a member call.
  ObjectIds ofObject(const CallSite &);
  /// What the variable is, or is bound to.
  ObjectIds ofVariable(const clang::ValueDecl *);

  /// Whose addresses the objects keep in their parts, as far as is seen.
  ObjectIds heldBy(const ObjectIds &holders);
  /// The same, and what the callables in the holders may be.
  ObjectIds callablesIn(const ObjectIds &holders);
  /// Those that a value consists of, or has parts of.
  ObjectIds addressesIn(const clang::Expr *value);
  /// All of them in this function, by holder.
  const std::map<ObjectId, ObjectIds> &holdings();

  /// The expressions that a variable of pointer or class type is given: its
  /// initialiser, and what is assigned to it.
  llvm::SmallVector<const clang::Expr *, 2>
  sourcesOf(const clang::VarDecl *) const;

  /// Whether an address of the variable, or of a part of a type that fits, is
  /// taken in the function.
  bool isAddressTaken(const clang::ValueDecl *, clang::QualType) const;

  /// What the function, and those around it, do to pointers.
  const FunctionFacts &known() const { return facts; }

private:
  ObjectIds ofMember(const clang::MemberExpr *);
  ObjectIds ofCallResult(const clang::Expr *);
  ObjectIds ofConstruction(llvm::ArrayRef<const clang::Expr *>,
                           clang::QualType wanted);
  ObjectIds pointeesOfLvalue(const clang::Expr *);
  ObjectIds pointees(ObjectId, clang::QualType);
  ObjectIds carriedIn(const clang::ValueDecl *, clang::QualType) const;
  ObjectIds carriedBy(const clang::Expr *) const;
  ObjectIds ofGivenCallable(const Object &, const CallSite &);
  ObjectIds fitting(const ObjectIds &, clang::QualType) const;
  ObjectIds pointsTo(const clang::VarDecl *);

  // EscapedAddresses.cpp
  void findHoldings();
  void hold(const ObjectIds &holders, const ObjectIds &kept);
  void holdInitial(const clang::ValueDecl *, const clang::Expr *);
  void holdByCall(const CallSite &);
  void holdUnseen(const CallSite &);
  void holdIn(const ObjectIds &holders, clang::QualType, const CallSite &,
              const clang::Expr *place);
  ObjectIds keptBy(const clang::Expr *made);
  ObjectIds keptByConstruction(const clang::CXXConstructExpr *);
  ObjectIds keptFrom(const clang::Expr *argument, clang::QualType holder,
                     bool isByReference);

  Summaries &summaries;
  ObjectTable &objects;
  FunctionFacts facts;
  std::map<ObjectId, ObjectIds> held;
  bool isHeldKnown = false;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> copied; ///< captured by copy
  const clang::ValueDecl *closure = nullptr; ///< whose captures they are
  llvm::SmallPtrSet<const clang::Decl *, 8> pending; ///< in progress
};

} // namespace redistc::sema

#endif
