//===- SourceLocation.cpp - Source location of a directive ----------------===//
#include "Support/SourceLocation.h"

namespace redist::runtime {

std::string placeOf(const char *file, int line) {
  const std::string name = file ? file : "";
  return name.empty() || line <= 0 ? name : name + ':' + std::to_string(line);
}

std::string positionOf(const directive &where) {
  if (!where.file)
    return where.text ? std::string(where.text) + ": " : std::string();
  // What is no directive, but a routine, says its name itself.
  return where.line > 0 ? placeOf(where.file, where.line) + ": error: " : "";
}

} // namespace redist::runtime
