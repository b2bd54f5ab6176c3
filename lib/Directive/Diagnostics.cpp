//===- Diagnostics.cpp - The catalogue as an enumeration -------*- C++ -*-===//
//
// Catalogue lines become custom diagnostics of Clang's engine on demand.
//
//===----------------------------------------------------------------------===//
#include "redistc/Directive/Diagnostics.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

using namespace clang;

namespace redistc::directive {

static unsigned idOf(DiagnosticsEngine &engine, DiagnosticKind kind) {
  // getCustomDiagID takes nothing but literals, hence a case for each.
  switch (kind) {
#define REDISTC_DIAGNOSTIC(identifier, severity, text)                         \
  case DiagnosticKind::identifier:                                             \
    return engine.getCustomDiagID(DiagnosticsEngine::severity, text);
#include "redistc/Directive/Diagnostics.def"
#undef REDISTC_DIAGNOSTIC
  }
  llvm_unreachable("not in the catalogue");
}

DiagnosticBuilder report(DiagnosticsEngine &engine, SourceLocation location,
                         DiagnosticKind kind) {
  return engine.Report(location, idOf(engine, kind));
}

llvm::StringRef nameOf(const DiagnosticsEngine &engine, unsigned id) {
  // What was never reported gets a number of its own, which matches nothing.
  DiagnosticIDs &ids = *engine.getDiagnosticIDs();
#define REDISTC_DIAGNOSTIC(identifier, severity, text)                         \
  if (ids.getCustomDiagID(DiagnosticIDs::severity, text) == id)                \
    return #identifier;
#include "redistc/Directive/Diagnostics.def"
#undef REDISTC_DIAGNOSTIC
  return "";
}

llvm::StringRef diagnosticText(DiagnosticKind kind) {
  switch (kind) {
#define REDISTC_DIAGNOSTIC(identifier, severity, text)                         \
  case DiagnosticKind::identifier:                                             \
    return text;
#include "redistc/Directive/Diagnostics.def"
#undef REDISTC_DIAGNOSTIC
  }
  llvm_unreachable("not in the catalogue");
}

/// Letters swapped: the edit distance counts two for what is one slip.
static bool isAnagram(llvm::StringRef word, llvm::StringRef candidate) {
  std::string left = word.str(), right = candidate.str();
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  return left == right;
}

llvm::StringRef nearestName(llvm::StringRef word,
                            llvm::ArrayRef<llvm::StringRef> candidates) {
  llvm::StringRef nearest;
  unsigned least = 0;
  for (llvm::StringRef candidate : candidates) {
    const unsigned limit = std::max<unsigned>(
        isAnagram(word, candidate) ? 2 : 1, candidate.size() / 3);
    const unsigned distance =
        word.edit_distance(candidate, /*AllowReplacements=*/true, limit);
    if (distance > limit || distance >= candidate.size() ||
        (!nearest.empty() && distance >= least))
      continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

std::string quotedAlternatives(llvm::ArrayRef<llvm::StringRef> names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i != 0)
      text += i + 1 == names.size() ? " or " : ", ";
    text += (llvm::Twine("'") + names[i] + "'").str();
  }
  return text;
}

} // namespace redistc::directive
