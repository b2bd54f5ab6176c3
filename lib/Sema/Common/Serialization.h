//===- Serialization.h - Functions that serialise classes -----*- C++ -*-===//
//
// Private to the Sema room: the functions of a class, or for it, that cereal
// would call, found as cereal finds them.
//
//   struct Stats { template <class A> void serialize(A &); };      Own
//   struct More : Stats { int more; };                             OfBase
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_SERIALIZATION_H
#define REDISTC_LIB_SEMA_COMMON_SERIALIZATION_H

#include "Common/InstanceContext.h"

#include "clang/AST/DeclCXX.h"

namespace redistc::sema {

/// Functions that serialise a class, in the order of how much they know of it:
/// those of a base that leave out members, and others.
enum class Functions { None, OfBase, Own };

/// `serialize`, or pairs as `save` and `load`: members and free functions.
Functions serialization(InstanceContext &, const clang::CXXRecordDecl *,
                        clang::SourceLocation);

/// Whether the class or a base of it has a member function of the name.
bool hasMember(InstanceContext &, const clang::CXXRecordDecl *,
               llvm::StringRef name, clang::SourceLocation);

/// The first class among the parts of a type that functions serialise; null if
/// there is none.
const clang::CXXRecordDecl *serialisedPart(InstanceContext &, clang::QualType,
                                           clang::SourceLocation);

/// Classes that the program registers with cereal, and that a pointer to the
/// base may point to.
llvm::SmallVector<const clang::CXXRecordDecl *, 4>
registeredBelow(clang::ASTContext &, const clang::CXXRecordDecl *base);

} // namespace redistc::sema

#endif
