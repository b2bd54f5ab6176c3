//===- pipeline_states.cpp - What a stage keeps from item to item ---------===//
//
// Variables from outside the loop, and a file that stays where it is. Runs on
// any number of ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <string>
#include <vector>

/// Opens its file for the first line: one rank alone does.
class Log {
public:
  explicit Log(const char *name) : path(name) {}
  Log(const Log &) = delete;
  Log &operator=(const Log &) = delete;
  ~Log() {
    if (file)
      std::fclose(file);
  }
  void add(const std::string &line) {
    if (!file)
      file = std::fopen(path, "w");
    if (file)
      std::fprintf(file, "%s\n", line.c_str());
  }

private:
  const char *path;
  std::FILE *file = nullptr;
};

/// Mean of the last few numbers.
class Smooth {
public:
  double add(double value) {
    last.push_back(value);
    if (last.size() > 4)
      last.erase(last.begin());
    double sum = 0;
    for (double one : last)
      sum += one;
    return sum / static_cast<double>(last.size());
  }
  template <typename Archive> void serialize(Archive &archive) {
    archive(last);
  }

private:
  std::vector<double> last;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Smooth smooth;
  double most = 0;
  std::vector<int> rising;
  {
    Log log(argc > 1 ? argv[1] : "/dev/null");
#pragma pipeline
    for (int i = 0; i < 40; ++i) {
      double sample = 0, mean = 0;
#pragma pipeline stage
      sample = i * 7 % 16;
#pragma pipeline stage
      mean = smooth.add(sample); // smooth: state of this stage
#pragma pipeline stage
      {
        log.add(std::to_string(i) + " " + std::to_string(mean));
        if (mean > most) {
          most = mean;
          rising.push_back(i);
        }
      }
    }
  }
  // Up to date on every rank: the mean of the last three and of this one.
  const double next = smooth.add(0);
  show("most", static_cast<int>(100 * most));
  show("next", static_cast<int>(100 * next));
  show("rising", rising);
  MPI_Finalize();
}
