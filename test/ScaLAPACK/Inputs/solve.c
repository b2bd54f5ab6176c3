/* solve.c - a program that knows ScaLAPACK only.
 *
 * Process (0, 0) has a matrix and a right hand side. They go to a 2-D
 * block-cyclic distribution on all processes, are solved there by pdgesv, and
 * the solution comes back and is put into the equations. A transpose of the
 * distributed matrix is compared on the way. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void Cblacs_pinfo(int *rank, int *ranks);
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridinfo(int context, int *rows, int *columns, int *row,
                     int *column);
void Cblacs_gridexit(int context);
void Cblacs_exit(int keepMpi);
int numroc_(const int *n, const int *nb, const int *coordinate,
            const int *source, const int *coordinates);
void descinit_(int *desc, const int *m, const int *n, const int *mb,
               const int *nb, const int *rsrc, const int *csrc,
               const int *context, const int *lld, int *info);
void pdgemr2d_(const int *m, const int *n, const double *a, const int *ia,
               const int *ja, const int *descA, double *b, const int *ib,
               const int *jb, const int *descB, const int *context);
void Cpdgemr2d(int m, int n, const double *a, int ia, int ja, const int *descA,
               double *b, int ib, int jb, const int *descB, int context);
void pdtran_(const int *m, const int *n, const double *alpha, const double *a,
             const int *ia, const int *ja, const int *descA,
             const double *beta, double *c, const int *ic, const int *jc,
             const int *descC);
void pdgesv_(const int *n, const int *nrhs, double *a, const int *ia,
             const int *ja, const int *descA, int *ipiv, double *b,
             const int *ib, const int *jb, const int *descB, int *info);

static const int zero = 0, one = 1;

static double element(int i, int j) {
  return sin(1.0 + 7 * i + 3 * j * j) + (i == j ? 10 : 0);
}

/* Local storage of an m x n matrix, and its descriptor. */
static double *matrix(int m, int n, int block, int context, int *desc) {
  int rows, columns, row, column, info;
  Cblacs_gridinfo(context, &rows, &columns, &row, &column);
  if (row < 0) {
    desc[1] = -1;
    return NULL;
  }
  int localRows = numroc_(&m, &block, &row, &zero, &rows);
  int localColumns = numroc_(&n, &block, &column, &zero, &columns);
  int leading = localRows > 0 ? localRows : 1;
  descinit_(desc, &m, &n, &block, &block, &zero, &zero, &context, &leading,
            &info);
  if (info != 0)
    exit(1);
  return calloc((size_t)leading * (localColumns > 0 ? localColumns : 1),
                sizeof(double));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, all, single;
  Cblacs_pinfo(&rank, &ranks);
  int rows = ranks % 2 == 0 ? 2 : 1;
  Cblacs_get(-1, 0, &all);
  Cblacs_gridinit(&all, "Col", rows, ranks / rows);
  Cblacs_get(-1, 0, &single);
  Cblacs_gridinit(&single, "Row", 1, 1);

  const int n = 150, block = 16;
  int descWhole[9], descWholeB[9], descA[9], descT[9], descB[9], info;
  double *whole = matrix(n, n, n, single, descWhole);
  double *wholeB = matrix(n, 1, n, single, descWholeB);
  if (whole)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        whole[i + j * n] = element(i, j);
  if (wholeB)
    for (int i = 0; i < n; ++i)
      wholeB[i] = i - 50;

  double *a = matrix(n, n, block, all, descA);
  double *b = matrix(n, 1, block, all, descB);
  double *transposed = matrix(n, n, block, all, descT);
  pdgemr2d_(&n, &n, whole, &one, &one, descWhole, a, &one, &one, descA, &all);
  pdgemr2d_(&n, &one, wholeB, &one, &one, descWholeB, b, &one, &one, descB,
            &all);

  const double factor = 1, nothing = 0;
  pdtran_(&n, &n, &factor, a, &one, &one, descA, &nothing, transposed, &one,
          &one, descT);
  double *back = matrix(n, n, n, single, descWhole);
  Cpdgemr2d(n, n, transposed, 1, 1, descT, back, 1, 1, descWhole, all);
  int wrong = 0;
  if (back)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        wrong += back[i + j * n] != element(j, i);

  int *pivots = malloc((size_t)(2 * n + block) * sizeof(int));
  pdgesv_(&n, &one, a, &one, &one, descA, pivots, b, &one, &one, descB, &info);
  double *x = matrix(n, 1, n, single, descWholeB);
  Cpdgemr2d(n, 1, b, 1, 1, descB, x, 1, 1, descWholeB, all);
  if (x) {
    double worst = 0;
    for (int i = 0; i < n; ++i) {
      double sum = -wholeB[i];
      for (int j = 0; j < n; ++j)
        sum += whole[i + j * n] * x[j];
      worst = fmax(worst, fabs(sum));
    }
    printf("info %d, %d elements transposed wrongly, residual %s\n", info,
           wrong, worst < 1e-10 ? "small" : "large");
  }
  if (single >= 0)
    Cblacs_gridexit(single);
  Cblacs_exit(0);
  return 0;
}
