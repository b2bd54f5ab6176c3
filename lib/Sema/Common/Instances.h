//===- Instances.h - Instantiations of templates ---------------*- C++ -*-===//
//
// Private to the Sema room: the occurrences of a directive that are checked,
// and the names of their instantiations.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_INSTANCES_H
#define REDISTC_LIB_SEMA_COMMON_INSTANCES_H

#include "Common/FindDirectives.h"

#include <string>

namespace redistc::sema {

/// "f<16>"; for the body of a lambda that of the function around it, and the
/// template arguments of the lambda: "f<16>::(lambda)<int>". Empty outside
/// templates.
std::string instanceName(const clang::FunctionDecl *,
                         const clang::ASTContext &);

/// The occurrences of directive `index` that count: the template itself only if
/// nobody instantiates it here.
std::vector<Occurrence> relevantOccurrences(const std::vector<Occurrence> &,
                                            size_t index, bool &isTemplated);

} // namespace redistc::sema

#endif
