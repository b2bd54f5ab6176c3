//===- IncludePlace.h - Where the runtime's header goes --------*- C++ -*-===//
//
// Generated code needs <redist/redist.h>. It is included at file scope, right
// before the outermost declaration that contains the first directive: after the
// user's own macros and includes, and never inside a namespace or a class.
// Private to lib/Emit.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_INCLUDEPLACE_H
#define REDISTC_LIB_EMIT_INCLUDEPLACE_H

#include "clang/Basic/SourceLocation.h"

#include <optional>

namespace clang {
class ASTContext;
}

namespace redistc::emit {

/// Offset in the main file of the first token of that declaration (attributes
/// and macros before it included), or of the #include line that opens it;
/// std::nullopt where no declaration contains the directive.
std::optional<unsigned> findIncludePlace(const clang::ASTContext &,
                                         clang::SourceLocation firstDirective);

} // namespace redistc::emit

#endif
