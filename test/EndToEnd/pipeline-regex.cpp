// Regular expressions in stages: what they are made of is not followed, what
// they do is known.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %redistc++ -std=c++20 -O1 %s -o %t
// RUN: timeout 60 %mpirun 2 %t | diff %t.out -
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <regex>
#include <string>
#include <vector>

// Each rank makes one of its own.
static const std::regex &assignment() {
  static const std::regex pattern("([a-z]+)=([0-9]+)!?");
  return pattern;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::vector<std::string> lines = {"a=1", "b=22", "c", "abc=17", "x==3"};
  const std::regex number("[0-9]+");
  std::string said;
  long matched = 0;
#pragma pipeline
  for (const std::string &line : lines) {
    std::string text = line, numbers, word;
    bool isMatched = false;
#pragma pipeline stage
    {
      isMatched = std::regex_search(text, assignment());
      text += "!";
    }
#pragma pipeline stage
    {
      std::smatch parts;
      if (std::regex_match(text, parts, assignment()))
        word = parts.format("$1/") + parts[2].str();
    }
#pragma pipeline stage
    for (std::sregex_iterator at(text.begin(), text.end(), number), end;
         at != end; ++at)
      numbers += at->str() + ";";
#pragma pipeline stage
    text = std::regex_replace(text, number, "<$&>");
#pragma pipeline stage
    {
      matched += isMatched;
      said += word + " " + numbers + " " + text + "|";
    }
  }
  // CHECK: 3 a/1 1; a=<1>!|b/22 22; b=<22>!|  c!|
  // CHECK-SAME: {{^}}abc/17 17; abc=<17>!| 3; x==<3>!|{{$}}
  if (rank == 0)
    std::printf("%ld %s\n", matched, said.c_str());
  MPI_Finalize();
}
