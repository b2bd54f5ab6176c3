//===- Vectors.h - The vector instructions of the processor ----*- C++ -*-===//
//
// Which widths the copy kernels may use. Functions for the wider ones are
// compiled for themselves (by an attribute), whatever the options of the
// compiler are, and called only where the processor has them. Processors other
// than x86-64, and compilers without the attribute, have the portable loops.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_VECTORS_H
#define REDIST_RUNTIME_VECTORS_H

#if defined(__x86_64__) && defined(__GNUC__)
#define REDIST_X86_VECTORS 1
#else
#define REDIST_X86_VECTORS 0
#endif

namespace redist::runtime {

/// Each includes those before it.
enum class Vectors { None, Sse2, Avx2, Avx512 };

/// The most that the processor and its system have.
Vectors widestVectors();

} // namespace redist::runtime

#endif
