//===- Vectors.h - The vector instructions of the processor ----*- C++ -*-===//
//
// Which widths the copy kernels may use. Functions for the wider ones are
// compiled for themselves (by an attribute), whatever the options of the
// compiler are, and called only where the processor has them. Processors other
// than x86-64 and AArch64, and compilers without the attribute, have the
// portable loops.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_VECTORS_H
#define REDIST_RUNTIME_SUPPORT_VECTORS_H

#if defined(__x86_64__) && defined(__GNUC__)
#define REDIST_X86_VECTORS 1
#else
#define REDIST_X86_VECTORS 0
#endif

#if defined(__aarch64__) && defined(__ARM_NEON) && defined(__GNUC__)
#define REDIST_NEON_VECTORS 1
#else
#define REDIST_NEON_VECTORS 0
#endif

namespace redist::runtime {

/// From Sse2 on each includes those before it, but Neon, which is of another
/// family.
enum class Vectors {
  None,
  Neon,
  Sse2,
  Avx2,
  Avx512,
  Avx512Bytes, ///< permutations of bytes, too
};

/// The most that the processor and its system have.
Vectors widestVectors();

} // namespace redist::runtime

#endif
