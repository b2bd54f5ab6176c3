"""Runs a command whose standard error is a terminal, and prints what came there.

Carriage returns are shown as <, the rest of a line that is erased as |.
"""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
with subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stderr=theirs,
                      stdout=subprocess.DEVNULL) as child:
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
print(text.decode().replace("\r\n", "\n").replace("\r", "<")
      .replace("\x1b[K", "|"))
sys.exit(child.returncode)
