//===- SarifLog.h - Diagnostics for other programs -------------*- C++ -*-===//
//
// Diagnostics of one input -> a run of a SARIF 2.1.0 log, which CI systems and
// editors read. Notes are related locations of the result that they belong to;
// the rule of a result is the diagnostic's name in Diagnostics.def, or, of one
// of Clang's, `clang-diagnostic-` and its group. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_SARIFLOG_H
#define REDISTC_LIB_DRIVER_SARIFLOG_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <string>

namespace redistc::driver {

class SarifRun {
public:
  /// For one front end at most; the results are there when it has ended. The
  /// run outlives it.
  std::unique_ptr<clang::DiagnosticConsumer> makeConsumer();

  /// An error without a place in a source.
  void addNotification(const llvm::Twine &message);

  /// Leaves nothing behind.
  llvm::json::Object take();

private:
  llvm::json::Object run;
  llvm::json::Array notifications;
};

/// The log, as text.
std::string sarifText(llvm::json::Array runs);

} // namespace redistc::driver

#endif
