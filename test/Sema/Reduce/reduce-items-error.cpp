// Items that cannot take the result, cannot travel, or are named twice.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/containers.h"

struct Opaque : std::Owner {
  std::string text;
};
struct Incomplete;
struct Lock {
  Lock(const Lock &) = delete;
  int state;
};
struct Constant {
  const int n;
};
struct Bits {
  int n : 3;
};
struct Linked {
  template <typename A> void serialize(A &); Linked *next;
  int value;
};
struct Words : std::map<std::string, long> {};
struct Member : std::Owner {
  template <typename A> void serialize(A &);
};
struct Inherited : Member {};
struct Split : std::Owner {
  template <typename A> void save(A &) const;
  template <typename A> void load(A &);
};
struct Half : std::Owner {
  template <typename A> void save(A &) const;
};
namespace space {
struct Free : std::Owner {};
template <typename A> void serialize(A &, Free &);
template <typename T> struct Box : std::Owner {};
template <typename A, typename T> void save(A &, const Box<T> &);
template <typename A, typename T> void load(A &, Box<T> &);
struct Unrelated : std::Owner {};
} // namespace space
namespace cereal {
template <typename A, typename T> void serialize(A &, T &);
template <typename A> void serialize(A &, const Opaque *);
struct Foreign;
} // namespace cereal
template <typename T> void join(T &, const T &);
int compute();
void travelling(Linked linked, Words words, Member member, Inherited inherited,
                Split split, space::Free free, space::Box<int> box,
                std::vector<std::map<int, space::Free>> nested,
                std::unique_ptr<std::string> owned, long (&table)[2][3],
                std::tuple<int, std::string> both) {
#pragma reduce(join : linked, words, member, inherited, split, free, box)
#pragma reduce(join : nested, owned, table, both)
}
void stuck(Opaque opaque, Half half, space::Unrelated unrelated,
           std::map<int, std::vector<Opaque>> nested, Incomplete &incomplete,
           Lock &lock,
           std::vector<int *> pointers, std::pair<int, std::string_view> view,
           std::string_view text, int *p, const char *literal, void *nothing,
           int Linked::*member) {
#pragma reduce(join : opaque)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'opaque' cannot travel between ranks: 'Opaque' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}reduce-items-error.cpp:6:8: note: 'Opaque' declared here
#pragma reduce(join : half, unrelated)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'half' cannot travel between ranks: 'Half' is neither
// CHECK: {{^}}reduce-items-error.cpp:33:8: note: 'Half' declared here
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-3]]:29: error: 'unrelated' cannot travel between ranks: 'space::Unrelated' is neither
// CHECK: {{^}}reduce-items-error.cpp:42:8: note: 'Unrelated' declared here
#pragma reduce(join : nested)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'nested' of type 'std::map<int, std::vector<Opaque>>' cannot travel between ranks: 'Opaque' is neither
// CHECK: {{^}}reduce-items-error.cpp:6:8: note: 'Opaque' declared here
#pragma reduce(join : incomplete)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'incomplete' cannot travel between ranks: 'Incomplete' is incomplete
// CHECK: {{^}}reduce-items-error.cpp:9:8: note: 'Incomplete' declared here
#pragma reduce(join : lock)
// CHECK: {{^}}reduce-items-error.cpp:79:23: error: 'lock' cannot travel between ranks: 'Lock' can be neither copied nor moved
// CHECK: {{^}}reduce-items-error.cpp:10:8: note: 'Lock' declared here
#pragma reduce(join : pointers)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'pointers' of type 'std::vector<int *>' cannot travel between ranks: 'int *' is an address, which is nothing on another rank
// CHECK: {{^}}reduce-items-error.cpp:62:31: note: 'pointers' declared here
#pragma reduce(join : view)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'view' of type 'std::pair<int, std::string_view>' cannot travel between ranks: 'std::basic_string_view<char>' does not own its elements
// CHECK: {{^}}reduce-items-error.cpp:62:74: note: 'view' declared here
#pragma reduce(join : text)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'text' is a view of elements that it does not own: expected a section, as in 'text[0 : n]'
// CHECK: {{^}}reduce-items-error.cpp:63:29: note: 'text' declared here
#pragma reduce(+ : p)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'p' is a pointer, which says nothing on another rank: expected a section, as in 'p[0 : n]'
// CHECK: {{^}}reduce-items-error.cpp:63:40: note: 'p' declared here
#pragma reduce(+ : nothing[0 : 4])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'nothing' is not contiguous storage: expected a pointer, an array, a range with 'data()' and 'size()', or a type that 'redist::storage_traits' describe, found 'void *'
// CHECK: {{^}}reduce-items-error.cpp:63:70: note: 'nothing' declared here
#pragma reduce(max : literal[0 : 4])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:22: error: 'literal' cannot take the result: its type 'const char' is const
// CHECK: {{^}}reduce-items-error.cpp:63:55: note: 'literal' declared here
}
void places(const int c, volatile int v, Constant constant, Bits bits,
            const std::vector<int> &fixed, std::vector<bool> flags, int n,
            std::array<int, 4> four) {
  int variable[n];
  static const int sizes[] = {1, 2};
#pragma reduce(+ : 3)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: '3' cannot take the result: expected an lvalue, found a value of type 'int'
#pragma reduce(+ : n + 1)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'n + 1' cannot take the result: expected an lvalue, found a value of type 'int'
#pragma reduce(+ : compute())
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'compute()' cannot take the result: expected an lvalue, found a value of type 'int'
#pragma reduce(+ : compute)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'compute' cannot take the result: expected an lvalue, found a function of type 'int ()'
// CHECK: {{^}}reduce-items-error.cpp:50:5: note: 'compute' declared here
#pragma reduce(+ : bits.n)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'bits.n' cannot take the result: expected an lvalue, found a bit-field of type 'int'
// CHECK: {{^}}reduce-items-error.cpp:18:7: note: 'n' declared here
#pragma reduce(+ : c, v)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'c' cannot take the result: its type 'const int' is const
// CHECK: {{^}}reduce-items-error.cpp:101:23: note: 'c' declared here
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-3]]:23: error: 'v' cannot take the result: its type 'volatile int' is volatile
// CHECK: {{^}}reduce-items-error.cpp:101:39: note: 'v' declared here
#pragma reduce(join : constant)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:23: error: 'constant' cannot take the result: its type 'Constant' is const
// CHECK: {{^}}reduce-items-error.cpp:101:51: note: 'constant' declared here
#pragma reduce(+ : fixed[0 : 2], sizes[0 : 2])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'fixed' cannot take the result: its type 'const int' is const
// CHECK: {{^}}reduce-items-error.cpp:102:37: note: 'fixed' declared here
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-3]]:34: error: 'sizes' cannot take the result: its type 'const int' is const
// CHECK: {{^}}reduce-items-error.cpp:105:20: note: 'sizes' declared here
#pragma reduce(|| : flags[0 : 2])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:21: error: 'flags' is a 'std::vector<bool>', which packs its elements: they have no addresses to send from
// CHECK: {{^}}reduce-items-error.cpp:102:62: note: 'flags' declared here
#pragma reduce(+ : n[0 : 2])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'n' is not contiguous storage: expected a pointer, an array, a range with 'data()' and 'size()', or a type that 'redist::storage_traits' describe, found 'int'
// CHECK: {{^}}reduce-items-error.cpp:102:73: note: 'n' declared here
#pragma reduce(+ : variable)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:20: error: 'variable' is an array whose type does not tell its length: expected a section, as in 'variable[0 : n]'
// CHECK: {{^}}reduce-items-error.cpp:104:7: note: 'variable' declared here
#pragma reduce(+ : variable[0 : n])
#pragma reduce(+ : four[1 : 4])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:24: error: section reaches element 4, but 'four' holds 4
// CHECK: {{^}}reduce-items-error.cpp:103:32: note: 'four' declared here
#pragma reduce(+ : four[3 : 4 : -1], four[0 : 0 : 7])
#pragma reduce(+ : four[0 : -1])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:29: error: length must not be negative, found -1
#pragma reduce(+ : four[1 : 3 : -1])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:24: error: section from element 1 on with stride -1 goes below element 0
#pragma reduce(+ : four[0.5 : n])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:25: error: expected an integer for the lower bound, found an expression of type 'double'
}
void twice(int n, int m, Linked linked, int *p, int (&a)[3][4]) {
#pragma reduce(+ : n, m, n)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:26: error: 'n' is named twice in one directive
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-2]]:20: note: 'n' is first named here
#pragma reduce(+ : linked.value, (linked.value))
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:34: error: 'linked.value' is named twice in one directive
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-2]]:20: note: 'linked.value' is first named here
#pragma reduce(join : linked, linked.value)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:31: error: 'linked' is named twice in one directive
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-2]]:23: note: 'linked' is first named here
#pragma reduce(+ : a[n], a)
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:26: error: 'a' is named twice in one directive
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-2]]:20: note: 'a[n]' is first named here
#pragma reduce(+ : p[0 : n], p[0 : n])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:30: error: 'p' is named twice in one directive
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-2]]:20: note: 'p' is first named here
#pragma reduce(+ : p[0 : 4], p[4 : 4], p[2 : 4])
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-1]]:40: error: sections of 'p' have elements in common
// CHECK: {{^}}reduce-items-error.cpp:[[#@LINE-2]]:20: note: 'p' is first named here
#pragma reduce(+ : p[0 : 4 : 2], p[1 : 4 : 2], a[0][0 : 4], a[1][0 : 4])
#pragma reduce(+ : p[0], p[1], linked.next->value, linked.value)
}
