// The face of redist::array, as far as Sema looks at it.
#ifndef ARRAY_H
#define ARRAY_H
namespace redist {
template <typename T, unsigned long D> class array {
public:
  T *data();
  const T *data() const;
  unsigned long size() const;
};
} // namespace redist
#endif
