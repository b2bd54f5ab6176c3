// Remarks tell by a profile in which way messages will go where no ranks share
// memory, and why: as far as the choice is the runtime's, and its parameters are
// constants. What a profile lacks is an error that names it.
//
// DEFINE: %{status} = %python %S/Inputs/status.py
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: echo '{"alpha": 1e-6, "beta": 1e-10, "combine": 0, "ways": [{"sources": 4, "targets": 4, "run": 16, "piece": 16, "message": 65536, "steps": 1e-4, "at_once": 1.5e-4, "collective": 2e-4, "types": 3e-4}, {"sources": 4, "targets": 4, "run": 4096, "piece": 4096, "message": 65536, "steps": 1e-4, "at_once": 1.5e-4, "collective": 2e-4, "types": 5e-5}]}' > machine.json
// RUN: %redistc --remarks --profile=machine.json %s -o out.cpp 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %redistc --remarks %s -o plain.cpp 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not='messages go'
// NONE: remark: schedule embedded
// RUN: %{status} 2 %redistc --profile=nowhere.json %s -o - 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: redistc: error: profile 'nowhere.json' cannot be read: No such file or directory
// RUN: echo '{"alpha": 1e-6}' > short.json
// RUN: %{status} 2 %redistc --profile=short.json %s -o - 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: redistc: error: profile 'short.json' is not one of redist-tune: "beta" is missing
// RUN: echo '{"alpha": 1e-6,' > broken.json
// RUN: %{status} 2 %redistc --profile=broken.json %s -o - 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: redistc: error: profile 'broken.json' is not one of redist-tune: expected '"' at byte 16
// RUN: sed 's/5e-5/0/' machine.json > zero.json
// RUN: %{status} 2 %redistc --profile=zero.json %s -o - 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: redistc: error: profile 'zero.json' is not one of redist-tune: an entry of "ways" lacks a number above 0: types
// RUN: %python -c "print('{\"alpha\": 0, \"beta\": 0, \"x\": ' + 200000 * '[' + '}')" > deep.json
// RUN: %{status} 2 %redistc --profile=deep.json %s -o - 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: redistc: error: profile 'deep.json' is not one of redist-tune: expected a flatter value at byte 94
// RUN: echo '{"alpha": -1, "beta": 1}' > negative.json
// RUN: %{status} 2 %redistc --profile=negative.json %s -o - 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: redistc: error: profile 'negative.json' is not one of redist-tune: "alpha" is negative
#include <vector>

struct Pair {
  double real, imaginary;
};

template <typename T> void each(std::vector<T> &a) {
#pragma redistribute a[40000] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
}

void f(std::vector<double> &a, std::vector<Pair> &b, std::vector<double> &c, long n) {
#pragma redistribute a[100000] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
#pragma redistribute a[100000] from(cyclic(1024) onto(4)) to(cyclic(1536) onto(4))
#pragma redistribute a[100][1000] from(block, * onto(4)) to(cyclic, * onto(4))
#pragma redistribute a[100][1000] from(*, cyclic onto(4)) to(*, block onto(4))
#pragma redistribute a[100][1000] from(*, block onto(4)) to(block, * onto(4)) order(column)
#pragma redistribute a[100000], c[100000] from(cyclic(1024) onto(4)) to(cyclic(1536) onto(4))
#pragma redistribute b[100000] from(cyclic(2048) onto(4)) to(cyclic(1000) onto(4))
#pragma redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
#pragma redistribute a[100000] from(cyclic(2) onto(4)) to(cyclic(3) onto(4)) strategy(stepwise)
#pragma redistribute a[1000000], c[1000000] from(cyclic(1024) onto(4)) to(cyclic(1536) onto(4))
  each(a);
  each(b);
}

// CHECK-DAG: profile.cpp:35:1: remark: in 'each<double>': {{.*}} (machine.json)
// CHECK-DAG: profile.cpp:35:1: remark: in 'each<Pair>': {{.*}} (machine.json)
// CHECK-DAG: profile.cpp:39:1: remark: schedule embedded: {{.*}}; without shared memory messages go by steps; expected of their time: at once 1.50, by MPI_Alltoallv 2.00, by MPI_Alltoallw 3.00 (machine.json)
// CHECK-DAG: profile.cpp:40:1: remark: {{.*}}; without shared memory messages go by MPI_Alltoallw, expected to take 0.50 of the time of steps (machine.json)
// CHECK-DAG: profile.cpp:41:1: remark: {{.*}}; without shared memory messages go by MPI_Alltoallw,
// CHECK-DAG: profile.cpp:42:1: remark: {{.*}}; without shared memory messages go by steps;
// By columns, blocks of 25 rows are runs.
// CHECK-DAG: profile.cpp:43:1: remark: {{.*}} by MPI_Alltoallw 1.66 (machine.json)
// Types move one object.
// CHECK-DAG: profile.cpp:44:1: remark: {{.*}}; expected of their time: at once 1.50, by MPI_Alltoallv 2.00 (machine.json)
// CHECK-DAG: profile.cpp:45:1: remark: {{.*}}; without shared memory messages go by MPI_Alltoallw,
// CHECK-DAG: profile.cpp:46:1: remark: schedule embedded: {{[^;]*; [^;]*$}}
// CHECK-DAG: profile.cpp:47:1: remark: schedule embedded: {{[^;]*; [^;]*$}}
// Types move one object, and other ways take too much memory.
// CHECK-DAG: profile.cpp:48:1: remark: schedule embedded: {{[^;]*; [^;]*$}}
