// The stages of a pipeline with a syntax error bring no errors of their own;
// a stage behind a later pipeline does.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
int produce(int);
void broken(int n) {
#pragma pipeline dpeth(2)
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(i);
#pragma pipeline stage
    produce(x);
  }
}
void outside(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(i);
#pragma pipeline stage
    produce(x);
  }
#pragma pipeline stage
  produce(n);
}
// CHECK: {{^}}pipeline-broken-error.cpp:7:18: error: unknown clause 'dpeth'; did you mean 'depth'?
// CHECK: {{^}}pipeline-broken-error.cpp:25:1: error: '#pragma pipeline stage' stands in no pipeline: expected it in the body of the loop behind '#pragma pipeline'
