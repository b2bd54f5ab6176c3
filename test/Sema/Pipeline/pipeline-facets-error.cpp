// A locale leads to the facets of the program that it was made of, wherever it
// was copied: into a regular expression, into a stream.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <locale>
#include <regex>
#include <sstream>

static long calls = 0;
struct Fold : std::ctype<wchar_t> {
  wchar_t do_tolower(wchar_t c) const override {
    ++calls;
    return std::ctype<wchar_t>::do_tolower(c);
  }
};
struct Groups : std::numpunct<wchar_t> {
  wchar_t do_thousands_sep() const override {
    return ++calls % 2 ? L'.' : L',';
  }
  std::string do_grouping() const override { return "\3"; }
};

void run(int n) {
  long s = 0;
  std::wregex folding;
  folding.imbue(std::locale(std::locale(), new Fold));
  folding.assign(L"abc1", std::wregex::icase);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = std::regex_match(i % 2 ? L"ABC1" : L"xyz", folding);
#pragma pipeline stage
    x += calls;
#pragma pipeline stage
    s += x;
  }
  std::wostringstream out;
  out.imbue(std::locale(std::locale(), new Groups));
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      out.str(L"");
      out << 1000000 * i;
      x = static_cast<long>(out.str().size());
    }
#pragma pipeline stage
    x += calls;
#pragma pipeline stage
    s += x;
  }
}
// CHECK: error: 'calls' is read by stage 2, but is the state of stage 1
// CHECK: note: 'calls' is written by stage 1 here
// CHECK: error: 'calls' is read by stage 2, but is the state of stage 1
// CHECK: note: 'calls' is written by stage 1 here
