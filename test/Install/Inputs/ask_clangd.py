# What an editor shows of a file. Comes in: a source, and clangd with its
# options. Goes out: a line for each diagnostic that clangd publishes of it.
import json
import pathlib
import subprocess
import sys


def send(stream, method, params, number=None):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    body = json.dumps(message).encode()
    stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    stream.flush()


def messages(stream):
    while True:
        length = 0
        while (line := stream.readline().strip()):
            name, value = line.split(b":")
            if name == b"Content-Length":
                length = int(value)
        if length == 0:
            return
        yield json.loads(stream.read(length))


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    with subprocess.Popen(sys.argv[2:], cwd=source.parent, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as server:
        send(server.stdin, "initialize",
             {"processId": None, "capabilities": {},
              "rootUri": source.parent.as_uri()}, 1)
        send(server.stdin, "initialized", {})
        send(server.stdin, "textDocument/didOpen",
             {"textDocument": {"uri": source.as_uri(), "languageId": "cpp",
                               "version": 1, "text": source.read_text()}})
        for message in messages(server.stdout):
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            told = message["params"]
            # What is wrong with the fragment itself is told first.
            for found in told["diagnostics"]:
                name = told["uri"].rsplit("/", 1)[1]
                print(f"{name}:{found['range']['start']['line'] + 1}: "
                      f"[{found.get('code')}] {found['message']}")
            if told["uri"] == source.as_uri():
                break
        send(server.stdin, "shutdown", None, 2)
        send(server.stdin, "exit", None)
        server.stdin.close()
        server.stdout.read()


main()
