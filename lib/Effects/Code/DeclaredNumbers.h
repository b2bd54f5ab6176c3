//===- DeclaredNumbers.h - Which bytes are numbers -------------*- C++ -*-===//
//
// Private to the Effects room. In allocated memory it is not known which member
// an address stands in. The code that uses the memory says which members are
// numbers: a load or store by its type, a copy by the members that it copies.
// Bytes (from eight on) and unions may hold anything.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_CODE_DECLAREDNUMBERS_H
#define REDISTC_LIB_EFFECTS_CODE_DECLAREDNUMBERS_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <vector>

namespace redistc::effects {

/// The scalar type of the member of a class that has the address; null where
/// the address is not computed from an object of the class.
llvm::Type *declaredAt(const llvm::Value *address, const llvm::DataLayout &);

/// Whether it loads a member that is a number, as a part of a copy of the
/// object.
bool isCopiedNumber(const llvm::LoadInst &);
/// Whether it loads an object whose type is one of numbers, not bytes.
bool isNumberByTag(const llvm::LoadInst &);

enum class Declared {
  Unknown,
  Numbers,
  Others, ///< addresses, bytes and unions
};

/// Neighbouring bytes of a copy.
struct CopiedPart {
  std::int64_t begin = 0, end = 0; ///< in bytes, from the beginning of the copy
  Declared from = Declared::Unknown, to = Declared::Unknown;
};

/// The parts of a copy, in their order; one of no length where the length is
/// not constant. A long copy has one part.
std::vector<CopiedPart> partsOfCopy(const llvm::AnyMemTransferInst &,
                                    const llvm::DataLayout &);

} // namespace redistc::effects

#endif
