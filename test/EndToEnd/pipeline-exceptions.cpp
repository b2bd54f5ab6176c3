// What stages do through the addresses that thrown objects have, and through
// those of comparators.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | sort -u | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t | sort -u | diff %t.out -
#include <cstdio>
#include <exception>
#include <mpi.h>
#include <set>
struct Count {
  long n = 0;
  void add(long k) { n = (n * 3 + k) % 1009; }
};
struct Thrown {
  Count *count;
};
struct Less {
  Count *count;
  bool operator()(int a, int b) const {
    count->add(1);
    return a < b;
  }
};
static void fail(Count *count) { throw Thrown{count}; }
static void keep(std::exception_ptr &kept, Count *count) {
  try {
    fail(count);
  } catch (...) {
    kept = std::current_exception();
  }
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    Count called, made, current, compared;
    std::set<int, Less> numbers(Less{&compared});
#pragma pipeline stage
    {
      try {
        fail(&called);
      } catch (const Thrown &thrown) {
        thrown.count->add(i);
      }
      try {
        std::rethrow_exception(std::make_exception_ptr(Thrown{&made}));
      } catch (const Thrown &thrown) {
        thrown.count->add(i + 1);
      }
      std::exception_ptr kept;
      keep(kept, &current);
      try {
        std::rethrow_exception(kept);
      } catch (const Thrown &thrown) {
        thrown.count->add(i + 2);
      }
      for (int k = 0; k <= i % 4; ++k)
        numbers.insert((i + k) % 5);
    }
#pragma pipeline stage
    sum = (sum * 5 + called.n + 7 * made.n + 11 * current.n + compared.n) %
          100003;
  }
  std::printf("%ld\n", sum);
  MPI_Finalize();
}
