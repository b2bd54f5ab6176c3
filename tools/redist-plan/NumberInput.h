//===- NumberInput.h - Numbers of the command line --------------*- C++ -*-===//
//
// Numbers and lists of numbers as options take them, with the option's name in
// what is said of a wrong one. All functions throw InputError.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_NUMBERINPUT_H
#define REDIST_PLAN_NUMBERINPUT_H

#include "redistSchedule/Reduction/Cost.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redistplan {

/// An integer from 0 to 2^62 - 1.
std::int64_t sizeOf(std::string_view option, std::string_view text);
/// The same from 1 on.
std::int64_t positiveSizeOf(std::string_view option, std::string_view text);
/// Those of "3, 5,2".
std::vector<std::int64_t> sizesOf(std::string_view option,
                                  std::string_view text);

/// A number that is not negative, exactly.
redist::schedule::Fraction amountOf(std::string_view option,
                                    std::string_view text);
/// Those of "0, 1/2,3.5".
std::vector<redist::schedule::Fraction> amountsOf(std::string_view option,
                                                  std::string_view text);

/// The parts of "1, -,auto" without blanks around them; of "@FILE" those of the
/// file, between commas, blanks and line ends.
std::vector<std::string> wordsOf(std::string_view option,
                                 std::string_view text);
/// All of a file; `option` names it.
std::string contentOf(std::string_view option, std::string_view path);
/// The words of a line, between commas and blanks.
std::vector<std::string> wordsOfLine(std::string_view line);

} // namespace redistplan

#endif
