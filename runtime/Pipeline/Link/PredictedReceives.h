//===- PredictedReceives.h - Receives posted early -------------*- C++ -*-===//
//
// Room Runtime. A large value's transfer begins when its receive is posted, but
// its packet, which tells how long it is, may come while the receiver works on
// the item before it. So the receiver posts ahead for what the last item had:
// payload number i of the next item comes into memory of that length, with a
// tag of its own. The sender keeps the same table and knows what fits:
//
//   item 0  payload 0: 100 bytes  as its packet tells; then 100 are foreseen
//   item 1             90         into the memory that waits
//   item 2             150        an empty message clears what waits, and it
//                                 comes as its packet tells; 150 are foreseen
//
// Only when a message is received depends on the posting, never whether. Comes
// in: entries in the order of their packets, at both ends. Knows no MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_PREDICTEDRECEIVES_H
#define REDIST_RUNTIME_PIPELINE_LINK_PREDICTEDRECEIVES_H

#include "Pipeline/Link/LinkShape.h"

#include <vector>

namespace redist::runtime {

/// Longer ones are not foreseen: after the last item the memory is in vain.
constexpr std::int64_t maxPrediction = std::int64_t{64} << 20;

class PredictedReceives {
public:
  /// Whether memory waits, or may wait, for payload number `i`.
  bool waits(std::size_t i) const {
    return i < table.size() && table[i].bytes > 0;
  }
  /// For what; its bytes are at least those of a payload that fits.
  const PayloadEntry &at(std::size_t i) const { return table[i]; }
  /// Whether payload number `i` of an item goes there. Memory of more than
  /// double its length would be a waste; of no bytes no message is sent.
  bool fits(std::size_t i, const PayloadEntry &entry) const {
    return waits(i) && entry.bytes > 0 && table[i].value == entry.value &&
           entry.bytes <= table[i].bytes && entry.bytes >= table[i].bytes / 2;
  }
  /// What is foreseen after payload number `i` was `entry`.
  void learn(std::size_t i, const PayloadEntry &entry) {
    if (fits(i, entry))
      return;
    if (table.size() <= i)
      table.resize(i + 1);
    table[i] = entry;
    if (entry.bytes > maxPrediction)
      table[i].bytes = 0;
  }
  /// Payload numbers are below.
  std::size_t size() const { return table.size(); }

private:
  std::vector<PayloadEntry> table; ///< no bytes: nothing is foreseen
};

} // namespace redist::runtime

#endif
