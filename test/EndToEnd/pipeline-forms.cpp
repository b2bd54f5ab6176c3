// Pipelines in every form a program may give them. Rank 0 prints the states
// after each loop: they are those of the loops without directives.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 100 %mpirun 1 %t > %t.1
// RUN: timeout 100 %mpirun 2 %t > %t.2
// RUN: timeout 100 %mpirun 3 %t > %t.3
// RUN: timeout 100 %mpirun 5 %t > %t.5
// RUN: diff %t.expected %t.1
// RUN: diff %t.expected %t.2
// RUN: diff %t.expected %t.3
// RUN: diff %t.expected %t.5
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 1 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 3 %t | diff %t.expected -
#include <mpi.h>

#include <array>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

static int rank;

static void show(const char *what, long value) {
  if (rank == 0)
    std::printf("%s %ld\n", what, value);
}
static void show(const char *what, const std::string &value) {
  if (rank == 0)
    std::printf("%s %s\n", what, value.c_str());
}

static long square(long x) { return x * x; }

static void rangeFor() {
  std::vector<std::string> words;
  for (int i = 0; i < 200; ++i)
    words.push_back("w" + std::to_string(i * i % 97));
  std::map<std::string, int> counts;
  long letters = 0;
#pragma pipeline
  for (const std::string &word : words) {
    std::string upper;
#pragma pipeline stage
    {
      upper = word;
      for (char &c : upper)
        c = static_cast<char>(c == 'w' ? 'W' : c);
      letters += static_cast<long>(word.size());
    }
#pragma pipeline stage
    ++counts[upper];
  }
  std::string text;
  for (const auto &[word, count] : counts)
    text += word + ":" + std::to_string(count) + ",";
  show("range-for", text);
  show("letters", letters);
}

/// Numbers, until there are no more.
class Source {
public:
  explicit Source(int count) : left(count) {}
  bool next(long &value) {
    if (left == 0)
      return false;
    value = left-- * 7919L % 1000;
    return true;
  }

private:
  int left;
};

static void whileOverSource() {
  Source source(150);
  long value = 0, sum = 0, even = 0;
#pragma pipeline
  while (source.next(value)) {
    long squared = 0;
#pragma pipeline stage
    squared = square(value);
#pragma pipeline stage
    {
      if (squared % 2 != 0)
        continue;
      ++even;
    }
#pragma pipeline stage
    sum += squared;
  }
  show("while", sum);
  show("even", even);
}

static void headerOfFirstStage() {
  long at = 0, steps = 0;
  std::string trace;
#pragma pipeline
  for (long limit = 1000; at < limit; at += 1) {
    long jump = 0;
#pragma pipeline stage
    {
      jump = at % 5;
      at += jump;
    }
#pragma pipeline stage
    {
      trace += static_cast<char>('0' + jump);
      ++steps;
    }
  }
  show("first stage", trace);
  show("steps", steps);
  show("at", at);
}

template <class T, int N> static T inTemplate(T start) {
  std::array<T, N> last{};
  T sum = start;
#pragma pipeline depth(N)
  for (T i = 0; i < 100; ++i) {
    std::array<T, N> powers{};
#pragma pipeline stage
    for (T &power : powers)
      power = static_cast<T>((&power == powers.data() ? 1 : *(&power - 1)) * i % 31);
#pragma pipeline stage
    last = powers;
#pragma pipeline stage
    sum = static_cast<T>(sum + powers[N - 1]);
  }
  return static_cast<T>(sum + std::accumulate(last.begin(), last.end(), T(0)));
}

