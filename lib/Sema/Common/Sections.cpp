//===- Sections.cpp - Brackets of objects ----------------------*- C++ -*-===//
//
// Products of indices may leave 64 bits and are computed in 128.
//
//===----------------------------------------------------------------------===//
#include "Common/Sections.h"

#include "Common/Objects.h"
#include "Common/Parameters.h"

#include "clang/AST/Expr.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace clang;

namespace redistc::sema {

using directive::ParsedObject;
using directive::ParsedSection;
using plan::CheckedSection;
__extension__ typedef __int128 Wide;
namespace parameterNames = directive::parameterNames;

/// A section whose numbers are all constants, with one element at least.
struct Progression {
  Wide lower, stride, length;

  Wide last() const { return lower + (length - 1) * stride; }
};

static std::optional<Progression> constants(const CheckedSection &section) {
  if (!section.lower.value || !section.length.value || !section.stride.value ||
      *section.length.value <= 0)
    return std::nullopt;
  if (section.stride.value == 0) // one element
    return Progression{*section.lower.value, 1, 1};
  return Progression{*section.lower.value, *section.stride.value,
                     *section.length.value};
}

/// The ends of a section of constants lie within 0 .. 2^63 - 1.
static void checkEnds(InstanceContext &context, const ParsedSection &parsed,
                      const CheckedSection &section) {
  const auto progression = constants(section);
  if (!progression || progression->lower < 0 || context.hasError)
    return;
  const Wide last = progression->last();
  if (last < 0)
    context.error(parsed.range.getBegin(), DiagnosticKind::SectionBelowZero,
                  nullptr, std::to_string(*section.lower.value),
                  std::to_string(*section.stride.value));
  else if (last >= std::numeric_limits<std::int64_t>::max())
    context.error(parsed.range.getBegin(), DiagnosticKind::SectionTooFar,
                  nullptr);
}

/// One past the highest index of a section; absent where that is no constant.
static std::optional<std::int64_t> endOf(const CheckedSection &section) {
  if (section.length.value == 0)
    return 0;
  const auto progression = constants(section);
  if (!progression)
    return std::nullopt;
  return static_cast<std::int64_t>(
      std::max(progression->lower, progression->last()) + 1);
}

/// What stands behind `of`.
static void checkWhole(InstanceContext &context, const ParsedSection &parsed,
                       CheckedSection &section) {
  section.extent = checkInteger(context, *parsed.whole, parameterNames::extent,
                                0, DiagnosticKind::ExtentNegative);
  const auto end = endOf(section);
  if (!context.hasError && end && section.extent.value &&
      *end > *section.extent.value)
    context.error(parsed.range.getBegin(), DiagnosticKind::SectionBeyondExtent,
                  nullptr, std::to_string(*end - 1),
                  std::to_string(*section.extent.value));
}

CheckedSection checkSection(InstanceContext &context,
                            const ParsedSection &parsed, bool isRead) {
  CheckedSection section;
  section.lower = {"0", 0};
  section.stride = {"1", 1};
  if (parsed.extent) {
    section.length =
        checkInteger(context, *parsed.extent, parameterNames::extent, 0,
                     DiagnosticKind::ExtentNegative);
    return section;
  }
  section.isWhole = false;
  section.lower = checkInteger(context, *parsed.lower, parameterNames::lower);
  section.length = checkInteger(context, *parsed.length, parameterNames::length,
                                0, DiagnosticKind::LengthNegative);
  if (section.lower.value && *section.lower.value < 0 &&
      section.length.value != 0)
    context.error(parsed.lower->range.getBegin(), DiagnosticKind::LowerNegative,
                  nullptr, std::to_string(*section.lower.value));
  if (parsed.stride) {
    section.stride =
        checkInteger(context, *parsed.stride, parameterNames::stride);
    if (section.stride.value == 0 && !isRead)
      context.error(parsed.stride->range.getBegin(), DiagnosticKind::StrideZero,
                    nullptr);
  }
  checkEnds(context, parsed, section);
  if (parsed.whole)
    checkWhole(context, parsed, section);
  return section;
}

Sections checkSections(InstanceContext &context, const ParsedObject &object,
                       bool isRead) {
  Sections sections;
  for (const ParsedSection &parsed : object.sections)
    sections.push_back(checkSection(context, parsed, isRead));
  return sections;
}

Sections wholeSections(const Sections &of) {
  Sections sections;
  for (const CheckedSection &section : of)
    sections.push_back({true, section.length, {"0", 0}, {"1", 1}});
  return sections;
}

Sections permuted(const Sections &sections,
                  const std::vector<unsigned> &permutation) {
  if (permutation.empty())
    return sections;
  Sections result;
  for (const unsigned dimension : permutation)
    result.push_back(sections[dimension]);
  return result;
}

std::optional<std::int64_t> reach(const CheckedSection &section) {
  const plan::Parameter *whole = section.whole();
  return whole ? whole->value : endOf(section);
}

/// Where an error about parameter `which` of a section points.
static SourceLocation locationOf(const ParsedSection &section,
                                 const plan::Parameter CheckedSection::*which) {
  if (which == &CheckedSection::lower && section.lower)
    return section.lower->range.getBegin();
  if (which == &CheckedSection::stride && section.stride)
    return section.stride->range.getBegin();
  if (which == &CheckedSection::extent && section.whole)
    return section.whole->range.getBegin();
  if (which == &CheckedSection::length)
    return (section.extent ? section.extent : section.length)->range.getBegin();
  return section.range.getBegin();
}

static SecondPlace bracketOf(const ParsedObject &object, std::size_t k) {
  return {object.sections[k].range.getBegin(), DiagnosticKind::BracketHere,
          "'" + object.name.text + "'"};
}

/// The expression of a parameter of a section; null where it is a default.
static const directive::ParsedExpression *
expressionOf(const ParsedSection &section,
             const plan::Parameter CheckedSection::*which) {
  const auto &written = which == &CheckedSection::lower    ? section.lower
                        : which == &CheckedSection::stride ? section.stride
                        : which == &CheckedSection::extent ? section.whole
                        : section.extent                   ? section.extent
                                                           : section.length;
  return written ? &*written : nullptr;
}

/// Whether one number of two sections is written alike.
static bool areWrittenAlike(InstanceContext &context,
                            const directive::ParsedExpression *left,
                            const directive::ParsedExpression *right,
                            bool isTemplated) {
  if (!left || !right)
    return left == right;
  return left->text == right->text ||
         (!isTemplated && nameTheSame(context, *left, *right));
}

bool checkEqual(InstanceContext &context, const ParsedObject &first,
                const Sections &ofFirst, const ParsedObject &other,
                const Sections &ofOther, bool isTemplated) {
  static constexpr std::pair<plan::Parameter CheckedSection::*,
                             llvm::StringLiteral>
      parts[] = {{&CheckedSection::length, "length"},
                 {&CheckedSection::lower, "lower bound"},
                 {&CheckedSection::stride, "stride"},
                 {&CheckedSection::extent, "whole extent"}};
  bool isOpen = false;
  for (std::size_t k = 0; k < ofFirst.size(); ++k) {
    if (first.sections[k].whole.has_value() !=
        other.sections[k].whole.has_value()) {
      const bool isFirst = first.sections[k].whole.has_value();
      context.error(other.sections[k].range.getBegin(),
                    DiagnosticKind::OfOneObject, bracketOf(first, k),
                    "'" + (isFirst ? first : other).name.text + "'",
                    "'" + (isFirst ? other : first).name.text + "'");
    }
    for (const auto &[part, name] : parts) {
      const auto &expected = (ofFirst[k].*part).value;
      const auto &found = (ofOther[k].*part).value;
      const bool areConstant = expected && found;
      if (!areConstant || isTemplated)
        isOpen |= !areWrittenAlike(
            context, expressionOf(first.sections[k], part),
            expressionOf(other.sections[k], part), isTemplated);
      if (!areConstant || *expected == *found)
        continue;
      context.error(locationOf(other.sections[k], part),
                    DiagnosticKind::ObjectsDiffer, bracketOf(first, k),
                    part == &CheckedSection::length && ofOther[k].isWhole
                        ? llvm::StringRef("extent")
                        : llvm::StringRef(name),
                    std::to_string(*found), "'" + other.name.text + "'",
                    std::to_string(*expected), "'" + first.name.text + "'");
      break;
    }
  }
  return isOpen;
}

/// The dimensions that are not of the constant length 1.
static std::vector<unsigned> longOnes(const Sections &sections) {
  std::vector<unsigned> all;
  for (unsigned k = 0; k < sections.size(); ++k)
    if (sections[k].length.value != 1)
      all.push_back(k);
  return all;
}

static std::vector<unsigned> allOf(const Sections &sections) {
  std::vector<unsigned> all(sections.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

std::vector<unsigned> pairDimensions(InstanceContext &context,
                                     const ParsedObject &source,
                                     const Sections &ofSource,
                                     const ParsedObject &target,
                                     const Sections &ofTarget,
                                     const std::vector<unsigned> &permutation) {
  if (ofSource.size() == ofTarget.size())
    return permutation;
  std::vector<unsigned> from = longOnes(ofSource), to = longOnes(ofTarget);
  // Lengths of 1 may stand beside others that are no constants.
  if (from.size() != to.size()) {
    if (ofSource.size() < ofTarget.size())
      from = allOf(ofSource);
    else
      to = allOf(ofTarget);
  }
  const auto quoted = [](const ParsedObject &object) {
    return "'" + object.name.text + "'";
  };
  if (from.size() != to.size()) {
    context.error(target.name.range.getBegin(),
                  DiagnosticKind::DimensionsUnpaired, bracketOf(source, 0),
                  quoted(target), static_cast<int>(ofTarget.size()),
                  quoted(source), static_cast<int>(ofSource.size()));
    return {};
  }
  const auto &permute = context.directive.permute;
  if (!permute.empty() && permute.size() != to.size()) {
    context.error(
        permute.front().range.getBegin(), DiagnosticKind::PermuteCount, nullptr,
        static_cast<int>(permute.size()), static_cast<int>(to.size()));
    return {};
  }
  std::vector<unsigned> pairs(ofTarget.size(), plan::lackingDimension);
  for (std::size_t i = 0; i < to.size(); ++i)
    pairs[to[i]] = from[permutation.empty() ? i : permutation[i]];
  return pairs;
}

void checkLengths(InstanceContext &context, const ParsedObject &source,
                  const Sections &ofSource, const ParsedObject &target,
                  const Sections &ofTarget,
                  const std::vector<unsigned> &permutation) {
  for (std::size_t k = 0; k < ofTarget.size(); ++k) {
    const std::size_t from = permutation.empty() ? k : permutation[k];
    if (from == plan::lackingDimension)
      continue;
    const auto &expected = ofSource[from].length.value;
    const auto &found = ofTarget[k].length.value;
    if (!expected || !found || expected == found || *expected < 0 || *found < 0)
      continue;
    context.error(locationOf(target.sections[k], &CheckedSection::length),
                  DiagnosticKind::ExtentsDiffer, bracketOf(source, from),
                  !ofTarget[k].isWhole, std::to_string(*found),
                  !ofSource[from].isWhole, std::to_string(*expected));
  }
}

/// The same elements, ascending.
static Progression ascending(const Progression &given) {
  if (given.stride > 0)
    return given;
  return {given.last(), -given.stride, given.length};
}

/// Extended Euclid: the greatest common divisor, and x with a x = gcd mod b.
static Wide inverse(Wide a, Wide b, Wide &x) {
  Wide previous = 1, current = 0;
  while (b != 0) {
    const Wide quotient = a / b;
    const Wide rest = a % b;
    a = b;
    b = rest;
    const Wide next = previous - quotient * current;
    previous = current;
    current = next;
  }
  x = previous;
  return a;
}

/// Whether two progressions share an element: those of the first that are
/// congruent to the second repeat every lcm; the least of them that is not
/// below either begin must not be beyond either end.
static bool doMeet(const Progression &left, const Progression &right) {
  const Progression a = ascending(left), b = ascending(right);
  Wide x = 0;
  const Wide gcd = inverse(a.stride, b.stride, x);
  const Wide gap = b.lower - a.lower;
  if (gap % gcd != 0)
    return false;
  // a.lower + a.stride * t = b.lower modulo b.stride, t modulo `period`.
  const Wide period = b.stride / gcd;
  Wide t = (gap / gcd % period) * (x % period) % period;
  t += t < 0 ? period : 0;
  if (gap > 0 && a.stride * t < gap) { // not below b's begin
    const Wide least = (gap + a.stride - 1) / a.stride;
    t += (least - t + period - 1) / period * period;
  }
  if (t >= a.length)
    return false;
  return a.lower + a.stride * t <= b.last();
}

bool doOverlap(const Sections &left, const Sections &right) {
  if (left.size() != right.size())
    return false;
  for (std::size_t k = 0; k < left.size(); ++k) {
    const auto a = constants(left[k]), b = constants(right[k]);
    if (!a || !b || !doMeet(*a, *b))
      return false;
  }
  return true;
}

bool areDisjoint(const Sections &left, const Sections &right) {
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (left[k].length.value == 0 || right[k].length.value == 0)
      return true;
    const auto a = constants(left[k]), b = constants(right[k]);
    if (a && b && !doMeet(*a, *b))
      return true;
  }
  return false;
}

} // namespace redistc::sema
