// Values and states that are not everyday ones: unions, types that can only be
// moved, optional values, thread_local variables, static members, what a
// function has in a variable of its namespace; and values that cannot be saved,
// or not be loaded, for some item. The output is that of the loops without
// directives.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -DHAS_DIRECTIVES -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | diff %t.out -
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: timeout 60 %mpirun 5 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>
#ifdef HAS_DIRECTIVES
#include <redist/redist.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

static int me, size;
static std::string told;

/// The same on every rank.
static void tell(const std::string &line) {
  told += line + '\n';
  if (me == 0)
    std::printf("%s\n", line.c_str());
}

union Word {
  int number;
  float real;
};

struct Parcel {
  std::vector<int> inside;
  Parcel() = default;
  Parcel(Parcel &&) = default;
  Parcel &operator=(Parcel &&) = default;
  template <class Archive> void serialize(Archive &archive) { archive(inside); }
};

static void values() {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    Parcel parcel;
    std::unique_ptr<int> one;
    std::optional<std::string> word;
    Word both{0};
#pragma pipeline stage
    {
      parcel.inside.assign(static_cast<std::size_t>(i * 100), i);
      one = std::make_unique<int>(i);
      if (i % 2)
        word = "odd";
      both.number = i;
    }
#pragma pipeline stage
    {
      parcel.inside.push_back(*one);
      *one += 1;
      both.real = static_cast<float>(both.number) / 2;
    }
#pragma pipeline stage
    sum += parcel.inside.back() + *one + static_cast<long>(2 * both.real) +
           static_cast<long>(parcel.inside.size()) +
           (word ? static_cast<long>(word->size()) : 0);
  }
  tell("values: " + std::to_string(sum));
}

static thread_local long ofThread = 0;
static long calls = 0;
static long count() { return ++calls; }

struct Made {
  static long number;
  long make() { return number += 2; }
};
long Made::number = 0;

static void states() {
  Made made;
  long sum = 0;
  Word last{0};
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    long value = 0;
#pragma pipeline stage
    value = i + count();
#pragma pipeline stage
    {
      ofThread += value;
      value += ofThread;
    }
#pragma pipeline stage
    {
      sum += value + made.make();
      last.number = i;
    }
  }
  tell("states: " + std::to_string(sum) + ' ' + std::to_string(calls) + ' ' +
       std::to_string(ofThread) + ' ' + std::to_string(Made::number) + ' ' +
       std::to_string(last.number));
}

/// Cannot be saved, or not loaded, where it is told so.
struct Moody {
  std::string text;
  bool cannotSave = false, cannotLoad = false;
  template <class Archive> void save(Archive &archive) const {
    if (cannotSave)
      throw std::runtime_error("cannot save " + text);
    archive(text, cannotSave, cannotLoad);
  }
  template <class Archive> void load(Archive &archive) {
    archive(text, cannotSave, cannotLoad);
    if (cannotLoad)
      throw std::runtime_error("cannot load " + text);
  }
};

/// One rank saves nothing.
static void expect(const std::string &found, const std::string &expected) {
#ifdef HAS_DIRECTIVES
  if (size > 1 && found == expected)
    return;
#endif
  if (found.empty() && size == 1)
    return;
  std::fprintf(stderr, "rank %d: '%s' is not '%s'\n", me, found.c_str(),
               expected.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void moods() {
  for (const bool saves : {false, true})
    for (const int bad : {0, 3, 7, 8, 20, 29}) {
      long length = 0;
      std::string found;
      try {
#pragma pipeline
        for (int i = 0; i < 30; ++i) {
          Moody mood;
#pragma pipeline stage at(0)
          {
            mood.text = std::to_string(i);
            (saves ? mood.cannotLoad : mood.cannotSave) = i == bad;
          }
#pragma pipeline stage at(size - 1) // or both may be on one rank
          length += static_cast<long>(mood.text.size());
        }
      } catch (const std::exception &problem) {
        found = problem.what();
        found.erase(0, found.find("error: ") + 7);
      }
      expect(found, std::string(saves ? "stage 2" : "stage 1") + ", item " +
                        std::to_string(bad) + ": cannot " +
                        (saves ? "load " : "save ") + std::to_string(bad));
    }
  tell("moods");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  values();
  states();
  moods();
  std::string first = told;
  MPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_CHAR, 0,
            MPI_COMM_WORLD);
  if (first != told)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
}
