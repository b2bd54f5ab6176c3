//===- SharingCheck.h - The rules of one loop ------------------*- C++ -*-===//
//
// Private to the Effects room: what the stages of a loop touch in one instance
// against what the compiler plans to send. In: a StageMemory. Out: findings.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_SHARING_SHARINGCHECK_H
#define REDISTC_LIB_EFFECTS_SHARING_SHARINGCHECK_H

#include "Sharing/StageMemory.h"

#include "redistc/Effects/Sharing.h"

#include <array>
#include <map>
#include <optional>
#include <tuple>

namespace redistc::effects {

class SharingCheck {
public:
  /// `instance` and `staged`: the loop that the memory is of.
  SharingCheck(clang::ASTContext &context, Program &analysed,
               const LoopInstance &one, const StagedLoop &stagedLoop,
               StageMemory &touched, std::vector<Finding> &result)
      : ast(context), program(analysed), points(analysed.memory()),
        instance(one), staged(stagedLoop), memory(touched),
        items(touched.allItems()), states(touched.allStates()),
        accesses(touched.allAccesses()), names(context, analysed),
        findings(result) {}

  void run();

private:
  using State = StageMemory::State;
  using FirstUses = std::map<ObjectId, const Access *>;
  template <typename Use> void forEachAccess(std::size_t stage, Use use) {
    for (const Access &access : memory.usesOf(stage))
      use(access);
  }

  // Sharing.cpp
  void checkShared();
  void checkUnknown(std::size_t first, std::size_t second);
  void checkEveryRank();
  void checkMessages();
  void checkLocks();
  void checkJumps();
  void checkReceipt();
  bool isMadeByReceipt(ObjectId) const;
  bool isOwn(const Access &) const;
  bool isServed(const Access &, const llvm::Function *receiver) const;
  void checkItems();
  void checkKeptItems();
  void checkUsedLater();
  void checkMoves();
  void checkChanges();
  void checkAddressesSent();
  std::optional<ObjectId> addressIn(const StageMemory::Item &);
  std::optional<ObjectId> addressIn(const StageMemory::State &);
  std::string addressOf(ObjectId target);
  std::optional<ObjectId> addressAmong(NodeId, bool isBytes) const;
  bool isBrought(const Access &write, std::size_t stage) const;
  bool covers(const Access &state, const Access &write) const;
  bool isOfProcess(const Access &write) const;

  // SharedItems.cpp
  void checkItemsShare();
  void checkAliases();
  bool isChangedCopy(std::size_t stage, const Access &);
  bool isLeftBehind(std::size_t stage, const Access &);

  // Identities.cpp
  void checkIdentities();
  std::vector<const StageMemory::Item *> sharersAt(std::size_t stage) const;
  std::array<std::vector<PlaceId>, 2>
  addressesCompared(const Instance &, const llvm::Instruction &);
  std::optional<ObjectId>
  copyAmong(const std::vector<PlaceId> &, const std::vector<PlaceId> &,
            const std::vector<const StageMemory::Item *> &);

  // CarriedPointers.cpp
  void checkCarriedAliases();
  void checkReleases();
  void checkKeptElements();

  // KeptAddresses.cpp
  void lookBehind();
  void checkKeptAddresses();
  bool isVariable(ObjectId) const;
  bool holds(NodeId, ObjectId);
  bool isOwnerBeside(ObjectId, const State &);
  std::set<ObjectId> othersThatReach(ObjectId, const State &);
  Access bytesOf(const Place &) const;
  std::vector<Access> keptBeside(ObjectId, const State &);
  void checkKeptBeside(const State &, ObjectId, const FirstUses &later,
                       const FirstUses &own);
  bool isBehind(const State &, ObjectId) const;

  // FoundUses.cpp
  void add(FindingKind, std::size_t stage, const Access &told,
           std::size_t other, const Access &noted);
  void addUses(Finding &, const Access &);
  const clang::ValueDecl *visibleOwner(const Access &);
  const clang::ValueDecl *receivedAt(const Access &) const;

  const clang::ASTContext &ast;
  Program &program;
  PointsTo &points;
  const LoopInstance &instance;
  const StagedLoop &staged;
  StageMemory &memory;
  const std::vector<StageMemory::Item> &items;
  const std::vector<State> &states;
  LoopAccesses &accesses;
  Names names;
  std::vector<Finding> &findings;

  /// Other ways to the memory behind a state.
  std::map<std::pair<const State *, ObjectId>, std::set<ObjectId>> others;
  /// Other members of its object that lead there.
  std::map<std::pair<const State *, ObjectId>, std::vector<Access>> besides;
  std::set<std::tuple<FindingKind, std::size_t, std::size_t, ObjectId>> told;
};

/// Whether an object of the type may own something together with others.
bool mayOwnTogether(clang::QualType);

} // namespace redistc::effects

#endif
