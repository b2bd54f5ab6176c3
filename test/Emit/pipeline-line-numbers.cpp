// Every line of a pipeline keeps its number and file, whatever the shape of its
// directives and of its loop: the asserts hold in the source and in what comes
// out.
//
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: %mpicxx -std=c++17 -fsyntax-only %s
// RUN: %mpicxx -std=c++17 -I %source_dir/include -fsyntax-only %t.cpp
static_assert(__LINE__ == 9, "");

bool next(int &value);
void f(int n, int &sum, int &count) {
  #pragma pipeline \
     depth(4)
  for (int i = 0; i < n; ++i) { // the body begins here
    int item = 0;
    static_assert(__LINE__ == 17, "");
    #pragma pipeline \
        stage \
        work(2)
    { item = i; static_assert(__LINE__ == 21, ""); }
    #pragma pipeline stage // counted
    { count += item; static_assert(__LINE__ == 23, ""); }
    #pragma pipeline /* over
    two lines */ stage
    { sum += item; static_assert(__LINE__ == 26, ""); }
  } // the end
  static_assert(__LINE__ == 28, "");
#pragma pipeline
  for (int i = 0; i < n; ++i) { int item = 0;
	#pragma pipeline stage
    item = i; _Pragma("pipeline stage") sum += item; } static_assert(__LINE__ == 32, "");
  static_assert(__LINE__ == 33, "");
  _Pragma("pipeline") for (int i = 0; i < n; ++i) {_Pragma("pipeline stage") sum += i; _Pragma("pipeline stage") count += i;} static_assert(__LINE__ == 34, "");
  static_assert(__LINE__ == 35, "");
  int value = 0;
#pragma pipeline
  while (next(
         value)) {
    static_assert(__LINE__ == 40, "");
#pragma pipeline stage
    sum += value;
#pragma pipeline stage
    count++;
  }
  static_assert(__LINE__ == 46, "");
}
static_assert(sizeof(__FILE__) > sizeof("line-numbers.cpp"), "");
