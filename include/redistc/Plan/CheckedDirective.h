//===- CheckedDirective.h - A directive with its meaning -------*- C++ -*-===//
//
// The input of Plan, produced by Sema: pure values, no Clang. A parameter is
// either a constant that Sema evaluated, or unknown until run time. Text is
// kept only as opaque C++ to be placed into generated code; where the directive
// stands in the file is Emit's business, found again through `id`.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_PLAN_CHECKEDDIRECTIVE_H
#define REDISTC_PLAN_CHECKEDDIRECTIVE_H

#include "redistSchedule/OneDimension/Schedule.h"
#include "redistSchedule/Pipeline/MakeMapping.h"
#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace redistc::plan {

/// Index of a directive in its translation unit, in source order.
using DirectiveId = std::uint32_t;

/// An integer expression of a clause.
struct Parameter {
  std::string text;                  ///< macro-expanded C++ of the expression
  std::optional<std::int64_t> value; ///< where it is a constant expression
};

enum class DistributionKind {
  Undistributed, ///< *
  Block,         ///< block: ⌈N/P⌉
  BlockSized,    ///< block(k)
  Cyclic,        ///< cyclic(k); `cyclic` has the constant size 1
  GenBlock,      ///< gen_block(v)
  Indirect,      ///< indirect(v)
  Listed,        ///< listed(v)
};

/// Whether elements lie on any coordinates.
inline bool isMapped(DistributionKind kind) {
  return kind == DistributionKind::Indirect || kind == DistributionKind::Listed;
}
/// Whether numbers tell it that are known at run time only.
inline bool hasRange(DistributionKind kind) {
  return kind == DistributionKind::GenBlock || isMapped(kind);
}

/// dist of one dimension.
struct CheckedDistribution {
  DistributionKind kind = DistributionKind::Cyclic;
  Parameter block;   ///< of BlockSized and Cyclic
  std::string sizes; ///< of a range: its C++ text
  Parameter shift = {"0", 0};
};

enum class BuiltinOperator {
  Plus,
  Multiplies,
  BitAnd,
  BitOr,
  BitXor,
  LogicalAnd,
  LogicalOr,
  Minimum,
  Maximum,
};

struct CheckedOperator {
  std::optional<BuiltinOperator> builtin;
  std::string text;     ///< C++ text of a named one, to be called with operands
  bool isValue = false; ///< the text names a variable or member, not functions
};

/// copies(ranks) or partial(operation, ranks) in onto: how many extents are
/// before it.
struct CheckedCopies {
  Parameter ranks;
  std::size_t place = 0;
  bool isPartial = false;
  CheckedOperator operation = {}; ///< of partial; of an array's, if built in
};

/// before : after of room() or halo().
struct CheckedWidth {
  Parameter before;
  std::optional<Parameter> after; ///< absent: the same

  const Parameter &behind() const { return after ? *after : before; }
};

/// dist {, dist} onto(grid, copies) at(firstRank) or ranks(ranks)
/// room(widths) or halo(widths) lead(lead).
struct CheckedLayout {
  bool isRemote = false; ///< the other side's: nothing else is known
  std::vector<CheckedDistribution> dimensions;
  /// onto: one for each dimension that is not Undistributed, in order.
  std::vector<Parameter> grid;
  std::vector<CheckedCopies> copies; ///< of onto, by their places; and partial
  Parameter firstRank; ///< at; text "0" by default; not known with `ranks`
  std::string ranks;   ///< C++ text of the range of ranks; empty: none
  std::vector<CheckedWidth> widths; ///< one a dimension; empty: no room
  bool isHalo = false; ///< as a target: the room gets neighbours' elements
  std::optional<Parameter> lead;

