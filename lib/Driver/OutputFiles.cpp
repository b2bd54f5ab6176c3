//===- OutputFiles.cpp - What redistc leaves behind ------------*- C++ -*-===//
#include "OutputFiles.h"

#include "llvm/Support/raw_ostream.h"

namespace redistc::driver {

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text) {
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    out << text;
    return llvm::Error::success();
  });
}

/// A file name as Make reads it: a space and '#' take a backslash (and so do
/// the backslashes before a space), '$' is doubled.
static std::string makeName(llvm::StringRef name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == ' ')
      for (std::size_t j = i; j > 0 && name[j - 1] == '\\'; --j)
        text += '\\';
    if (c == ' ' || c == '#')
      text += '\\';
    if (c == '$')
      text += '$';
    text += c;
  }
  return text;
}

std::string makeRule(llvm::StringRef target,
                     llvm::ArrayRef<std::string> files) {
  std::string text = makeName(target) + ':';
  for (const std::string &file : files)
    text += " \\\n  " + makeName(file);
  return text + '\n';
}

} // namespace redistc::driver
