#!/usr/bin/env bash
# What the project needs of Debian 12, and how it is built: sourced by demo.sh
# and check.sh. Comes in: nothing. Goes out: the functions installMissing,
# buildAll and fail, and the variables sourceDir and buildDir. Installs only
# what is missing, and says so. The images of utils/packaging name the same.

sourceDir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
buildDir=${REDIST_BUILD_DIR:-$sourceDir/build}

# The compilers, MPI and the solver that the build uses, then what only the
# tests and benchmarks use.
buildPackages=(
  cmake ninja-build make g++ pkg-config python3
  clang-19 libclang-19-dev llvm-19-dev llvm-19-tools
  libopenmpi-dev openmpi-bin coinor-libcbc-dev libcereal-dev
  libdtl-dev
)
packages=("${buildPackages[@]}"
  clang-format-19 libgtest-dev librapidcheck-dev libbenchmark-dev
  libscalapack-openmpi-dev libfftw3-dev libfftw3-mpi-dev libclang-rt-19-dev
  libsimgrid-dev gfortran meson dpkg-dev debootstrap file time zlib1g-dev gzip
  librsvg2-bin git patch gdb clangd-19 mpich libmpich-dev
  libeigen3-dev libxtensor-dev libboost-dev libopencv-core-dev python3-numpy
  libhdf5-openmpi-dev hdf5-tools
  python3-sphinx python3-myst-parser furo iproute2 nftables ccache
)

# With the minutes since the script began.
say() { printf '== %s (%s min)\n' "$*" "$((SECONDS / 60))"; }

fail() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

isInstalled() {
  local status
  status=$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) &&
    [ "$status" = installed ]
}

# Runs a command as root; sudo where the user is not root.
asRoot() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "packages are missing and neither root nor sudo is at hand; run: $*"
  fi
}

# apt-get, quietly, waiting for another apt that may be at work.
aptGet() {
  asRoot env DEBIAN_FRONTEND=noninteractive apt-get -y -q \
    -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 "$@"
}

installMissing() {
  local missing=() package
  for package in "${packages[@]}"; do
    isInstalled "$package" || missing+=("$package")
  done
  # Where nobody knows even `localhost`, each start of MPI asks a nameserver
  # for it, for ten seconds and more.
  getent hosts localhost >/dev/null || missing+=(libnss-myhostname)
  if [ ${#missing[@]} -eq 0 ]; then
    say "all packages are installed"
    return
  fi
  command -v apt-get >/dev/null ||
    fail "this is no Debian; install by hand: ${missing[*]}"
  say "installing ${missing[*]}"
  # The machine's lists may be complete and only one mirror of them broken.
  aptGet update >/dev/null || say "apt-get update had errors; trying anyway"
  aptGet install --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install: ${missing[*]}"
}

# One job a core, but no more than memory allows: a file that includes Clang
# takes about 1.2 GB to compile.
jobCount() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1200000) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  [ "$memory" -lt "$cores" ] && cores=$memory
  echo "$cores"
}

# buildAll TARGET...: configures once, builds (Release, Ninja; the files of a
# folder as one, which takes half the time).
buildAll() {
  # A build folder that was moved or copied here belongs to another tree.
  if [ -f "$buildDir/CMakeCache.txt" ] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$sourceDir" \
      "$buildDir/CMakeCache.txt"; then
    fail "'$buildDir' was configured for another source folder; remove it"
  fi
  if [ ! -f "$buildDir/build.ninja" ]; then
    say "configuring $buildDir"
    # The Python that the packages belong to; another one may come first in PATH.
    cmake -S "$sourceDir" -B "$buildDir" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DPython3_EXECUTABLE="$(PATH=/usr/bin:$PATH command -v python3)" \
      -DREDIST_GROUP_FILES=ON || fail "cmake could not configure the build"
  fi
  say "building $*"
  cmake --build "$buildDir" --parallel "$(jobCount)" --target "$@" ||
    fail "the build failed"
}

# buildAlone: whether each file includes what it uses, so that it is compiled
# without others and without precompiled headers. Takes half an hour.
buildAlone() {
  say "compiling each file alone"
  cmake -S "$sourceDir" -B "$buildDir/alone" -G Ninja \
    -DREDIST_GROUP_FILES=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON &&
    cmake --build "$buildDir/alone" --parallel "$(jobCount)" \
      --target all redist-tests || fail "a file cannot be compiled alone"
}
