//===- SimulatedCluster.cpp - MPI programs in a simulation ----------------===//
#include "Simulated/SimulatedCluster.h"

#include <smpi/smpi.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xbt/log.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace bench {

SimulatedCluster::SimulatedCluster(const std::string &usedProgram,
                                   std::initializer_list<const char *> settings)
    : program(usedProgram), arguments{program.data(), nullptr},
      engine(&argumentCount, arguments) {
  smpi_init_options(); // makes the settings known
  xbt_log_control_set("root.thresh:warning");
  for (const char *const setting :
       {"network/model:SMPI", "smpi/privatization:no",
        "smpi/simulate-computation:no", "smpi/lat-factor:0:1;65536:3",
        "smpi/bw-factor:0:0.97", "smpi/os:0:5e-7:0", "smpi/or:0:5e-7:0",
        "smpi/ois:0:5e-7:0", "smpi/test:5e-7", "smpi/grow-injected-times:no",
        "smpi/wtime:0", "surf/precision:1e-10", "smpi/host-speed:1Gf"})
    sg4::Engine::set_config(setting);
  for (const char *const setting : settings)
    sg4::Engine::set_config(setting);
}

void SimulatedCluster::run(const std::string &platform, std::size_t ranks,
                           const std::function<void()> &runRank,
                           std::size_t ranksPerMachine) {
  SMPI_init();
  engine.load_platform(platform);
  const std::vector<sg4::Host *> hosts = engine.get_all_hosts();
  if (hosts.size() * ranksPerMachine < ranks) {
    std::fprintf(stderr, "%s: '%s' has %zu machines only\n", program.c_str(),
                 platform.c_str(), hosts.size());
    std::exit(1);
  }
  SMPI_app_instance_register(program.c_str(), nullptr, static_cast<int>(ranks));
  for (std::size_t i = 0; i < ranks; ++i) {
    sg4::Host *const host = hosts[i / ranksPerMachine];
    if (usesAllSpeeds)
      host->set_pstate(i % host->get_pstate_count());
    const sg4::ActorPtr actor = sg4::Actor::create("rank", host, runRank);
    actor->set_property("instance_id", program);
    actor->set_property("rank", std::to_string(i));
  }
  engine.run();
  SMPI_finalize();
}

std::string bytesApart(const std::string &program, const std::string &what,
                       const std::function<std::string()> &work) {
  int ends[2] = {-1, -1};
  std::fflush(stdout);
  const pid_t child = pipe(ends) == 0 ? fork() : -1;
  if (child == 0) {
    const std::string bytes = work();
    std::FILE *const out = fdopen(ends[1], "w");
    const bool isWritten =
        out && std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
    _exit(isWritten && std::fclose(out) == 0 ? 0 : 1);
  }
  close(ends[1]);
  std::string bytes;
  char some[4096];
  for (ssize_t count; (count = read(ends[0], some, sizeof some)) > 0;)
    bytes.append(some, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "%s: the simulation of '%s' has failed\n",
                 program.c_str(), what.c_str());
    std::exit(1);
  }
  return bytes;
}

int exitStatus(const std::string &program, bool checked, bool isGood) {
  if (!checked || isGood)
    return 0;
  std::fprintf(stderr, "%s: a goal was missed\n", program.c_str());
  return 1;
}

} // namespace bench
