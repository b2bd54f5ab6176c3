// With REDIST_VERIFY=1, what a stage changes by a way that nobody sees is an
// error on every rank that names variable, stage and item: of item variables,
// of other stages' states, of what no stage writes; in replicated stages,
// behind headers that one rank evaluates, before `continue`, between items and
// behind the last. So is a value that ranks initialise differently, or that
// comes back from its bytes as another. What does as the plan says prints what
// it does with the pragmas ignored.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -DOTHER -c %s -o %t.other.o
// RUN: %mpicxx -std=c++17 -O1 -w %s %t.other.o -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra -c %s -o %t.o
// RUN: %redistc++ %t.o %t.other.o -o %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 2 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 REDIST_STATS=1 timeout 60 %mpirun 5 %t 2>/dev/null \
// RUN:   | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 1 %t all \
// RUN:   | FileCheck %s --implicit-check-not=wrong
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 2 %t all \
// RUN:   | FileCheck %s --check-prefixes=CHECK,RANKS --implicit-check-not=wrong
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 3 %t all \
// RUN:   | FileCheck %s --check-prefixes=CHECK,RANKS --implicit-check-not=wrong
// RUN: env REDIST_VERIFY=1 REDIST_SHARED_MEMORY=0 timeout 100 \
// RUN:   %mpirun 4 %t all \
// RUN:   | FileCheck %s --check-prefixes=CHECK,RANKS --implicit-check-not=wrong
//
// Nobody catches it. Without the variable nobody sees it.
// RUN: not env REDIST_VERIFY=1 timeout 60 %mpirun 2 %t uncaught 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNCAUGHT
// RUN: env REDIST_VERIFY=0 timeout 60 %mpirun 2 %t uncaught
// UNCAUGHT: pipeline-verified.cpp:10: error: stage 1, item 2: 'y' has changed
// UNCAUGHT-SAME: in stage 1 (line 11), which by the plan does not write it
//
// CHECK: {{^}}item:
// CHECK-NEXT: verified.cpp:10: error: stage 1, item 2: 'y' has changed in stage
// CHECK-SAME: 1 (line 11), which by the plan does not write it{{$}}
// CHECK-LABEL: {{^}}later item:
// CHECK-NEXT: stage 1, item 12: 'y' has changed in stage 1 (line 11), which
// CHECK-LABEL: {{^}}state:
// CHECK-NEXT: stage 1, item 4: 'sum' has changed in stage 1 (line 11), which
// CHECK-LABEL: state before it:
// CHECK-NEXT: stage 3, item 6: 'sum' has changed in stage 3 (line 13), which
// CHECK-LABEL: outside:
// CHECK-NEXT: stage 2, item 19: 'limit' has changed in stage 2 (line 12), which
// CHECK-LABEL: dealt:
// CHECK-NEXT: stage 2, item 5: 'y' has changed in stage 2 (line 22), which
// CHECK-LABEL: before continue:
// CHECK-NEXT: stage 2, item 7: 'limit' has changed in stage 2 (line 22), which
// CHECK-LABEL: between items:
// CHECK-NEXT: stage 0, item 9: 'text' has changed before the first stage of
// CHECK-SAME: the item, but by the plan neither the loop's header nor an
// CHECK-SAME: initialiser or destructor of the item writes it{{$}}
// CHECK-LABEL: behind the last:
// CHECK-NEXT: stage 0, after the last item: 'text' is not as it was before the
// CHECK-SAME: loop, but by the plan nothing in it writes it{{$}}
// CHECK-LABEL: of the header:
// CHECK-NEXT: stage 2, item 3: 'value' has changed in stage 2 (line 32), which
// CHECK-LABEL: member:
// CHECK-NEXT: stage 2, item 5: 'this->total' has changed in stage 2 (line 42),
// RANKS-LABEL: initialised:
// RANKS-NEXT: stage 2, item 0: 'ticket' is read by stage 2 (line 62), but has
// RANKS-SAME: another value there than after stage 1 (line 61): ranks have
// RANKS-SAME: initialised it differently{{$}}
// RANKS-LABEL: {{^}}loaded:
// RANKS-NEXT: stage 2, item 0: 'odd' is read by stage 2 (line 72), but has not
// RANKS-SAME: come as it was after stage 1 (line 71): do its 'save' and 'load'
// RANKS-SAME: agree?{{$}}
// RANKS-LABEL: state loaded:
// RANKS-NEXT: stage 2, after the last item: 'all', the state of this stage, is
// RANKS-SAME: not the same on all ranks: do its 'save' and 'load' agree?{{$}}
// CHECK-LABEL: done
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

