//===- Dump.h - The stages as text -----------------------------*- C++ -*-===//
//
// What --dump=parse|sema|plan prints: one block for each directive, a line for
// each part, the same on every machine. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_DUMP_H
#define REDISTC_LIB_DRIVER_DUMP_H

#include "redistc/Directive/DirectiveRecorder.h"
#include "redistc/Plan/Plan.h"

#include "llvm/Support/raw_ostream.h"

namespace clang {
class SourceManager;
}

namespace redistc::driver {

void dumpParsed(const std::vector<directive::ParsedDirective> &,
                const clang::SourceManager &, llvm::raw_ostream &);
void dumpChecked(const std::vector<plan::CheckedDirective> &,
                 llvm::raw_ostream &);
void dumpPlans(const std::vector<plan::DirectivePlan> &, llvm::raw_ostream &);

} // namespace redistc::driver

#endif
