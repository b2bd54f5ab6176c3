//===- Storage.h - Checks that storage fits the layouts --------*- C++ -*-===//
//
// Private to the Sema room: checks the rules between objects, destinations and
// layouts of a directive that can be checked at compile time.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_STORAGE_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_STORAGE_H

#include "Common/Objects.h"
#include "Redistribute/Layouts.h"

namespace redistc::sema {

/// The objects of a directive in one instance, with their elements and layouts.
struct StorageUse {
  std::vector<ObjectInfo> objects, into;
  Sections sourceSections, targetSections;
  const plan::CheckedLayout *from = nullptr; ///< null: the objects know it
  const plan::CheckedLayout *to = nullptr; ///< null: the other side, or objects
  bool isPermuted = false, isRelabelled = false;
  std::optional<plan::Parameter> capacity; ///< of the pointers that are written
};

/// capacity(e): of pointers, and not negative. They then have a size where it
/// is a constant.
void checkCapacity(InstanceContext &, StorageUse &);

/// Objects are named once, and destinations apart from them.
void checkNames(InstanceContext &, const StorageUse &);

/// Elements that can be written, storage that is large enough.
void checkStorage(InstanceContext &, const StorageUse &);

} // namespace redistc::sema

#endif
