# redistc for Spack 0.23, from an archive redistc-<version>.tar.gz of the sources in the
# working directory:
#
#   spack repo add utils/packaging/spack
#   spack install --no-checksum redistc
import os

from spack.package import *


class Redistc(CMakePackage):
    """Directive compiler for C++ on MPI clusters, and its runtime: redistributions,
    reductions and pipelines."""

    url = f"file://{os.getcwd()}/redistc-0.1.0.tar.gz"

    license("Apache-2.0 WITH LLVM-exception")

    version("0.1.0")

    variant("compiler", default=True, description="Build redistc and redistc++")
    variant("scalapack", default=False, description="Build the drop-in for ScaLAPACK")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("cereal", type=("build", "link", "run"))
    depends_on("cbc")
    depends_on("llvm@19.1 +clang +llvm_dylib +link_llvm_dylib", when="+compiler")
    depends_on("dtl", type="build", when="+compiler")
    depends_on("scalapack", when="+scalapack")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("REDIST_BUILD_TESTS", False),
            self.define("REDIST_GROUP_FILES", True),
            self.define_from_variant("REDIST_BUILD_COMPILER", "compiler"),
            self.define_from_variant("REDIST_BUILD_SCALAPACK", "scalapack"),
        ]
