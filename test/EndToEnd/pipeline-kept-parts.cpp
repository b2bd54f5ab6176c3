// What a value has besides its elements: the room in vectors and strings, the
// buckets of tables, a variant without a value, members that a class adds to
// one of the standard library. The output is that of the loop without
// directives.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>

#include <array>
#include <complex>
#include <cstdio>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

struct Number : std::complex<double> {
  long tag = 0;
};
struct Pair : std::array<int, 2> {
  int tag = 0;
};
struct Thrown {
  Thrown() = default;
  explicit Thrown(int) { throw 1; }
  Thrown(const Thrown &other) : number(other.number) {}
  Thrown &operator=(const Thrown &) = default;
  long number = 0;
  template <class Archive> void serialize(Archive &archive) { archive(number); }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  long sum = 0;
  std::vector<int> all;
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    std::vector<long> values;
    std::vector<bool> bits;
    std::vector<std::string> words;
    std::string text;
    std::vector<char> large;
    std::unordered_map<int, int> table;
    std::list<Number> numbers;
    std::map<std::string, Pair> pairs;
    std::variant<long, Thrown> either;
#pragma pipeline stage
    {
      const auto room = static_cast<std::size_t>(i);
      values.reserve(10 + room);
      values.push_back(i);
      bits.reserve(70 * room);
      bits.push_back(true);
      words.reserve(17);
      words.push_back("a");
      text.reserve(50 + 10 * room);
      text.push_back('a');
      large.reserve(300000 + 1000 * room);
      large.assign(200000 + 500 * room, 'x');
      table.rehash(3);
      table[i] = 1;
      table[i + 7] = 2;
      table.max_load_factor(0.5f + 0.1f * static_cast<float>(i));
      Number number;
      number.tag = i;
      numbers.push_back(number);
      pairs["a"].tag = i;
      either = long(i);
      if (i % 3 == 0) {
        try {
          either.emplace<1>(4);
        } catch (int) {
        }
      }
    }
#pragma pipeline stage
    {
      long &first = values[0];
      for (int k = 0; k < 5; ++k)
        values.push_back(k);
      first += 5;
      table[i + 30] = 1;
      for (const auto &entry : table)
        sum = (sum * 7 + entry.first) % 100003;
      sum = (sum * 7 + values[0] +
             static_cast<long>(values.capacity() + bits.capacity() +
                               words.capacity() + text.capacity() +
                               large.capacity() + table.bucket_count()) +
             numbers.front().tag + pairs["a"].tag +
             (either.valueless_by_exception()
                  ? 5
                  : static_cast<long>(either.index()))) %
            100003;
      if (i == 0)
        all.reserve(300);
      all.push_back(i);
    }
  }
  if (rank == ranks - 1)
    std::printf("%ld %zu %zu\n", sum, all.size(), all.capacity());
  MPI_Finalize();
}
