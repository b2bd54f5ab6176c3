//===- Objects.h - Storage that a directive names --------------*- C++ -*-===//
//
// Private to the Sema room: the kind of an object's storage, its element type
// and size, and whether it can take the layouts.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_OBJECTS_H
#define REDISTC_LIB_SEMA_COMMON_OBJECTS_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

struct ObjectInfo {
  const directive::ParsedExpression *parsed = nullptr;
  /// What the name names, for notes; may be null.
  const clang::ValueDecl *declaration = nullptr;
  clang::QualType element; ///< unqualified; null where not known yet
  bool isPointer = false;  ///< the runtime cannot see its size
  bool isVector = false;   ///< std::vector, or derived from it
  bool isArray = false;    ///< redist::array
  bool isConst = false;    ///< its elements cannot be written
  /// What is taken of it is the address of its first element, behind so many
  /// subscripts: T[] and T[n], which no template takes, and pointers to arrays.
  unsigned subscripts = 0;
  std::optional<std::int64_t> size; ///< elements, where the type says

  std::string quoted() const { return "'" + parsed->text + "'"; }
};

/// Kind, element type and size of an object with so many pairs of brackets;
/// reports what is no contiguous storage of trivially copyable elements. Of
/// arrays of arrays, and of pointers to arrays, each bracket takes one level:
/// as in an expression, t[i][j] of `double t[4][6]` is a double.
ObjectInfo checkObject(InstanceContext &, const directive::ParsedObject &);

/// What a section of a reduction is taken of: the same with one bracket, of
/// elements that need not be trivially copyable.
ObjectInfo checkSectioned(InstanceContext &,
                          const directive::ParsedExpression &);

/// The object as the runtime can take it.
std::string textOf(const ObjectInfo &);

/// The sizes of a gen_block: an array or a range of integers that knows how
/// many they are.
ObjectInfo checkSizes(InstanceContext &, const directive::ParsedExpression &);

/// The coordinates of indirect, or the indices of listed: the same, no pointer.
ObjectInfo checkOwners(InstanceContext &, const directive::ParsedExpression &,
                       bool areIndices);

/// The ranks of a grid: the same of `int`.
ObjectInfo checkRanks(InstanceContext &, const directive::ParsedExpression &);

/// The sizes of a gen_block, or ranks, where the compiler can tell them: of a
/// constant array, or a constant std::array.
std::optional<std::vector<std::int64_t>> constantSizes(InstanceContext &,
                                                       const ObjectInfo &sizes);

/// Whether two expressions name the same object, as far as names tell.
bool nameTheSame(InstanceContext &, const directive::ParsedExpression &,
                 const directive::ParsedExpression &);

} // namespace redistc::sema

#endif