static void inLambdas() {
  long total = 0;
  const auto run = [&total](int count) {
#pragma pipeline
    for (int i = 0; i < count; ++i) {
      long item = 0;
#pragma pipeline stage
      item = square(i);
#pragma pipeline stage
      total += item;
    }
  };
  run(40);
  run(0);
  run(3);
  show("lambda", total);
  const auto generic = [](auto count) {
    decltype(count) best = 0;
#pragma pipeline
    for (decltype(count) i = 0; i < count; ++i) {
      decltype(count) item = 0;
#pragma pipeline stage
      item = i * 37 % 101;
#pragma pipeline stage
      if (item > best)
        best = item;
      else
        best += 0;
    }
    return best;
  };
  show("generic", generic(50));
  show("generic", generic(20L));
}

class Histogram {
public:
  void fill(int count) {
#pragma pipeline
    for (int i = 0; i < count; ++i) {
      std::pair<int, double> sample;
#pragma pipeline stage
      sample = {i % 7, i * 0.5};
#pragma pipeline stage
      {
        auto [bin, weight] = sample;
        bins[static_cast<std::size_t>(bin)] += weight;
      }
#pragma pipeline stage
      largest = sample.second > this->largest ? sample.second : largest;
    }
  }
  std::string text() const {
    std::string result = std::to_string(largest);
    for (const double bin : bins)
      result += ' ' + std::to_string(bin);
    return result;
  }

private:
  std::vector<double> bins = std::vector<double>(7);
  double largest = 0;
};

struct Point {
  int x;
  double y;
};

static void manyTypes() {
  std::vector<Point> kept;
  std::string log;
  std::map<int, std::string> names;
#pragma pipeline
  for (int i = 0; i < 60; i += 1) {
    Point point{};
    std::string name;
    std::map<int, std::vector<int>> table;
    bool isGood = false;
    std::tuple<int, char> pair;
#pragma pipeline stage
    {
      point = {i, i * 0.25};
      isGood = i % 3 != 0;
      table[i] = {i, i + 1};
    }
#pragma pipeline stage
    {
      name = "item " + std::to_string(point.x);
      pair = {i, 'x'};
      table[i].push_back(7);
    }
#pragma pipeline stage
    {
      if (!isGood)
        continue;
      kept.push_back(point);
    }
#pragma pipeline stage
    {
      names[std::get<0>(pair)] = name;
      log += std::to_string(table[i].size()) + std::get<1>(pair);
    }
  }
  show("kept", static_cast<long>(kept.size()));
  show("last", kept.back().x);
  show("names", names.rbegin()->second);
  show("log", log);
}

static void replicatedAndPinned() {
  std::string order;
#pragma pipeline
  for (int i = 0; i < 90; ++i) {
    long raw = 0;
    std::string text;
#pragma pipeline stage at(0)
    raw = i * 31 % 64;
#pragma pipeline stage replicate(auto)
    {
      long sum = 0;
      for (long k = 0; k < raw * 50; ++k)
        sum += k % 3;
      text = std::to_string(sum) + ';';
    }
#pragma pipeline stage
    order += text;
  }
  show("replicated", order);
}

#define LIMIT 30
#define ADD(to, what) to += what
static void withMacros() {
  long sum = 0;
  _Pragma("pipeline onto(1)") for (int i = 0; i < LIMIT; ++i) { int item = 0;
    _Pragma("pipeline stage") { item = i * LIMIT; }
    _Pragma("pipeline stage work(LIMIT)") ADD(sum, item); /* end */ } show("macros", sum);
}

static void oneInAnother() {
  long sum = 0;
  for (int round = 0; round < 3; ++round) {
#pragma pipeline
    for (int i = 0; i < 10 * round; ++i) {
      int item = 0;
#pragma pipeline stage
      item = i + round;
#pragma pipeline stage
      sum += item;
    } // end of the loop
    sum *= 2;
  }
  show("rounds", sum);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  rangeFor();
  whileOverSource();
  headerOfFirstStage();
  show("template", inTemplate<int, 3>(5));
  show("template", inTemplate<long, 4>(6));
  inLambdas();
  Histogram histogram;
  histogram.fill(100);
  show("member", histogram.text());
  manyTypes();
  replicatedAndPinned();
  withMacros();
  oneInAnother();
  MPI_Finalize();
}
