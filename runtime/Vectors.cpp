//===- Vectors.cpp - The vector instructions of the processor -------------===//
#include "Vectors.h"

namespace redist::runtime {

#if REDIST_X86_VECTORS

static Vectors findWidest() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2"))
    return Vectors::Sse2;
  return __builtin_cpu_supports("avx512f") ? Vectors::Avx512 : Vectors::Avx2;
}

Vectors widestVectors() {
  static const Vectors widest = findWidest();
  return widest;
}

#else

Vectors widestVectors() { return Vectors::None; }

#endif

} // namespace redist::runtime
