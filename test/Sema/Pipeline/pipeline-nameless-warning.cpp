// States that have a value for other ranks, but no name where the pipeline
// stands; static members of templates have one.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include <memory>
#include <string>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Circle : Shape {
  double area() const override { return 3; }
};
std::unique_ptr<Shape> make(int) { return std::make_unique<Circle>(); }
class Counter {
  static inline int seen = 0;

public:
  static void hit() { ++seen; }
  static int get() { return seen; }
};
template <class T> struct Stats {
  static inline long total = 0;
};
template <class Source, class Sink>
void pump(Source source, Sink sink, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::string text;
#pragma pipeline stage
    text = source(i);
#pragma pipeline stage
    sink(text);
  }
}
int others() { return Counter::get(); }
int use(int n) {
  std::unique_ptr<Shape> shape;
  std::string all;
  pump([](int i) { return std::to_string(i); },
       [&](const std::string &text) { all += text; }, n);
  double area = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double x = 0;
#pragma pipeline stage
    {
      Counter::hit();
      shape = make(i);
      x = shape->area();
    }
#pragma pipeline stage
    {
      area += x;
      Stats<long>::total += i;
    }
  }
  return static_cast<int>(area + Stats<long>::total);
}
// CHECK: {{^}}pipeline-nameless-warning.cpp:34:5: warning: 'all' of type 'std::string' is up to date on the rank of stage 2 alone: no name leads to it from here
// CHECK: {{^}}pipeline-nameless-warning.cpp:49:7: warning: 'seen' of type 'int' is up to date on the rank of stage 1 alone: no name leads to it from here
