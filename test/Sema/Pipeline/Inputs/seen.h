// A read of a variable that the syntax tree does not show, and that no note
// follows: the library calls the operator, in a header of the system.
#pragma GCC system_header
#include <algorithm>

template <auto &variable> struct Reader {
  bool operator<(const Reader &) const {
    return *reinterpret_cast<const char *>(&variable) != 0;
  }
};
template <auto &variable> bool seen() {
  const Reader<variable> one, other;
  return &std::max(one, other) == &one;
}

// The same of a byte behind a pointer.
template <auto &pointer, int at> struct ReaderBehind {
  bool operator<(const ReaderBehind &) const {
    return reinterpret_cast<const char *>(pointer)[at] != 0;
  }
};
template <auto &pointer, int at> bool seenBehind() {
  const ReaderBehind<pointer, at> one, other;
  return &std::max(one, other) == &one;
}
