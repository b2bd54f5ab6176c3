//===- FoundUses.cpp - Findings, and what they tell the plan ---*- C++ -*-===//
//
// A finding has the words and the places of an error. Where it shows a use of
// a variable that the text does not, there may be a plan with that use.
//
//===----------------------------------------------------------------------===//
#include "Sharing/SharingCheck.h"

using namespace llvm;

namespace redistc::effects {

void SharingCheck::add(FindingKind kind, std::size_t stage, const Access &one,
                       std::size_t other, const Access &noted) {
  if (!told.insert({kind, stage, other, one.object}).second)
    return;
  Finding finding;
  finding.kind = kind;
  finding.loop = instance.staged;
  finding.stage = stage;
  finding.other = other;
  finding.isWrite = one.isWrite;
  finding.isOtherWrite = noted.isWrite;
  finding.object =
      names.of(kind == FindingKind::Unknown ? noted.object : one.object);
  finding.function = names.calleeOf(one);
  finding.otherFunction = names.calleeOf(noted);
  if (kind == FindingKind::Receipt)
    finding.received = receivedAt(one);
  finding.road = names.roadTo(one, instance.instance);
  finding.otherRoad = names.roadTo(noted, instance.instance);
  addUses(finding, one);
  findings.push_back(std::move(finding));
}

/// The variable to receive which the access is a part of.
const clang::ValueDecl *SharingCheck::receivedAt(const Access &access) const {
  const InstanceId receiver = memory.receiverOf(access);
  const Instruction *at =
      receiver == none ? access.at : program.allInstances()[receiver].site;
  const auto *which = cast<ConstantInt>(cast<CallBase>(at)->getArgOperand(2));
  return staged.received[which->getZExtValue()].decl;
}

/// The variable whose value has the bytes: in its own memory, or in what it
/// alone leads to; null where there is none that can be named.
const clang::ValueDecl *SharingCheck::visibleOwner(const Access &access) {
  if (const auto *global =
          dyn_cast_or_null<GlobalVariable>(points.object(access.object).site))
    return dyn_cast_or_null<clang::VarDecl>(
        program.lowered().declarationOf(*global));
  std::set<const clang::ValueDecl *> leading;
  for (const clang::VarDecl *variable : staged.visible) {
    const std::set<ObjectId> own = memory.variables().objectsOf(variable);
    if (own.count(access.object))
      return variable;
    if (reachedFrom(points, own).count(access.object))
      leading.insert(variable);
  }
  for (const clang::FieldDecl *field : memory.variables().fieldsOfThis()) {
    BroughtState member;
    member.decl = field;
    for (const Place &place : memory.variables().placesOf(member)) {
      const State found = memory.stateAt(member, place);
      if (overlap(found.bytes, access))
        return access.offset == anywhere ? nullptr : field;
      if (found.reached.count(access.object))
        leading.insert(field);
    }
  }
  return leading.size() == 1 ? *leading.begin() : nullptr;
}

void SharingCheck::addUses(Finding &finding, const Access &access) {
  const auto use = [&](const clang::ValueDecl *variable, std::size_t stage,
                       bool isWritten) {
    finding.uses.push_back(
        {staged.function, staged.loop, stage, variable, isWritten});
  };
  if (finding.kind == FindingKind::UsedLater && !staged.stated[finding.stage]) {
    if (const clang::ValueDecl *owner = visibleOwner(access))
      use(owner, finding.stage, true);
  } else if (finding.kind == FindingKind::ItemLost) {
    const auto has = [&](const StageMemory::Item &item) {
      return item.own.count(access.object) != 0;
    };
    const bool isVariable = any_of(items, has); // else what some lead to
    for (const StageMemory::Item &item : items)
      if (const auto *variable = dyn_cast<clang::VarDecl>(item.decl);
          variable && variable->getIdentifier() &&
          (isVariable ? has(item) : item.reached.count(access.object) != 0)) {
        use(variable, finding.other, true);
        use(variable, finding.stage, false);
      }
  }
}

} // namespace redistc::effects
