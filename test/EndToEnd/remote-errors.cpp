// What either side of an intercommunicator does wrong is the same error on all
// ranks of both, nothing has moved, and the next exchange works.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: timeout 100 %mpirun 3 %t : -n 2 %t > %t.out
// RUN: FileCheck %s --input-file=%t.out
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 3 %t : -n 2 %t > %t.verified
// RUN: FileCheck %s --input-file=%t.verified
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 3 %t : -n 2 %t > %t.apart
// RUN: FileCheck %s --input-file=%t.apart
#include "../../docs/examples/coupled/couple.h"

#include <redist/redist.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

static int rank, ranks;
static bool isFirst;
static MPI_Comm own, other;
constexpr long n = 20;

static std::vector<int> ownPart() {
  std::vector<int> a(redist::local_extent(n, 3, ranks, rank));
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = isFirst ? static_cast<int>(redist::global_index(static_cast<long>(i), 3, ranks, rank)) : -1;
  return a;
}

static void work() {
  std::vector<int> a = ownPart();
  if (isFirst) {
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
    return;
  }
#pragma redistribute a[n] from(remote) to(cyclic(3) onto(ranks)) comm(other)
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != redist::global_index(static_cast<long>(i), 3, ranks, rank))
      MPI_Abort(MPI_COMM_WORLD, 1);
}

