//===- ArrayUses.h - Uses of arrays in a function --------------*- C++ -*-===//
//
// Private to the Sema room: the redist::array variables of one function, and
// the uses of them that do not change the layout. All other uses may change it,
// now or (if the address is kept) whenever other code runs.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_ARRAYUSES_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_ARRAYUSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <vector>

namespace clang {
class Expr;
class Stmt;
class ValueDecl;
} // namespace clang

namespace redistc::sema {

/// The variable, or member of *this, that an expression names; null where it
/// is anything else or no redist::array.
const clang::ValueDecl *namedArray(const clang::Expr *);

/// The array that `std::move(a)` is applied to; null for other expressions.
const clang::ValueDecl *movedArray(const clang::Expr *);

class ArrayUses {
public:
  explicit ArrayUses(const clang::Stmt *body);

  /// In the order in which they are first mentioned.
  std::size_t count() const { return arrays.size(); }
  std::optional<std::size_t> indexOf(const clang::ValueDecl *) const;
  /// A local variable that no other code can reach.
  bool isPrivate(std::size_t index) const { return arrays[index].isPrivate; }
  std::size_t dimensions(std::size_t index) const {
    return arrays[index].dimensions;
  }
  /// Whether the mention may change the layout in a way that its context does
  /// not tell.
  bool mayChange(const clang::Expr *mention) const {
    return !safeMentions.contains(mention);
  }

  /// Whether the construction initialises a variable.
  bool isInitializer(const clang::Expr *construction) const {
    return initializers.contains(construction);
  }

private:
  friend class UseCollector;
  struct Array {
    const clang::ValueDecl *declaration;
    std::size_t dimensions;
    bool isPrivate;
  };
  std::vector<Array> arrays;
  llvm::DenseMap<const clang::ValueDecl *, std::size_t> indices;
  llvm::DenseSet<const clang::Expr *> safeMentions;
  llvm::DenseSet<const clang::Expr *> initializers;
};

} // namespace redistc::sema

#endif
