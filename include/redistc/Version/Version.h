//===- Version.h - What --version says -------------------------*- C++ -*-===//
//
// Room Version: the same few lines for every tool. A report of a fault quotes
// them.
//
//   redistc 0.1.0
//   commit    2d610e5bdf1a
//   build     Release, GCC 12.2.0
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VERSION_VERSION_H
#define REDISTC_VERSION_VERSION_H

#include <string>
#include <string_view>

namespace redistc::version {

/// "0.1.0".
std::string_view versionNumber();

/// The lines above; that of the commit is left out where the build knew none.
std::string versionText(std::string_view tool);

/// One more of them.
std::string versionLine(std::string_view name, std::string_view text);

} // namespace redistc::version

#endif
