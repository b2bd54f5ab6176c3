//===- StandardTypes.cpp - Classes of the standard library ----*- C++ -*-===//
//
// They are known by their names: their fields are pointers, what they hold
// stands in their template arguments.
//
//===----------------------------------------------------------------------===//
#include "Common/StandardTypes.h"

#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using namespace clang;

namespace redistc::sema {

bool isOfFilesystem(const Decl *decl) {
  const auto *space = dyn_cast<NamespaceDecl>(decl->getDeclContext());
  while (space && space->isInline())
    space = dyn_cast<NamespaceDecl>(space->getParent());
  return space && space->getName() == "filesystem" && space->isInStdNamespace();
}

bool isStandard(const CXXRecordDecl *record) {
  return record->isInStdNamespace() ||
         (isOfFilesystem(record) && record->getIdentifier() &&
          record->getName() == "path");
}

static const CXXRecordDecl *stdRecord(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && isStandard(record) && record->getIdentifier() ? record
                                                                 : nullptr;
}

bool isStdClass(QualType type, llvm::StringRef name) {
  const CXXRecordDecl *record = stdRecord(type);
  return record && record->getName() == name;
}

std::optional<StdClass> stdClass(QualType type) {
  const CXXRecordDecl *record = stdRecord(type);
  if (!record)
    return std::nullopt;
  static constexpr unsigned all = ~0u;
  using Known = std::optional<StdClass>;
  constexpr auto own = StdOrder::Own, ofOperands = StdOrder::OfOperands;
  return llvm::StringSwitch<Known>(record->getName())
      .Case("array", StdClass{1, own})
      .Case("pair", StdClass{2, own})
      .Case("tuple", StdClass{all, own})
      .Case("optional", StdClass{1, own})
      .Cases("bitset", "path", StdClass{0, own})
      .Case("map", StdClass{2, own})
      .Case("set", StdClass{1, own})
      .Cases("basic_string", "vector", "deque", "list", "forward_list",
             StdClass{1, ofOperands})
      .Cases("multiset", "stack", "queue", "priority_queue",
             StdClass{1, ofOperands})
      .Case("multimap", StdClass{2, ofOperands})
      .Cases("unordered_map", "unordered_multimap", StdClass{2})
      .Cases("unordered_set", "unordered_multiset", StdClass{1})
      .Cases("unique_ptr", "shared_ptr", "valarray", "complex", StdClass{1})
      .Case("variant", StdClass{all})
      .Cases("basic_string_view", "span", "initializer_list",
             "reference_wrapper", StdClass{0, StdOrder::None, true})
      .Default(std::nullopt);
}

/// All types among the template arguments.
static llvm::SmallVector<QualType, 4> typeArguments(QualType type) {
  llvm::SmallVector<QualType, 4> types;
  const auto *instance =
      dyn_cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!instance)
    return types;
  const auto add = [&](const TemplateArgument &argument) {
    if (argument.getKind() == TemplateArgument::Type)
      types.push_back(argument.getAsType());
  };
  for (const TemplateArgument &argument : instance->getTemplateArgs().asArray())
    if (argument.getKind() == TemplateArgument::Pack)
      llvm::for_each(argument.pack_elements(), add);
    else
      add(argument);
  return types;
}

std::optional<StdParts> stdPartsOf(QualType type) {
  const auto known = stdClass(type);
  if (!known || known->isView)
    return std::nullopt;
  const auto all = typeArguments(type);
  const auto *end =
      all.begin() + std::min<std::size_t>(known->parts, all.size());
  return StdParts{{all.begin(), end}, {end, all.end()}};
}

static QualType argumentOf(QualType type, llvm::StringRef name) {
  if (!isStdClass(type, name))
    return QualType();
  const auto types = typeArguments(type);
  return types.empty() ? QualType() : types.front();
}

QualType elementOfStdArray(QualType type) { return argumentOf(type, "array"); }

QualType elementOfStdVector(QualType type) {
  return argumentOf(type, "vector");
}

QualType valueOfAtomic(QualType type) { return argumentOf(type, "atomic"); }

const NamedDecl *declarationOf(QualType type) {
  if (const auto *record = type->getAsCXXRecordDecl())
    return isStandard(record) ? nullptr : record;
  return nullptr;
}

} // namespace redistc::sema
