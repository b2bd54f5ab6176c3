//===- SharedItems.cpp - Items that own one object together ----*- C++ -*-===//
//
// Two variables of the item that travel and lead to one object.
//
//===----------------------------------------------------------------------===//
#include "Sharing/SharingCheck.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace llvm;

namespace redistc::effects {

/// Whether an object of the type may own something together with others.
static bool ownsTogether(clang::QualType type,
                         std::set<const clang::CXXRecordDecl *> &seen) {
  type = type.getNonReferenceType();
  while (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getDefinition() ||
      !seen.insert(record->getDefinition()).second)
    return false;
  record = record->getDefinition();
  const StringRef name = record->getIdentifier() ? record->getName() : "";
  if (name.contains("shared_ptr") || name == "weak_ptr")
    return true;
  if (const auto *instance =
          dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    for (const clang::TemplateArgument &one :
         instance->getTemplateArgs().asArray()) {
      const auto owns = [&](const clang::TemplateArgument &argument) {
        return argument.getKind() == clang::TemplateArgument::Type &&
               ownsTogether(argument.getAsType(), seen);
      };
      if (one.getKind() == clang::TemplateArgument::Pack
              ? any_of(one.pack_elements(), owns)
              : owns(one))
        return true;
    }
  return any_of(record->bases(),
                [&](const clang::CXXBaseSpecifier &base) {
                  return ownsTogether(base.getType(), seen);
                }) ||
         any_of(record->fields(), [&](const clang::FieldDecl *field) {
           return ownsTogether(field->getType(), seen);
         });
}

/// std::uintptr_t: a number that is meant to be an address.
static bool isAddressNumber(clang::QualType type) {
  const auto *name = type->getAs<clang::TypedefType>();
  return name && (name->getDecl()->getName() == "uintptr_t" ||
                  name->getDecl()->getName() == "intptr_t");
}

/// What an address in the variable refers to, whose type has none.
std::optional<ObjectId> SharingCheck::addressIn(const StageMemory::Item &item) {
  const clang::QualType type = item.decl->getType();
  if (type->isReferenceType() || holdsForeignAddress(type))
    return std::nullopt;
  for (const ObjectId id : item.reached) {
    if (item.own.count(id) == 0 && !memory.isOfItem(id))
      continue;
    const auto places = points.object(id).places;
    for (const auto &[offset, place] : places)
      if (const NodeId content = points.place(place).content; content != none)
        for (const PlaceId held : points[content]) {
          const ObjectId target = points.place(held).object;
          const Object &object = points.object(target);
          if ((object.kind == ObjectKind::Global && !object.isConstant) ||
              (item.own.count(id) && isAddressNumber(type) &&
               item.own.count(target) == 0))
            return target;
        }
  }
  return std::nullopt;
}

/// What an address in the bytes of the state refers to, whose type has none.
std::optional<ObjectId>
SharingCheck::addressIn(const StageMemory::State &state) {
  if (!state.travels || !state.isFlat || !state.isOwner || !state.decl)
    return std::nullopt;
  for (const auto &[offset, place] : points.object(state.bytes.object).places) {
    Access held = state.bytes;
    held.offset = offset.first;
    held.size = program.layout().getPointerSize();
    const NodeId content = points.place(place).content;
    if (content == none || !overlap(held, state.bytes))
      continue;
    for (const PlaceId one : points[content]) {
      const ObjectId target = points.place(one).object;
      const Object &object = points.object(target);
      if (target == state.bytes.object ||
          (object.kind == ObjectKind::Global && !object.isConstant))
        return target;
    }
  }
  return std::nullopt;
}

/// The bytes of a number travel; the address that they are does not.
void SharingCheck::checkAddressesSent() {
  for (const StageMemory::State &state : memory.allStates())
    if (const auto target = addressIn(state)) {
      Finding &finding = findings.emplace_back();
      finding.kind = FindingKind::AddressSent;
      finding.loop = instance.staged;
      finding.stage = state.stage;
      finding.object = names.of(*target);
      finding.received = state.decl;
    }
  for (const StageMemory::Item &item : items) {
    const auto *decl = cast<clang::ValueDecl>(item.decl->getCanonicalDecl());
    const auto cut = find_if(staged.carried, [decl](const auto &sent) {
      return sent.count(decl) != 0;
    });
    if (cut == staged.carried.end())
      continue;
    if (const auto target = addressIn(item)) {
      Finding &finding = findings.emplace_back();
      finding.kind = FindingKind::AddressSent;
      finding.loop = instance.staged;
      finding.stage = static_cast<std::size_t>(cut - staged.carried.begin());
      finding.object = names.of(*target);
      finding.received = item.decl;
    }
  }
}

/// An object that two variables lead to is two objects on another rank.
void SharingCheck::checkItemsShare() {
  for (std::size_t k = 1; k < memory.stageCount(); ++k)
    forEachAccess(k, [&](const Access &access) {
      const ObjectKind kind = points.object(access.object).kind;
      if (kind == ObjectKind::Heap && memory.isOfItem(access.object) &&
          (isChangedCopy(k, access) || isLeftBehind(k, access)))
        add(FindingKind::ItemsShare, k, access, k, access);
    });
}

/// Each variable travels by itself: the stage changes one of the two.
bool SharingCheck::isChangedCopy(std::size_t stage, const Access &access) {
  const auto travels = [&](std::size_t item, std::size_t cut) {
    const auto *decl =
        cast<clang::ValueDecl>(items[item].decl->getCanonicalDecl());
    std::set<const clang::CXXRecordDecl *> seen;
    return staged.carried[cut].count(decl) != 0 &&
           ownsTogether(decl->getType(), seen);
  };
  for (std::size_t cut = 0; access.isWrite && cut < stage; ++cut)
    for (std::size_t i = 0; i < items.size(); ++i)
      for (std::size_t j = i + 1; j < items.size(); ++j)
        if (travels(i, cut) && travels(j, cut) &&
            items[i].reached.count(access.object) &&
            items[j].reached.count(access.object))
          return true;
  return false;
}

/// One travels to the stage, which looks at the other one, too. That leads to
/// what its own rank has made.
bool SharingCheck::isLeftBehind(std::size_t stage, const Access &access) {
  const auto declOf = [](const StageMemory::Item &item) {
    return cast<clang::ValueDecl>(item.decl->getCanonicalDecl());
  };
  const auto travels = [&](const StageMemory::Item &item) {
    return staged.carried[stage - 1].count(declOf(item)) != 0;
  };
  const auto isRead = [&](const StageMemory::Item &item) {
    return any_of(memory.usesOf(stage), [&](const Access &other) {
      return !other.isWrite && item.own.count(other.object) != 0;
    });
  };
  for (const StageMemory::Item &left : items)
    if (!travels(left) && !left.decl->getType()->isReferenceType() &&
        left.reached.count(access.object) &&
        staged.overwritten[stage].count(declOf(left)) == 0 && isRead(left))
      for (const StageMemory::Item &sent : items)
        if (travels(sent) && sent.reached.count(access.object) &&
            reachedFrom(points, left.own, sent.own).count(access.object))
          return true;
  return false;
}

/// A pointer to a part of what another one owns is sent as one to an object of
/// its own.
void SharingCheck::checkAliases() {
  const std::vector<Instance> &all = program.allInstances();
  const auto travels = [&](ObjectId id) {
    return any_of(items, [&](const StageMemory::Item &item) {
      const auto *decl = cast<clang::ValueDecl>(item.decl->getCanonicalDecl());
      return item.reached.count(id) != 0 &&
             any_of(staged.carried,
                    [decl](const auto &sent) { return sent.count(decl) != 0; });
    });
  };
  for (InstanceId id = 0; id < all.size(); ++id) {
    const Instance &made = all[id];
    if (made.caller == none || !program.isAliasing(made.function) ||
        program.isOfLibrary(all[made.caller].function))
      continue;
    const NodeId part =
        program.nodeOf(made, made.body->operandOf(made.function->getArg(2)));
    for (const PlaceId place : points[part]) {
      Access access;
      access.object = points.place(place).object;
      access.instance = made.caller;
      access.at = made.site;
      if (memory.isOfItem(access.object) && travels(access.object))
        add(FindingKind::ItemsShare, 0, access, 0, access);
    }
  }
}

} // namespace redistc::effects