/// All ranks throw the same; then a good exchange. `call` gets storage that is
/// not to change.
template <typename Call> static void expect(const char *name, Call call) {
  std::vector<int> a = ownPart();
  const std::vector<int> before = a;
  char text[500] = "no error";
  try {
    call(a);
  } catch (const redist::error &e) {
    std::snprintf(text, sizeof text, "%s", e.what());
  }
  char first[500];
  std::memcpy(first, text, sizeof first);
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (std::strcmp(first, text) != 0 || a != before) {
    std::fprintf(stderr, "%s: '%s' and '%s'\n", name, first, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (isFirst && rank == 0)
    std::printf("%s: %s\n", name, text);
  work();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  other = couple(own);
  int *number = nullptr, found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &found);
  isFirst = *number == 0;
  MPI_Comm_rank(own, &rank);
  MPI_Comm_size(own, &ranks);
  // Before anything is known, and when all is known, with shared memory.
  for (int round = 0; round < 2; ++round) {
    expect("both send", [](std::vector<int> &a) {
#line 100 "sides.cpp"
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
    });
    // CHECK: both send: sides.cpp:100: error: both sides of the intercommunicator send, at sides.cpp:100 and sides.cpp:100: one of them needs from(remote)
    expect("both receive", [](std::vector<int> &a) {
#line 110
#pragma redistribute a[n] from(remote) to(cyclic(3) onto(ranks)) comm(other)
    });
    // CHECK: both receive: sides.cpp:110: error: both sides of the intercommunicator receive, at sides.cpp:110 and sides.cpp:110: one of them needs to(remote)
    const long length = isFirst ? n : n - 1;
    expect("extents", [&](std::vector<int> &a) {
      if (isFirst) {
#line 120
#pragma redistribute a[length] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 123
#pragma redistribute a[length] from(remote) to(cyclic(3) onto(ranks)) comm(other)
      }
    });
    // CHECK: extents: sides.cpp:120: error: the two sides of the intercommunicator differ: the extent is 20 at sides.cpp:120 and 19 at sides.cpp:123
    expect("lengths", [&](std::vector<int> &a) {
      if (isFirst) {
#line 130
#pragma redistribute a[2 : 7 of n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 133
#pragma redistribute a[0 : 6 of n] from(remote) to(cyclic(3) onto(ranks)) comm(other)
      }
    });
    // CHECK: lengths: sides.cpp:130: error: the two sides of the intercommunicator differ: the length is 7 at sides.cpp:130 and 6 at sides.cpp:133
    expect("dimensions", [&](std::vector<int> &a) {
      if (isFirst) {
#line 140
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 143
#pragma redistribute a[n][1] from(remote) to(cyclic(3), * onto(ranks)) comm(other)
      }
    });
    // CHECK: dimensions: sides.cpp:140: error: the two sides of the intercommunicator differ: the number of dimensions is 1 at sides.cpp:140 and 2 at sides.cpp:143
    expect("turned", [&](std::vector<int> &a) {
      if (isFirst) {
#line 150
#pragma redistribute a[n][1] from(cyclic(3), * onto(ranks)) to(remote) comm(other) permute(1, 0)
      } else {
#line 153
#pragma redistribute a[2][n] from(remote) to(*, cyclic(3) onto(ranks)) comm(other)
      }
    });
    // CHECK: turned: sides.cpp:150: error: the two sides of the intercommunicator differ: the extent of dimension 1 is 1 at sides.cpp:150, and that of dimension 0 2 at sides.cpp:153
    expect("permutations", [&](std::vector<int> &a) {
      if (isFirst) {
#line 160
#pragma redistribute a[n][1][1] from(cyclic(3), *, * onto(ranks)) to(remote) comm(other) permute(1, 0, 2)
      } else {
#line 163
#pragma redistribute a[n][1][1] from(remote) to(cyclic(3), *, * onto(ranks)) comm(other) permute(0, 2, 1)
      }
    });
    // CHECK: permutations: sides.cpp:160: error: the two sides of the intercommunicator differ: permute is (1, 0, 2) at sides.cpp:160 and (0, 2, 1) at sides.cpp:163
    expect("strategies", [&](std::vector<int> &a) {
      if (isFirst) {
#line 170
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other) strategy(greedy)
      } else {
#line 173
#pragma redistribute a[n] from(remote) to(cyclic(3) onto(ranks)) comm(other) strategy(direct)
      }
    });
    // CHECK: strategies: sides.cpp:170: error: the two sides of the intercommunicator differ: the strategy is greedy at sides.cpp:170 and direct at sides.cpp:173
    std::vector<int> more = ownPart();
    expect("objects", [&](std::vector<int> &a) {
      if (isFirst) {
#line 180
#pragma redistribute a[n], more[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 183
#pragma redistribute a[n] from(remote) to(cyclic(3) onto(ranks)) comm(other)
      }
    });
    // CHECK: objects: sides.cpp:180: error: the two sides of the intercommunicator differ: the number of objects is 2 at sides.cpp:180 and 1 at sides.cpp:183
    std::vector<double> wide(more.size());
    expect("sizes", [&](std::vector<int> &a) {
      if (isFirst) {
#line 190
#pragma redistribute a[n], more[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 193
#pragma redistribute a[n], wide[n] from(remote) to(cyclic(3) onto(ranks)) comm(other)
      }
    });
    // CHECK: sizes: sides.cpp:190: error: the two sides of the intercommunicator differ: the size of an element of object 1 is 4 bytes at sides.cpp:190 and 8 bytes at sides.cpp:193
    expect("plain", [&](std::vector<int> &a) {
      if (isFirst) {
#line 200
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 203
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(block onto(ranks)) comm(other)
      }
    });
    // CHECK: plain: sides.cpp:203: error: the communicator is an intercommunicator, and neither from() nor to() is remote; the other side of the intercommunicator is at sides.cpp:200
    expect("grid", [&](std::vector<int> &a) {
      if (isFirst) {
#line 210
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 213
#pragma redistribute a[n] from(remote) to(cyclic(3) onto(ranks + 1)) comm(other)
      }
    });
    // CHECK: grid: sides.cpp:213: error: to(): 3 ranks from rank 0 on do not fit a communicator of 2; the other side of the intercommunicator is at sides.cpp:210
    expect("storage of one rank", [&](std::vector<int> &a) {
      int *const p = a.data();
      const long room = rank == 1 ? 2 : static_cast<long>(a.size());
      if (isFirst) {
#line 220
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 223
#pragma redistribute p[n] from(remote) to(cyclic(3) onto(ranks)) comm(other) capacity(room) nowait(arrival)
#pragma redistribute wait(arrival)
      }
    });
    // CHECK: storage of one rank: sides.cpp:223: error: the storage for the to layout on rank 1 of the communicator is too small: 9 elements are needed, 2 are there; the other side of the intercommunicator is at sides.cpp:220
    expect("ranks of one side", [&](std::vector<int> &a) {
      const long mine = n + rank;
      if (isFirst) {
#line 230
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 233
#pragma redistribute a[mine] from(remote) to(cyclic(3) onto(ranks)) comm(other)
      }
    });
    // CHECK: ranks of one side: sides.cpp:233: error: the extent of the destination differs between ranks: it is 20 on rank 0 and 21 on rank 1 of the communicator; the other side of the intercommunicator is at sides.cpp:230
    expect("one group", [&](std::vector<int> &a) {
#line 240
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(own)
    });
    // CHECK: one group: sides.cpp:240: error: remote is what the other group of an intercommunicator says, and comm() is none
    redist::array<int, 1> elsewhere({n}, redist::layout({redist::block()}).onto({1}), MPI_COMM_SELF);
    expect("array", [&](std::vector<int> &a) {
      if (isFirst) {
#line 250
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 253
#pragma redistribute elsewhere[n] from(remote) comm(other)
      }
    });
    // CHECK: array: sides.cpp:253: error: the array does not live on the ranks, in their order, of this side of the intercommunicator; the other side of the intercommunicator is at sides.cpp:250
    expect("calls", [&](std::vector<int> &a) {
      int sum = 1;
      if (isFirst) {
#line 260
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
      } else {
#line 263
#pragma reduce(+ : sum) comm(other)
      }
    });
    // CHECK: calls: sides.cpp:{{260|263}}: error: the ranks are at different calls: rank 0 of the communicator is at '#pragma {{redistribute|reduce}}' at sides.cpp:{{260|263}}, rank {{[23]}} at '#pragma {{redistribute|reduce}}' at sides.cpp:{{260|263}}
    expect("reductions", [&](std::vector<int> &) {
      int sum = 1;
#line 270
#pragma reduce(+ : sum) comm(other)
    });
    // CHECK: reductions: sides.cpp:270: error: the communicator is an intercommunicator: only '#pragma redistribute' with remote goes from one of its groups to the other
  }
  // CHECK: both send:
  // CHECK: storage of one rank: sides.cpp:223: error: the storage
  // CHECK: reductions: sides.cpp:270: error: the communicator is
  // CHECK: all errors
  if (isFirst && rank == 0)
    std::puts("all errors");
  MPI_Comm_free(&other);
  MPI_Finalize();
}
