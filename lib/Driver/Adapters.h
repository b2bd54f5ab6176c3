//===- Adapters.h - Storage of other libraries in a program ----*- C++ -*-===//
//
// Which headers of redist/adapt describe classes that a program uses. They can
// only be read behind the libraries, so that a program that needs one is parsed
// a second time, with them at its end. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_ADAPTERS_H
#define REDISTC_LIB_DRIVER_ADAPTERS_H

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace redistc::driver {

/// Names as #include takes them, of the libraries that have been included; of
/// classes without a library of their own, where the program has such a type.
std::vector<std::string> adaptersFor(const clang::ASTContext &,
                                     const clang::Preprocessor &);

} // namespace redistc::driver

#endif
