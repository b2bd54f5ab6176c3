//===- Plans.cpp - Arguments and files of redist-plan ---------------------===//
//
// Comes in: a subcommand of redist-plan and its arguments, a line each, then an
// empty line and the text of the file that an argument calls FILE. Each is
// shown or refused as main() refuses it. Left out: what is written to files,
// output of any length, and numbers of ranks that take seconds to plan.
//
//===----------------------------------------------------------------------===//
// RUN: %fuzz Plans
#include "Compare.h"
#include "Failure.h"
#include "Pipeline.h"
#include "Redistribute.h"
#include "Reduce.h"
#include "ScarceMemory.h"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

class NullBuffer : public std::streambuf {
protected:
  std::streamsize xsputn(const char *, std::streamsize count) override {
    return count;
  }
  int_type overflow(int_type character) override {
    return traits_type::not_eof(character);
  }
};

/// A file in memory, which has another text each time.
class InputFile {
public:
  void write(std::string_view text) {
    if (ftruncate(descriptor, 0) != 0 ||
        pwrite(descriptor, text.data(), text.size(), 0) < 0)
      std::abort();
  }
  const std::string &path() const { return name; }

private:
  int descriptor = memfd_create("input", 0);
  std::string name = "/proc/self/fd/" + std::to_string(descriptor);
};

} // namespace

/// Numbers of 3 to 9 digits, which can take seconds to plan; larger ones are
/// refused, or have closed forms.
static bool isLong(std::string_view argument) {
  std::size_t digits = 0;
  for (std::size_t i = 0; i <= argument.size(); ++i) {
    if (i < argument.size() &&
        std::isdigit(static_cast<unsigned char>(argument[i]))) {
      ++digits;
      continue;
    }
    if (digits >= 3 && digits <= 9)
      return true;
    digits = 0;
  }
  return false;
}

/// Empty: left out.
static std::vector<std::string> argumentsOf(std::string_view text,
                                            const std::string &file) {
  std::vector<std::string> arguments;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string argument(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (argument.starts_with("-o") || argument == "--full" || isLong(argument))
      return {};
    if (const auto at = argument.find("FILE"); at != std::string::npos)
      argument.replace(at, 4, file);
    else if (argument.find('/') != std::string::npos &&
             argument.starts_with('@'))
      return {};
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

static void run(const std::vector<std::string> &arguments) {
  std::vector<const char *> rest;
  for (std::size_t i = 1; i < arguments.size(); ++i)
    rest.push_back(arguments[i].c_str());
  const std::string_view command = arguments.front();
  if (command == "redistribute")
    redistplan::redistribute(rest);
  else if (command == "reduce")
    redistplan::reduce(rest);
  else if (command == "pipeline")
    redistplan::pipeline(rest);
  else if (command == "compare")
    redistplan::compare(rest);
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  static InputFile file;
  static NullBuffer sink;
  std::cout.rdbuf(&sink);
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const std::size_t end = std::min(text.find("\n\n"), size);
  file.write(text.substr(std::min(end + 2, size)));
  const auto arguments = argumentsOf(text.substr(0, end), file.path());
  if (arguments.empty())
    return 0;
  try {
    run(arguments);
  } catch (const redistplan::UsageError &) {
  } catch (const redistplan::InputError &) {
  } catch (const std::bad_alloc &) {
  }
  return 0;
}
