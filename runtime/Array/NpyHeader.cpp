//===- NpyHeader.cpp - Headers of NPY files -------------------------------===//
#include "Array/NpyHeader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

namespace redist::runtime {

using detail::element_kind;

static constexpr std::string_view magic = "\x93NUMPY";

std::string npyTypeOf(element_kind kind, std::size_t size) {
  static constexpr char letters[] = {0, 'b', 'i', 'u', 'f', 'c'};
  const char letter = letters[static_cast<std::size_t>(kind)];
  if (letter == 0)
    return std::string();
  const char order = size == 1                                    ? '|'
                     : std::endian::native == std::endian::little ? '<'
                                                                  : '>';
  return std::string{order, letter} + std::to_string(size);
}

std::string npyTextOf(const NpyHeader &header) {
  std::string text =
      "{'descr': '" + header.type + "', 'fortran_order': " +
      (header.order == storage_order::column ? "True" : "False") +
      ", 'shape': (";
  for (const std::int64_t extent : header.extents)
    text += std::to_string(extent) + ", ";
  if (header.extents.size() > 1)
    text.erase(text.size() - 2);
  else if (!header.extents.empty())
    text.pop_back();
  text += "), }";
  constexpr std::size_t alignment = 64;
  text.append(alignment - 1 - (npyPrefixSize + text.size()) % alignment, ' ');
  text += '\n';
  std::string all(magic);
  all += {'\1', '\0', static_cast<char>(text.size() & 0xff),
          static_cast<char>(text.size() >> 8)};
  return all + text;
}

std::int64_t npyLengthOf(std::string_view prefix, std::string &problem) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(prefix[i]);
  };
  if (prefix.size() < npyPrefixSize || !prefix.starts_with(magic)) {
    problem = "is no NPY file";
    return 0;
  }
  if (byte(6) != 1 || byte(7) != 0) {
    problem = "is of version " + std::to_string(byte(6)) + "." +
              std::to_string(byte(7)) + " of NPY, but 1.0 is what is read";
    return 0;
  }
  return byte(8) + 256 * byte(9);
}

namespace {

/// Literals of Python, one after the other.
class Literals {
public:
  explicit Literals(std::string_view text) : rest(text) {}

  bool take(char wanted) {
    skipBlanks();
    if (rest.empty() || rest.front() != wanted)
      return false;
    rest.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    skipBlanks();
    if (!rest.starts_with(word))
      return false;
    rest.remove_prefix(word.size());
    return true;
  }
  bool isAtEnd() {
    skipBlanks();
    return rest.empty();
  }
  /// Printable and without escapes, as all types and keys are.
  std::optional<std::string> string() {
    skipBlanks();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
      return std::nullopt;
    const std::size_t end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos)
      return std::nullopt;
    std::string result(rest.substr(1, end - 1));
    if (std::any_of(result.begin(), result.end(),
                    [](char c) { return c < ' ' || c > '~' || c == '\\'; }))
      return std::nullopt;
    rest.remove_prefix(end + 1);
    return result;
  }
  std::optional<std::int64_t> number() {
    skipBlanks();
    std::int64_t value = 0;
    const char *const begin = rest.data();
    const auto [end, code] = std::from_chars(begin, begin + rest.size(), value);
    if (code != std::errc() || value < 0)
      return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - begin));
    if (!rest.empty() && rest.front() == 'L') // Python 2
      rest.remove_prefix(1);
    return value;
  }
  /// "(3, 4)", "(3,)", "()"; "(3)" is none.
  std::optional<std::vector<std::int64_t>> numbers() {
    std::vector<std::int64_t> result;
    if (!take('('))
      return std::nullopt;
    bool hasComma = true;
    while (!take(')')) {
      const auto value = hasComma ? number() : std::nullopt;
      if (!value)
        return std::nullopt;
      result.push_back(*value);
      hasComma = take(',');
    }
    if (result.size() == 1 && !hasComma)
      return std::nullopt;
    return result;
  }

private:
  void skipBlanks() {
    while (!rest.empty() &&
           std::string_view(" \t\n").find(rest.front()) != rest.npos)
      rest.remove_prefix(1);
  }

  std::string_view rest;
};

} // namespace

/// The value of one key; what is wrong with it, else empty.
static std::string readValue(Literals &literals, const std::string &key,
                             NpyHeader &header) {
  if (key == "descr") {
    const auto type = literals.string();
    header.type = type.value_or("");
    return type                 ? ""
           : literals.take('[') ? "has elements with several fields, not "
                                  "numbers"
                                : "has a header without a type";
  }
  if (key == "fortran_order") {
    const bool isColumn = literals.take(std::string_view("True"));
    header.order = isColumn ? storage_order::column : storage_order::row;
    return isColumn || literals.take(std::string_view("False"))
               ? ""
               : "has a header without an order";
  }
  const auto extents = literals.numbers();
  header.extents = extents.value_or(std::vector<std::int64_t>());
  return extents ? "" : "has a header without extents";
}

NpyHeader readNpyText(std::string_view text, std::string &problem) {
  static constexpr std::string_view keys[] = {"descr", "fortran_order",
                                              "shape"};
  NpyHeader header;
  Literals literals(text);
  unsigned seen = 0;
  bool isWell = literals.take('{'), hasComma = true;
  while (isWell && !literals.take('}')) {
    const auto key = hasComma ? literals.string() : std::nullopt;
    unsigned bit = 0;
    for (unsigned i = 0; key && i < 3; ++i)
      bit |= *key == keys[i] ? 1U << i : 0;
    isWell = bit != 0 && (seen & bit) == 0 && literals.take(':');
    if (!isWell)
      break;
    seen |= bit;
    problem = readValue(literals, *key, header);
    if (!problem.empty())
      return header;
    hasComma = literals.take(',');
  }
  if (!isWell || seen != 7 || !literals.isAtEnd())
    problem = "has a header that is not what NPY 1.0 wants";
  return header;
}

} // namespace redist::runtime
