#!/usr/bin/env python3
"""A player of Automation that is an HTTP server. Python's standard library, nothing else.

    python3 bots/http/automation_server.py 8000
    parlor play automation --seats http://127.0.0.1:8000,big-money
"""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WANTED = ["play dogecoin", "play ethereum", "play bitcoin", "play", "buy framework", "buy dogecoin",
          "buy module", "buy ethereum", "show", "pass", "end phase"]


def decide(state, options, reason):
    """One of the options. Those that are not text are ranges, which Automation does not have."""
    moves = [option for option in options if isinstance(option, str)]
    liked = [move for wanted in WANTED for move in moves if move.startswith(wanted)]
    return (liked or moves)[0]


class Player(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps the connection, so that an answer takes less time
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body of an answer leave together

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/decide":
            answer = {"decision": decide(body["state"], body["options"], body["reason"])}
        else:  # /log-event: something happened; body["event"] says what
            answer = {}
        text = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Player)
print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
