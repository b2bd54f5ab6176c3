//===- motion.cpp - What moves in a video ---------------------------------===//
//
// mpirun -n P motion < VIDEO
//
// A video is binary PGM pictures of one size, one behind the other. Each is
// blurred and compared with the one before; where more than a hundredth of the
// pixels has changed, its number is printed.
//
//   redistc++ -O2 motion.cpp -o motion
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

struct Picture {
  int width = 0, height = 0;
  std::vector<unsigned char> pixels;

  template <typename Archive> void serialize(Archive &archive) {
    archive(width, height, pixels);
  }
};

/// Whether there was another picture.
static bool read(Picture &picture) {
  int most = 0;
  if (std::scanf("P5 %d %d %d", &picture.width, &picture.height, &most) != 3)
    return false;
  std::getchar(); // the line ends
  picture.pixels.resize(picture.width * picture.height);
  const std::size_t count = picture.pixels.size();
  return std::fread(picture.pixels.data(), 1, count, stdin) == count;
}

static Picture blurred(const Picture &sharp) {
  Picture soft = sharp;
  const int width = sharp.width;
  for (int y = 1; y < sharp.height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      int sum = 0;
      for (int i = 0; i < 9; ++i)
        sum += sharp.pixels[(y + i / 3 - 1) * width + x + i % 3 - 1];
      soft.pixels[y * width + x] = static_cast<unsigned char>(sum / 9);
    }
  return soft;
}

/// How many pixels are brighter or darker by more than a few levels.
static long changes(const Picture &a, const Picture &b) {
  long count = 0;
  for (std::size_t i = 0; i < a.pixels.size() && i < b.pixels.size(); ++i)
    count += std::abs(a.pixels[i] - b.pixels[i]) > 8;
  return count;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Picture sharp, before;
  int number = 0;
#pragma pipeline
  while (read(sharp)) { // on the rank of stage 1; the picture travels
    Picture soft;
    long changed = 0;
#pragma pipeline stage at(0)
    soft = sharp;
#pragma pipeline stage replicate(auto)
    soft = blurred(soft);
#pragma pipeline stage
    { // `before` is the state of this stage, which therefore is on one rank
      changed = changes(before, soft);
      before = soft;
    }
#pragma pipeline stage
    {
      ++number;
      if (100 * changed > static_cast<long>(soft.pixels.size()))
        std::printf("motion in picture %d\n", number);
    }
  }
  MPI_Finalize();
}
