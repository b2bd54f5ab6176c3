//===- OwnCommunicator.h - Communicators with settings ---------*- C++ -*-===//
//
// The runtime reads its environment when a communicator is used for the first
// time, and looks for shared memory in the first few calls. A way that is to be
// measured with settings of its own has a communicator of its own, which is
// used first while they are set.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SUPPORT_OWNCOMMUNICATOR_H
#define REDIST_BENCHMARK_SUPPORT_OWNCOMMUNICATOR_H

#include <mpi.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace bench {

class OwnCommunicator {
public:
  OwnCommunicator() { MPI_Comm_dup(MPI_COMM_WORLD, &handle); }
  OwnCommunicator(const OwnCommunicator &) = delete;
  OwnCommunicator &operator=(const OwnCommunicator &) = delete;
  ~OwnCommunicator() { MPI_Comm_free(&handle); }
  MPI_Comm get() const { return handle; }

private:
  MPI_Comm handle = MPI_COMM_NULL;
};

/// A variable of the environment, as long as it lives.
class Setting {
public:
  Setting(const char *variable, const std::string &value) : name(variable) {
    if (const char *const was = std::getenv(name))
      before = was;
    setenv(name, value.c_str(), 1);
  }
  Setting(const Setting &) = delete;
  Setting &operator=(const Setting &) = delete;
  ~Setting() {
    if (before)
      setenv(name, before->c_str(), 1);
    else
      unsetenv(name);
  }

private:
  const char *name;
  std::optional<std::string> before;
};

/// As long as it lives, communicators that are used for the first time take
/// derived types for as good as free.
class TypesProfile {
public:
  TypesProfile() : path(written()), setting("REDIST_PROFILE", path) {}
  TypesProfile(const TypesProfile &) = delete;
  TypesProfile &operator=(const TypesProfile &) = delete;
  ~TypesProfile() { unlink(path.c_str()); }

private:
  static std::string written() {
    std::string name = "/tmp/redist-types-XXXXXX";
    static constexpr char text[] =
        R"({"alpha": 1e-6, "beta": 1e-10, "combine": 0,)"
        R"( "ways": [{"sources": 1, "targets": 1, "run": 1, "piece": 1, "message": 1,)"
        R"( "steps": 1, "at_once": 1, "collective": 1, "types": 0.01}]})";
    const int file = mkstemp(name.data());
    if (file < 0 || write(file, text, sizeof text - 1) < 0)
      MPI_Abort(MPI_COMM_WORLD, 1);
    close(file);
    return name;
  }

  std::string path;
  Setting setting;
};

} // namespace bench

#endif
