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

/// Headers that generated code includes beyond its own, and what stands behind
/// the user's text in the main file so that they have been parsed.
struct Adapters {
  std::vector<std::string> headers;
  std::string text;
};

/// The text for these headers. The preprocessor has come to the end of the main
/// file, and tells which macros must not reach them.
Adapters makeAdapters(const clang::Preprocessor &,
                      std::vector<std::string> headers);

/// The plans are those of all recorded directives, in the same order. Returns
/// std::nullopt after an error, which was reported to the context's engine. The
/// preprocessor, which has come to the end, tells what macros there are.
std::optional<std::string>
rewriteMainFile(const clang::ASTContext &, const clang::Preprocessor &,
                const directive::DirectiveRecorder &,
                const std::vector<plan::DirectivePlan> &,
                const Adapters & = {});

} // namespace redistc::emit

#endif
