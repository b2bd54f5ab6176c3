# Chromium, driven through its DevTools protocol over a pipe. Comes in: its path.
# Goes out: the class Browser: pages at a width, expressions in them, pictures of them,
# and what they complain about. It does not judge them.
import base64
import json
import os
import subprocess
import tempfile
import time


class Browser:
    """One window without a screen; used as `with Browser(path) as browser`."""

    def __init__(self, path):
        self.path, self.events, self.number = path, [], 0

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.commands = os.pipe()
        self.answers, to_write = os.pipe()

        def take_pipes():  # --remote-debugging-pipe: 3 to read from, 4 to write to
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        options = ["--headless=new", "--remote-debugging-pipe", "--disable-gpu",
                   "--hide-scrollbars", "--disable-dev-shm-usage",
                   "--host-resolver-rules=MAP * ~NOTFOUND",  # no network
                   "--user-data-dir=" + self.profile.name]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # root has none
        self.process = subprocess.Popen(
            [self.path, *options, "about:blank"], close_fds=False,
            preexec_fn=take_pipes, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.unread = b""
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        os.close(self.commands)
        self.process.terminate()
        self.process.wait(30)
        os.close(self.answers)
        self.profile.cleanup()

    def message(self):
        """The next message of the browser; messages end with a zero byte."""
        while b"\0" not in self.unread:
            more = os.read(self.answers, 1 << 20)
            if not more:
                raise EOFError(f"'{self.path}' has ended")
            self.unread += more
        text, _, self.unread = self.unread.partition(b"\0")
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        left = json.dumps(command).encode() + b"\0"
        while left:
            left = left[os.write(self.commands, left):]
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url, width, scheme="light"):
        """Loads a page; what it complained about afterwards is in complaints()."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        failure = self.call("Page.navigate", url=url).get("errorText")
        if failure:
            raise RuntimeError(f"{url}: {failure}")
        while self.evaluate("document.readyState") != "complete":
            time.sleep(0.02)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression,
                           returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def complaints(self):
        """Exceptions, errors of the console, and what could not be loaded."""
        for event in self.events:
            kind, content = event["method"], event["params"]
            if kind == "Runtime.exceptionThrown":
                details = content["exceptionDetails"]
                yield details.get("exception", {}).get("description",
                                                       details["text"])
            elif kind == "Runtime.consoleAPICalled" and content["type"] == "error":
                yield " ".join(str(value.get("value", value.get("description")))
                               for value in content["args"])
            elif kind == "Log.entryAdded" and content["entry"]["level"] == "error":
                yield f"{content['entry']['text']} {content['entry'].get('url', '')}"
            elif kind == "Network.requestWillBeSent":
                url = content["request"]["url"]
                if not url.startswith(("file:", "data:")):
                    yield f"asks the network for {url}"

    def picture(self, path, most):
        """The page as PNG, from its top, at most so many pixels high."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        picture = self.call(
            "Page.captureScreenshot", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "scale": 1, "width": size["width"],
                  "height": min(size["height"], most)})
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))
