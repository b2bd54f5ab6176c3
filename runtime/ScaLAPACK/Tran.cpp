//===- Tran.cpp - p?tran, p?tranu and p?tranc: transposes -----------------===//
//
// The Fortran symbols of PBLAS' transposes:
//
//   C(IC:IC+M-1, JC:JC+N-1) :=
//       beta C(...) + alpha op(A(IA:IA+N-1, JA:JA+M-1)),
//
// op(X) the transpose, or the conjugate transpose (p?tranc). With beta 0 the
// target is not read, and what arrives goes straight to its place; otherwise it
// goes, some columns of C at a time, through a buffer. With alpha 0 A is not
// read. Where nothing is to be done (M or N 0; alpha 0 and beta 1), the routine
// returns at once. Collective over the context of A, which is that of C.
//
//===----------------------------------------------------------------------===//
#include "Routine.h"

#include <algorithm>
#include <complex>
#include <numeric>

namespace redist::scalapack {

/// Bytes of the buffer for what arrives (more only where one block of C in
/// every process column needs more).
static constexpr std::int64_t bufferBytes = std::int64_t{4} << 20;

template <typename T> struct TranCall {
  const char *routine;
  bool isConjugate;
  int rows, columns; ///< M, N
  T alpha;
  const T *a;
  int ia, ja;
  const int *descA;
  T beta;
  T *c;
  int ic, jc;
  const int *descC;
};

// Products without the care for infinities that std::complex takes, as in BLAS.
template <typename T> static T product(T a, T b) { return a * b; }
template <typename T>
static std::complex<T> product(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

template <typename T> static T conjugate(T a) { return a; }
template <typename T> static std::complex<T> conjugate(std::complex<T> a) {
  return std::conj(a);
}

/// Calls update(x) for the elements that this process holds.
template <typename T, typename Update>
static void forEachLocal(const Submatrix &matrix, const LocalStorage &storage,
                         Update update) {
  const auto [rows, columns] = localRanges(matrix, storage);
  if (rows.length() == 0)
    return;
  for (std::int64_t j = columns.begin; j < columns.end; ++j) {
    T *const column =
        reinterpret_cast<T *>(storage.at(rows.begin, j, sizeof(T)));
    for (std::int64_t i = 0; i < rows.length(); ++i)
      update(column[i]);
  }
}

/// C := beta C.
template <typename T>
static void scale(const Submatrix &matrix, const LocalStorage &storage,
                  T beta) {
  if (beta == T(0))
    forEachLocal<T>(matrix, storage, [](T &x) { x = T(0); });
  else
    forEachLocal<T>(matrix, storage, [&](T &x) { x = product(beta, x); });
}

/// C := alpha op(A).
template <typename T>
static void overwrite(Assembly &assembly, const CheckedArguments &checked,
                      const TranCall<T> &call) {
  const LocalStorage &target = checked.target.storage;
  execute(assembly, checked.copy, checked.source.storage, target);
  if (call.isConjugate)
    forEachLocal<T>(checked.copy.target, target,
                    [&](T &x) { x = product(call.alpha, conjugate(x)); });
  else if (call.alpha != T(1))
    forEachLocal<T>(checked.copy.target, target,
                    [&](T &x) { x = product(call.alpha, x); });
}

/// Columns of C at a time: as many as the buffer holds of any process, the same
/// number on all. Where possible every panel begins alike on both sides, so
/// that all have one plan.
static std::int64_t panelColumns(const Copy &copy) {
  const auto [rows, columns] = copy.target.dimensions;
  const auto [gridRows, gridColumns] = copy.target.shape();
  const std::int64_t height = copy.target.ranges[0].length();
  const std::int64_t maxRows =
      rows.source < 0
          ? height
          : std::min(height,
                     (height / (rows.block * gridRows) + 2) * rows.block);
  const std::int64_t coordinates = columns.source < 0 ? 1 : gridColumns;
  const std::int64_t most =
      bufferBytes / (maxRows * copy.elementSize) * coordinates;
  const std::int64_t round = columns.block * coordinates;
  const MatrixDimension &sourceRows = copy.source.dimensions[0];
  const std::int64_t roundOfSource = sourceRows.block * copy.source.shape()[0];
  std::int64_t both = 0; // their least common multiple
  if (__builtin_mul_overflow(round / std::gcd(round, roundOfSource),
                             roundOfSource, &both))
    both = most + 1;
  for (const std::int64_t unit : {both, round})
    if (unit <= most)
      return most / unit * unit;
  return round;
}

template <typename T>
static void combine(const Submatrix &panel, const LocalStorage &target,
                    const LocalStorage &arrived, const TranCall<T> &call) {
  const auto [rows, columns] = localRanges(panel, target);
  if (rows.length() == 0)
    return;
  for (std::int64_t j = columns.begin; j < columns.end; ++j) {
    T *const into = reinterpret_cast<T *>(target.at(rows.begin, j, sizeof(T)));
    const T *const from =
        reinterpret_cast<const T *>(arrived.at(rows.begin, j, sizeof(T)));
    for (std::int64_t i = 0; i < rows.length(); ++i) {
      const T x = call.isConjugate ? conjugate(from[i]) : from[i];
      into[i] = product(call.beta, into[i]) + product(call.alpha, x);
    }
  }
}

/// C := beta C + alpha op(A).
template <typename T>
static void update(Assembly &assembly, const CheckedArguments &checked,
                   const TranCall<T> &call) {
  const LocalStorage &target = checked.target.storage;
  const std::int64_t width = panelColumns(checked.copy);
  const Range columns = checked.copy.target.ranges[1];
  const Range sourceRows = checked.copy.source.ranges[0];
  for (std::int64_t done = 0; done < columns.length(); done += width) {
    const std::int64_t end = std::min(done + width, columns.length());
    Copy panel = checked.copy;
    panel.target.ranges[1] = {columns.begin + done, columns.begin + end};
    panel.source.ranges[0] = {sourceRows.begin + done, sourceRows.begin + end};
    auto [arrived, bytes] = roomFor(panel.target, target, panel.elementSize);
    arrived.address = assembly.buffer(bytes);
    execute(assembly, panel, checked.source.storage, arrived);
    combine(panel.target, target, arrived, call);
  }
}

template <typename T>
static void transpose(Assembly &assembly, AgreedCalls &agreed,
                      const TranCall<T> &call) {
  Arguments arguments;
  arguments.rows = call.rows;
  arguments.columns = call.columns;
  arguments.elementSize = sizeof(T);
  arguments.isTransposed = true;
  arguments.isPblas = true;
  arguments.contextPlace = 702;
  arguments.source = {"A",        7,       5,       6,
                      call.descA, call.ia, call.ja, const_cast<T *>(call.a)};
  arguments.target = {"C", 12, 10, 11, call.descC, call.ic, call.jc, call.c};
  arguments.isNothing = call.rows == 0 || call.columns == 0 ||
                        (call.alpha == T(0) && call.beta == T(1));
  CheckedArguments checked = check(assembly, arguments, &agreed);
  checked.copy.routine = call.routine;
  if (arguments.isNothing)
    return;
  if (call.alpha == T(0)) {
    scale(checked.copy.target, checked.target.storage, call.beta);
    return;
  }
  if (call.beta == T(0))
    overwrite(assembly, checked, call);
  else
    update(assembly, checked, call);
}

template <typename T> static void tran(const TranCall<T> &call) {
  const int context = readDescriptor(call.descA).context;
  if (!gridOf(context).isMember())
    abortRoutine(
        call.routine, context,
        ArgumentError(702, "this process is not in the context of A", false),
        nullptr);
  const MPI_Comm communicator = communicatorOf(context);
  runRoutine(call.routine, context, communicator, [&](Assembly &assembly) {
    transpose(assembly, AgreedCalls::of(communicator), call);
  });
}

} // namespace redist::scalapack

using redist::scalapack::tran;

#define REDIST_TRAN(SYMBOL, NAME, TYPE, IS_CONJUGATE)                          \
  extern "C" void SYMBOL(const int *m, const int *n, const TYPE *alpha,        \
                         const TYPE *a, const int *ia, const int *ja,          \
                         const int *descA, const TYPE *beta, TYPE *c,          \
                         const int *ic, const int *jc, const int *descC) {     \
    tran<TYPE>({NAME, IS_CONJUGATE, *m, *n, *alpha, a, *ia, *ja, descA, *beta, \
                c, *ic, *jc, descC});                                          \
  }

REDIST_TRAN(pstran_, "PSTRAN", float, false)
REDIST_TRAN(pdtran_, "PDTRAN", double, false)
REDIST_TRAN(pctranu_, "PCTRANU", std::complex<float>, false)
REDIST_TRAN(pztranu_, "PZTRANU", std::complex<double>, false)
REDIST_TRAN(pctranc_, "PCTRANC", std::complex<float>, true)
REDIST_TRAN(pztranc_, "PZTRANC", std::complex<double>, true)
