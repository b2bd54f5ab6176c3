//===- Sections.h - Brackets of objects ------------------------*- C++ -*-===//
//
// Private to the Sema room: the elements of an array that take part, and the
// rules between the brackets of a directive that can be checked for constants.
// Indices are global.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_SECTIONS_H
#define REDISTC_LIB_SEMA_COMMON_SECTIONS_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

using Sections = std::vector<plan::CheckedSection>;

/// One for each bracket: extents and lengths are not negative, strides not 0
/// but where elements are only read, and no element is below 0.
Sections checkSections(InstanceContext &, const directive::ParsedObject &,
                       bool isRead);
plan::CheckedSection checkSection(InstanceContext &,
                                  const directive::ParsedSection &,
                                  bool isRead = false);

/// What an object without brackets has: the lengths of `of`, whole.
Sections wholeSections(const Sections &of);

/// Dimension k of the result is dimension permutation[k]; empty: the identity.
/// None is lacking.
Sections permuted(const Sections &, const std::vector<unsigned> &permutation);

/// One past the highest index that takes part (of a whole dimension: its
/// extent); absent where that is no constant.
std::optional<std::int64_t> reach(const plan::CheckedSection &);

inline bool areWhole(const Sections &sections) {
  for (const plan::CheckedSection &section : sections)
    if (!section.isWhole)
      return false;
  return true;
}

/// All objects of a list must have the brackets of the first: not other
/// constants. Whether that remains to be seen at run time; in a template, where
/// it is not plain from the text, so that all instances tell the same.
bool checkEqual(InstanceContext &, const directive::ParsedObject &first,
                const Sections &ofFirst, const directive::ParsedObject &other,
                const Sections &ofOther, bool isTemplated);

/// Which dimension of the source each of the target is. Where their numbers
/// differ, those of the constant length 1 are left out, and `permutation` is
/// of the others; empty: the identity.
std::vector<unsigned> pairDimensions(InstanceContext &,
                                     const directive::ParsedObject &source,
                                     const Sections &ofSource,
                                     const directive::ParsedObject &target,
                                     const Sections &ofTarget,
                                     const std::vector<unsigned> &permutation);

/// As many elements in each dimension of the target as in the dimension of the
/// source that goes there.
void checkLengths(InstanceContext &, const directive::ParsedObject &source,
                  const Sections &ofSource,
                  const directive::ParsedObject &target,
                  const Sections &ofTarget,
                  const std::vector<unsigned> &permutation);

/// Whether two sections of one array surely have an element in common.
bool doOverlap(const Sections &, const Sections &);
/// Whether they surely have none.
bool areDisjoint(const Sections &, const Sections &);

} // namespace redistc::sema

#endif
