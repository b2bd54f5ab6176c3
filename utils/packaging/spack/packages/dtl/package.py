# dtl for Spack, which has no package of it: headers alone.
from spack.package import *


class Dtl(Package):
    """Differences of two sequences, as redistc --format=diff shows them."""

    homepage = "https://github.com/cubicdaiya/dtl"
    git = "https://github.com/cubicdaiya/dtl.git"

    license("BSD-3-Clause")

    version("1.20", tag="v1.20", commit="cd45dd48089c6e9f7a595d920ddfb82c08d59150")

    def install(self, spec, prefix):
        install_tree("dtl", prefix.include.dtl)