  /// onto as it was written: `of(parameter, its copies or parts)` of each, null
  /// where it is an extent.
  template <typename Of> std::vector<std::string> gridTexts(Of of) const {
    std::vector<std::string> texts;
    auto next = copies.begin();
    for (std::size_t i = 0; i <= grid.size(); ++i) {
      for (; next != copies.end() && next->place == i; ++next)
        texts.push_back(of(next->ranks, &*next));
      if (i < grid.size())
        texts.push_back(
            of(grid[i], static_cast<const CheckedCopies *>(nullptr)));
    }
    return texts;
  }
};

/// One bracket of an object.
struct CheckedSection {
  bool isWhole = true; ///< [length]; else [lower : length : stride]
  Parameter length;
  Parameter lower;       ///< text "0" where isWhole
  Parameter stride;      ///< text "1" by default
  Parameter extent = {}; ///< of a section: behind `of`; without text: not told

  /// Of the whole dimension; null where that is not told.
  const Parameter *whole() const {
    return isWhole ? &length : extent.text.empty() ? nullptr : &extent;
  }
};

/// In a permutation: a dimension of one element that the source lacks.
inline constexpr unsigned lackingDimension = ~0U;

/// Brackets that are those of the first object only at run time, if at all.
struct FurtherSections {
  std::string object; ///< its name, for the runtime's error
  std::string first;  ///< the name of the object that it is compared with
  std::vector<CheckedSection> sections;
};

/// The constants of one directive in one context: the function itself, or one
/// instantiation of the template that contains it.
struct CheckedInstance {
  std::string context; ///< "" or e.g. "reblock<16>", for remarks
  /// The brackets of the objects (all objects have the same extents: those of
  /// the first), source dimension by source dimension.
  std::vector<CheckedSection> sections;
  /// The brackets of into(); empty where none are written.
  std::vector<CheckedSection> intoSections;
  /// Of further objects, and of further ones of into(), what the runtime has to
  /// compare. The same objects in every instance.
  std::vector<FurtherSections> further, furtherInto;
  /// from(); absent where the object (redist::array) knows its layout.
  std::optional<CheckedLayout> from;
  /// Constant layouts that may reach the directive where `from` is absent, as
  /// far as data flow tells; the runtime checks. Without duplicates.
  std::vector<CheckedLayout> reaching;
  CheckedLayout to;
  bool hasTo = true; ///< else, beside from(remote), arrays keep their layout
  std::optional<Parameter> capacity; ///< absent: not known
  /// Of one element of each object, together; 0: not known.
  std::int64_t elementBytes = 0;
};

/// An object of a directive.
struct CheckedObject {
  std::string text; ///< C++ text
  /// Raw pointer: the runtime cannot see the size of the storage.
  bool isPointer = false;
  bool isArray = false; ///< a redist::array
};

enum class StorageOrder { Row, Column };

/// A `#pragma redistribute` that passed Sema.
struct CheckedRedistribute {
  DirectiveId id = 0;
  std::string file;     ///< as the user named it
  unsigned line = 0;    ///< of the directive's '#'
  std::string spelling; ///< the directive on one line, for the comment
  std::vector<CheckedObject> objects; ///< at least one
  std::vector<CheckedObject> into;    ///< as many, or empty: in place
  std::string communicator;           ///< C++ text; "MPI_COMM_WORLD" default
  redist::schedule::StrategyKind strategy =
      redist::schedule::StrategyKind::Auto;
  /// Absent: an array keeps the order it has, all else is stored by rows.
  std::optional<StorageOrder> order;
  /// Dimension k of the target is dimension permutation[k] of the source, or
  /// lackingDimension; those of the source that are not there have one
  /// element, and the target lacks them. Empty: the identity.
  std::vector<unsigned> permutation;
  std::string relabel; ///< C++ text of the int; empty: off
  std::optional<CheckedOperator> accumulate; ///< absent: replaces
  /// Of partial() in from(); absent: elements have no parts, or only the layout
  /// of an array tells.
  std::optional<CheckedOperator> partial;
  std::string request; ///< nowait(id): the name; empty: blocking
  /// At least one; several for a template. All have the same texts.
  std::vector<CheckedInstance> instances;
  /// In a template whose uninstantiated parameters may still take other
  /// values (always true inside a template).
  bool isTemplated = false;

