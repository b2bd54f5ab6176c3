//===- Rewrite.h - The main file with its directives replaced --*- C++ -*-===//
//
// Plans and the places of their directives -> the text of the whole main file.
// All or nothing: a range that cannot be edited or two edits in conflict are
// errors. Writes no file. What is not a directive stays as the user wrote it,
// and `#line` keeps every line's number; a file without directives comes out
// byte for byte.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EMIT_REWRITE_H
#define REDISTC_EMIT_REWRITE_H

#include "redistc/Directive/DirectiveRecorder.h"
#include "redistc/Plan/Plan.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace redistc::emit {

/// The plans are those of all recorded directives, in the same order. Returns
/// std::nullopt after an error, which was reported to the context's engine. The
/// preprocessor, which has come to the end, tells what macros there are.
std::optional<std::string>
rewriteMainFile(const clang::ASTContext &, const clang::Preprocessor &,
                const directive::DirectiveRecorder &,
                const std::vector<plan::DirectivePlan> &);

} // namespace redistc::emit

#endif
