//===- StorageTraits.h - Classes that describe their storage ---*- C++ -*-===//
//
// Private to the Sema room: evaluates redist::storage_traits of a class, as the
// runtime will evaluate them.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_STORAGETRAITS_H
#define REDISTC_LIB_SEMA_COMMON_STORAGETRAITS_H

#include "clang/AST/Type.h"

#include <optional>

namespace clang {
class Sema;
}

namespace redistc::sema {

struct StorageTraits {
  clang::QualType element; ///< const where it cannot be written
  /// Brackets that an object takes; absent: what it has is told at run time.
  std::optional<std::uint64_t> dimensions;
  bool isFlat = false;    ///< takes any brackets
  bool tellsSize = false; ///< of a flat one: its size is known at run time
  bool isOwner = false;
};

/// Nothing where the traits are not specialised for the class. The type may be
/// qualified.
std::optional<StorageTraits> storageTraitsOf(clang::Sema &, clang::QualType,
                                             clang::SourceLocation);

} // namespace redistc::sema

#endif
