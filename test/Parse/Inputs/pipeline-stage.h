// A header with directives, which are errors.
inline void inHeader(int n, int x) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    ++x;
  }
}
