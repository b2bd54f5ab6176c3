// Values whose last bytes, or all, belong to another member: empty classes and
// tail padding, as bases and as members with [[no_unique_address]], in what
// travels member by member, by 'serialize', and in states of two stages. The
// output is that of the loops without directives.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

struct Nothing {};
struct Tail {
  long number = 0;
  char end = 1;
  Tail() {}
};
struct alignas(32) Wide {
  long number = 0;
  Wide() {}
};

struct Members {
  [[no_unique_address]] Nothing first;
  std::string text;
  [[no_unique_address]] Nothing last;
  int number = 0;
};
struct Saved : Nothing {
  [[no_unique_address]] Nothing first;
  std::string text;
  int number = 0;
  template <class Archive> void serialize(Archive &archive) {
    archive(first, static_cast<Nothing &>(*this), text, number);
  }
};
/// The string begins in the padding of the base.
struct Padded : Wide {
  std::string text;
  template <class Archive> void serialize(Archive &archive) {
    archive(text, static_cast<Wide &>(*this));
  }
};
struct Two {
  [[no_unique_address]] Tail tail;
  char behind = 0;
};
struct Derived : Tail {
  char behind = 0;
};

static std::string told;

static void items() {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    Members members;
    Saved saved;
    Padded padded;
    std::vector<Nothing> nothings;
    std::map<int, Nothing> named;
#pragma pipeline stage
    {
      members.text = "a string that is long enough " + std::to_string(i);
      members.number = i;
      saved.text = members.text + "!";
      saved.number = 2 * i;
      padded.number = 3 * i;
      padded.text = saved.text + "!";
      nothings.resize(static_cast<std::size_t>(i % 4));
      named[i];
    }
#pragma pipeline stage
    sum = (sum * 7 + members.number + saved.number + padded.number +
           static_cast<long>(members.text.size() + 3 * saved.text.size() +
                             5 * padded.text.size() + nothings.size() +
                             named.size())) %
          100003;
  }
  told += "items " + std::to_string(sum) + "\n";
}

static void write(Tail &tail, char &behind) {
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      tail.number += i;
      tail.end = static_cast<char>(tail.end + 1);
      x = tail.number;
    }
#pragma pipeline stage
    behind = static_cast<char>((behind * 3 + x) % 100);
  }
}
static void writeBehind(char &behind, Tail &tail) {
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      behind = static_cast<char>((behind * 3 + i) % 100);
      x = behind;
    }
#pragma pipeline stage
    tail.number += x;
  }
}
static void states() {
  Two two;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      two.tail.number += i;
      x = two.tail.number;
    }
#pragma pipeline stage
    two.behind = static_cast<char>((two.behind * 3 + x) % 100);
  }
  Derived derived, other;
  write(derived, derived.behind);
  writeBehind(other.behind, other);
  for (const long number :
       {two.tail.number, long(two.behind), derived.number, long(derived.end),
        long(derived.behind), other.number, long(other.behind)})
    told += std::to_string(number) + " ";
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  items();
  states();
  // The last rank has neither stage 1 nor the first states.
  if (rank == ranks - 1)
    std::printf("%s\n", told.c_str());
  MPI_Finalize();
}
