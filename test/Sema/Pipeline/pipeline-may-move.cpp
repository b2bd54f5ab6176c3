// A state that stays where it is, of a stage that may have another rank when
// the loop is executed again.
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++20 2> %t.err
// RUN: FileCheck %s --implicit-check-not=warning: < %t.err
// clang-format off
#include <fstream>
struct Log {
  std::ofstream file{"/dev/null"};
  long n = 0;
  long put(long k) {
    file << k;
    return n += k;
  }
};
static int counted() {
  static int n = 0;
  return ++n;
}
long counts(int ranks) {
  long sum = 0;
#pragma pipeline onto(ranks)
  for (int i = 1; i < 16; ++i) {
    long k = 0;
#pragma pipeline stage
    k = i;
#pragma pipeline stage
// CHECK: [[@LINE+1]]:16: warning: 'n' stays on the rank of stage 2, which may be another one when the loop is executed again: 'onto(ranks)' is not constant
    sum += k * counted();
  }
  return sum;
}
long given(Log &log, int where) {
  long sum = 0;
#pragma pipeline
  for (int i = 1; i < 16; ++i) {
    long k = 0;
#pragma pipeline stage
    k = i;
#pragma pipeline stage at(where)
// CHECK: [[@LINE+1]]:16: warning: 'log' stays on the rank of stage 2, which may be another one when the loop is executed again: 'at(where)' is not constant
    sum += log.put(k);
  }
  return sum;
}
/// It has a new state in each execution.
long own(int where) {
  long sum = 0;
  Log log;
#pragma pipeline
  for (int i = 1; i < 16; ++i) {
    long k = 0;
#pragma pipeline stage
    k = i;
#pragma pipeline stage at(where)
    sum += log.put(k);
  }
  return sum;
}
long again(int ranks) {
  long sum = 0;
  Log kept;
  for (int turn = 0; turn < 2; ++turn) {
#pragma pipeline onto(ranks)
    for (int i = 1; i < 16; ++i) {
      long k = 0;
#pragma pipeline stage
      k = i;
#pragma pipeline stage
// CHECK: [[@LINE+1]]:19: warning: 'kept' stays on the rank of stage 2, which may be another one when the loop is executed again: 'onto(ranks)' is not constant
      sum += kept.put(k);
    }
  }
  return sum;
}
/// The ranks are the same in each execution.
long constant(Log &log) {
  long sum = 0;
#pragma pipeline onto(2)
  for (int i = 1; i < 16; ++i) {
    long k = 0;
#pragma pipeline stage
    k = i;
#pragma pipeline stage at(1)
    sum += log.put(k);
  }
  return sum;
}
