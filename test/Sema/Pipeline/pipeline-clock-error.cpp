// Each rank has a clock of its own: stages on two ranks use no variable that the
// initialiser sets by it. Where one stage alone uses it, that is its own affair, and
// a header that reads a clock is evaluated by one rank.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20
#include <chrono>
#include <ctime>
#include <random>
#include <unistd.h>

using Clock = std::chrono::steady_clock;
long now() { return Clock::now().time_since_epoch().count(); }
long run(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    // CHECK: {{^}}pipeline-clock-error.cpp:[[#@LINE+2]]:17: error: the initialiser of 'time' runs on every rank, but the clock differs between ranks, and stages 1 and 3 use it: assign the variable in a stage instead
    // CHECK: {{^}}pipeline-clock-error.cpp:[[#@LINE+1]]:50: error: the initialiser of 'seed' runs on every rank, but the random device differs between ranks, and stages 1 and 2 use it: assign the variable in a stage instead
    long time = ::time(nullptr); unsigned seed = std::random_device()();
    const long own = now();
    long x = 0;
#pragma pipeline stage
    x = time + seed;
#pragma pipeline stage
    x += now() - own + seed;
#pragma pipeline stage
    sum += x - time;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const long start = now();
    const long begin = start / 1000;
    // CHECK: {{^}}pipeline-clock-error.cpp:[[#@LINE+1]]:24: error: the initialiser of 'limit' runs on every rank, but the clock differs between ranks, and stages 1 and 2 use it: assign the variable in a stage instead
    const long limit = begin + 5, free = 5;
    // CHECK: {{^}}pipeline-clock-error.cpp:[[#@LINE+1]]:26: error: the initialiser of 'process' runs on every rank, but the process differs between ranks, and stages 1 and 2 use it: assign the variable in a stage instead
    const long process = getpid();
    long x = 0;
#pragma pipeline stage
    x = begin + free + process;
#pragma pipeline stage
    sum += x > limit + free + process;
  }
  const auto end = Clock::now() + std::chrono::milliseconds(5);
#pragma pipeline
  while (Clock::now() < end) {
    long x = 0;
#pragma pipeline stage
    x = now();
#pragma pipeline stage
    sum += now() - x;
  }
  return sum;
}
