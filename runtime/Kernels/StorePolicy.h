//===- StorePolicy.h - Choice of cached or non-temporal stores -*- C++ -*-===//
//
// A slot that another core has read is in that core's caches. Writing it again
// has to invalidate it there: cheap if both cores share a cache, but otherwise
// five times as slow as memory, because the write waits for each line.
// Non-temporal stores (StoreKind::NonTemporal) cost the same everywhere. A
// program does not know which cores share a cache, or on which core a rank
// runs; so both kinds of stores are tried now and then, and the better one is
// used. Comes in: the time of writing. Knows no clock.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_STOREPOLICY_H
#define REDIST_RUNTIME_KERNELS_STOREPOLICY_H

#include "Kernels/CopyKernels.h"

#include <algorithm>
#include <cstdint>

namespace redist::runtime {

class StorePolicy {
public:
  /// How to write the next chunk.
  StoreKind next() {
    ++turn;
    return turn % trialEvery == trialEvery / 2 ? other(best()) : best();
  }
  /// That it took so long to write so much. Little tells nothing.
  void note(StoreKind kind, std::int64_t bytes, double seconds) {
    constexpr std::int64_t least = 8 * 1024;
    if (bytes < least)
      return;
    // What disturbs a measurement makes it longer: the least counts, for a
    // while.
    constexpr double forgetting = 1.1;
    double &cost = kind == StoreKind::NonTemporal ? streaming : cached;
    const double now = seconds / static_cast<double>(bytes);
    cost = cost > 0 ? std::min(now, cost * forgetting) : now;
  }
  /// The reader would rather find it in a cache: streaming must be worth it.
  StoreKind best() const {
    constexpr double worth = 2.5;
    return streaming > 0 && cached > worth * streaming ? StoreKind::NonTemporal
                                                       : StoreKind::Cached;
  }

private:
  static constexpr int trialEvery = 32;
  static StoreKind other(StoreKind kind) {
    return kind == StoreKind::Cached ? StoreKind::NonTemporal
                                     : StoreKind::Cached;
  }

  std::uint32_t turn = 0;
  double cached = 0, streaming = 0; ///< seconds a byte; 0: not known
};

} // namespace redist::runtime

#endif
