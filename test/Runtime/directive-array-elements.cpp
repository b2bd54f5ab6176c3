// Elements that are arrays or classes travel whole: std::array in a vector,
// rows through pointers, structures of a template that nothing else uses, and
// arrays of variable length and restricted pointers, which may be null.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -g -fsanitize=address,undefined %s -o %t
// RUN: env ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 timeout 60 %mpirun 4 %t | FileCheck %s
// CHECK: 0 wrong
#include <mpi.h>

#include <array>
#include <cstdio>
#include <vector>

static int rank, wrong;

template <typename T> struct Particle {
  T position[3];
  char kind;
};

using Row = std::array<double, 4>;

static void structures(std::vector<Particle<float>> &p, long n) {
#pragma redistribute p[n] from(block onto(4)) to(cyclic(2) onto(4))
}

static void rows(const double (*p)[4], double (*q)[4], std::vector<Row> &v,
                 std::array<Row, 5> &w, long n) {
#pragma redistribute p[n] from(block onto(4)) to(cyclic onto(4)) into(q)
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(4))
#pragma redistribute v[n] from(cyclic onto(4)) to(block onto(4)) into(w)
#pragma redistribute w[n] from(block onto(4)) to(cyclic onto(4))
}

static void variableLength(const double *source, int m, long n, double *out) {
  double b[m];
#pragma redistribute source[n] from(block onto(4)) to(cyclic onto(4)) into(b)
  for (int i = 0; i < m; ++i)
    out[i] = b[i];
}

static void restricted(double *__restrict b, double *__restrict const c) {
#pragma redistribute b[1] from(block onto(1) at(3)) to(block onto(1)) into(c)
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const long n = 18; // blocks of 5, 5, 5 and 3
  double p[5][4] = {}, q[5][4] = {}, line[5] = {}, out[5] = {};
  std::vector<Row> v(5);
  std::array<Row, 5> w{};
  std::vector<Particle<float>> particles(rank < 3 ? 5 : 3);
  for (int i = 0; i < 5; ++i) {
    line[i] = rank * 5 + i;
    for (int k = 0; k < 4; ++k)
      p[i][k] = v[i][k] = 10 * line[i] + k;
    if (rank < 3 || i < 3)
      particles[i] = {{0, 0, static_cast<float>(line[i])}, 'x'};
  }
  rows(p, q, v, w, n);
  variableLength(line, 5, n, out);
  structures(particles, n);
  double last = -1;
  restricted(rank == 3 ? line : nullptr, rank == 0 ? &last : nullptr);
  wrong += rank == 0 && last != 15;
  const int held = rank < 2 ? 5 : 4;
  for (int i = 0; i < held; ++i) {
    const double global = 4 * i + rank;
    wrong += out[i] != global;
    for (int k = 0; k < 4; ++k)
      wrong += q[i][k] != 10 * global + k || w[i][k] != 10 * global + k ||
               v[i][k] != 10 * global + k;
  }
  for (std::size_t i = 0; i < particles.size(); ++i)
    wrong += particles[i].position[2] != i / 2 * 8 + 2 * rank + i % 2 ||
             particles[i].kind != 'x';
  wrong += particles.size() != (rank == 0 ? 6 : 4);
  int all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d wrong\n", all);
  MPI_Finalize();
}
