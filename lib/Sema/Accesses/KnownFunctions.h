//===- KnownFunctions.h - Effects of library functions ---------*- C++ -*-===//
//
// Private to the Sema room: functions whose bodies are not analysed, and whose
// parameters do not show what they read and write.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_ACCESSES_KNOWNFUNCTIONS_H
#define REDISTC_LIB_SEMA_ACCESSES_KNOWNFUNCTIONS_H

#include "Accesses/AccessedObjects.h"

#include "clang/AST/DeclCXX.h"

namespace redistc::sema {

/// What a function changes without being told, as rand() does: "the state of
/// 'rand'". Empty of all others.
llvm::StringRef hiddenObjectOf(const clang::FunctionDecl *);

/// The same of a variable that stands for something outside: std::cout.
llvm::StringRef hiddenObjectOf(const clang::VarDecl *);

/// A clock, or a source of random numbers.
bool differsBetweenRanks(const Object &);

/// getenv: the hidden object is not changed.
bool onlyReadsHidden(const clang::FunctionDecl *);

/// The function that the macro errno calls.
bool isErrnoPlace(const clang::FunctionDecl *);

/// Whether a function without a visible body may set errno.
bool maySetErrno(const clang::FunctionDecl *);

/// std::move, std::get, std::begin, ...: they hand on what they are given.
bool handsOn(const clang::FunctionDecl *);

/// What an algorithm of the standard library does to the ranges it is given.
enum class RangeUse { Reads, WritesLast, Writes, AsCallable };
RangeUse rangeUseOf(const clang::FunctionDecl *);

/// v.begin(), v[i], p->: what is done to the object is what is done to the
/// result.
bool isAccessor(const clang::CXXMethodDecl *);

/// x = y, x.clear(), x.assign(...): nothing of the old value stays.
bool replacesWhole(const clang::CXXMethodDecl *);

/// printf and its kin only read what their further arguments point to.
bool onlyReadsVariadic(const clang::FunctionDecl *);

/// Keeps to its arguments, although its body is not visible.
bool isHarmless(const clang::FunctionDecl *);

} // namespace redistc::sema

#endif
