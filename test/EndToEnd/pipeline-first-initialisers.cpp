// Loops that stage 1 steers, in forms that people write: variables of the item
// that are made of what was read, a loop without a condition, a large value
// that the header needs again.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 2 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 3 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 5 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.expected -
#include <mpi.h>

#include <cstdio>
#include <deque>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static int rank;

static void show(const char *what, const std::string &text) {
  if (rank == 0)
    std::printf("%s: %s\n", what, text.c_str());
}

static std::pair<std::string, int> split(const std::string &line) {
  const auto comma = line.find(',');
  return {line.substr(0, comma), std::stoi(line.substr(comma + 1))};
}

struct Job {
  int id;
  std::vector<double> weights;
  template <typename Archive> void serialize(Archive &archive) {
    archive(id, weights);
  }
};

/// Every form of an initialiser; all of them fail on an empty line.
static void lines() {
  std::string text, all;
  for (int i = 0; i < 40; ++i)
    text += "line" + std::to_string(i) + "," + std::to_string(i * i) + "\n";
  std::istringstream in(text);
  std::string line;
  long sum = 0;
#pragma pipeline
  while (std::getline(in, line)) {
    std::string copy = line;
    auto comma = line.find(',');
    auto [name, value] = split(line);
    std::string digits(line.substr(comma + 1));
    int number{std::stoi(digits)};
    std::vector<char> letters = {line.at(0), line.at(1)};
    auto owned = std::make_unique<int>(number);
    double half(number / 2.0), unrelated = 0.5;
    std::istringstream fields(line); // of stage 1 alone
    const auto length = line.size();
#pragma pipeline stage
    {
      std::string key;
      std::getline(fields, key, ',');
      name += key.size() + 1 + digits.size() == length ? "!" : "?";
    }
#pragma pipeline stage
    {
      sum += value + *owned + static_cast<long>(half + unrelated);
      copy += std::to_string(number) + letters[1];
    }
#pragma pipeline stage
    all += copy.substr(comma) + name.back() + digits.back() + line.back();
  }
  show("lines", all.substr(0, 60));
  show("sum", std::to_string(sum) + " " + std::to_string(all.size()));
}

/// What stage 1 takes from the queue.
template <typename Number> static void jobs() {
  std::deque<Job> queue;
  for (int i = 0; i < 30; ++i)
    queue.push_back({i, std::vector<double>(i % 5 + 1, 0.25 * i)});
  Number weight = 0;
  std::string order;
#pragma pipeline
  while (!queue.empty()) {
    Job job = queue.front();
    Number first = job.weights.front();
#pragma pipeline stage
    {
      queue.pop_front();
      if (job.id == 7)
        queue.push_back({100, {1, 2, 3}});
    }
#pragma pipeline stage
    for (double one : job.weights)
      weight += static_cast<Number>(one) + first;
#pragma pipeline stage
    order += std::to_string(job.id) + ' ';
  }
  show("order", order);
  show("weight", std::to_string(weight));
}

/// Ends by an exception alone.
static void endless() {
  int next = 0, written = 0, given = 0;
  std::string what;
  try {
#pragma pipeline
    for (int step = 1;; step += next % 2) {
      int x = 0;
#pragma pipeline stage
      {
        if (next == 20)
          throw std::runtime_error("enough");
        x = ++next * step;
      }
#pragma pipeline stage
      written = x;
    }
  } catch (const std::exception &problem) {
    what = problem.what();
  }
  given = static_cast<int>(what.find("enough") != std::string::npos);
  MPI_Allreduce(MPI_IN_PLACE, &written, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  show("endless", std::to_string(written) + " " + std::to_string(given));
}

/// The header makes the next text of the last.
static void grows() {
  std::string text = "a";
  std::size_t letters = 0;
#pragma pipeline
  for (; text.size() < 2000; text += text + "b") {
    std::size_t size = 0;
#pragma pipeline stage
    size = text.size();
#pragma pipeline stage
    letters += size + static_cast<std::size_t>(text.back());
  }
  show("grows", std::to_string(text.size()) + " " + std::to_string(letters));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  lines();
  jobs<double>();
  jobs<long>();
  endless();
  grows();
  // CHECK: lines: ,00i!00,11i!11,44i!44
  // CHECK: order: 0 1 2 3
  // CHECK-SAME: 29 100
  // CHECK: order:
  // CHECK: endless: 220 1
  // CHECK: grows: 2047 3015
  MPI_Finalize();
}
