//===- wrong-arguments.cpp - One wrong argument of p?gemr2d or p?tran -----===//
//
// wrong-arguments <case>: a 10 x 8 matrix A on a grid of 2 x 1, B (or C) on
// one of 1 x 2, with one argument wrong, on all ranks or on rank 1 alone. The
// cases of "tran-again" have been called rightly before.
//
//===----------------------------------------------------------------------===//
#include "matrices.h"

#include <cstdlib>

extern "C" {
void Cpdgemr2d(int, int, double *, int, int, int *, double *, int, int, int *,
               int);
void pdtran_(const int *, const int *, const double *, const double *,
             const int *, const int *, const int *, const double *, double *,
             const int *, const int *, const int *);
}

struct Call {
  int m = 5, n = 4;
  int ia = 1, ja = 1, ib = 1, jb = 1;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::string wrong = argc > 1 ? argv[1] : "";
  test::Grid all;
  all.rows = 1;
  all.columns = test::worldSize();
  all.ranks = {0, 1};
  all.open();
  test::Grid first;
  first.rows = wrong == "union" ? 1 : 2;
  first.columns = 1;
  first.ranks = {0, 1};
  first.open();
  const bool isTran = wrong.rfind("tran", 0) == 0;
  const test::Grid &second = isTran && wrong != "tran-context" ? first : all;
  test::Matrix<double> a(first, {10, 3, 3, 0, first.rows}, {8, 2, 2, 0, 1}, 2);
  test::Matrix<double> b(second, {9, 2, 2, 0, second.rows},
                         {9, 4, 4, 0, second.columns}, 0);
  Call call;
  const auto transpose = [&] {
    const double one = 1;
    pdtran_(&call.m, &call.n, &one, a.values.data(), &call.ia, &call.ja,
            a.descriptor.data(), &one, b.values.data(), &call.ib, &call.jb,
            b.descriptor.data());
  };
  if (wrong.rfind("tran-again", 0) == 0)
    for (int i = 0; i < 3; ++i)
      transpose();
  const bool isRank1 = test::worldRank() == 1;
  int context = all.context;
  if (wrong == "m")
    call.m = -1;
  else if (wrong == "m-differs")
    call.m += isRank1;
  else if (wrong == "ia")
    call.ia = 7;
  else if (wrong == "ja-here")
    call.ja = isRank1 ? 0 : 1;
  else if (wrong == "ib-differs")
    call.ib += isRank1;
  else if (wrong == "mb")
    a.descriptor[4] = 0;
  else if (wrong == "nb-differs")
    b.descriptor[5] += isRank1;
  else if (wrong == "rsrc")
    a.descriptor[6] = 2;
  else if (wrong == "lld-here")
    b.descriptor[8] = isRank1 ? 8 : b.descriptor[8];
  else if (wrong == "nobody")
    a.descriptor[1] = -1;
  else if (wrong == "union")
    context = first.context;
  else if (wrong == "tran-type")
    a.descriptor[0] = 7;
  else if (wrong == "tran-jc")
    call.jb = 8;
  else if (wrong == "tran-lld-here" || wrong == "tran-again-lld-here")
    b.descriptor[8] = isRank1 ? 1 : b.descriptor[8];
  else if (wrong == "tran-again-m-here")
    call.m = isRank1 ? -1 : call.m;
  else if (wrong == "tran-m-differs" || wrong == "tran-again-m-differs")
    call.m -= isRank1;
  if (isTran) {
    transpose();
  } else {
    Cpdgemr2d(call.m, call.n, wrong == "null" ? nullptr : a.values.data(),
              call.ia, call.ja, a.descriptor.data(), b.values.data(), call.ib,
              call.jb, b.descriptor.data(), context);
  }
  if (test::worldRank() == 0)
    std::printf("nothing is wrong\n");
  Cblacs_exit(0);
}
