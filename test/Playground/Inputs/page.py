"""What the page of the playground shows in Chromium.

Comes in: Chromium, the page, and addresses behind '#' or, after a '!', scripts that
act on it and may call set(name, value). Goes out: after each the command line, the error, the first lines of the
text, whether there is a drawing, and the address.
"""
import json
import os
import subprocess
import sys
import tempfile

SHOWN = """new Promise((resolve) => {
  const look = () => {
    if (document.body.getAttribute("aria-busy") !== "false") return setTimeout(look, 20);
    const text = (id) => document.getElementById(id).textContent;
    resolve([text("command"), text("error"), ...text("text").split("\\n").slice(0, 5),
             "drawing: " + (drawing.naturalWidth > 0 && !drawing.hidden),
             "address: " + decodeURIComponent(location.hash)].join("\\n"));
  };
  // A change of the address is told later.
  setTimeout(() => drawing.decode().catch(() => 0).then(look), 50);
})"""

SET = """function set(name, value) {
  const control = form.querySelector(`:not([hidden]) > label > [name="${name}"]`);
  control.value = value;
  control.dispatchEvent(new Event("input", {bubbles: true}));
}"""


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

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.give, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.read:
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


def main():
    chromium, page, *steps = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(chromium, folder)
        try:
            browser.open("file://" + page + steps[0])
            browser.evaluate(SET)
            for step in steps:
                if step.startswith("!"):
                    browser.evaluate(step[1:])
                elif step is not steps[0]:
                    browser.evaluate(f"location.hash = {json.dumps(step)}")
                print(browser.evaluate(SHOWN))
        finally:
            browser.process.kill()
            browser.process.wait()


if __name__ == "__main__":
    main()
