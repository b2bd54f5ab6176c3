// A warning for files that every rank opens for writing before the loop, and
// that a stage, or code behind the loop, uses; none for what is read, for what
// one rank opens, or under another name on each; none where it is turned off.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
// RUN: %check_redistc --prefix=QUIET %s %t.quiet -- -Wno-redist-opened-by-all
#include <mpi.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

class Writer {
public:
  explicit Writer(const char *name) : file(std::fopen(name, "wb")) {}
  ~Writer() { std::fclose(file); }
  void put(int value) { std::fprintf(file, "%d\n", value); }

private:
  std::FILE *file;
};
class Late {
public:
  void start(const std::string &name) {
    if (!name.empty())
      out.close();
    out.open(name, std::ios::out | std::ios::binary);
  }
  void put(int value) { out << value; }

private:
  std::ofstream out;
};
static std::FILE *opened(const char *name) {
  std::FILE *made = std::fopen(name, "a");
  if (!made)
    std::abort();
  return made;
}
static std::ofstream everywhere("log");

void stages(int n) {
  Writer writer("1");
  Late late;
  late.start("2");
  std::FILE *file = opened("3");
  const int descriptor = open("5", O_CREAT | O_WRONLY, 0600);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int item = 0;
#pragma pipeline stage
    {
      item = i;
      everywhere << i;
    }
#pragma pipeline stage
    writer.put(item);
#pragma pipeline stage
    late.put(item);
#pragma pipeline stage
    std::fprintf(file, "%d", item);
#pragma pipeline stage
    (void)!write(descriptor, "x", 1);
  }
}
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:48:10: warning: 'writer' is opened for writing by every rank, and used by stage 2: open it where one rank does, in the stage that writes it, or say '-Wno-redist-opened-by-all'
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:62:5: note: 'writer' is used here
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:50:8: warning: 'late' is opened for writing by every rank, and used by stage 3
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:64:5: note: 'late' is used here
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:51:14: warning: 'file' is opened for writing by every rank, and used by stage 4
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:66:18: note: 'file' is used here
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:52:13: warning: 'descriptor' is opened for writing by every rank, and used by stage 5
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:68:18: note: 'descriptor' is used here
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:45:22: warning: 'everywhere' is opened for writing by every rank, and used by stage 1
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:59:7: note: 'everywhere' is used here

static long sum;
void behind(int n) {
  std::fstream both;
  {
    both.open("6");
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    ;
#pragma pipeline stage
    sum += i;
  }
  both << sum;
}
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:86:10: warning: 'both' is opened for writing by every rank, and used behind the loop
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:95:3: note: 'both' is used here

void owner(int n) {
  auto owned = std::make_unique<Writer>("4");
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    ;
#pragma pipeline stage
    owned->put(i);
  }
}
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:101:8: warning: 'owned' is opened for writing by every rank, and used by stage 2
// CHECK-DAG: {{^}}pipeline-opened-files.cpp:107:5: note: 'owned' is used here

void harmless(int n, int argc) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::ifstream read("7");
  std::fstream readToo("8", std::ios::in);
  std::FILE *bytes = std::fopen("9", "rb");
  const int descriptor = open("10", O_RDONLY);
  std::ofstream own("11." + std::to_string(rank));
  std::ofstream unused("12");
  std::ofstream inStage;
  std::FILE *ofOne = rank == 0 ? std::fopen("13", "w") : nullptr;
  std::ofstream some;
  if (rank == 0)
    some.open("14");
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int item = 0;
    char byte = 0;
#pragma pipeline stage
    {
      read >> item;
      item += std::fgetc(bytes);
      item += (int)::read(descriptor, &byte, 1) + argc;
    }
#pragma pipeline stage
    {
      if (!inStage.is_open())
        inStage.open("15");
      inStage << item;
    }
#pragma pipeline stage
    {
      own << item;
      some << item;
      int number;
      readToo >> number;
      std::ofstream inner("16");
      if (ofOne)
        std::fputc(item, ofOne);
    }
  }
}
// QUIET-NOT: warning
