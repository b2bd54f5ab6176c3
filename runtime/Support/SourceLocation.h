//===- SourceLocation.h - Source location of a directive -------*- C++ -*-===//
//
// Files and lines of directives as texts and messages show them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_SOURCELOCATION_H
#define REDIST_RUNTIME_SUPPORT_SOURCELOCATION_H

#include "redist/Redistribute.h"

#include <string>

namespace redist::runtime {

/// "src/app.cpp:12"; empty where there is no file.
std::string placeOf(const char *file, int line);
/// "app.cpp:12: error: "; what comes before the message of an error.
std::string positionOf(const directive &where);

} // namespace redist::runtime

#endif
