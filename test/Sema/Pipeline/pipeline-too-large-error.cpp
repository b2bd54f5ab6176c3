// More ways of calls than can be followed.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
template <int Depth> void deep(long *x) {
  deep<Depth - 1>(x);
  deep<Depth - 1>(x + 1);
  deep<Depth - 1>(x);
}
template <> void deep<0>(long *x) { ++*x; }
long run(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x[20] = {};
#pragma pipeline stage
    deep<14>(x);
#pragma pipeline stage
    sum += x[0];
  }
  return sum;
}
// CHECK: {{^}}pipeline-too-large-error.cpp:13:3: error: cannot see what the stages of this pipeline do: the functions of the translation unit call each other in too many ways
// CHECK: {{^}}pipeline-too-large-error.cpp:16:5: note: 'deep', called here, leads to the most functions
