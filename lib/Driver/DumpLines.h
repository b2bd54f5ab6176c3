//===- DumpLines.h - The lines of a dump -----------------------*- C++ -*-===//
//
// What the three dumps share. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_DUMPLINES_H
#define REDISTC_LIB_DRIVER_DUMPLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace redistc::driver {

/// "first, second, ..." of what `text` makes of each value.
template <typename Values, typename Text>
std::string joined(const Values &values, Text text) {
  std::string list;
  for (const auto &value : values)
    list += (list.empty() ? "" : ", ") + text(value);
  return list;
}

inline void line(llvm::raw_ostream &out, llvm::StringRef key,
                 llvm::StringRef value) {
  out << "  " << key << ": " << value << '\n';
}

/// `redistribute` or `reduce`: the word of a directive on one line.
inline llvm::StringRef wordOf(llvm::StringRef spelling) {
  return spelling.split("pragma").second.ltrim(" \t").take_while(
      [](char c) { return c >= 'a' && c <= 'z'; });
}

} // namespace redistc::driver

#endif
