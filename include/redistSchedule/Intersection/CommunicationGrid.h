//===- CommunicationGrid.h - Lengths of messages ---------------*- C++ -*-===//
//
// The communication grid of CYCLIC(r) on P -> CYCLIC(s) on Q, by classes and in
// closed form: nothing here walks elements. Comes in: P, Q, r, s. Goes out:
// partners and lengths of one rank, the quotient structure that every schedule
// is made on, the pattern, and the least number of steps.
//
// Notation (docs/SchedulingMath.md; Desprez et al., RR-3117, section 4):
// r, s divided by their gcd (`scale`); g = gcd(Pr, Qs); L = lcm(Pr, Qs);
// r' = gcd(r, Q); s' = gcd(s, P); g0 = gcd(P/s', Q/r'); g = r's'g0;
// a = s'g0, b = r'g0, alpha = P/a, beta = Q/b.
//   p = (u, x) = (p mod a, p div a)       q = (v, y) = (q mod b, q div b)
// class of (p, q):  k = (pr - qs) mod g; messages exist for the n =
// min(r+s-1, g) classes k in [1-r, s-1] mod g. Row type of p is pr mod s' =
// k mod s', column type of q is -qs mod r' = k mod r'. The grid consists of g0
// translated copies of the quotient, in which class k is a complete bipartite
// graph K(alpha, beta) between row block k mod s' and column block k mod r'.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_INTERSECTION_COMMUNICATIONGRID_H
#define REDISTSCHEDULE_INTERSECTION_COMMUNICATIONGRID_H

#include "redistSchedule/Layout/BlockCyclic.h"

namespace redist::schedule {

/// The parameters of a one-dimensional redistribution.
struct Redistribution {
  BlockCyclic source; ///< P ranks, blocks of r
  BlockCyclic target; ///< Q ranks, blocks of s

  bool operator==(const Redistribution &) const = default;
};

enum class PatternKind {
  None,     ///< both layouts are the same: every message is p -> p
  Partial,  ///< some pairs exchange nothing
  AllToAll, ///< every source rank owes something to every target rank
};

class CommunicationGrid {
public:
  /// Any positive P, Q, r, s; TooLarge where Pr or Qs leaves 62 bits, or
  /// PQ 61.
  static Result<CommunicationGrid> make(const Redistribution &);

  const Redistribution &redistribution() const { return parameters; }

  // The reduced parameters, as in the file comment.
  std::int64_t scale() const { return scaleFactor; }
  std::int64_t reducedSourceBlock() const { return r; }
  std::int64_t reducedTargetBlock() const { return s; }
  std::int64_t modulus() const { return g; }          ///< g
  std::int64_t rowTypes() const { return sPrime; }    ///< s'
  std::int64_t columnTypes() const { return rPrime; } ///< r'
  std::int64_t copies() const { return g0; }          ///< g0
  std::int64_t alpha() const { return alphaValue; }
  std::int64_t beta() const { return betaValue; }
  std::int64_t rowPeriod() const { return sPrime * g0; }    ///< a
  std::int64_t columnPeriod() const { return rPrime * g0; } ///< b
  std::int64_t classCount() const { return n; } ///< n = min(r+s-1, g)

  /// L in elements, unscaled parameters; std::nullopt where it leaves 62 bits
  /// (huge blocks of coprime sizes: the superblock is then never complete).
  std::optional<std::int64_t> superblock() const;
  /// Elements that one unit of a length or cost of a superblock stands for: 1,
  /// or, where superblock() is std::nullopt, the least power of two that keeps
  /// all of them and their sums within 63 bits.
  std::int64_t lengthUnit() const { return std::int64_t{1} << unitShift; }

  PatternKind pattern() const;

  /// Class of (p, q) as its residue in [0, g).
  std::int64_t classOf(std::int64_t p, std::int64_t q) const;
  /// Residues of the classes that carry messages start at firstClass() and run
  /// through classCount() consecutive integers modulo g.
  std::int64_t firstClass() const { return 1 - r; } ///< as an integer
  bool carriesMessages(std::int64_t classResidue) const;
  /// W[k]: length, in elements of one superblock (scale included), of the
  /// messages of a class; 0 where it carries none. O(1): closed form. Where
  /// lengthUnit() is not 1: in such units, rounded up.
  std::int64_t weight(std::int64_t classResidue) const;
  /// Length of the message p -> q for one superblock; 0: no message.
  std::int64_t length(std::int64_t p, std::int64_t q) const {
    return weight(classOf(p, q));
  }

  /// m_R, m_C and NS_opt = max of both (valid for every parameter set).
  std::int64_t maxRowDegree() const;
  std::int64_t maxColumnDegree() const;
  std::int64_t minimumSteps() const;
  /// Number of messages in the whole grid: n * alpha * beta * g0.
  std::int64_t messageCount() const;
  /// At least the number of messages that are not empty for an extent.
  std::int64_t messageBound(std::int64_t extent) const;

  /// Column v (of q = v + b*y) of the partners of row p in a class whose
  /// residue equals p's row type modulo s'; and row u for a column.
  std::int64_t columnOfClass(std::int64_t p, std::int64_t classResidue) const;
  std::int64_t rowOfClass(std::int64_t q, std::int64_t classResidue) const;

private:
  Redistribution parameters;
  std::int64_t scaleFactor, r, s, g, rPrime, sPrime, g0, alphaValue, betaValue,
      n;
  /// log2 of lengthUnit().
  int unitShift = 0;
  /// (s/s')^-1 mod b and (r/r')^-1 mod a, for columnOfClass and rowOfClass.
  std::int64_t inverseTargetStep, inverseSourceStep;

  explicit CommunicationGrid(const Redistribution &);
};

} // namespace redist::schedule

#endif