void poke(std::uintptr_t where, bool now);
[[gnu::pure]] long ticketOf(int item);
/// Three times the address, which is none for redistc.
[[gnu::const]] std::uintptr_t productOf(const void *address);
#ifdef OTHER
std::uintptr_t productOf(const void *address) {
  return 3 * reinterpret_cast<std::uintptr_t>(address);
}
void poke(std::uintptr_t where, bool now) {
  if (now)
    ++*reinterpret_cast<char *>(where / 3);
}
long ticketOf(int item) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return item + rank;
}
#else

static int me, size;

template <class T> static std::uintptr_t hidden(T &variable) {
  return productOf(&variable);
}

/// The runtime does not compare the bytes of a class between ranks that make
/// it.
struct Hidden {
  std::uintptr_t place;
};

/// At which item each poke comes; -1: never.
struct Pokes {
  int item = -1, state = -1, before = -1, outside = -1;
};

static std::string plain(const Pokes &at) {
  long sum = 0, limit = 100;
  std::vector<long> last;
  const std::uintptr_t hiddenSum = hidden(sum), hiddenLimit = hidden(limit);
#line 10
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    long x = i, y = 7;
    const std::uintptr_t hiddenY = hidden(y);
#line 11
#pragma pipeline stage at(0) out(x)
    {
      x = 2 * i;
      poke(hiddenY, i == at.item);
      poke(hiddenSum, i == at.state);
    }
#line 12
#pragma pipeline stage out(sum) in(x, limit)
    {
      sum += x < limit ? x : limit;
      poke(hiddenLimit, i == at.outside);
    }
#line 13
#pragma pipeline stage at(size - 1) out(last) in(x, y)
    {
      last.push_back(x + y);
      poke(hiddenSum, i == at.before);
    }
  }
  return std::to_string(sum) + ' ' + std::to_string(last.back());
}

static std::string dealt(int item, int outside) {
  long sum = 0, limit = 3;
  const std::uintptr_t hiddenLimit = hidden(limit);
#line 20
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    std::vector<int> found;
    long y = 7;
    const Hidden hiddenY = {hidden(y)};
#line 21
#pragma pipeline stage
    found.assign(static_cast<std::size_t>(i % 4), i);
#line 22
#pragma pipeline stage replicate(auto)
    {
      poke(hiddenY.place, i == item);
      poke(hiddenLimit, i == outside);
      if (found.size() == 3)
        continue;
      found.push_back(static_cast<int>(limit));
    }
#line 23
#pragma pipeline stage
    sum += found.back() + y;
  }
  return std::to_string(sum);
}

/// A source of numbers.
struct Source {
  int at = 0;
  std::uintptr_t also = 0;
  int when = -1;
  bool next(int &value) {
    poke(also, at == when);
    value = at * at;
    return at++ < 20;
  }
};

static std::string driven(int inStage, int inHeader) {
  Source source;
  std::string text = "as it was", all;
  source.also = hidden(text.front());
  source.when = inHeader;
  int value = 0;
  const std::uintptr_t hiddenValue = hidden(value);
#line 30
#pragma pipeline
  while (source.next(value)) {
    long x = 0;
#line 31
#pragma pipeline stage
    x = value + 1;
#line 32
#pragma pipeline stage out(x) in(x, text, value)
    {
      x += text.size() + static_cast<unsigned>(value);
      poke(hiddenValue, x == inStage);
    }
#line 33
#pragma pipeline stage
    all += std::to_string(x + value) + ' ';
  }
  return all;
}

