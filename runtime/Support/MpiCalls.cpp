//===- MpiCalls.cpp - Checked MPI calls -----------------------------------===//
#include "Support/MpiCalls.h"

#include <limits>
#include <string>

namespace redist::runtime {

void checkMpi(int code, const char *call) {
  if (code == MPI_SUCCESS)
    return;
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw LoneError(std::string(call) + " failed: " + text);
}

int rankIn(MPI_Comm communicator) {
  int rank = 0;
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  return rank;
}

int sizeOf(MPI_Comm communicator) {
  int size = 0;
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  return size;
}

void nameCommunicator(MPI_Comm communicator, const char *name) {
  checkMpi(MPI_Comm_set_name(communicator, name), "MPI_Comm_set_name");
}

void nameType(MPI_Datatype type, const char *name) {
  checkMpi(MPI_Type_set_name(type, name), "MPI_Type_set_name");
}

int toMpiCount(std::int64_t value) {
  if (value < 0 || value > std::numeric_limits<int>::max())
    throw LoneError("internal error: " + std::to_string(value) +
                    " does not fit an MPI count");
  return static_cast<int>(value);
}

} // namespace redist::runtime
