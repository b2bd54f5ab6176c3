//===- CompileCommand.h - The command line of the front end ----*- C++ -*-===//
//
// Where the compile flags of a source come from (`-- flags`, `-p`, a
// compile_commands.json above the source, none), and what redistc adds: the
// headers of Clang, of MPI and of the runtime. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_COMPILECOMMAND_H
#define REDISTC_LIB_DRIVER_COMPILECOMMAND_H

#include "redistc/Driver/Options.h"

#include "llvm/Support/Error.h"

namespace redistc::driver {

/// The words of a Clang command that only parses `input`, and writes nothing.
/// `program` is argv[0]. Error: -p names no compilation database.
llvm::Expected<std::vector<std::string>>
makeCompileCommand(const Options &, const std::string &input,
                   const char *program);

} // namespace redistc::driver

#endif
