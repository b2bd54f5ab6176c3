// Types of which a part would be lost, or that cannot be made or written where
// they arrive, are refused; those beside them are not.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

template <class T> void change(T &);
template <class T> long look(const T &);

struct Base {
  int a = 0;
  std::string text;
  template <class Archive> void serialize(Archive &archive) {
    archive(a, text);
  }
};
struct Longer : Base {
  int b = 0;
};
struct Other {
  long b = 0;
};
struct Both : Base, Other {};
struct Same : Base {};
template <class Derived> struct Told {
  template <class Archive> void serialize(Archive &archive) {
    static_cast<Derived *>(this)->visit(archive);
  }
};
struct Teller : Told<Teller> {
  std::string text;
  template <class Archive> void visit(Archive &archive) { archive(text); }
};
struct Bare {
  std::string text;
};
template <class Archive> void serialize(Archive &archive, Bare &bare) {
  archive(bare.text);
}
struct BareLonger : Bare {
  int b = 0;
};
struct Small {
  int a = 0;
  template <class Archive> void serialize(Archive &archive) { archive(a); }
};
struct SmallLonger : Small {
  int b = 0;
};
struct Virtual {
  long a = 0;
  virtual ~Virtual() = default;
  template <class Archive> void serialize(Archive &archive) { archive(a); }
};
struct VirtualLonger : Virtual {};
struct Compare {
  const bool down = false;
  bool operator()(int a, int b) const { return down ? b < a : a < b; }
};
template <class T> struct Arena {
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  int id = 0;
  Arena() = default;
  template <class U> Arena(const Arena<U> &other) : id(other.id) {}
  T *allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
  void deallocate(T *p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
  template <class U> bool operator==(const Arena<U> &other) const {
    return id == other.id;
  }
  template <class U> bool operator!=(const Arena<U> &other) const {
    return id != other.id;
  }
};
class Named : public std::string {
  int number = 0;

public:
  template <class Archive> void serialize(Archive &archive) {
    archive(static_cast<std::string &>(*this), number);
  }
};
struct NoDefault {
  long value;
  explicit NoDefault(long number) : value(number) {}
};
struct Any {
  long value = 0;
  Any() = default;
  template <class T> Any(T number) : value(long(number)) {}
  template <class Archive> void serialize(Archive &archive) { archive(value); }
};
struct WithAny {
  std::string text;
  Any any;
};

long carryGood0(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Same x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryGood1(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Teller x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryGood2(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Small x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryGood3(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<Teller> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryGood4(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::set<int, Compare> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryGood5(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::optional<NoDefault> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryGood6(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::pair<std::string, long> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryGood7(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<Small> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry0(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Longer x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry1(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Both x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry2(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    BareLonger x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry3(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::list<SmallLonger> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry4(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<Base> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry5(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::unique_ptr<Virtual> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry6(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<std::set<int, Compare>> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry7(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int, Arena<int>> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry8(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Named x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry9(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::map<int, NoDefault> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry10(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<std::pair<int, NoDefault>> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry11(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::list<std::pair<const int, std::string>> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry12(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithAny x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry13(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    SmallLonger x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carry14(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<SmallLonger> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
struct Holder {
  std::string name;
  std::vector<NoDefault> parts;
};
long carry15(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::list<Holder> x;
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
// CHECK: {{^}}pipeline-lost-parts-error.cpp:211:17: error: 'x' of type 'Longer' cannot travel from stage 1 to stage 2: 'Longer' has members that the 'serialize' of its base leaves out
// CHECK: {{^}}pipeline-lost-parts-error.cpp:209:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:223:17: error: 'x' of type 'Both' cannot travel from stage 1 to stage 2: 'Both' has members that the 'serialize' of its base leaves out
// CHECK: {{^}}pipeline-lost-parts-error.cpp:221:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:235:17: error: 'x' of type 'BareLonger' cannot travel from stage 1 to stage 2: 'BareLonger' has members that the 'serialize' of its base leaves out
// CHECK: {{^}}pipeline-lost-parts-error.cpp:233:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:247:17: error: 'x' of type 'std::list<SmallLonger>' cannot travel from stage 1 to stage 2: 'SmallLonger' has members that the 'serialize' of its base leaves out
// CHECK: {{^}}pipeline-lost-parts-error.cpp:245:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:259:17: error: 'x' of type 'std::shared_ptr<Base>' cannot travel from stage 1 to stage 2: 'Base' is a base of other classes, to which a pointer to it may lead
// CHECK: {{^}}pipeline-lost-parts-error.cpp:257:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:271:17: error: 'x' of type 'std::unique_ptr<Virtual>' cannot travel from stage 1 to stage 2: 'Virtual' is a base of other classes, to which a pointer to it may lead
// CHECK: {{^}}pipeline-lost-parts-error.cpp:269:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:283:17: error: 'x' of type 'std::vector<std::set<int, Compare>>' cannot travel from stage 1 to stage 2: 'Compare' has a value that cannot travel
// CHECK: {{^}}pipeline-lost-parts-error.cpp:281:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:295:17: error: 'x' of type 'std::vector<int, Arena<int>>' cannot travel from stage 1 to stage 2: 'Arena<int>' has a value that cannot travel
// CHECK: {{^}}pipeline-lost-parts-error.cpp:293:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:307:17: error: 'x' of type 'Named' cannot travel from stage 1 to stage 2: 'Named' has a 'serialize', and that of a standard class, its base
// CHECK: {{^}}pipeline-lost-parts-error.cpp:305:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:319:17: error: 'x' of type 'std::map<int, NoDefault>' cannot travel from stage 1 to stage 2: 'NoDefault' has no default constructor
// CHECK: {{^}}pipeline-lost-parts-error.cpp:317:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:331:17: error: 'x' of type 'std::vector<std::pair<int, NoDefault>>' cannot travel from stage 1 to stage 2: 'NoDefault' has no default constructor
// CHECK: {{^}}pipeline-lost-parts-error.cpp:329:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:343:17: error: 'x' of type 'std::list<std::pair<const int, std::string>>' (aka 'list<pair<const int, basic_string<char>>>') cannot travel from stage 1 to stage 2: 'const int' cannot be written
// CHECK: {{^}}pipeline-lost-parts-error.cpp:341:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:355:17: error: 'x' of type 'WithAny' cannot travel from stage 1 to stage 2: 'WithAny' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-lost-parts-error.cpp:353:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:102:8: note: it travels with the member 'template <class Archive> void serialize(Archive &archive) { archive(text, any); }'
// CHECK: {{^}}pipeline-lost-parts-error.cpp:367:17: error: 'x' of type 'SmallLonger' cannot travel from stage 1 to stage 2: 'SmallLonger' has members that the 'serialize' of its base leaves out
// CHECK: {{^}}pipeline-lost-parts-error.cpp:365:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:379:17: error: 'x' of type 'std::vector<SmallLonger>' cannot travel from stage 1 to stage 2: 'SmallLonger' has members that the 'serialize' of its base leaves out
// CHECK: {{^}}pipeline-lost-parts-error.cpp:377:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-lost-parts-error.cpp:395:17: error: 'x' of type 'std::list<Holder>' cannot travel from stage 1 to stage 2: 'NoDefault' has no default constructor: member 'parts' of 'Holder' in 'std::list<Holder>'
// CHECK: {{^}}pipeline-lost-parts-error.cpp:393:12: note: 'x' is written by stage 1 here
