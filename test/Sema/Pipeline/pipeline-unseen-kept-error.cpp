// Unseen code may have kept, from before the loop, the address of a variable or
// of a function: a later call that is given nothing may use both. What it is
// given behind the loop alone it does not use in the loop.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
// RUN: not %redistc --check %s -- -DALLOCATED 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALLOCATED
// RUN: %redistc --check %s -- -DLEGAL
#include <cstdio>
#include <vector>

void watch(long *);
void watch(std::vector<long *> *);
void onEvent(void (*)(long));
void poke();

#if defined(ALLOCATED)
void allocated(int n) {
  long *y = new long(0), sum = 0;
  std::vector<long *> all{y};
  watch(&all);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x;
#pragma pipeline stage
    // ALLOCATED: [[#@LINE+1]]:9: error: what 'y' refers to is read by stage 1, but stage 2 writes it
    x = *y;
#pragma pipeline stage
    {
      poke();
      sum += x;
    }
  }
  std::printf("%ld\n", sum);
}

#elif defined(LEGAL)
// Accepted: the address is given away behind the loop, and the stage's word is
// that it touches nothing of what another stage uses.
void behind(int n) {
  long y = 0, sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x;
#pragma pipeline stage
    {
      y += i;
      x = i;
    }
#pragma pipeline stage
    {
      poke();
      sum += x;
    }
  }
  watch(&y);
  std::printf("%ld\n", sum);
}
void stated(int n) {
  long y = 0, sum = 0;
  watch(&y);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x;
#pragma pipeline stage
    {
      y += i;
      x = i;
    }
#pragma pipeline stage in(x) out(sum)
    {
      poke();
      sum += x;
    }
  }
  std::printf("%ld %ld\n", y, sum);
}

#else
void variable(int n) {
  long y = 0, sum = 0;
  watch(&y);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x;
#pragma pipeline stage
    { y += i, x = i; }
#pragma pipeline stage
    // CHECK: {{^}}pipeline-unseen-kept-error.cpp:[[#@LINE+2]]:5: error: 'y' is written by two stages, 1 and 2: what outlives an item is the state of one stage
    // CHECK: {{^}}pipeline-unseen-kept-error.cpp:[[#@LINE-3]]:7: note: 'y' is written by stage 1 here
    { poke(), sum += x; }
  }
  std::printf("%ld %ld\n", y, sum);
}

static long counted;
static void count(long n) { counted += n; }
void function(int n) {
  long sum = 0;
  onEvent(count);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x;
#pragma pipeline stage
    // CHECK: {{^}}pipeline-unseen-kept-error.cpp:[[#@LINE+2]]:9: error: 'counted' is read by stage 1, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
    // CHECK: {{^}}pipeline-unseen-kept-error.cpp:[[#@LINE+3]]:5: note: 'counted' is written by stage 2 here
    x = counted + i;
#pragma pipeline stage
    { poke(), sum += x; }
  }
  std::printf("%ld\n", sum);
}

struct Listener {
  virtual void on(long) = 0;
  virtual ~Listener() = default;
};
void add(Listener *);
struct Counter : Listener {
  long &counted;
  explicit Counter(long &where) : counted(where) {}
  void on(long n) override { counted += n; }
};
void object(int n) {
  long y = 0, sum = 0;
  add(new Counter(y));
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x;
#pragma pipeline stage
    // CHECK: {{^}}pipeline-unseen-kept-error.cpp:[[#@LINE+2]]:9: error: 'y' is read by stage 1, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
    // CHECK: {{^}}pipeline-unseen-kept-error.cpp:[[#@LINE+3]]:5: note: 'y' is written by stage 2 here
    x = y + i;
#pragma pipeline stage
    { poke(), sum += x; }
  }
  std::printf("%ld\n", sum);
}
#endif
