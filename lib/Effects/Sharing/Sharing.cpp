//===- Sharing.cpp - What the stages of a loop share -----------*- C++ -*-===//
//
// The rules of docs/design/0006-effects-of-stages.md, one function each.
//
//===----------------------------------------------------------------------===//
#include "redistc/Effects/Sharing.h"

#include "Sharing/AnalysedUnit.h"
#include "Sharing/SharingCheck.h"

#include "clang/Sema/Sema.h"

#include <algorithm>
#include <memory>

using namespace llvm;

namespace redistc::effects {

void SharingCheck::run() {
  lookBehind();
  checkShared();
  checkEveryRank();
  checkMessages();
  checkLocks();
  checkJumps();
  checkReceipt();
  checkItems();
  checkKeptItems();
  checkItemsShare();
  checkAliases();
  checkIdentities();
  checkCarriedAliases();
  checkReleases();
  checkKeptElements();
  checkAddressesSent();
  checkUsedLater();
  checkKeptAddresses();
  checkMoves();
  checkChanges();
  for (const auto &[id, write] : memory.ofAllocators())
    add(FindingKind::Bookkeeping, 0, write, 0, write);
}

/// Memory that exists longer than an item belongs to one stage.
void SharingCheck::checkShared() {
  for (std::size_t i = 0; i < memory.stageCount(); ++i)
    for (std::size_t j = 0; j < memory.stageCount(); ++j) {
      if (i == j)
        continue;
      std::map<ObjectId, std::vector<const Access *>> written;
      forEachAccess(i, [&](const Access &access) {
        if (access.isWrite && !memory.isOfItem(access.object) &&
            !memory.isExempt(access.object) &&
            !(i == 0 && memory.isDrivenTo(access.object, j)))
          written[access.object].push_back(&access);
      });
      forEachAccess(j, [&](const Access &access) {
        const auto found = written.find(access.object);
        if (found == written.end() || (access.isWrite && j < i))
          return;
        const bool isUnseen =
            points.object(access.object).kind == ObjectKind::World;
        if (isUnseen && j < i)
          return;
        for (const Access *write : found->second)
          if (overlap(access, *write))
            return add(isUnseen ? FindingKind::Unseen : FindingKind::Shared, j,
                       access, i, *write);
      });
      checkUnknown(i, j);
    }
}

/// Unknown memory may be any that has an address.
void SharingCheck::checkUnknown(std::size_t first, std::size_t second) {
  const auto isOutside = [&](ObjectId id) {
    const ObjectKind kind = points.object(id).kind;
    return kind == ObjectKind::Global || kind == ObjectKind::Given ||
           kind == ObjectKind::World || kind == ObjectKind::Unknown ||
           kind == ObjectKind::Heap ||
           (kind == ObjectKind::Local && !program.holdersOf(id).empty());
  };
  const Access *vague = nullptr;
  forEachAccess(first, [&](const Access &access) {
    if (!vague && access.object == program.unknown())
      vague = &access;
    if (access.object == program.unknown() && access.isWrite && !vague->isWrite)
      vague = &access;
  });
  if (!vague)
    return;
  forEachAccess(second, [&](const Access &access) {
    if (isOutside(access.object) && !memory.isOfItem(access.object) &&
        !memory.isExempt(access.object) &&
        !(first == 0 && memory.isDrivenTo(access.object, second)) &&
        (access.isWrite || vague->isWrite))
      add(FindingKind::Unknown, first, *vague, second, access);
  });
}

/// Header, initialisers and destructors of items run on every rank.
void SharingCheck::checkEveryRank() {
  for (const unsigned part : {part::Header, part::Items, part::Final}) {
    if (part == part::Header && staged.isDriven)
      continue;
    for (const Access &access : accesses.of(part)) {
      if (memory.isOfItem(access.object) || memory.isExempt(access.object))
        continue;
      if (access.isWrite && part != part::Header &&
          !memory.isLoopVariable(access.object))
        add(FindingKind::Initialiser, 0, access, 0, access);
      for (std::size_t k = 0; k < memory.stageCount(); ++k) {
        if (part != part::Header && staged.isDriven && k == 0)
          continue;
        forEachAccess(k, [&](const Access &other) {
          if (other.isWrite && overlap(access, other))
            add(FindingKind::Header, k, other, 0, access);
        });
      }
    }
  }
}

/// What all ranks take part in is not called by one. Ranks of other
/// communicators are the program's affair.
void SharingCheck::checkMessages() {
  for (std::size_t k = 0; k < memory.stageCount(); ++k)
    forEachAccess(k, [&](const Access &access) {
      if (memory.isWithAllRanks(access))
        add(FindingKind::Message, k, access, k, access);
    });
}

/// A lock has no value that another stage would miss, so that a stage must lock
/// and unlock it by itself: where it is the lock of another rank that is
/// unlocked, the stage waits at the next item.
void SharingCheck::checkLocks() {
  for (std::size_t k = 0; k < memory.stageCount(); ++k) {
    std::map<ObjectId, Access> uses[2]; // by whether they unlock
    for (const PairedCall &call : program.allLockCalls()) {
      const auto [loop, parts] = call.place;
      if (loop == none || &program.allLoops()[loop] != &instance ||
          !(parts >> (part::Stage + k) & 1) || call.address == none)
        continue;
      for (const PlaceId place : points[call.address]) {
        Access access;
        access.object = points.place(place).object;
        access.offset = points.place(place).offset;
        access.instance = call.instance;
        access.at = call.at;
        access.isWrite = call.isSecond;
        uses[call.isSecond].try_emplace(access.object, access);
      }
    }
    for (const bool isUnlock : {false, true})
      for (const auto &[id, access] : uses[isUnlock])
        if (!memory.isOfItem(id) && uses[!isUnlock].count(id) == 0)
          add(FindingKind::LockedApart, k, access, k, access);
  }
}

/// A stage jumps to a place of its own in its item.
void SharingCheck::checkJumps() {
  const auto meet = [this](NodeId one, NodeId other) {
    return one == none || other == none ||
           any_of(make_range(points[one].begin(), points[one].end()),
                  [&](PlaceId place) {
                    return holds(other, points.place(place).object);
                  });
  };
  for (const PairedCall &jump : program.allJumps()) {
    const auto [loop, parts] = jump.place;
    if (!jump.isSecond || loop == none ||
        &program.allLoops()[loop] != &instance)
      continue;
    const bool isInside =
        none_of(program.allJumps(), [&](const PairedCall &mark) {
          return !mark.isSecond && mark.place != jump.place &&
                 meet(mark.address, jump.address);
        });
    for (std::size_t k = 0; k < memory.stageCount() && !isInside; ++k)
      if (parts >> (part::Stage + k) & 1) {
        Access access;
        access.object = program.unknown();
        access.instance = jump.instance;
        access.at = jump.at;
        add(FindingKind::JumpsOut, k, access, k, access);
      }
  }
}

bool SharingCheck::isMadeByReceipt(ObjectId id) const {
  const Object &object = points.object(id);
  const auto *mark = dyn_cast_or_null<CallBase>(object.site);
  return object.instance != none &&
         (program.allInstances()[object.instance].parts ==
              Parts(1) << part::Receipt ||
          (mark && mark->getCalledFunction() &&
           mark->getCalledFunction()->getName() == markName));
}

/// Whether a comparator or the like changes itself, or what it compares.
bool SharingCheck::isServed(const Access &access,
                            const Function *receiver) const {
  const auto &receipts = program.lowered().receipts[instance.staged];
  return access.isWrite && any_of(receipts, [&](const ReceiptFunctions &one) {
           return is_contained(one.serving, receiver);
         });
}

/// Whether a function of a receipt may do it: to the variable that is received.
bool SharingCheck::isOwn(const Access &access) const {
  const InstanceId receiver = memory.receiverOf(access);
  if (receiver == none)
    return false;
  const Function *function = program.allInstances()[receiver].function;
  return memory.memoryOfReceiver(function).count(access.object) != 0 &&
         !isServed(access, function);
}

/// To receive a value, ranks call code that the serial program does not: it
/// must change nothing, and find all as the stage does from which the value is.
void SharingCheck::checkReceipt() {
  if (accesses.of(part::Receipt).empty())
    return;
  std::set<ObjectId> changed;
  for (const bool isWrite : {true, false})
    for (const Access &access : accesses.of(part::Receipt)) {
      if (access.isWrite != isWrite || isOwn(access) ||
          changed.count(access.object) || memory.isExempt(access.object) ||
          isMadeByReceipt(access.object))
        continue;
      if (isWrite) {
        changed.insert(access.object);
        add(FindingKind::Receipt, 0, access, 0, access);
      }
      for (std::size_t k = 0; k < memory.stageCount() && !isWrite; ++k)
        forEachAccess(k, [&](const Access &other) {
          if (other.isWrite && overlap(access, other))
            add(FindingKind::Receipt, k, access, k, other);
        });
    }
}

/// What a stage changes of an item reaches the stages that use it.
void SharingCheck::checkItems() {
  for (std::size_t i = 0; i < memory.stageCount(); ++i)
    for (std::size_t j = i + 1; j < memory.stageCount(); ++j) {
      std::map<ObjectId, const Access *> written;
      forEachAccess(i, [&](const Access &access) {
        if (access.isWrite && memory.isOfItem(access.object) &&
            !memory.isExempt(access.object))
          written.try_emplace(access.object, &access);
      });
      forEachAccess(j, [&](const Access &access) {
        const auto found = written.find(access.object);
        if (access.isWrite || found == written.end())
          return;
        if (memory.countsOwners(access))
          add(FindingKind::OwnersCounted, j, access, i, *found->second);
        else if (!memory.isHandedOver(access.object, i, j))
          add(FindingKind::ItemLost, j, access, i, *found->second);
      });
    }
}

/// What a stage keeps of an item for later ones is not changed any more by
/// stages behind it.
void SharingCheck::checkKeptItems() {
  for (std::size_t i = 0; i < memory.stageCount(); ++i)
    for (std::size_t j = i + 1; j < memory.stageCount(); ++j) {
      std::map<ObjectId, const Access *> kept;
      forEachAccess(i, [&](const Access &access) {
        kept.try_emplace(access.object, &access);
      });
      forEachAccess(j, [&](const Access &access) {
        const ObjectId older = points.object(access.object).older;
        if (!access.isWrite || !memory.isOfItem(access.object) ||
            older == none || memory.isExempt(access.object))
          return;
        const auto found = kept.find(older);
        if (found == kept.end())
          return;
        if (found->second->isWrite)
          add(FindingKind::Shared, j, access, i, *found->second);
        else
          add(FindingKind::Shared, i, *found->second, j, access);
      });
    }
}

/// Whether a store is to `p[k]`, not to a member of an array.
static bool isIndexed(const Access &write) {
  const auto *store = dyn_cast_or_null<StoreInst>(write.at);
  const Value *pointer = store ? store->getPointerOperand() : nullptr;
  while (const auto *element = dyn_cast_or_null<GetElementPtrInst>(pointer)) {
    if (!element->hasAllConstantIndices())
      return element->getNumIndices() == 1 &&
             !element->getSourceElementType()->isArrayTy();
    pointer = element->getPointerOperand();
  }
  return false;
}

/// Whether the state has all bytes of the object that the write may change: by
/// a reference or a pointer, it may be a part of a larger object.
bool SharingCheck::covers(const Access &state, const Access &write) const {
  const Object &object = points.object(state.object);
  if (write.object != state.object)
    return false;
  const auto size = static_cast<std::int64_t>(object.size);
  const bool isWhole =
      size > 0 && state.size >= size
          ? state.offset == 0 || state.offset == anywhere
          : state.offset == anywhere && (state.size == 0 || !isIndexed(write));
  if (isWhole || (write.offset == anywhere && object.kind == ObjectKind::Given))
    return true;
  return write.offset != anywhere && write.offset >= state.offset &&
         write.offset + std::max<std::int64_t>(write.size, 1) <=
             state.offset + state.size;
}

/// Whether code behind the loop finds on every rank what a stage has written.
bool SharingCheck::isBrought(const Access &write, std::size_t stage) const {
  const Object &object = points.object(write.object);
  const bool isBehind =
      object.isCharacters ||
      (object.kind != ObjectKind::Global && object.kind != ObjectKind::Local);
  return any_of(states, [&](const State &state) {
    return state.travels && state.stage == stage &&
           (covers(state.bytes, write) ||
            (isBehind && write.object != state.bytes.object &&
             state.reached.count(write.object) != 0));
  });
}

/// What the processes of a program have in common, whatever one of them does.
/// How a stream formats is its own.
bool SharingCheck::isOfProcess(const Access &write) const {
  const Object &object = points.object(write.object);
  if (object.kind != ObjectKind::Hidden)
    return false;
  if (!StringRef(object.name).starts_with("standard "))
    return object.name == messagesOfMpi;
  const Function *writer =
      write.instance == none ? nullptr
                             : program.allInstances()[write.instance].function;
  return isa_and_nonnull<CallBase>(write.at) ||
         (writer && writer->getName().starts_with("_ZNSt8ios_base5width"));
}

void SharingCheck::checkUsedLater() {
  std::map<ObjectId, std::vector<const Access *>> later;
  for (const Access &access : accesses.after())
    if (!access.isWrite)
      later[access.object].push_back(&access);
  for (std::size_t k = 0; k < memory.stageCount(); ++k)
    forEachAccess(k, [&](const Access &write) {
      const ObjectKind kind = points.object(write.object).kind;
      if (!write.isWrite || memory.isOfItem(write.object) ||
          (memory.isExempt(write.object) && !memory.isScratch(write.object)) ||
          kind == ObjectKind::World || isOfProcess(write) ||
          kind == ObjectKind::Internal || memory.isLoopVariable(write.object))
        return;
      const auto found = later.find(write.object);
      if (found == later.end())
        return;
      for (const Access *read : found->second)
        if (overlap(*read, write) && memory.countsOwners(*read))
          return add(FindingKind::OwnersCounted, k, *read, k, write);
        else if (overlap(*read, write) && !isBrought(write, k))
          return add(FindingKind::UsedLater, k, write, k, *read);
    });
}

/// A stage that changes what does not travel with it stays where it is.
void SharingCheck::checkMoves() {
  for (std::size_t k = 0; k < memory.stageCount(); ++k)
    forEachAccess(k, [&](const Access &write) {
      if (write.isWrite && !memory.isOfItem(write.object) &&
          !memory.isExempt(write.object) &&
          !memory.isLoopVariable(write.object) && !isBrought(write, k))
        add(FindingKind::Pinned, k, write, k, write);
    });
}

/// Which variables of the item a stage changes, by whatever road: for those who
/// compare their values.
void SharingCheck::checkChanges() {
  for (std::size_t k = 0; k < memory.stageCount(); ++k) {
    std::set<const StageMemory::Item *> changed;
    forEachAccess(k, [&](const Access &access) {
      for (const StageMemory::Item &item : items)
        if (access.isWrite && item.reached.count(access.object))
          changed.insert(&item);
    });
    for (const StageMemory::Item &item : items)
      if (changed.count(&item) && !staged.stated[k]) {
        Finding &finding = findings.emplace_back();
        finding.kind = FindingKind::Changed;
        finding.loop = instance.staged;
        finding.stage = k;
        finding.uses.push_back(
            {staged.function, staged.loop, k, item.decl, true});
      }
  }
}

/// Numbers that are no addresses are followed where some are made of addresses:
/// it takes longer, and few programs do so.
static std::unique_ptr<AnalysedUnit>
analysed(clang::Sema &sema, const CodeEvents &events,
         const std::vector<StagedLoop> &loops) {
  auto code = std::make_unique<AnalysedUnit>(sema, events, loops);
  if (code->isKnown() && code->program.makesBits())
    code = std::make_unique<AnalysedUnit>(sema, events, loops, /*isWide=*/true);
  return code;
}

std::vector<Finding> findSharing(clang::Sema &sema, const CodeEvents &events,
                                 const std::vector<StagedLoop> &loops) {
  std::vector<Finding> findings;
  if (loops.empty())
    return findings;
  const std::unique_ptr<AnalysedUnit> made = analysed(sema, events, loops);
  AnalysedUnit &code = *made;
  if (!code.isKnown()) {
    Finding finding;
    finding.kind = code.unit.hasCoroutines ? FindingKind::Coroutine
                   : code.unit.hasAssembly ? FindingKind::Assembly
                   : code.unit.module      ? FindingKind::TooLarge
                                           : FindingKind::NotLowered;
    if (finding.kind == FindingKind::TooLarge)
      finding.road = Names(sema.getASTContext(), code.program).roadToMostCode();
    findings.push_back(finding);
    return findings;
  }
  for (unsigned i = 0; i < code.program.allLoops().size(); ++i) {
    const LoopInstance &one = code.program.allLoops()[i];
    if (!one.region->variables)
      continue;
    const StagedLoop &staged = loops[one.staged];
    StageMemory memory(sema.getASTContext(), code.program, code.touched,
                       code.statics, i, staged);
    SharingCheck(sema.getASTContext(), code.program, one, staged, memory,
                 findings)
        .run();
  }
  llvm::stable_sort(findings, [](const Finding &a, const Finding &b) {
    return a.loop < b.loop;
  });
  return findings;
}

} // namespace redistc::effects
