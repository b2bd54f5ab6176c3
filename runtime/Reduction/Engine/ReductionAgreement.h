//===- ReductionAgreement.h - Agreement on a reduction ---------*- C++ -*-===//
//
// Room Runtime. Before a reduction begins, the ranks exchange in pairs whether
// any of them found something wrong, and whether clauses and, where ranks take
// part, the shapes of the items are the same. A small value travels with that,
// behind it, and is reduced on the way:
//
//   | verdict, 80 bytes | value: none, or the sender's own |
//
// What travels does not depend on what may differ between ranks: whoever hears
// of a difference sends no value any more, but goes on to the end, where all
// know of it. Then they word the error together.
//
// The last combine of a rank comes after its last message, and it may throw or
// make a value too long. Where that is possible, a second pass in pairs tells
// it: twice as many messages one after the other as for an operator that throws
// nothing. Fewer are not enough: a value has come from all ranks, and whether
// it was combined well must reach all of them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONAGREEMENT_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONAGREEMENT_H

#include "Reduction/Clauses/CheckedReduction.h"
#include "Reduction/Engine/CarriedValue.h"
#include "Reduction/Node/NodeBoard.h"

#include <optional>
#include <span>

namespace redist::runtime {

/// A rank's own view of a call.
struct ReductionVerdict {
  /// Empty where a problem kept them from being found out.
  std::span<const std::int64_t> clauses;
  /// The bytes, then append_shape(). Empty: the rank takes no part.
  std::span<const std::int64_t> shape;
  const std::string &problem; ///< empty: this rank sees nothing wrong
};

struct AgreedReduction {
  /// All ranks are at one directive: what is learned there can be kept for it.
  bool isSamePlace = false;
  std::uint64_t place = 0; ///< of the directive, then
  std::int64_t bytes = -1; ///< of ranks that take part
  /// On some rank nowait has started something that nobody has waited for: not
  /// whether it is done, which differs from run to run.
  bool isAnyBusy = false;
  /// The carried value has the result on every rank.
  bool isReduced = false;
};

/// Throws the same redist::error on every rank where clauses differ or one has
/// a problem, redist::reduce_error where items do not fit or a combine throws.
/// After that the carried operand's accumulator has the result, on every rank,
/// the operands combined in rank order; where a rank gave none, or one was too
/// long, on none. Operations under way go on meanwhile. Allocates nothing where
/// all is well and values have a fixed size. `sharesProcessors` as in
/// SmallMessages. Collective.
AgreedReduction agree(MPI_Comm communicator, const ReductionVerdict &verdict,
                      const directive &where, CarriedValue &value,
                      bool sharesProcessors);

/// The same in memory that all ranks share, but for errors: null, on every rank
/// alike, where agree() has one to throw. Nothing is carried. Collective.
std::optional<AgreedReduction> agreeOnBoard(NodeBoard &board,
                                            const ReductionVerdict &verdict,
                                            const directive &where);

} // namespace redist::runtime

#endif
