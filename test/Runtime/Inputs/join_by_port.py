# Two jobs that are started apart and joined by MPI_Comm_accept and MPI_Comm_connect.
# Comes in: how mpirun is called, and the program. Goes out: what both print, or what is
# wrong.
import os
import shlex
import subprocess
import sys
import tempfile
import time

mpirun, program = shlex.split(sys.argv[1]), os.path.abspath(sys.argv[2])
with tempfile.TemporaryDirectory() as folder:
    address = os.path.join(folder, "address")
    with subprocess.Popen(["ompi-server", "--no-daemonize", "--report-uri", address]) as server:
        try:
            for _ in range(100):
                if os.path.exists(address) and os.path.getsize(address) > 0:
                    break
                time.sleep(0.1)
            launcher = [mpirun[0], "--ompi-server", "file:" + address, *mpirun[1:]]
            jobs = [subprocess.Popen([*launcher, str(ranks), program, role], cwd=folder)
                    for ranks, role in ((2, "accepts"), (3, "connects"))]
            status = [job.wait(60) for job in jobs]
        finally:
            server.terminate()
assert status == [0, 0], status
