//===- Items.h - Items of a reduction --------------------------*- C++ -*-===//
//
// Private to the Sema room: the items of a `#pragma reduce`: lvalues, or
// sections of pointers, arrays and ranges, whose values can travel.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDUCE_ITEMS_H
#define REDISTC_LIB_SEMA_REDUCE_ITEMS_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

struct ItemInfo {
  const directive::ParsedItem *parsed = nullptr;
  /// What the name names, for notes; may be null.
  const clang::ValueDecl *declaration = nullptr;
  /// What the operator is applied to: the type of the item, of a section that
  /// of its elements; unqualified. Null where it is not known yet.
  clang::QualType operand;
  plan::CheckedItem checked;

  std::string quoted() const { return "'" + parsed->name.text + "'"; }
};

/// The operator of a reduction, of accumulate(), or that is looked at.
inline const directive::ParsedOperator &
operationOf(const InstanceContext &context) {
  const directive::ParsedDirective &parsed = context.directive;
  if (context.operation)
    return *context.operation;
  return parsed.reduction ? parsed.reduction->operation : *parsed.accumulate;
}

/// Kind, type and section of an item; reports what cannot take the result or
/// cannot travel.
ItemInfo checkItem(InstanceContext &, const directive::ParsedItem &);

/// No item is named twice, nor with a part of it, as far as names tell.
void checkItemsApart(InstanceContext &, const std::vector<ItemInfo> &);

} // namespace redistc::sema

#endif
