// States behind pointers, references and views are up to date on every rank
// after the loop, and move with their stage.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++20 -O1 %s -o %t
// RUN: %mpirun 1 %t | FileCheck %s
// RUN: %mpirun 2 %t | FileCheck %s
// RUN: %mpirun 3 %t | FileCheck %s
// RUN: %mpirun 5 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | FileCheck %s
#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <vector>

struct Report {
  long sum = 0;
  std::string text;
  template <class Archive> void serialize(Archive &archive) {
    archive(sum, text);
  }
  void add(long value) {
    sum += value;
    text += std::to_string(value) + ',';
  }
};

static void scan(std::span<const int> in, long *sum, int *most,
                 std::string *text, Report *report, std::span<double> out,
                 std::vector<std::string> *none) {
#pragma pipeline
  for (std::size_t i = 0; i < in.size(); ++i) {
    int y = 0;
#pragma pipeline stage
    {
      y = in[i] * 2;
      *sum += y;
    }
#pragma pipeline stage
    {
      if (most != nullptr && y > *most)
        *most = y;
      if (none)
        none->push_back("never");
      out[i] = y / 4.0;
    }
#pragma pipeline stage
    {
      if (text)
        *text += std::to_string(y) + ' ';
      report->add(y);
    }
  }
}

class Words {
public:
  Words(std::map<std::string, int> &counts, int *total)
      : counted(counts), all(total) {}
  void run(const std::vector<std::string> &words) {
#pragma pipeline
    for (const std::string &word : words) {
      std::string low;
#pragma pipeline stage
      {
        low = word.substr(0, 1);
        ++*all;
      }
#pragma pipeline stage
      ++counted[low];
    }
  }

private:
  std::map<std::string, int> &counted;
  int *all;
};

/// Prints what a rank has where it is not what rank 0 has.
static void show(const std::string &text) {
  int rank = 0, same = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::string first = text;
  first.resize(500);
  MPI_Bcast(first.data(), 500, MPI_CHAR, 0, MPI_COMM_WORLD);
  std::string mine = text;
  mine.resize(500);
  const int isSame = mine == first ? 1 : 0;
  MPI_Allreduce(&isSame, &same, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%s%s\n", text.c_str(), same == 1 ? "" : " (not everywhere)");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> in;
  for (int i = 0; i < 40; ++i)
    in.push_back(i * 7 % 11);
  long sum = 0;
  int most = 0;
  std::string text;
  Report report;
  std::vector<double> out(in.size());
  scan(in, &sum, &most, &text, &report, out, nullptr);
  show("sum " + std::to_string(sum) + ", most " + std::to_string(most));
  // CHECK: sum 404, most 20{{$}}
  show("text " + text.substr(0, 12) + ", report " + std::to_string(report.sum) +
       ' ' + std::to_string(report.text.size()));
  // CHECK-NEXT: text 0 14 6 20 12, report 404 102{{$}}
  double whole = 0;
  for (const double value : out)
    whole += value;
  show("out " + std::to_string(whole));
  // CHECK-NEXT: out 101.000000{{$}}
  std::map<std::string, int> counts;
  int total = 0;
  Words(counts, &total).run({"apple", "axe", "bell", "cat", "ant", "bar"});
  std::string counted;
  for (const auto &[letter, count] : counts)
    counted += letter + std::to_string(count) + ' ';
  show("words " + counted + std::to_string(total));
  // CHECK-NEXT: words a3 b2 c1 6{{$}}
  MPI_Finalize();
}
