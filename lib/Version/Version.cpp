//===- Version.cpp - What --version says ----------------------------------===//
//
// See Version.h. Commit.h is written while the project is built, the other
// facts are definitions of CMakeLists.txt.
//
//===----------------------------------------------------------------------===//
#include "redistc/Version/Version.h"

#include "Commit.h"

#include <algorithm>

namespace redistc::version {

std::string_view versionNumber() { return REDIST_VERSION; }

std::string versionLine(std::string_view name, std::string_view text) {
  static constexpr std::size_t width = 10;
  std::string line(name);
  line.resize(std::max(width, line.size() + 1), ' ');
  return line.append(text) + '\n';
}

std::string versionText(std::string_view tool) {
  std::string text = std::string(tool) + " " REDIST_VERSION "\n";
  if (!commit.empty())
    text += versionLine("commit", commit);
  // No build type is one, too.
  const std::string_view type = REDIST_BUILD_TYPE;
  return text +
         versionLine("build", (type.empty() ? "" : std::string(type) + ", ") +
                                  REDIST_COMPILER);
}

} // namespace redistc::version