  /// One side of an intercommunicator.
  bool sends() const { return instances.front().to.isRemote; }
  bool receives() const {
    return instances.front().from && instances.front().from->isRemote;
  }
};

/// A floating-point expression of a clause.
struct Seconds {
  std::string text;            ///< macro-expanded C++ of the expression
  std::optional<double> value; ///< where it is a constant expression
};

/// An item: an lvalue, or a section of one. (Texts of bounds are those of
/// every instance; their values do not matter to the tree.)
struct CheckedItem {
  std::string text;
  bool isSection = false;
  std::string lower, length, stride; ///< of a section; stride "1" by default
};

/// What is known of a reduction in one context (CheckedInstance::context).
struct ReduceInstance {
  std::string context;
  std::optional<Parameter> root; ///< absent: every rank has the result
  std::optional<Parameter> onto; ///< absent: size of the communicator
  std::optional<Seconds> transferCost, combineCost; ///< both or none
  std::optional<Parameter> transfers, reducers;
  /// The types show that the operator gives the same bits in any order: no
  /// floating-point number is in any item.
  bool isExact = false;
};

/// A `#pragma reduce` that passed Sema.
struct CheckedReduce {
  DirectiveId id = 0;
  std::string file;
  unsigned line = 0;
  std::string spelling;
  CheckedOperator operation;
  std::vector<CheckedItem> items; ///< at least one
  std::string communicator;       ///< C++ text; "MPI_COMM_WORLD" default
  bool ordered = false;
  redist::schedule::ReductionStrategy strategy =
      redist::schedule::ReductionStrategy::Auto;
  std::string request; ///< nowait(id): the name; empty: blocking
  std::vector<ReduceInstance> instances; ///< at least one
  bool isTemplated = false;
};

/// Characters [begin, end) of the main file.
struct FileRange {
  unsigned begin = 0;
  unsigned end = 0;
};

/// Who evaluates the header of a pipeline's loop.
enum class HeaderKind {
  EveryRank,  ///< it depends on nothing that a stage writes
  FirstStage, ///< the rank of stage 1: it reads a source, or that stage's state
};

/// How the initialiser of an item's variable is written.
enum class InitialiserForm {
  Value,        ///< `T x = e`, `auto x = e`: the range is e
  List,         ///< `T x = {e}`: the range is {e}
  Construction, ///< `T x(e)`, `T x{e}`: the range is all behind x
};

/// An initialiser that the rank of stage 1 alone can evaluate.
struct FirstInitialiser {
  InitialiserForm form = InitialiserForm::Value;
  FileRange range;
  std::string variable;
  bool isDeduced = false; ///< the initialiser determines the type
};

/// The loop that stands behind a `#pragma pipeline`: what Emit edits.
struct PipelineLoop {
  HeaderKind header = HeaderKind::EveryRank;
  unsigned bodyBegin = 0; ///< after the body's '{'
  unsigned bodyEnd = 0;   ///< at its '}'
  unsigned end = 0;       ///< after that
  /// Of a FirstStage header: the condition and the increment (empty: none; a
  /// condition that is not there has a place, behind the first ';').
  FileRange condition, increment;
  /// The variable that this condition declares; it is one of the item.
  std::optional<FirstInitialiser> declared;
  std::vector<FirstInitialiser> initialisers; ///< of a FirstStage header
};

/// A variable of the item that crosses a cut between two stages.
struct CarriedVariable {
  std::string text;                  ///< C++ text
  std::string type;                  ///< for people
  std::optional<std::int64_t> bytes; ///< where the type's size is fixed
  /// Index in CheckedPipeline::carries of the elements that it is; -1: it is a
  /// variable.
  int elements = -1;
};

/// pointer[0 : count] of carry(): what is behind a pointer of the item.
struct CarriedElements {
  std::string pointer, count; ///< C++ text
};

