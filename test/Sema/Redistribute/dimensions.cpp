// Several dimensions in functions, templates and lambdas: layouts, sections,
// permutations, orders, relabelling, sizes. Each bracket takes a level of an
// array of arrays.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "../../Inputs/mock.h"
#include "Inputs/array.h"

enum { team = 2 };
struct Owner {
  std::vector<double> a, b;
  int position;
  void member(const std::vector<int> &sizes, long n) {
#pragma redistribute a[n][8], this->b[n][8] from(*, gen_block(sizes) onto(3)) \
    to(cyclic(team), * onto(team) at(1)) permute(1, 0) order(column) \
    relabel(position)
  }
};
void sections(std::vector<double> &a, const std::vector<double> &b, long n) {
#pragma redistribute b[1 : 4 : 2][n : 3] from(block(9), * onto(4)) \
    to(*, cyclic onto(team)) into(a[3 : 4 : -1][0 : 3]) permute(0, 1)
#pragma redistribute b[0 : 0] from(block(9) onto(4)) to(cyclic onto(2)) into(a)
}
void levels(double (*rows)[6], double (*others)[6], const double (&t)[4][6],
            long n) {
  double table[4][6];
  double deep[2][3][4];
  double flat[24];
#pragma redistribute table[4][6] from(*, * onto()) to(*, * onto(1))
#pragma redistribute flat[4][6] from(*, * onto()) to(*, block onto(2))
#pragma redistribute rows[n] from(block onto(4)) to(cyclic onto(4)) into(others)
#pragma redistribute rows[n][6] from(block, * onto(4)) to(cyclic, * onto(4)) \
    into(others)
#pragma redistribute t[16][6] from(block, * onto(4)) to(cyclic, * onto(4)) \
    into(table)
#pragma redistribute deep[8][3] from(block, * onto(4)) to(cyclic, * onto(4))
#pragma redistribute deep[8][3][4] from(block, *, * onto(4)) \
    to(cyclic, *, * onto(4))
}
template <typename T, int P>
void instance(redist::array<T, 2> &a, redist::array<T, 2> &b, long n) {
#pragma redistribute a[n][n] to(block, cyclic(P) onto(P, P + 1))
  auto generic = [&](auto &object, auto i) {
#pragma redistribute object[P : n][n] from(cyclic(sizeof(i)), * onto(P)) \
    to(*, cyclic onto(P)) into(b[0 : n][n])
  };
  generic(a, 'c');
}
void use(redist::array<float, 2> &a, redist::array<float, 2> &b, long n) {
  instance<float, 2>(a, b, n);
}
// CHECK:      {{^}}sema: redistribute 0 at line 14{{$}}
// CHECK-NEXT: {{^}}  object: a, this->b{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  order: column{{$}}
// CHECK-NEXT: {{^}}  permute: 1, 0{{$}}
// CHECK-NEXT: {{^}}  relabel: position{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: n = ?, 8{{$}}
// CHECK-NEXT: {{^}}    from: *, gen_block(sizes) onto(3) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(team = 2), * onto(team = 2) at(1){{$}}
// CHECK:      {{^}}sema: redistribute 1 at line 20{{$}}
// CHECK-NEXT: {{^}}  object: b{{$}}
// CHECK-NEXT: {{^}}  into: a{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: [1 : 4 : 2], [n = ? : 3 : 1]{{$}}
// CHECK-NEXT: {{^}}    into extent: [3 : 4 : -1], [0 : 3 : 1]{{$}}
// CHECK-NEXT: {{^}}    from: block(9), * onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: *, cyclic(1) onto(team = 2) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 2 at line 22{{$}}
// CHECK-NEXT: {{^}}  object: b{{$}}
// CHECK-NEXT: {{^}}  into: a{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: [0 : 0 : 1]{{$}}
// CHECK-NEXT: {{^}}    from: block(9) onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(2) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 3 at line 29{{$}}
// CHECK-NEXT: {{^}}  object: table{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: 4, 6{{$}}
// CHECK-NEXT: {{^}}    from: *, * onto() at(0){{$}}
// CHECK-NEXT: {{^}}    to: *, * onto() at(0){{$}}
// CHECK:      {{^}}sema: redistribute 4 at line 30{{$}}
// CHECK-NEXT: {{^}}  object: flat{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: 4, 6{{$}}
// CHECK-NEXT: {{^}}    from: *, * onto() at(0){{$}}
// CHECK-NEXT: {{^}}    to: *, block onto(2) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 5 at line 31{{$}}
// CHECK-NEXT: {{^}}  object: rows (pointer){{$}}
// CHECK-NEXT: {{^}}  into: others (pointer){{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: n = ?{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 6 at line 32{{$}}
// CHECK-NEXT: {{^}}  object: &(rows)[0][0] (pointer){{$}}
// CHECK-NEXT: {{^}}  into: &(others)[0][0] (pointer){{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: n = ?, 6{{$}}
// CHECK-NEXT: {{^}}    from: block, * onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1), * onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 7 at line 34{{$}}
// CHECK-NEXT: {{^}}  object: t{{$}}
// CHECK-NEXT: {{^}}  into: table{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: 16, 6{{$}}
// CHECK-NEXT: {{^}}    from: block, * onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1), * onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 8 at line 36{{$}}
// CHECK-NEXT: {{^}}  object: deep{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: 8, 3{{$}}
// CHECK-NEXT: {{^}}    from: block, * onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1), * onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 9 at line 37{{$}}
// CHECK-NEXT: {{^}}  object: deep{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: 8, 3, 4{{$}}
// CHECK-NEXT: {{^}}    from: block, *, * onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1), *, * onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 10 at line 42{{$}}
// CHECK-NEXT: {{^}}  object: a (array){{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: instance<float, 2>{{$}}
// CHECK-NEXT: {{^}}    extent: n = ?, n = ?{{$}}
// CHECK-NEXT: {{^}}    to: block, cyclic(P = 2) onto(P = 2, P + 1 = 3) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 11 at line 44{{$}}
// CHECK-NEXT: {{^}}  object: object (array){{$}}
// CHECK-NEXT: {{^}}  into: b (array){{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  instance: instance<float, 2>::(lambda)<redist::array<float, 2>, char>{{$}}
// CHECK-NEXT: {{^}}    extent: [P = 2 : n = ? : 1], n = ?{{$}}
// CHECK-NEXT: {{^}}    into extent: [0 : n = ? : 1], n = ?{{$}}
// CHECK-NEXT: {{^}}    from: cyclic(sizeof(i) = 1), * onto(P = 2) at(0){{$}}
// CHECK-NEXT: {{^}}    to: *, cyclic(1) onto(P = 2) at(0){{$}}
