//===- StorePolicy.h - Choice of cached or non-temporal stores -*- C++ -*-===//
//
// A slot that another core has read is in that core's caches. Writing it again
// takes it away from there: cheap where both share a cache, but five times as
// slow as memory where they do not, for each line is waited for. Past the
// caches (StoreKind::NonTemporal) it costs the same everywhere. Which cores
// share what, and which of them a rank runs on, is not for a program to know;
// so both ways are tried now and then, and the better one used. Comes in: how
// long writing took. Knows no clock.
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
