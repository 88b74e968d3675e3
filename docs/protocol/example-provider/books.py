"""The books of the example: players, their credit, transfers and rounds, in SQLite.

Its one game is a toss of a coin: a stake of 20 baht is lost, or comes back doubled. All amounts are integers of
satang.
"""

import hashlib
import html
import re
import secrets
import sqlite3
import threading
import time
from datetime import datetime, timezone

LAUNCH_VALID_MS = 60_000
STAKE = 20_00
LANGUAGES = {"th": "โยนเหรียญ", "la": "ໂຍນຫຼຽນ", "en": "Toss the coin"}

USERNAME = re.compile(r"[A-Za-z0-9_.@-]{1,64}")
REFERENCE = re.compile(r"[\x21-\x7e]{1,100}")
AMOUNT = re.compile(r"[0-9]{1,12}\.[0-9]{2}")

TABLES = """
create table if not exists player (
  username text primary key, salt blob not null, password blob not null, balance integer not null default 0,
  check (balance >= 0)
);
create table if not exists transfer (
  reference text primary key, username text not null, type text not null, amount integer not null,
  status text not null, reason text, balance integer, at_ms integer not null
);
create table if not exists round (
  id integer primary key autoincrement, username text not null, stake integer not null, win integer not null,
  at_ms integer not null
);
create table if not exists launch (token text primary key, username text not null, lang text not null, at_ms integer);
create table if not exists visit (cookie text primary key, username text not null);
"""


class Refusal(Exception):
    """An answer that is no success: an HTTP status and the protocol's code."""

    def __init__(self, status, code):
        super().__init__(code)
        self.status, self.code = status, code


def satang(text):
    """Returns a decimal text in satang, above zero."""
    if not isinstance(text, str) or not AMOUNT.fullmatch(text) or int(text.replace(".", "")) == 0:
        raise Refusal(400, "bad_body")
    return int(text.replace(".", ""))


def decimal(amount):
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def iso(at_ms):
    return datetime.fromtimestamp(at_ms / 1000, timezone.utc).isoformat(timespec="milliseconds")


def now_ms():
    return time.time_ns() // 1_000_000


def field(body, name, pattern):
    value = body.get(name)
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Refusal(400, "bad_body")
    return value


def password_of(body):
    value = body.get("password")
    if not isinstance(value, str) or not 1 <= len(value) <= 100:
        raise Refusal(400, "bad_body")
    return value


def hashed(password):
    salt = secrets.token_bytes(16)
    return salt, hashlib.scrypt(password.encode(), salt=salt, n=2**10, r=8, p=1)


