#!/usr/bin/env python3
"""A small game provider that speaks the house's protocol, with Python's standard library alone (3.10 or later).

    PROVIDER_SECRET='a secret of both' python3 server.py --port 9000 --data provider.db

Each call is one transaction. An answer with 5xx has moved nothing.
"""

import argparse
import hashlib
import hmac
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

from books import Provider, Refusal, decimal, game_page, now_ms

TOLERANCE_MS = 5 * 60_000
MOST_BYTES = 64 * 1024


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    provider = None
    secret = b""

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def answer(self, method):
        length = int(self.headers.get("content-length") or 0)
        if length > MOST_BYTES:
            self.close_connection = True
            return self.reply(400, {"error": "bad_body"})
        raw = self.rfile.read(length)
        target = urlsplit(self.path)
        path = target.path.split("/")[1:]
        try:
            with self.provider.lock, self.provider.database:
                if path == ["play"] or path == ["round"]:
                    status, content, cookie = self.visit(path[0], target.query)
                else:
                    self.check_signature(method, raw)
                    status, content, cookie = 200, self.call(method, path, target.query, raw), None
        except Refusal as refusal:
            status, content, cookie = refusal.status, {"error": refusal.code}, None
        except Exception as error:  # noqa: BLE001
            self.log_error("%s: %r", self.path, error)
            status, content, cookie = 500, {"error": "fault"}, None
        return self.reply(status, content, cookie)

    def check_signature(self, method, raw):
        timestamp, signature = self.headers.get("x-timestamp", ""), self.headers.get("x-signature", "")
        text = f"{timestamp}.{method}.{self.path}.".encode() + raw
        expected = hmac.new(self.secret, text, hashlib.sha256).hexdigest()
        is_same = hmac.compare_digest(expected.encode(), signature.encode())
        is_fresh = re.fullmatch(r"[0-9]{1,15}", timestamp) and abs(int(timestamp) - now_ms()) <= TOLERANCE_MS
        if not is_same or not is_fresh:
            raise Refusal(401, "bad_signature")

    def call(self, method, path, query, raw):
        provider, asked = self.provider, {name: values[-1] for name, values in parse_qs(query, True).items()}
        names = [unquote(part) for part in path]
        if method == "GET":
            match names:
                case ["health"]:
                    return {"status": "up"}
                case ["turnover"]:
                    return provider.turnover(asked)
                case ["transfers"]:
                    return provider.transfers(asked)
                case ["transfers", reference]:
                    return provider.look_up(reference)
                case ["players", username, "balance"]:
                    return {"balance": decimal(provider.player(username)["balance"])}
                case ["players", username, "turnover"]:
                    return provider.played(username)
        else:
            match names:
                case ["players"]:
                    return provider.create(body_of(raw))
                case ["players", username, "password"]:
                    return provider.set_password(username, body_of(raw))
                case ["players", username, "logout"]:
                    return provider.log_out(username)
                case ["transfers"]:
                    return provider.transfer(body_of(raw))
                case ["launch"]:
                    host, port = self.server.server_address[:2]
                    return provider.launch(body_of(raw), f"http://{host}:{port}")
        raise Refusal(400, "bad_body")

    def visit(self, name, query):
        """The player's side: the game's page, and a round of it."""
        if name == "play":
            token = parse_qs(query).get("token", [""])[0]
            cookie, player, lang = self.provider.enter(token)
            return 200, game_page(player, lang), cookie
        cookies = dict(part.strip().split("=", 1) for part in self.headers.get("cookie", "").split(";") if "=" in part)
        return 200, self.provider.play(cookies.get("visit", "")), None

    def reply(self, status, content, cookie=None):
        is_page = isinstance(content, str)
        text = (content if is_page else json.dumps(content)).encode()
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8" if is_page else "application/json")
        self.send_header("content-length", str(len(text)))
        if cookie is not None:
            self.send_header("set-cookie", f"visit={cookie}; HttpOnly; SameSite=Lax; Path=/")
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Addresses hold tokens: they are not logged."""


def body_of(raw):
    try:
        body = json.loads(raw)
    except ValueError:
        raise Refusal(400, "bad_body") from None
    if not isinstance(body, dict):
        raise Refusal(400, "bad_body")
    return body


def main():
    options = argparse.ArgumentParser(description="A small game provider for Krapao")
    options.add_argument("--port", type=int, default=9000)
    options.add_argument("--data", default=":memory:", help="the file of its books; left out, they are in memory")
    given = options.parse_args()
    secret = os.environ.get("PROVIDER_SECRET", "")
    if not secret:
        options.error("PROVIDER_SECRET: must be set")
    Handler.provider, Handler.secret = Provider(given.data), secret.encode()
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Handler)
    print(f"provider: http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
