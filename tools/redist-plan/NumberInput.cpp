//===- NumberInput.cpp - Numbers of the command line ----------------------===//
//
// See NumberInput.h.
//
//===----------------------------------------------------------------------===//
#include "NumberInput.h"

#include "Failure.h"

#include "redistc/Support/Spelling.h"
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

using namespace redistplan;
using namespace redistc::view;
using redist::schedule::Fraction;
using redistc::support::inQuotes;

/// What the schedule library takes, exclusive.
static constexpr std::int64_t largestSize = std::int64_t{1} << 62;

[[noreturn]] static void reject(std::string_view option, std::string_view text,
                                std::string_view why) {
  throw InputError(std::string(option) + ": " + inQuotes(text) + " " +
                   std::string(why));
}

std::int64_t redistplan::sizeOf(std::string_view option,
                                std::string_view text) {
  const Numeral numeral = readInteger(text);
  if (numeral.kind != NumeralKind::Integer)
    reject(option, text, whyNotInteger(numeral.kind));
  if (numeral.value < 0)
    reject(option, text, "is negative");
  if (numeral.value >= largestSize)
    reject(option, text, "is too large");
  return numeral.value;
}

std::int64_t redistplan::positiveSizeOf(std::string_view option,
                                        std::string_view text) {
  const std::int64_t size = sizeOf(option, text);
  if (size == 0)
    reject(option, text, "is not positive");
  return size;
}

Fraction redistplan::amountOf(std::string_view option, std::string_view text) {
  const ExactNumeral numeral = readExact(text);
  switch (numeral.kind) {
  case NumeralKind::NotANumber:
  case NumeralKind::TooLarge:
  case NumeralKind::TooFine:
    reject(option, text, whyNotInteger(numeral.kind));
  case NumeralKind::Integer:
  case NumeralKind::NotAnInteger:
    break;
  }
  if (numeral.value.numerator < 0)
    reject(option, text, "is negative");
  return numeral.value;
}

/// The parts of a list, without blanks around them.
static std::vector<std::string_view> partsOf(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view one = text.substr(begin, end - begin);
    while (one.starts_with(' '))
      one.remove_prefix(1);
    while (one.ends_with(' '))
      one.remove_suffix(1);
    parts.push_back(one);
    begin = end + 1;
  }
  return parts;
}

std::vector<std::int64_t> redistplan::sizesOf(std::string_view option,
                                              std::string_view text) {
  std::vector<std::int64_t> sizes;
  for (const std::string_view part : partsOf(text))
    sizes.push_back(sizeOf(option, part));
  return sizes;
}

std::vector<Fraction> redistplan::amountsOf(std::string_view option,
                                            std::string_view text) {
  std::vector<Fraction> amounts;
  for (const std::string_view part : partsOf(text))
    amounts.push_back(amountOf(option, part));
  return amounts;
}

std::string redistplan::contentOf(std::string_view option,
                                  std::string_view path) {
  errno = 0;
  std::ifstream file{std::string(path), std::ios::binary};
  std::ostringstream content;
  // A folder opens, but cannot be read.
  if (file && file.peek() != std::ifstream::traits_type::eof())
    content << file.rdbuf();
  const int error = errno;
  if (!file.is_open() || file.bad() || content.bad() || error != 0)
    throw InputError(std::string(option) + ": cannot read " + inQuotes(path) +
                     ": " +
                     std::generic_category().message(error == 0 ? EIO : error));
  return content.str();
}

std::vector<std::string> redistplan::wordsOfLine(std::string_view line) {
  static constexpr std::string_view gaps = ", \t\r\n";
  std::vector<std::string> words;
  for (std::size_t begin = line.find_first_not_of(gaps);
       begin != std::string_view::npos;) {
    const std::size_t end =
        std::min(line.find_first_of(gaps, begin), line.size());
    words.emplace_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(gaps, end);
  }
  return words;
}

std::vector<std::string> redistplan::wordsOf(std::string_view option,
                                             std::string_view text) {
  if (text.starts_with('@'))
    return wordsOfLine(contentOf(option, text.substr(1)));
  const std::vector<std::string_view> parts = partsOf(text);
  return {parts.begin(), parts.end()};
}
