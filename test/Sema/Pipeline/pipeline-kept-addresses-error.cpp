// Objects that keep an address are followed to what it is of.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

int produce(int);
struct Holder {
  // What bind() was given last.
  int *to = nullptr;
  void bind(int &value) { to = &value; }
  void add(int n) { *to += n; }
};
struct Elements {
  int *first;
  explicit Elements(std::vector<int> &values) : first(values.data()) {}
  void add(int n) { *first += n; }
};
struct Unseen {
  explicit Unseen(int &);
  void add(int);

private:
  int &to;
};
void retarget(int *&pointer, int &value) { pointer = &value; }

void stages(int n) {
  int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
  std::vector<int> values(3);
  auto shared = std::make_shared<int>(0);
  std::vector<std::shared_ptr<int>> owners;
  owners.push_back(shared);
  int other = 0;
  int *moved = &other;
  retarget(moved, g);
  int *left = &other, *right = &h;
  std::swap(left, right);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Holder part;
      part.to = &a;
      *part.to += i;
      int *array[2];
      array[0] = &b;
      *array[0] += i;
      std::vector<int *> list;
      list.push_back(&c);
      *list[0] += i;
      Holder bound;
      bound.bind(d);
      bound.add(i);
      Elements elements(values);
      elements.add(i);
      std::optional<std::reference_wrapper<int>> maybe(e);
      ++maybe->get();
      Unseen unseen(f);
      unseen.add(i);
      *moved += i;
      *left += i;
      *shared += i;
    }
#pragma pipeline stage
    {
      produce(a);
      produce(b);
      produce(c);
      produce(d);
      produce(values[0]);
      produce(e);
      produce(f);
      produce(g);
      produce(h);
      produce(*owners[0]);
    }
  }
}
// What is kept is the item's, or each stage's own: nothing is shared.
void fine(int n) {
  int first = 0, second = 0;
  Holder one, two;
  one.bind(first);
  two.bind(second);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int> values;
    std::shared_ptr<int> owner;
#pragma pipeline stage
    {
      values.push_back(i);
      std::vector<int *> order{&values[0]};
      *order.front() += 1;
      owner = std::make_shared<int>(i);
      *owner += 1;
      one.add(i);
    }
#pragma pipeline stage
    {
      Holder mine;
      mine.bind(values[0]);
      mine.add(*owner);
      two.add(i);
    }
#pragma pipeline stage
    produce(values[0]);
  }
}
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:70:15: error: 'a' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:48:7: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:71:15: error: 'b' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:51:7: note: 'b' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:72:15: error: 'c' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:54:7: note: 'c' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:73:15: error: 'd' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:57:13: note: 'd' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:15:21: note: in function 'add', here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:74:15: error: 'values' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:59:16: note: 'values' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:20:21: note: in function 'add', here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:75:15: error: 'e' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:61:16: note: 'e' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:76:15: error: 'f' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:62:21: note: 'f' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:77:15: error: 'g' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:64:7: note: 'g' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:78:15: error: 'h' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:65:7: note: 'h' is written by stage 1 here
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:79:15: error: what 'shared' refers to is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-kept-addresses-error.cpp:66:7: note: what 'shared' refers to is written by stage 1 here
