#!/usr/bin/env bash
# Installs the Debian packages into a root of their own, in which nothing else
# is, and uses them there as docs/Integration.md says. Comes in: the folder of
# the packages, docs/examples of the sources, and a folder to work in. Goes out:
# what the programs print. To be called by root in a mount namespace of its own
# (unshare -m), so that nothing stays mounted.
#
#   REDIST_DEBIAN_MIRROR  where packages come from (http://deb.debian.org/debian)
set -eu -o pipefail
packages=$1
examples=$2
root=$3/root
mirror=${REDIST_DEBIAN_MIRROR:-http://deb.debian.org/debian}

debootstrap --variant=minbase bookworm "$root" "$mirror" >"$3/log" ||
  { tail -n 5 "$3/log" >&2; exit 1; }
cp /etc/resolv.conf /etc/hosts "$root/etc/"
mount -t proc proc "$root/proc"
mount -t sysfs sys "$root/sys"
mount --bind /dev "$root/dev"
mount -t tmpfs shm "$root/dev/shm"
mkdir "$root/packages" "$root/project"
cp "$packages"/*.deb "$root/packages/"
cp "$examples"/build/* "$examples/first.cpp" "$examples/show.h" "$root/project/"

inside() {
  chroot "$root" /usr/bin/env -i HOME=/root DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin OMPI_ALLOW_RUN_AS_ROOT=1 \
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 sh -c "$1"
}
inside 'cd packages && apt-get -y -q install --no-install-recommends \
  ./libredist0.1_*.deb ./libredist-dev_*.deb ./redistc_*.deb \
  cmake make meson pkg-config' >>"$3/log" || { tail -n 5 "$3/log" >&2; exit 1; }

run='mpirun --oversubscribe -n 4'
inside 'redistc --version' | head -n 1
inside "cd project && redistc++ first.cpp -o by-tool && $run ./by-tool"
inside "cd project && cmake -S . -B build >log && cmake --build build >log &&
  $run build/first"
inside "cd project && make -s -f Makefile && $run ./first"
inside "cd project && rm -f first *.o && make -s -f rules.mk && $run ./first"
inside "cd project && CXX=redistc++ meson setup by-meson >log &&
  meson compile -C by-meson >log && $run by-meson/first"
