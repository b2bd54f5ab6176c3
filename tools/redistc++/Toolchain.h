//===- Toolchain.h - Where redistc, compiler and runtime lie ---*- C++ -*-===//
//
// Room: tools/redistc++. Everything is looked for from the executable: redistc
// beside it, headers and libraries in the tree it stands in (first a build
// tree, then an install prefix). Only the MPI compiler comes from outside.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_TOOLS_REDISTCXX_TOOLCHAIN_H
#define REDISTC_TOOLS_REDISTCXX_TOOLCHAIN_H

#include "Arguments.h"
#include "Process.h"

namespace redistc::command {

struct Toolchain {
  std::string redistc;       ///< path of the executable
  Words compiler;            ///< the MPI compiler, with words of its own
  std::string includeFolder; ///< holds redist/redist.h
  std::string libraryFolder; ///< where the runtime library belongs
  Words libraries;           ///< what a link gets; empty: no runtime was built
};

/// `executable` is the true path of redistc++. The compiler is what `own`
/// chooses, else the environment's REDIST_CXX, else the one found when
/// redistc++ was built, else mpicxx. Returns nothing and sets `error` where a
/// part is missing.
std::optional<Toolchain> findToolchain(llvm::StringRef executable,
                                       const OwnOptions &own,
                                       std::string &error);

/// Include paths and macros that the MPI compiler adds by itself: what it
/// answers to --showme:compile (Open MPI) or -compile_info (MPICH); nothing
/// for a plain compiler. With `withOpenMp` also the folder of its <omp.h>.
Words impliedFrontEndWords(const Toolchain &, bool withOpenMp, Processes &,
                           llvm::StringRef temporaryFolder);

} // namespace redistc::command

#endif
