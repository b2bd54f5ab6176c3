//===- Immortal.h - Objects kept until the process ends --------*- C++ -*-===//
//
// Room Runtime. An object of the process that is never destroyed: MPI_Finalize
// may come in a destructor of a static object, behind all others. It lies in
// static memory, so that its making, at the first call of one rank, asks for
// none that the system could refuse.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_IMMORTAL_H
#define REDIST_RUNTIME_SUPPORT_IMMORTAL_H

#include <new>

namespace redist::runtime {

/// static Immortal<T> kept; return kept.get();
template <typename T> class Immortal {
public:
  Immortal() : object(new(memory) T) {}
  Immortal(const Immortal &) = delete;
  Immortal &operator=(const Immortal &) = delete;
  T &get() { return *object; }

private:
  alignas(T) unsigned char memory[sizeof(T)];
  T *object;
};

} // namespace redist::runtime

#endif
