//===- TravelClasses.h - Partly serializable classes -----------*- C++ -*-===//
//
// Private to the Sema room: checks of program classes for Travel.cpp. A class
// may have an incomplete 'serialize', or only that of a base, or may not be
// constructible on the receiving rank.
//
//   struct B { int a; template <class A> void serialize(A &); };
//   struct D : B { int b; };   the 'serialize' of B leaves b out
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_TRAVELCLASSES_H
#define REDISTC_LIB_SEMA_COMMON_TRAVELCLASSES_H

#include "Common/InstanceContext.h"

#include "clang/AST/DeclCXX.h"

namespace redistc::sema {

/// Whether functions of `owner`, a base of the class or the class itself, say
/// nothing of some of its members. A base that is told which class is derived
/// from it, Base<Derived>, may know them.
bool losesMembers(const clang::CXXRecordDecl *,
                  const clang::CXXRecordDecl *owner);

/// Whether a pointer to the class may lead to an object of another one, known
/// in this translation unit, of which it says less than all. `registered`:
/// these cereal knows by name.
bool mayBeLarger(clang::ASTContext &, const clang::CXXRecordDecl *,
                 llvm::ArrayRef<const clang::CXXRecordDecl *> registered);

/// The part to blame where no value of the type is made without arguments; null
/// of one that is. `byCereal`: cereal::access may make it, too.
clang::QualType notMadeByDefault(InstanceContext &, clang::QualType,
                                 bool byCereal);

/// Whether the class can be made of anything, so that the runtime cannot tell
/// it from what it is made of (redist/detail/types/Members.h).
bool isMadeOfAnything(const clang::CXXRecordDecl *);

/// Whether the program specialises the template of cereal for the class, as its
/// argument of that number.
bool isSpecialised(clang::ASTContext &, llvm::StringRef name, unsigned argument,
                   clang::QualType);

} // namespace redistc::sema

#endif
