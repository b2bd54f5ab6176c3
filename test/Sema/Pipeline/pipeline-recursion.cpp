// Functions that call each other in any order are summarized together, not once
// for each way into them.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
struct Text {
  const char *next;
  int depth;
};
template <int Rule> long parse(Text &text) {
  if (text.depth == 0 || *text.next == 0)
    return Rule;
  --text.depth;
  const char found = *text.next++;
  switch (found % 8) {
  case 0: return parse<0>(text) + parse<1>(text);
  case 1: return parse<1>(text) + parse<2>(text);
  case 2: return parse<2>(text) + parse<3>(text);
  case 3: return parse<3>(text) + parse<4>(text);
  case 4: return parse<4>(text) + parse<5>(text);
  case 5: return parse<5>(text) + parse<6>(text);
  case 6: return parse<6>(text) + parse<7>(text);
  default: return parse<7>(text) + parse<0>(text);
  }
}
long run(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      Text text{"a+b*c", 5};
      x = parse<0>(text);
    }
#pragma pipeline stage
    {
      Text text{"c*b+a", 5};
      sum += x + parse<3>(text);
    }
  }
  return sum;
}
// CHECK: {{^}}sema: pipeline 0 at line 27{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 30, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (long, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 35, movable{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
