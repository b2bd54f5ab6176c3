// Headers of NPY files, most of them damaged, read here and by NumPy: what is
// accepted here means the same there.
// REQUIRES: runtime, numpy
// RUN: %mpicxx -std=c++20 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include -I%source_dir/runtime %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: %numpy %S/Inputs/npy_headers.py make 3000 > %t.headers
// RUN: %t < %t.headers > %t.read
// RUN: %numpy %S/Inputs/npy_headers.py compare %t.headers %t.read | FileCheck %s
// CHECK: 3000 headers, {{[1-9][0-9]+}} read alike
#include "Array/NpyHeader.h"

#include <iostream>

using namespace redist::runtime;

/// Two digits a byte.
static std::string bytesOf(const std::string &line) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < line.size(); i += 2)
    bytes += static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16));
  return bytes;
}

/// "<f8 row 3 4" or "! what is wrong".
static std::string outcome(const std::string &bytes) {
  std::string problem;
  const auto prefix = static_cast<std::size_t>(npyPrefixSize);
  const auto length = static_cast<std::size_t>(
      npyLengthOf(std::string_view(bytes).substr(0, prefix), problem));
  if (problem.empty() && bytes.size() < prefix + length)
    problem = "ends within its header";
  NpyHeader header;
  if (problem.empty())
    header =
        readNpyText(std::string_view(bytes).substr(prefix, length), problem);
  if (!problem.empty())
    return "! " + problem;
  std::string same;
  const std::string again = npyTextOf(header);
  if (readNpyText(std::string_view(again).substr(prefix), same) != header ||
      again.size() % 64 != 0)
    return "? written otherwise";
  std::string text =
      header.type +
      (header.order == redist::storage_order::row ? " row" : " column");
  for (const std::int64_t extent : header.extents)
    text += " " + std::to_string(extent);
  return text;
}

int main() {
  std::string line;
  while (std::getline(std::cin, line))
    std::cout << outcome(bytesOf(line)) << '\n';
}
