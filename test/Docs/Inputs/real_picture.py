# A real picture for the tests of examples: CMake's, of Windows' start screen, 620
# x 300 pixels. Comes in: a name. Goes out: the picture in grey under this name.
import glob
import os
import shutil
import subprocess
import sys


def write_real(name):
    cmake = os.path.dirname(os.path.dirname(os.path.realpath(
        shutil.which("cmake"))))
    pictures = [
        path for root in (cmake, "/usr", "/usr/local") for path in glob.glob(
            root + "/share/cmake*/Templates/Windows/SplashScreen.png")]
    if not pictures:
        sys.exit("CMake's pictures are not there")
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run([sys.executable, os.path.join(here, "png_to_pgm.py"),
                    pictures[0], name], check=True)
