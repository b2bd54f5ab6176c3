"""Chromium without a window, by its own protocol.

Comes in: the program and a folder that it may fill. Goes out: pages that are opened,
and what scripts on them return. Ends the test where a script fails.
"""
import json
import os
import select
import subprocess
import sys


class Browser:
    """Chromium, which takes commands from file 3 and answers to file 4."""

    def __init__(self, chromium, folder):
        take, self.give = os.pipe()
        self.answers, tell = os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{take} 4>&{tell}', "sh", chromium, "--headless",
             "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder,
             "--remote-debugging-pipe"],
            pass_fds=(take, tell), stderr=subprocess.DEVNULL)
        os.close(take)
        os.close(tell)
        self.count, self.read, self.session = 0, b"", None

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.process.kill()
        self.process.wait()

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.give, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.read:
                if not select.select([self.answers], [], [], 500)[0]:
                    sys.exit("Chromium does not answer")
                more = os.read(self.answers, 1 << 16)
                if not more:
                    sys.exit("Chromium ended")
                self.read += more
            line, self.read = self.read.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def evaluate(self, script):
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True)
        if "exceptionDetails" in done:
            sys.exit(str(done["exceptionDetails"]))
        return done["result"].get("value")

    def open(self, address):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        self.call("Page.navigate", url=address)  # answers when the page is another
        self.evaluate('new Promise((done) => document.readyState === "complete" ? done() '
                      ': addEventListener("load", done))')
