//===- Sharing.h - What the stages of a loop share -------------*- C++ -*-===//
//
// The check behind "accepted means serial"
// (docs/design/0006-effects-of-stages.md). In: loops whose stages are to run on
// different ranks, and what the compiler plans to send between them. Out: every
// way in which a stage may read what another one has written, and that the plan
// does not account for. What is not understood counts as sharing.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EFFECTS_SHARING_H
#define REDISTC_EFFECTS_SHARING_H

#include "redistc/Effects/CodeEvents.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceLocation.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Sema;
}

namespace redistc::effects {

/// Of a loop: more have no room in the sets of its parts.
inline constexpr std::size_t maxStages = 58;

/// A variable from outside the loop that is brought to every rank behind it.
struct BroughtState {
  /// A variable; a member of *this; null: all of *this.
  const clang::ValueDecl *decl = nullptr;
  bool isPointee = false; ///< not `decl`, but what it refers to
  std::size_t stage = 0;
  bool travels = false;
  /// Not all of that, but this member of it.
  const clang::FieldDecl *member = nullptr;
};

/// A variable of which the user has stated that a stage uses it; null: *this.
struct StatedName {
  const clang::ValueDecl *decl = nullptr;
  bool isWritten = false;
  bool isWhole = false; ///< not a member, or what a pointer refers to
};

/// What a stage does to a variable, as generated code shows it.
struct FoundUse {
  const clang::FunctionDecl *function = nullptr;
  const clang::Stmt *loop = nullptr;
  std::size_t stage = 0;
  const clang::ValueDecl *variable = nullptr; ///< or a member of *this
  bool isWritten = false;
  bool operator==(const FoundUse &) const = default;
};

/// An array of which each item has one element: it travels from stage to stage
/// as far as the one that writes it last, which has the array as its state.
struct ItemElements {
  BroughtState array;
  std::int64_t size = 0;                 ///< of an element, in bytes
  std::vector<clang::SourceRange> names; ///< expressions that name the element
};

/// A variable of an item that refers to static memory, or to nothing.
struct StaticHandle {
  const clang::FunctionDecl *function = nullptr;
  const clang::Stmt *loop = nullptr;
  const clang::VarDecl *variable = nullptr;
  bool operator==(const StaticHandle &) const = default;
};

/// What generated code says of doubtful loops.
struct CodeAnswers {
  std::vector<FoundUse> denied; ///< uses of variables that do not happen
  std::vector<StaticHandle> handles;
};

/// A variable that arrives from another rank, and what the runtime calls there
/// to receive it, though no stage does.
struct ReceivedVariable {
  const clang::ValueDecl *decl = nullptr;
  /// Of what is made and ended: constructors, assignments, destructors.
  std::vector<const clang::FunctionDecl *> made;
  /// Of objects in the variable: comparators, hash functions, allocators.
  std::vector<const clang::FunctionDecl *> serving;
};

/// A pointer of the item, whose elements travel with it: behind the cut it
/// refers to memory of the runtime.
struct CarriedPointer {
  const clang::VarDecl *variable = nullptr;
  const clang::FieldDecl *member = nullptr; ///< of the variable; null: itself
  const clang::Expr *count = nullptr;       ///< how many elements
  bool isFlat = true;                       ///< elements travel as their bytes
  std::set<std::size_t> cuts;               ///< after these stages
};

/// One loop in one instance of its function.
struct StagedLoop {
  const clang::FunctionDecl *function = nullptr;
  clang::Stmt *loop = nullptr;
  const clang::CompoundStmt *body = nullptr;
  clang::SourceLocation location;
  std::vector<const clang::Stmt *> stages;
  /// Declarations of the body before the first stage.
  std::vector<const clang::Stmt *> declarations;
  /// Variables that every item has anew.
  std::vector<const clang::VarDecl *> items;
  /// Those that the header declares.
  std::vector<const clang::VarDecl *> loopVariables;
  /// The rank of the first stage alone evaluates the header, and what
  /// initialises these items.
  bool isDriven = false;
  std::vector<const clang::VarDecl *> firstOnly;
  /// What travels over the cut after each stage.
  std::vector<std::set<const clang::ValueDecl *>> carried;
  std::vector<CarriedPointer> pointers;
  /// What each stage, by its text, overwrites before it reads it, and what it
  /// replaces on every way to its end.
  std::vector<std::set<const clang::ValueDecl *>> overwritten, replaced;
  std::vector<BroughtState> states;
  /// Atomic integers that several stages add to, and use for nothing else.
  std::vector<BroughtState> counts;
  std::vector<ItemElements> elements;
  /// Those of the carried variables and states of which functions are called.
  std::vector<ReceivedVariable> received;
  /// What in(...) and out(...) of each stage name; absent without either.
  std::vector<std::optional<std::vector<StatedName>>> stated;
  /// Variables from outside that each stage fills before it reads them.
  std::vector<const clang::VarDecl *> scratch;
  /// Variables of the function that can be named where the loop begins, and
  /// that code may reach by their addresses.
  std::vector<const clang::VarDecl *> visible;
  std::size_t directive = 0; ///< index among the parsed ones
  /// Functions with directives in which all ranks of MPI_COMM_WORLD take part.
  std::vector<const clang::FunctionDecl *> communicating;
  /// Variables of which the text does not tell who uses them.
  std::vector<const clang::VarDecl *> doubted;
  /// Variables of the item of which it does not tell what they refer to.
  std::vector<const clang::VarDecl *> handles;
  /// There is no plan before the code has been asked about these.
  bool isDoubtful = false;
};

enum class FindingKind {
  Shared,      ///< a stage uses what another one writes
  Unknown,     ///< the same, of memory that is not known
  Unseen,      ///< functions that are not seen may share memory
  ItemLost,    ///< what a stage changes of an item does not reach a later one
  Initialiser, ///< what an item's initialiser or destructor changes
  Receipt,     ///< what receiving a value uses or changes
  Message,     ///< a stage communicates with ranks that do not execute it
  Header,      ///< the header uses what a stage writes
  UsedLater,   ///< code behind the loop reads what only one rank has
  KeptAddress, ///< code behind the loop uses an address in a state's memory
  Pinned,      ///< no error: the stage must not move to another rank
  Changed,     ///< no error: the stage changes what a variable leads to
  NotLowered,  ///< Clang generates no code for the translation unit
  TooLarge,    ///< there are too many calls in it to be followed
  Coroutine,   ///< it has coroutines, which are not followed
  Assembly,    ///< assembly outside of functions defines what it uses
  AddressSent, ///< a variable that travels holds an address in numbers or bytes
  Bookkeeping, ///< operators new and delete keep it, on each rank its own
  OwnersCounted, ///< on another rank there are others
  ItemsShare,    ///< two variables that travel lead to memory that is changed
  CarriedKept,   ///< a stage uses it when the item has ended
  CarriedFreed,  ///< a stage ends memory of the runtime
  Identity,      ///< a stage compares addresses of what has been copied
  JumpsOut,      ///< a stage jumps to a place outside of it
  LockedApart, ///< a stage locks a mutex that it does not unlock, or only that
};

/// One step of the way to an access, from the stage inwards.
struct RoadStep {
  clang::SourceLocation location;
  std::string function; ///< that is called there; empty at the access
};

struct Finding {
  FindingKind kind = FindingKind::Shared;
  std::size_t loop = 0;  ///< index
  std::size_t stage = 0; ///< from 0; of the access that is told of
  std::size_t other = 0; ///< the stage that writes
  bool isWrite = false;  ///< `stage` writes, too
  bool isOtherWrite = true;
  std::string object; ///< "'x'", "memory that 'f' allocates"
  /// Of Receipt, where null is *this, and of AddressSent.
  const clang::ValueDecl *received = nullptr;
  /// Functions without a body, "'f'", whose calls the accesses are.
  std::string function, otherFunction;
  std::vector<RoadStep> road, otherRoad;
  /// What the plan did not know: with it, there may be another plan. Of
  /// Changed: the stage and the variable.
  std::vector<FoundUse> uses;
};

/// Generates code of the translation unit and looks at what the stages touch.
/// The loops' bodies are changed while it does so, and restored. Findings are
/// in the order of loops and stages, one for a pair of places.
std::vector<Finding> findSharing(clang::Sema &, const CodeEvents &,
                                 const std::vector<StagedLoop> &);

CodeAnswers askCode(clang::Sema &, const CodeEvents &,
                    const std::vector<StagedLoop> &);

} // namespace redistc::effects

#endif