class Provider:
    """The provider's books. One lock and one connection: calls come one after the other."""

    def __init__(self, file):
        self.lock = threading.RLock()
        self.database = sqlite3.connect(file, check_same_thread=False)
        self.database.row_factory = sqlite3.Row
        self.database.executescript(TABLES)

    def one(self, sql, *values):
        return self.database.execute(sql, values).fetchone()

    def player(self, username):
        row = self.one("select * from player where username = ?", username)
        if row is None:
            raise Refusal(404, "no_player")
        return row

    def create(self, body):
        username, password = field(body, "username", USERNAME), password_of(body)
        if self.one("select 1 from player where username = ?", username):
            return {"status": "exists"}
        self.database.execute(
            "insert into player (username, salt, password) values (?, ?, ?)", (username, *hashed(password))
        )
        return {"status": "created"}

    def set_password(self, username, body):
        salt, password = hashed(password_of(body))
        self.player(username)
        self.database.execute(
            "update player set salt = ?, password = ? where username = ?", (salt, password, username)
        )
        return {"status": "done"}

    def log_out(self, username):
        self.database.execute("delete from visit where username = ?", (username,))
        self.database.execute("delete from launch where username = ?", (username,))
        return {"status": "done"}

    def played(self, username):
        self.player(username)
        row = self.one(
            "select coalesce(sum(stake), 0) as stake, coalesce(sum(win), 0) as win, count(*) as rounds"
            " from round where username = ?",
            username,
        )
        return {
            "turnover": decimal(row["stake"]),
            "winLoss": decimal(row["win"] - row["stake"]),
            "rounds": row["rounds"],
        }

    def transfer(self, body):
        """Moves credit once for each reference: a repeat answers the first result, a refusal too."""
        reference, username = field(body, "reference", REFERENCE), field(body, "username", USERNAME)
        kind, amount = body.get("type"), satang(body.get("amount"))
        if kind not in ("deposit", "withdraw"):
            raise Refusal(400, "bad_body")
        known = self.one("select * from transfer where reference = ?", reference)
        if known is None:
            known = self.move(reference, username, kind, amount)
        elif (known["username"], known["type"], known["amount"]) != (username, kind, amount):
            raise Refusal(422, "reference_conflict")
        if known["status"] == "refused":
            return {"status": "refused", "reason": known["reason"]}
        return {"status": "done", "balance": decimal(known["balance"])}

    def move(self, reference, username, kind, amount):
        player = self.one("select balance from player where username = ?", username)
        after = None if player is None else player["balance"] + (amount if kind == "deposit" else -amount)
        reason = "no_player" if after is None else "insufficient_funds" if after < 0 else None
        status = "done" if reason is None else "refused"
        if status == "done":
            self.database.execute("update player set balance = ? where username = ?", (after, username))
        self.database.execute(
            "insert into transfer values (?, ?, ?, ?, ?, ?, ?, ?)",
            (reference, username, kind, amount, status, reason, after if status == "done" else None, now_ms()),
        )
        return self.one("select * from transfer where reference = ?", reference)

    def look_up(self, reference):
        row = self.one("select * from transfer where reference = ?", reference)
        if row is None:
            raise Refusal(404, "not_found")
        return transfer_view(row)

    def transfers(self, query):
        username, since = field(query, "username", USERNAME), query.get("since")
        try:
            from_ms = 0 if since is None else datetime.fromisoformat(since.replace("Z", "+00:00")).timestamp() * 1000
        except ValueError:
            raise Refusal(400, "bad_body") from None
        rows = self.database.execute(
            "select * from transfer where username = ? and at_ms >= ?", (username, int(from_ms))
        )
        return {"transfers": [transfer_view(row) for row in rows]}

    def turnover(self, query):
        after, limit = query.get("after", ""), query.get("limit", "100")
        if not re.fullmatch(r"[A-Za-z0-9]{0,100}", after) or not re.fullmatch(r"[0-9]{1,3}", limit):
            raise Refusal(400, "bad_body")
        known = int(after) if re.fullmatch(r"[0-9]{1,18}", after) else 0
        limit = max(1, min(500, int(limit)))
        rows = self.database.execute(
            "select * from round where id > ? order by id limit ?", (known, limit + 1)
        ).fetchall()
        entries = [round_view(row) for row in rows[:limit]]
        cursor = entries[-1]["id"] if entries else after
        return {"entries": entries, "cursor": cursor, "hasMore": len(rows) > limit}

    def launch(self, body, address):
        username, lang = field(body, "username", USERNAME), body.get("lang")
        if lang not in LANGUAGES:
            raise Refusal(400, "bad_body")
        self.player(username)
        token = secrets.token_urlsafe(24)
        self.database.execute("insert into launch values (?, ?, ?, ?)", (token, username, lang, now_ms()))
        return {"url": f"{address}/play?token={token}"}

    def enter(self, token):
        """Uses a launch up. Returns the cookie of a visit, the player and the language."""
        row = self.one("select * from launch where token = ?", token)
        self.database.execute("delete from launch where token = ?", (token,))
        if row is None or row["at_ms"] < now_ms() - LAUNCH_VALID_MS:
            raise Refusal(410, "gone")
        cookie = secrets.token_urlsafe(24)
        self.database.execute("insert into visit values (?, ?)", (cookie, row["username"]))
        return cookie, self.player(row["username"]), row["lang"]

    def play(self, cookie):
        visit = self.one("select username from visit where cookie = ?", cookie)
        if visit is None:
            raise Refusal(401, "no_visit")
        player = self.player(visit["username"])
        if player["balance"] < STAKE:
            raise Refusal(409, "insufficient_funds")
        win = secrets.choice((0, 2 * STAKE))
        balance = player["balance"] - STAKE + win
        self.database.execute("update player set balance = ? where username = ?", (balance, player["username"]))
        self.database.execute(
            "insert into round (username, stake, win, at_ms) values (?, ?, ?, ?)",
            (player["username"], STAKE, win, now_ms()),
        )
        return {"stake": decimal(STAKE), "win": decimal(win), "balance": decimal(balance)}


def transfer_view(row):
    shown = {name: row[name] for name in ("reference", "status", "username", "type")}
    shown.update(amount=decimal(row["amount"]), at=iso(row["at_ms"]))
    return shown if row["reason"] is None else {**shown, "reason": row["reason"]}


def round_view(row):
    return {
        "id": str(row["id"]),
        "username": row["username"],
        "game": "Coin",
        "turnover": decimal(row["stake"]),
        "winLoss": decimal(row["win"] - row["stake"]),
        "at": iso(row["at_ms"]),
    }


def game_page(player, lang):
    name = html.escape(player["username"])
    return (
        f'<!doctype html><html lang="{"lo" if lang == "la" else lang}"><meta charset="utf-8"><title>Coin</title>'
        f'<h1>{name}</h1><p>{decimal(player["balance"])}</p>'
        f'<form method="post" action="/round"><button>{LANGUAGES[lang]}</button></form></html>'
    )
