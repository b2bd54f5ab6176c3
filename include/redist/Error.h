//===- Error.h - What the runtime throws -----------------------*- C++ -*-===//
//
// One exception type; every rank of the communicator throws it for the same
// call, with the directive's file and line in its message.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ERROR_H
#define REDIST_ERROR_H

#include <stdexcept>
#include <string>

namespace redist {

/// what() reads "app.cpp:12: error: <message>".
class error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace redist

#endif
