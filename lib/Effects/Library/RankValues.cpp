//===- RankValues.cpp - Functions that differ between ranks ----*- C++ -*-===//
//
// One table of names, for what the analysis of code and that of the syntax ask.
//
//===----------------------------------------------------------------------===//
#include "redistc/Effects/RankValues.h"

#include "llvm/ADT/StringSwitch.h"

namespace redistc::effects {

RankValue rankValueOf(llvm::StringRef function) {
  return llvm::StringSwitch<RankValue>(function)
      .Cases("time", "clock", "clock_gettime", "gettimeofday", "timespec_get",
             RankValue::Clock)
      .Cases("times", "getrusage", "MPI_Wtime", "omp_get_wtime",
             RankValue::Clock)
      .Cases("getrandom", "getentropy", "arc4random", "arc4random_uniform",
             "arc4random_buf", RankValue::Random)
      .Cases("getpid", "getppid", "gettid", "getpgrp", "getpgid", "getsid",
             "setsid", RankValue::Process)
      .Cases("fork", "vfork", "_Fork", "wait", "wait3", "wait4", "waitpid",
             RankValue::Process)
      .Cases("pthread_self", "thrd_current", RankValue::Process)
      .Cases("MPI_Comm_rank", "MPI_Get_processor_name", "gethostname",
             "sched_getcpu", RankValue::Machine)
      .Default(RankValue::None);
}

} // namespace redistc::effects
