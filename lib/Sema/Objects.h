//===- Objects.h - Storage that a directive names --------------*- C++ -*-===//
//
// Private to the Sema room: what kind of storage an object is, of which
// elements, how much of it, and whether it can take the layouts.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_OBJECTS_H
#define REDISTC_LIB_SEMA_OBJECTS_H

#include "InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

struct ObjectInfo {
  const directive::ParsedExpression *parsed = nullptr;
  /// What the name names, for notes; may be null.
  const clang::ValueDecl *declaration = nullptr;
  clang::QualType element;          ///< unqualified; null where not known yet
  bool isPointer = false;           ///< the runtime cannot see its size
  bool isVector = false;            ///< std::vector, or derived from it
  bool decays = false;              ///< T[] or T[n]: no template takes these
  bool isConst = false;             ///< its elements cannot be written
  std::optional<std::int64_t> size; ///< elements, where the type says

  std::string quoted() const { return "'" + parsed->text + "'"; }
};

/// Kind, element type and size; reports what is no contiguous storage of
/// trivially copyable elements.
ObjectInfo checkObject(InstanceContext &, const directive::ParsedExpression &);

/// The rules between source, destination (null: in place) and layouts.
void checkStorage(InstanceContext &, const ObjectInfo &source,
                  const ObjectInfo *destination, const plan::CheckedInstance &);

} // namespace redistc::sema

#endif
