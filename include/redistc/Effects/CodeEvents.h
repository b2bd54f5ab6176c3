//===- CodeEvents.h - What a translation unit defines ----------*- C++ -*-===//
//
// What Clang's Sema hands to the consumer of an AST while it parses, kept so
// that code can be generated from it when all directives have been checked.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EFFECTS_CODEEVENTS_H
#define REDISTC_EFFECTS_CODEEVENTS_H

#include "clang/AST/DeclGroup.h"

#include <variant>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace redistc::effects {

/// A class whose virtual table must be emitted here.
struct NeededTable {
  clang::CXXRecordDecl *record = nullptr;
};

/// In the order of the text, instantiations where Clang makes them.
using CodeEvent = std::variant<clang::DeclGroupRef, clang::FunctionDecl *,
                               NeededTable, clang::VarDecl *>;
using CodeEvents = std::vector<CodeEvent>;

} // namespace redistc::effects

#endif
