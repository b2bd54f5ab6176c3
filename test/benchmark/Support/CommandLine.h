//===- CommandLine.h - How benchmarks read their options -------*- C++ -*-===//
//
// Options one after the other, each with the value that it needs. What is wrong
// is named, and ends the program with status 2: a benchmark that measures
// something else than was asked for is worse than none. --help is answered
// here. Knows no option itself.
//
//   --rounds 12x   bench-reduce: --rounds needs a whole number from 1 to
//                  2147483647, not '12x'
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SUPPORT_COMMANDLINE_H
#define REDIST_BENCHMARK_SUPPORT_COMMANDLINE_H

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bench {

class CommandLine {
public:
  CommandLine(const char *givenProgram, const char *givenUsage, int count,
              char **given)
      : program(givenProgram), usage(givenUsage), arguments(given + 1),
        end(given + count) {}

  /// Goes to the next option; false after the last one.
  bool next() {
    if (arguments == end)
      return false;
    option = *arguments++;
    if (option != "--help")
      return true;
    std::fputs(usage, stdout);
    std::exit(0);
  }
  bool is(std::string_view name) const { return option == name; }

  /// The value of the option.
  const char *text() {
    if (arguments == end)
      refuse("needs a value");
    return *arguments++;
  }
  /// The value of the option, which must be between both.
  template <typename Number>
  Number number(Number least = 1,
                Number most = std::numeric_limits<Number>::max()) {
    const char *const value = text();
    return numberOf(value, value, least, most);
  }
  /// Numbers with commas between them.
  template <typename Number>
  std::vector<Number> numbers(Number least, Number most) {
    const char *const value = text();
    std::vector<Number> result;
    for (std::string_view rest = value;;) {
      const std::size_t comma = rest.find(',');
      result.push_back(numberOf(rest.substr(0, comma), value, least, most));
      if (comma == std::string_view::npos)
        return result;
      rest.remove_prefix(comma + 1);
    }
  }

  [[noreturn]] void refuse(const std::string &what) const {
    std::fprintf(stderr, "%s: %s %s\n", program, std::string(option).c_str(),
                 what.c_str());
    std::exit(2);
  }
  [[noreturn]] void refuseUnknown() const { refuse("is not known"); }

private:
  template <typename Number>
  Number numberOf(std::string_view one, const char *value, Number least,
                  Number most) const {
    Number result = 0;
    const char *const last = one.data() + one.size();
    const auto [stop, error] = std::from_chars(one.data(), last, result);
    if (error != std::errc() || stop != last ||
        !(result >= least && result <= most)) // also: not a number
      refuse((std::is_integral_v<Number> ? "needs a whole number from "
                                         : "needs a number from ") +
             textOf(least) + " to " + textOf(most) + ", not '" + value + "'");
    return result;
  }
  template <typename Number> static std::string textOf(Number number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
  }

  const char *program, *usage;
  char **arguments, **end;
  std::string_view option;
};

} // namespace bench

#endif
