//===- LibraryFunctions.h - What functions of libraries do -----*- C++ -*-===//
//
// Private to the Effects room: the catalogue of what functions do whose bodies
// the translation unit does not have: those of LLVM, of the C library, and the
// compiled parts of the C++ library. A function that is not in it may do
// anything. Strings and regular expressions are in it though they have bodies.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_LIBRARY_LIBRARYFUNCTIONS_H
#define REDISTC_LIB_EFFECTS_LIBRARY_LIBRARYFUNCTIONS_H

#include "clang/AST/Decl.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <optional>

namespace redistc::effects {

enum class LibraryRule {
  Nothing,     ///< touches no memory that another function sees
  Same,        ///< returns its first argument
  Within,      ///< returns an address in the object of its first argument
  Allocates,   ///< returns new memory
  Opens,       ///< the same, which leads to its arguments
  Reallocates, ///< the same, with what was in its first argument
  Throws,      ///< its first argument is found where something is caught
  Rethrows,    ///< so is what its first argument refers to
  Stores,      ///< its second argument is found where its first one refers to
  Catches,     ///< returns what was thrown
  Releases,    ///< may end what was thrown
  Maps,        ///< returns memory that a file may have, or new memory
  Links,       ///< puts nodes, its arguments, into a list or a tree
  Walks,       ///< returns a node that is reached from its argument
  Variadic,    ///< makes a va_list
  Starts,      ///< calls what it is given, now, on another thread, or later
  CallsKept,   ///< calls what functions of the same `hidden` have been given
  Arguments,   ///< keeps to what its arguments refer to, by their types
  Deep,        ///< Arguments, and what these lead to
  Mixes,       ///< moves bytes between what its arguments refer to
  String,      ///< a member of std::string
  StdObject,   ///< the same of a class of the C++ library and what it owns
  Searches,    ///< its third argument leads to the text, its first two
  Hidden,      ///< Arguments, and what `hidden` names
  System,      ///< Arguments, and what the system keeps
  Unknown,     ///< may do anything
};

// Hidden objects that several files name.
inline constexpr llvm::StringLiteral stateOfRand = "the state of 'rand'";
inline constexpr llvm::StringLiteral signOfLgamma = "the sign of 'lgamma'";
/// They keep nothing of what they allocate.
inline constexpr llvm::StringLiteral memoryResources =
    "the memory resources of the library";
inline constexpr llvm::StringLiteral messagesOfMpi = "messages of MPI";

// What redist::allocator calls, as the linker names it.
inline constexpr llvm::StringLiteral sharedAllocation =
    "_ZN6redist6detail15allocate_shared";
inline constexpr llvm::StringLiteral sharedRelease =
    "_ZN6redist6detail11free_shared";

struct LibraryFunction {
  LibraryRule rule = LibraryRule::Unknown;
  /// Touched besides: "standard output". Read alone, where `onlyReads`.
  llvm::StringRef hidden;
  bool onlyReads = false;
};

/// `decl` is null where Clang has no declaration.
LibraryFunction libraryFunctionOf(const llvm::Function &,
                                  const clang::FunctionDecl *decl,
                                  clang::ASTContext &);

/// Functions of C's library, of POSIX and of MPI; absent of what is none, or
/// not in the tables.
std::optional<LibraryFunction> ofC(const llvm::Function &);

/// "standard output" of std::cout and stdout, which are many names of one.
llvm::StringRef hiddenObjectOf(llvm::StringRef variable);

/// Functions that the catalogue has though they have a body, and that call no
/// code of the program. Members of std::string and its kin: the characters
/// count as a part of the object, wherever they are. What compiles a regular
/// expression, and searches for it: too much code to be followed.
bool isKnownWithBody(const clang::FunctionDecl *);

/// In namespace std, or one of its implementation.
bool isOfLibraryNamespace(const clang::Decl *);

} // namespace redistc::effects

#endif
