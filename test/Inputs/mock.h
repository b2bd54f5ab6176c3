// Just enough of the standard library and of MPI to name objects.
#ifndef MOCK_H
#define MOCK_H
typedef struct MockCommunicator *MPI_Comm;
extern MPI_Comm MPI_COMM_WORLD;
namespace std {
template <typename T> struct vector {
  T *data();
  const T *data() const;
  unsigned long size() const;
};
template <> struct vector<bool> {
  void data();
  unsigned long size() const;
};
template <typename T, unsigned long N> struct array {
  T elements[N];
  T *data();
  const T *data() const;
  unsigned long size() const;
};
template <typename T, unsigned long N = ~0ul> struct span {
  T *data() const;
  unsigned long size() const;
};
template <typename T, T V> struct integral_constant {
  constexpr operator T() const { return V; }
};
} // namespace std
#endif
