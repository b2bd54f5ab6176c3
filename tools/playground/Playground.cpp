//===- Playground.cpp - redist-plan for a page -----------------*- C++ -*-===//
//
// The entry of the module that cmake/RedistPlayground.cmake makes. Comes in:
// the arguments of redist-plan, a line each. Goes out: the exit status, a line,
// and what the tool has written. Files are those of the module's memory: none.
//
//===----------------------------------------------------------------------===//
#include "Run.h"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// What a stream writes while this lives goes to `text`.
class Captured {
public:
  Captured(std::ostream &given, std::ostringstream &text)
      : stream(given), before(given.rdbuf(text.rdbuf())) {}
  ~Captured() {
    stream.rdbuf(before);
    stream.clear();
  }
  Captured(const Captured &) = delete;
  Captured &operator=(const Captured &) = delete;

private:
  std::ostream &stream;
  std::streambuf *before;
};

} // namespace

static std::vector<std::string> linesOf(const char *text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// The text is there until the next call: JavaScript copies it at once.
extern "C" const char *run(const char *arguments) {
  static std::string answer;
  const std::vector<std::string> lines = linesOf(arguments);
  std::vector<const char *> pointers;
  for (const std::string &line : lines)
    pointers.push_back(line.c_str());
  std::ostringstream text;
  const Captured output(std::cout, text), errors(std::cerr, text);
  const int status = redistplan::run(pointers);
  answer = std::to_string(status) + '\n' + text.str();
  return answer.c_str();
}
