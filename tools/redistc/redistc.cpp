//===- redistc.cpp - The source-to-source compiler -------------*- C++ -*-===//
//
// The program around lib/Driver: tells users whose fault a crash is, and leaves
// everything else to the library.
//
//===----------------------------------------------------------------------===//
#include "redistc/Driver/Driver.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"

int main(int argc, const char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  llvm::setBugReportMsg(
      "redistc: internal error: this is a fault of redistc, not of the source; "
      "please report it with the source and this text\n");
  const llvm::PrettyStackTraceProgram trace(argc, argv);
  return redistc::driver::run(argc, argv);
}
