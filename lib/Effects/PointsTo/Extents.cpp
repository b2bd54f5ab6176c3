//===- Extents.cpp - How far arithmetic on an address goes -----*- C++ -*-===//
//
// Clang names the types of classes and unions; those of initial values, which
// may be others than the variable's, have no names.
//
//===----------------------------------------------------------------------===//
#include "PointsTo/Extents.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace redistc::effects {

/// Whether the members are those of the class in the source.
static const StructType *classOf(const Type *type) {
  const auto *record = dyn_cast<StructType>(type);
  return record && record->hasName() && !record->isOpaque() &&
                 !record->getName().starts_with("union.")
             ? record
             : nullptr;
}

static bool isOfLibrary(StringRef name) {
  return name.starts_with("class.std::") || name.starts_with("struct.std::");
}

static bool isStream(StringRef name) {
  return name.starts_with("class.std::basic_") && name.contains("stream");
}

/// The outermost class with such a name that has the offset.
static Extent partAt(Type *type, const DataLayout &layout, std::int64_t offset,
                     bool isPart(StringRef)) {
  const auto sizeOf = [&](Type *one) {
    return static_cast<std::int64_t>(layout.getTypeAllocSize(one));
  };
  const Extent whole{0, sizeOf(type)};
  if (offset < 0 || offset >= whole.size)
    return whole;
  std::int64_t begin = 0;
  while (const StructType *record = classOf(type)) {
    if (isPart(record->getName()))
      return record->getName().ends_with(".base") ? whole
                                                  : Extent{begin, sizeOf(type)};
    if (record->getNumElements() == 0 || sizeOf(type) == 0)
      return whole;
    const StructLayout *members =
        layout.getStructLayout(const_cast<StructType *>(record));
    const unsigned index = members->getElementContainingOffset(
        static_cast<std::uint64_t>(offset - begin));
    type = record->getElementType(index);
    begin += static_cast<std::int64_t>(members->getElementOffset(index));
  }
  return whole;
}

Extent libraryPartAt(Type *type, const DataLayout &layout,
                     std::int64_t offset) {
  return partAt(type, layout, offset, isOfLibrary);
}

Extent streamAt(Type *type, const DataLayout &layout, std::int64_t offset) {
  return partAt(type, layout, offset, isStream);
}

Type *scalarAt(Type *type, const DataLayout &layout, std::int64_t offset,
               bool isExact) {
  while (type && type->isSized() && offset >= 0 &&
         static_cast<std::uint64_t>(offset) < layout.getTypeAllocSize(type)) {
    if (type->isArrayTy()) {
      type = type->getArrayElementType();
      if (!isExact && type->isStructTy())
        return nullptr;
      const std::uint64_t size = layout.getTypeAllocSize(type);
      offset = size == 0 ? 0
                         : static_cast<std::int64_t>(
                               static_cast<std::uint64_t>(offset) % size);
      continue;
    }
    const StructType *record = classOf(type);
    if (!record)
      return type->isStructTy() ? nullptr : type;
    const StructLayout *members =
        layout.getStructLayout(const_cast<StructType *>(record));
    const unsigned index =
        members->getElementContainingOffset(static_cast<std::uint64_t>(offset));
    type = record->getElementType(index);
    offset -= static_cast<std::int64_t>(members->getElementOffset(index));
  }
  return nullptr;
}

Extent extentAt(Type *type, const DataLayout &layout, std::int64_t offset) {
  const auto sizeOf = [&](Type *one) {
    return static_cast<std::int64_t>(layout.getTypeAllocSize(one));
  };
  Extent around{0, sizeOf(type)};
  if (offset <= 0 || offset >= around.size)
    return around;
  while (const StructType *record = classOf(type)) {
    const StructLayout *members =
        layout.getStructLayout(const_cast<StructType *>(record));
    const unsigned index = members->getElementContainingOffset(
        static_cast<std::uint64_t>(offset - around.offset));
    type = record->getElementType(index);
    const Extent member{around.offset + static_cast<std::int64_t>(
                                            members->getElementOffset(index)),
                        sizeOf(type)};
    if (offset >= member.offset + member.size || member.size == 0) // padding
      return around;
    if (type->isArrayTy() || (offset == member.offset && type->isStructTy()))
      return member;
    if (!type->isStructTy())
      return around;
    around = member;
  }
  return around;
}

} // namespace redistc::effects
