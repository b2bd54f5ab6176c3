//===- Travel.h - Values that can be sent ----------------------*- C++ -*-===//
//
// Private to the Sema room: whether a value of a type can be sent to another
// rank, and whether sums of such values depend on the order, as far as the type
// tells. The runtime's headers ask the same of the types that they are given.
//
//   std::map<std::string, Stats>     parts: std::string, Stats
//   struct Stats { std::string s; }  no 'serialize': cannot travel
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_TRAVEL_H
#define REDISTC_LIB_SEMA_TRAVEL_H

#include "InstanceContext.h"

namespace redistc::sema {

/// Why a value cannot travel, in the order of %select in CannotTravel and
/// CannotFlow; the last two concern variables, in pipelines alone.
enum class ObstacleKind {
  NoSerialize, ///< neither trivially copyable nor with serialization
  Pointer,     ///< an address, which is nothing on another rank
  View,        ///< elements that belong to something else
  Incomplete,  ///< nobody knows its size
  NotCopied,   ///< neither copied nor moved, as a mutex or an atomic
  Volatile,    ///< may change at any time
  Nameless,    ///< an anonymous union
};

struct Obstacle {
  ObstacleKind kind;
  clang::QualType type; ///< the type itself, or the part of it to blame
};

/// None: trivially copyable, a standard container of what travels, or with a
/// `serialize` (or `save` and `load`), member or function. Types that depend on
/// template parameters are taken to travel.
std::optional<Obstacle> findObstacle(InstanceContext &, clang::QualType,
                                     clang::SourceLocation);

/// The same where another rank goes on with the value, so that addresses inside
/// what travels as bytes are an obstacle, too. (Not in classes of the system:
/// 'tm' names its time zone.)
std::optional<Obstacle> findObstacleToUse(InstanceContext &, clang::QualType,
                                          clang::SourceLocation);

/// Where the class of a type is declared, for notes; null of others.
const clang::NamedDecl *declarationOf(clang::QualType);

/// Only integers and what is made of them in an order of its own, so that no
/// rounding is involved. Sequences keep the order of the operands: they count
/// only where that is the order of ranks (`isOrdered`). Conservative.
bool isExactType(InstanceContext &, clang::QualType, bool isOrdered);

/// What a class of the standard library is made of.
struct StdParts {
  llvm::SmallVector<clang::QualType, 4> held;   ///< whose values it has
  llvm::SmallVector<clang::QualType, 4> served; ///< comparators, allocators
};

/// Absent of all but the containers and other owners of namespace std.
std::optional<StdParts> stdPartsOf(clang::QualType);

/// Classes that the program registers with cereal, and that a pointer to the
/// base may point to.
llvm::SmallVector<const clang::CXXRecordDecl *, 4>
registeredBelow(clang::ASTContext &, const clang::CXXRecordDecl *base);

/// The type that the elements of a std::array have; null of other types.
clang::QualType elementOfStdArray(clang::QualType);

/// The same of a std::vector.
clang::QualType elementOfStdVector(clang::QualType);

/// T of std::atomic<T>; null of other types.
clang::QualType valueOfAtomic(clang::QualType);

/// Whether it is one of the classes of namespace std of this name.
bool isStdClass(clang::QualType, llvm::StringRef name);

} // namespace redistc::sema

#endif
