//===- Scan.h - Can a source hold directives at all? -----------*- C++ -*-===//
//
// Room: tools/redistc++. A look at the text of a source and of the user's
// headers it names, without preprocessing: cheap, and wrong only towards yes.
// It decides whether redistc has to run; redistc decides everything else. The
// headers count because a directive in one of them must get its error.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_TOOLS_REDISTCXX_SCAN_H
#define REDISTC_TOOLS_REDISTCXX_SCAN_H

#include "Arguments.h"

#include "llvm/ADT/StringRef.h"

namespace redistc::command {

/// `text` holds a pragma (either form) and a word that begins a directive, in
/// any place. `false` is certain, `true` is not.
bool mentionsDirectives(llvm::StringRef text);

/// The same for the file and all it includes from the user's folders: its own,
/// -iquote, -I and -isystem. A file that cannot be read is the compiler's
/// business. An #include of a macro makes the answer `true`.
bool mayHoldDirectives(llvm::StringRef path, const UserIncludes &);

/// The first line of the file on which a directive stands as `#pragma`; 0:
/// none.
unsigned lineOfDirective(llvm::StringRef path);

} // namespace redistc::command

#endif
