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

bool mayOwnTogether(clang::QualType type) {
  std::set<const clang::CXXRecordDecl *> seen;
  return ownsTogether(type, seen);
}

/// An address among those that the bytes of an object hold: a number, or, in
/// bytes, any that was seen to be stored there.
std::optional<ObjectId> SharingCheck::addressAmong(NodeId content,
                                                   bool isBytes) const {
  for (const PlaceId held : points[content]) {
    const ObjectId target = points.place(held).object;
    const ObjectKind kind = points.object(target).kind;
    if (points.isNumber(held) ||
        (isBytes && kind != ObjectKind::Internal && kind != ObjectKind::World &&
         kind != ObjectKind::Unknown && kind != ObjectKind::Given))
      return target;
  }
  return std::nullopt;
}

static bool isStaticVariable(const Object &object) {
  return object.kind == ObjectKind::Global && !object.isConstant;
}

/// What an address in the variable refers to, whose type has none.
std::optional<ObjectId> SharingCheck::addressIn(const StageMemory::Item &item) {
  const clang::QualType type = item.decl->getType();
  if (type->isReferenceType() || holdsForeignAddress(type))
    return std::nullopt;
  const bool isBytes = isOfBytes(type, ast);
  for (const ObjectId id : item.reached) {
    const bool isOwn = item.own.count(id) != 0;
    if (!isOwn && !memory.isOfItem(id))
      continue;
    for (const auto &[offset, place] : points.object(id).places) {
      const NodeId content = points.place(place).content;
      if (content == none)
        continue;
      if (const auto found = addressAmong(content, isOwn && isBytes))
        return found;
      for (const PlaceId held : points[content])
        if (isStaticVariable(points.object(points.place(held).object)))
          return points.place(held).object;
    }
  }
  return std::nullopt;
}

/// What an address in the bytes of the state, or in memory that it owns, refers
/// to, whose type has none.
std::optional<ObjectId>
SharingCheck::addressIn(const StageMemory::State &state) {
  if (!state.travels || !state.isOwner || !state.decl)
    return std::nullopt;
  const bool isGiven =
      points.object(state.bytes.object).kind == ObjectKind::Given;
  for (const ObjectId id : state.reached)
    for (const auto &[where, place] : points.object(id).places) {
      const NodeId content = points.place(place).content;
      const bool isOwn = id == state.bytes.object;
      if (content == none ||
          (isOwn && !overlap(bytesOf(points.place(place)), state.bytes)))
        continue;
      if (const auto found =
              addressAmong(content, isOwn && state.isOfBytes && !isGiven))
        return found;
      for (const PlaceId one : points[content]) {
        const ObjectId target = points.place(one).object;
        if (isOwn && state.isFlat &&
            (target == id || isStaticVariable(points.object(target))))
          return target;
      }
    }
  return std::nullopt;
}

std::string SharingCheck::addressOf(ObjectId target) {
  const std::string name = names.of(target);
  return points.object(target).kind == ObjectKind::Bits
             ? name
             : "an address of " + name;
}

/// The bytes of a number travel; the address that they are does not.
void SharingCheck::checkAddressesSent() {
  for (const StageMemory::State &state : memory.allStates())
    if (const auto target = addressIn(state)) {
      Finding &finding = findings.emplace_back();
      finding.kind = FindingKind::AddressSent;
      finding.loop = instance.staged;
      finding.stage = state.stage;
      finding.object = addressOf(*target);
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
      finding.object = addressOf(*target);
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
    return staged.carried[cut].count(decl) != 0 &&
           mayOwnTogether(decl->getType());
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
