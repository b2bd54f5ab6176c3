//===- Extents.h - How far arithmetic on an address goes -------*- C++ -*-===//
//
// Private to the Effects room. An address that is moved by an amount that is
// not known stays in the array that it is in. In: the type of a variable, and
// an offset in it. Out: the bytes in which the address may be then.
//
//   struct Job { long id; double data[4]; std::string name; } job;
//   &job.data[1] + i   the 32 bytes of job.data
//   &job.id + i        all of job: where no array is, the class around it
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_POINTSTO_EXTENTS_H
#define REDISTC_LIB_EFFECTS_POINTSTO_EXTENTS_H

#include "llvm/IR/DataLayout.h"

#include <cstdint>

namespace redistc::effects {

/// In bytes, from the beginning of the variable.
struct Extent {
  std::int64_t offset = 0, size = 0;
};

/// The outermost array that has the offset; where none has it, the outermost
/// part that begins there; of a number or an address, what it is a member of.
/// Unions, and types without a name, are not looked into.
Extent extentAt(llvm::Type *, const llvm::DataLayout &, std::int64_t offset);

/// The object of the C++ library that has the offset: a function of the library
/// stores nowhere else. Where none has it, or where it is the base of a class,
/// whose virtual bases are elsewhere, the whole variable.
Extent libraryPartAt(llvm::Type *, const llvm::DataLayout &,
                     std::int64_t offset);
/// The same of a stream, whose virtual base is in it; else the whole variable.
Extent streamAt(llvm::Type *, const llvm::DataLayout &, std::int64_t offset);

/// The number or pointer that stands at the offset, or, where it is not
/// `isExact`, at that of any element of the array there; null in unions,
/// padding, and types without a name.
llvm::Type *scalarAt(llvm::Type *, const llvm::DataLayout &,
                     std::int64_t offset, bool isExact);

} // namespace redistc::effects

#endif
