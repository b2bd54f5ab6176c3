//===- Vectors.cpp - The vector instructions of the processor -------------===//
#include "Support/Vectors.h"

namespace redist::runtime {

#if REDIST_X86_VECTORS

static Vectors findWidest() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2"))
    return Vectors::Sse2;
  if (!__builtin_cpu_supports("avx512f"))
    return Vectors::Avx2;
  const bool hasBytes = __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vbmi");
  return hasBytes ? Vectors::Avx512Bytes : Vectors::Avx512;
}

Vectors widestVectors() {
  static const Vectors widest = findWidest();
  return widest;
}

#elif REDIST_NEON_VECTORS

Vectors widestVectors() { return Vectors::Neon; }

#else

Vectors widestVectors() { return Vectors::None; }

#endif

} // namespace redist::runtime