/// How a state is reached by its text.
enum class StateForm {
  Variable, ///< the text is its name
  Pointee,  ///< the text is a pointer, perhaps null, to one object
  View,     ///< the text is a view of its elements
};

/// A variable from outside the loop that one stage writes.
struct StateVariable {
  std::string text;
  std::string type;
  int stage = 0;       ///< from 0
  bool travels = true; ///< else it stays on the rank of its stage
  StateForm form = StateForm::Variable;
};

/// A variable whose value is compared with REDIST_VERIFY=1.
struct WatchedVariable {
  std::string text; ///< C++ text
  std::string type; ///< for people
  StateForm form = StateForm::Variable;
  bool isOfItem = false; ///< declared by the loop: named behind its items
  /// Code of the user saves it anyway: it travels, or one of its type does.
  bool isSaved = false;
  /// Stages, from 1, that read it before they write it, and that may write it;
  /// 0: header, initialisers and destructors. Ascending.
  std::set<int> readers, writers;
  int elements = -1; ///< as of CarriedVariable
};

struct CheckedStage {
  DirectiveId id = 0;   ///< of its own directive
  unsigned line = 0;    ///< of that directive's '#'
  std::string spelling; ///< of that directive, on one line
  /// It may move to another rank between two items: all of its state is known
  /// and travels. Otherwise why not, for people.
  bool isMovable = false;
  std::string reason;
  bool replicateAuto = false; ///< replicate(auto)
  /// in(...) or out(...) is given: the names, C++ texts, are all that it reads
  /// and writes of what can be named at the directive.
  bool isStated = false;
  std::vector<std::string> statedReads, statedWrites;
  /// What crosses the cut after it; empty after the last stage.
  std::vector<CarriedVariable> carried;
};

/// The parameters of one stage in one context.
struct StageInstance {
  std::optional<Seconds> work, data;
  std::optional<Parameter> replicas, rank;
  std::optional<std::int64_t> bytes; ///< of what leaves it, where fixed
};

/// The parameters of a pipeline in one context (CheckedInstance::context).
struct PipelineInstanceValues {
  std::string context;
  std::optional<Parameter> onto;
  std::vector<Seconds> speeds;      ///< empty: equal, or a range
  std::optional<Seconds> bandwidth; ///< absent: measured, or a range
  std::optional<Seconds> latency;
  std::optional<Parameter> depth;
  std::vector<StageInstance> stages; ///< as CheckedPipeline::stages
};

/// A `#pragma pipeline` that passed Sema, with its stages.
struct CheckedPipeline {
  DirectiveId id = 0;
  std::string file;
  unsigned line = 0;
  std::string spelling;
  std::string communicator; ///< C++ text; "MPI_COMM_WORLD" default
  redist::schedule::MappingKind mapping = redist::schedule::MappingKind::Auto;
  std::string speedRange;     ///< C++ text of a range of numbers; or empty
  std::string bandwidthRange; ///< the same, of a matrix
  PipelineLoop loop;
  std::vector<CarriedElements> carries;
  std::vector<CheckedStage> stages; ///< at least two
  std::vector<StateVariable> states;
  /// C++ text of integers that several stages only add to.
  std::vector<std::string> counts;
  /// Variables of the item, in the order of their declarations, that may be
  /// handed back at its end.
  std::vector<std::string> itemVariables;
  std::vector<WatchedVariable> watched;          ///< outer ones first
  std::vector<PipelineInstanceValues> instances; ///< at least one
  bool isTemplated = false;
};

/// A `#pragma redistribute wait(id)` or `#pragma reduce wait(id)` that passed
/// Sema.
struct CheckedWait {
  DirectiveId id = 0;
  std::string file;
  unsigned line = 0;
  std::string spelling;
  std::string request; ///< the name that nowait(id) declares
};

using CheckedDirective = std::variant<CheckedRedistribute, CheckedReduce,
                                      CheckedPipeline, CheckedWait>;

} // namespace redistc::plan

#endif