class Counted {
public:
  std::string run(int item) {
    const std::uintptr_t hiddenTotal = hidden(total);
#line 40
#pragma pipeline
    for (int i = 0; i < 20; ++i) {
      int x = 0;
#line 41
#pragma pipeline stage
      {
        ++items;
        x = i;
      }
#line 42
#pragma pipeline stage
      {
        names.push_back(x);
        poke(hiddenTotal, i == item);
      }
#line 43
#pragma pipeline stage
      total += x;
    }
    return std::to_string(items + total) + ' ' + std::to_string(names.size());
  }

private:
  long items = 0, total = 0;
  std::vector<int> names;
};

static std::string initialised(bool differs) {
  long sum = 0;
#line 60
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    long x = 0;
    const long ticket = differs ? ticketOf(i) : i;
#line 61
#pragma pipeline stage at(0)
    x = ticket;
#line 62
#pragma pipeline stage at(size - 1)
    sum += x + ticket;
  }
  return std::to_string(sum);
}

/// Gains a number on its way, where it is told to.
struct Odd {
  std::vector<int> values;
  bool grows = false;
  template <class Archive> void save(Archive &archive) const {
    archive(values, grows);
  }
  template <class Archive> void load(Archive &archive) {
    archive(values, grows);
    if (grows)
      values.push_back(0);
  }
};

static std::string loaded(bool asItem, bool asState) {
  Odd all;
  all.grows = asState;
#line 70
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    Odd odd;
#line 71
#pragma pipeline stage at(0)
    {
      odd.values.assign(3, i);
      odd.grows = asItem;
    }
#line 72
#pragma pipeline stage at(size - 1)
    all.values.push_back(odd.values.front());
  }
  return std::to_string(all.values.size());
}

/// What it ends with is the same on every rank.
template <class Run> static void attempt(const char *name, Run run) {
  std::string end = "not found";
  try {
    run();
  } catch (const std::exception &problem) {
    end = problem.what();
  }
  std::vector<char> first(4096);
  std::snprintf(first.data(), first.size(), "%s", end.c_str());
  MPI_Bcast(first.data(), 4096, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (end != first.data())
    std::printf("wrong on rank %d: %s\n", me, end.c_str());
  if (me == 0)
    std::printf("%s:\n%s\n", name, end.c_str());
  std::fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "uncaught") {
    plain({2, -1, -1, -1});
  } else if (what == "all") {
    attempt("item", [] { plain({2, -1, -1, -1}); });
    attempt("later item", [] { plain({12, -1, -1, -1}); });
    attempt("state", [] { plain({-1, 4, -1, -1}); });
    attempt("state before it", [] { plain({-1, -1, 6, -1}); });
    attempt("outside", [] { plain({-1, -1, -1, 19}); });
    attempt("dealt", [] { dealt(5, -1); });
    attempt("before continue", [] { dealt(-1, 7); });
    attempt("between items", [] { driven(-1, 9); });
    attempt("behind the last", [] { driven(-1, 20); });
    attempt("of the header", [] { driven(10 + 9 + 9, -1); });
    attempt("member", [] { Counted().run(5); });
    attempt("initialised", [] { initialised(true); });
    attempt("loaded", [] { loaded(true, false); });
    attempt("state loaded", [] { loaded(false, true); });
    if (me == 0)
      std::puts("done");
  } else {
    const std::string all = plain({}) + '\n' + dealt(-1, -1) + '\n' +
                            driven(-1, -1) + '\n' + Counted().run(-1) + '\n' +
                            initialised(false) + '\n' + loaded(false, false);
    if (me == 0)
      std::puts(all.c_str());
  }
  MPI_Finalize();
}
#endif
