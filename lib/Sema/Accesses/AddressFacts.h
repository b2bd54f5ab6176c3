//===- AddressFacts.h - Pointers and addresses in a function ---*- C++ -*-===//
//
// Private to the Sema room: the assignments in the text of a function, the
// objects whose addresses it takes, and the objects that may store addresses.
// Flow-insensitive; Roots follows the pointers.
//
//   p = &x;          p is assigned, the address of x is taken
//   s.p = &x;        a part of s is assigned
//   W w(x);  f(w);   a variable is made, a call may put addresses into w
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_ACCESSES_ADDRESSFACTS_H
#define REDISTC_LIB_SEMA_ACCESSES_ADDRESSFACTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace redistc::sema {

struct FunctionFacts {
  using Sources = llvm::SmallVector<const clang::Expr *, 2>;
  using Types = llvm::SmallVector<clang::QualType, 2>;
  struct Part {
    const clang::Expr *place;
    const clang::Expr *source;
  };
  struct Made {
    const clang::ValueDecl *decl; ///< a variable, or a member of *this
    const clang::Expr *initial;
  };

  llvm::DenseMap<const clang::ValueDecl *, Sources> assigned;
  llvm::DenseMap<const clang::ValueDecl *, Types> addresses;
  std::vector<Part> parts;
  std::vector<Made> made;
  std::vector<const clang::Expr *> calls; ///< and constructions

  /// Adds those of a function with a body. Declarations are canonical.
  void scan(const clang::FunctionDecl *);
};

} // namespace redistc::sema

#endif
