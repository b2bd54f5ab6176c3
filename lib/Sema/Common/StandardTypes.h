//===- StandardTypes.h - Classes of the standard library ------*- C++ -*-===//
//
// Private to the Sema room: what a class of namespace std holds, by its name.
//
//   std::map<int, Stats>    holds int and Stats, is served by std::less<int>
//   and
//                           an allocator; its bits depend on no order
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_STANDARDTYPES_H
#define REDISTC_LIB_SEMA_COMMON_STANDARDTYPES_H

#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace redistc::sema {

/// What decides whether the bits of a container depend on the order in which
/// others were put into it.
enum class StdOrder { Own, OfOperands, None };

struct StdClass {
  unsigned parts = 0; ///< leading template arguments that it holds values of
  StdOrder order = StdOrder::None;
  bool isView = false;
};

/// Absent of classes of others, and of those of which nothing is known.
std::optional<StdClass> stdClass(clang::QualType);

/// Of namespace std, or the one class of std::filesystem that travels.
bool isStandard(const clang::CXXRecordDecl *);

/// In namespace std::filesystem, inline namespaces or not.
bool isOfFilesystem(const clang::Decl *);

/// Where the class of a type is declared, for notes; null of others.
const clang::NamedDecl *declarationOf(clang::QualType);

/// What a class of the standard library is made of.
struct StdParts {
  llvm::SmallVector<clang::QualType, 4> held;   ///< whose values it has
  llvm::SmallVector<clang::QualType, 4> served; ///< comparators, allocators
};

/// Absent of all but the containers and other owners of namespace std.
std::optional<StdParts> stdPartsOf(clang::QualType);

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
