// A constant object that stages change by a mutable member would have to be
// written where it arrives.
// REQUIRES: compiler
// RUN: not %redistc %s -o %t.cpp 2>&1 | FileCheck %s
struct Memo {
  int value = 0;
  mutable int hits = 0;
  int get() const { return value + ++hits; }
};

void memos(int n, long &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const Memo memo{i};
    const Memo table[2] = {{i}, {1}};
    int x = 0;
#pragma pipeline stage
    x += memo.get() + table[i % 2].get();
#pragma pipeline stage
    // CHECK: :[[# @LINE+1]]:21: error: 'memo' of type 'const Memo' cannot travel from stage 1 to stage 2: 'const Memo' cannot be written
    sum += x + memo.get();
  }
}

// What a stage before has not changed need not travel.
void last(int n, long &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const Memo memo{i};
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    sum += x + memo.get() + memo.get();
  }
}
// CHECK-NOT: error:
