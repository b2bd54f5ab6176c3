// A class whose members all travel, but which has constructors: the note shows
// the function that it needs. Nothing is proposed where a member does not
// travel, or where there is a base.
// REQUIRES: compiler
// RUN: not %redistc %s -o %t.cpp 2>&1 | FileCheck %s --implicit-check-not=note:
#include <mutex>
#include <string>
#include <vector>

// CHECK: error: 'image' of type 'Image' cannot travel from stage 1 to stage 2
// CHECK: note: 'image' is written by stage 1
// CHECK: :[[# @LINE+1]]:8: note: it travels with the member 'template <class Archive> void serialize(Archive &archive) { archive(width, height, pixels); }'
struct Image {
  explicit Image(int size) : width(size), height(size) {}
  int width = 0, height = 0;
  std::vector<float> pixels;
};
void picture(int n, float &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Image image(2);
#pragma pipeline stage
    image.pixels.assign(4, static_cast<float>(i));
#pragma pipeline stage
    sum += image.pixels.back();
  }
}

// CHECK: error: 'guarded' of type 'Guarded' cannot travel from stage 1 to stage 2
// CHECK: note: 'guarded' is written by stage 1
struct Guarded {
  std::mutex lock;
  std::string text;
};
void guard(int n, std::size_t &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Guarded guarded;
#pragma pipeline stage
    guarded.text.assign(3, 'x');
#pragma pipeline stage
    sum += guarded.text.size();
  }
}

// CHECK: error: 'named' of type 'Named' cannot travel from stage 1 to stage 2
// CHECK: note: 'named' is written by stage 1
struct Base {
  int number = 0;
};
struct Named : Base {
  Named() {}
  std::string name;
};
void derived(int n, std::size_t &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Named named;
#pragma pipeline stage
    named.name.assign(3, 'x');
#pragma pipeline stage
    sum += named.name.size();
  }
}
