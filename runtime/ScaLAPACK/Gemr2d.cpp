//===- Gemr2d.cpp - p?gemr2d: a submatrix to any other distribution -------===//
//
// The symbols of ScaLAPACK's general redistribution, for C (Cpdgemr2d, and
// Cpdgemr2do without the last argument) and Fortran (pdgemr2d_, pdgemr2do_):
//
//   B(IB:IB+M-1, JB:JB+N-1) := A(IA:IA+M-1, JA:JA+N-1)
//
// Collective over the context that is the last argument, or over all processes
// that the BLACS know. A process outside the context of A has -1 for it in the
// descriptor of A, and need know nothing else of A; so for B. One that is in
// neither need not know M and N either. Where the routine is called with M or N
// 0, it returns at once; below 0, when all have come.
//
//===----------------------------------------------------------------------===//
#include "Routine.h"

namespace redist::scalapack {

/// Places: M 1, N 2, A 3, IA 4, JA 5, DESCA 6, B 7, IB 8, JB 9, DESCB 10,
/// CONTEXT 11.
static constexpr int contextPlace = 1100;

struct Gemr2dCall {
  const char *routine;
  int elementSize;
  int rows, columns;
  void *a;
  int ia, ja;
  const int *descA;
  void *b;
  int ib, jb;
  const int *descB;
};

static void copySubmatrix(Assembly &assembly, const Gemr2dCall &call) {
  Arguments arguments;
  arguments.rows = call.rows;
  arguments.columns = call.columns;
  arguments.elementSize = call.elementSize;
  arguments.source = {"A", 6, 4, 5, call.descA, call.ia, call.ja, call.a};
  arguments.target = {"B", 10, 8, 9, call.descB, call.ib, call.jb, call.b};
  arguments.contextPlace = contextPlace;
  CheckedArguments checked = check(assembly, arguments, nullptr);
  checked.copy.routine = call.routine;
  const auto [rows, columns] = checked.copy.target.ranges;
  if (rows.length() <= 0 || columns.length() <= 0)
    return;
  execute(assembly, checked.copy, checked.source.storage,
          checked.target.storage);
}

static void gemr2d(const Gemr2dCall &call, int context) {
  if (call.rows == 0 || call.columns == 0)
    return;
  if (gridOf(context).isMember()) {
    runRoutine(call.routine, context, communicatorOf(context),
               [&](Assembly &assembly) { copySubmatrix(assembly, call); });
    return;
  }
  // Nobody hears of this process. It may call if it has no part in anything.
  const bool takesPart =
      gridOf(readShortDescriptor(call.descA).context).isMember() ||
      gridOf(readShortDescriptor(call.descB).context).isMember();
  if (takesPart)
    abortRoutine(call.routine, context,
                 ArgumentError(contextPlace,
                               "this process is in the context of A or B, but "
                               "not in the one that shall hold all",
                               false),
                 nullptr);
}

/// Without the last argument: all processes that the BLACS know call.
static void gemr2dOnAll(const Gemr2dCall &call) {
  if (call.rows == 0 || call.columns == 0)
    return;
  runRoutine(call.routine, -1, communicatorOfAll(),
             [&](Assembly &assembly) { copySubmatrix(assembly, call); });
}

} // namespace redist::scalapack

using redist::scalapack::gemr2d;
using redist::scalapack::gemr2dOnAll;

// The four symbols of one element type; NAME is the routine in messages.
#define REDIST_GEMR2D(C_SYMBOL, FORTRAN_SYMBOL, C_ON_ALL, FORTRAN_ON_ALL,      \
                      NAME, SIZE)                                              \
  extern "C" void C_SYMBOL(int m, int n, void *a, int ia, int ja,              \
                           const int *descA, void *b, int ib, int jb,          \
                           const int *descB, int context) {                    \
    gemr2d({NAME, SIZE, m, n, a, ia, ja, descA, b, ib, jb, descB}, context);   \
  }                                                                            \
  extern "C" void FORTRAN_SYMBOL(                                              \
      const int *m, const int *n, void *a, const int *ia, const int *ja,       \
      const int *descA, void *b, const int *ib, const int *jb,                 \
      const int *descB, const int *context) {                                  \
    C_SYMBOL(*m, *n, a, *ia, *ja, descA, b, *ib, *jb, descB, *context);        \
  }                                                                            \
  extern "C" void C_ON_ALL(int m, int n, void *a, int ia, int ja,              \
                           const int *descA, void *b, int ib, int jb,          \
                           const int *descB) {                                 \
    gemr2dOnAll({NAME, SIZE, m, n, a, ia, ja, descA, b, ib, jb, descB});       \
  }                                                                            \
  extern "C" void FORTRAN_ON_ALL(const int *m, const int *n, void *a,          \
                                 const int *ia, const int *ja,                 \
                                 const int *descA, void *b, const int *ib,     \
                                 const int *jb, const int *descB) {            \
    C_ON_ALL(*m, *n, a, *ia, *ja, descA, b, *ib, *jb, descB);                  \
  }

REDIST_GEMR2D(Cpigemr2d, pigemr2d_, Cpigemr2do, pigemr2do_, "PIGEMR2D", 4)
REDIST_GEMR2D(Cpsgemr2d, psgemr2d_, Cpsgemr2do, psgemr2do_, "PSGEMR2D", 4)
REDIST_GEMR2D(Cpdgemr2d, pdgemr2d_, Cpdgemr2do, pdgemr2do_, "PDGEMR2D", 8)
REDIST_GEMR2D(Cpcgemr2d, pcgemr2d_, Cpcgemr2do, pcgemr2do_, "PCGEMR2D", 8)
REDIST_GEMR2D(Cpzgemr2d, pzgemr2d_, Cpzgemr2do, pzgemr2do_, "PZGEMR2D", 16)
