"""Tournaments for tests: their files, their runs, and what a store has of them."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import time

from drive import BAZI, environment, run, scratch
from tap import equal

AGENT = os.environ.get("BAZI_AGENT", "")

# What agents do at their Nth move; games in which they do not get there are played to the end.
BAD = {"crash": 6, "exit": 5, "hang": 4, "flood": 5, "complain": 6, "mute": 4, "illegal": 6,
       "stillborn": 1}


def toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def table(values):
    return "".join(f"{key} = {toml(value)}\n" for key, value in values.items())


def plan_text(players, sections=None, **keys):
    """A tournament file. Players are specs, or tables."""
    text = table(keys)
    for name, values in (sections or {}).items():
        text += f"\n[{name}]\n{table(values)}"
    for player in players:
        text += f"\n[[players]]\n{table(player if isinstance(player, dict) else {'spec': player})}"
    return text


class Cup:
    """A tournament in a folder of its own, with a folder for whatever the program leaves behind and
    a copy of the agent that nobody else runs."""

    def __init__(self, players=(), sections=None, store=None, **keys):
        self.folder, self.temporary, self.home = scratch(), scratch(), scratch()
        self.file = os.path.join(self.folder, "cup.toml")
        self.store = store or os.path.join(self.folder, "cup.db")
        self.agent = os.path.join(scratch(), "agent")
        shutil.copy(AGENT, self.agent)
        os.chmod(os.path.dirname(self.agent), 0o755)  # root lets programs run as nobody
        players = [player.replace("AGENT", self.agent) if isinstance(player, str) else
                   {key: value.replace("AGENT", self.agent) for key, value in player.items()}
                   for player in players]
        self.write(plan_text(players, sections, **keys))

    def write(self, text):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)

    def environment(self):
        return {"TMPDIR": self.temporary, "HOME": self.home}

    def arguments(self, *args):
        return [*args, "--store", self.store]

    def run(self, *args, status=0, timeout=280, cwd=None):
        result = run(["tournament", *self.arguments(*args)], env=self.environment(),
                     timeout=timeout, cwd=cwd)
        if status is not None:
            equal(result.status, status, f"status of {args} ({result!r})")
        return result

    def play(self, *args, **more):
        return self.run("run", self.file, *args, **more)

    def start(self, *args, command="tournament", env=None, through=(), **more):
        """Begins to play, in a session of its own; output goes to a pipe. `through` is a command
        that starts others."""
        return subprocess.Popen([*through, BAZI, command, *self.arguments(*args)], text=True,
                                env=environment({**self.environment(), **(env or {})}),
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                start_new_session=True, **more)

    def table(self):
        return self.run("table").out

    def query(self, sql, *values):
        """Rows of the store; none while there is no table."""
        if not os.path.exists(self.store):
            return []
        with contextlib.closing(
                sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=30)) as base:
            try:
                return base.execute(sql, values).fetchall()
            except sqlite3.OperationalError as error:
                if "no such table" in str(error):
                    return []
                raise

    def number(self, sql):
        """A number out of the store; 0 while there is no table."""
        return int((self.query(sql) or [[0]])[0][0])

    def done(self):
        return self.number("SELECT count(*) FROM games WHERE state = 'done'")

    def is_open(self):
        """Whether there is something to play."""
        return self.number("SELECT count(*) FROM tournaments WHERE state = 'running'") > 0

    def wait_for(self, games, process):
        """Waits until so many games are done."""
        def are_done():
            if process.poll() is not None:
                raise AssertionError(f"ended with {process.returncode}: {process.stdout.read()}")
            return self.done() >= games

        wait_until(f"{games} games", are_done, 600)

    def stop_at_play(self, process, worker):
        """Stops a worker in the middle of a game."""
        playing = f"SELECT count(*) FROM games WHERE worker = {worker} AND state = 'playing'"

        def is_caught():
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            if self.number(playing):
                return True
            process.send_signal(signal.SIGCONT)
            time.sleep(0.03)
            return False

        wait_until("it is stopped in a game", is_caught)

    def kill_after(self, games):
        """Runs until so many games are done, and loses its power."""
        process = self.start("run", self.file, "--concurrency", "2")
        self.wait_for(games, process)
        end_all(process)

    def games(self):
        """Who played what, in the order of the numbers."""
        return self.query(
            "SELECT g.number, g.round, g.result, g.ruling, group_concat(s.player), "
            "(SELECT group_concat(move, ' ') FROM "
            "(SELECT move FROM moves m WHERE m.game = g.id ORDER BY ply)) "
            "FROM games g JOIN seats s ON s.game = g.id WHERE g.state = 'done' "
            "GROUP BY g.id ORDER BY g.number")

    def rulings(self):
        """How games ended that the rules did not end."""
        return {row[0] for row in self.query("SELECT DISTINCT ruling FROM games") if row[0]}

    def agents(self):
        """Processes of this cup's agent, whoever their parents are."""
        found = []
        for name in os.listdir("/proc"):
            try:
                if name.isdigit() and os.readlink(f"/proc/{name}/exe") == self.agent:
                    found.append(name)
            except OSError:
                pass
        return found

    def no_agents(self):
        deadline = time.monotonic() + 10
        while self.agents() and time.monotonic() < deadline:
            time.sleep(0.02)
        equal(self.agents(), [], "agents still running")

    def nothing_left(self):
        self.no_agents()
        equal(os.listdir(self.temporary), [], "left in the folder for temporary files")
        here = [name for name in os.listdir(self.folder) if name not in ("cup.toml", "cup.db")]
        equal(here, [], "left beside the tournament")


class RemoteCup(Cup):
    """The same on a PostgreSQL server."""

    def __init__(self, server, *args, **keys):
        super().__init__(*args, store=server.url, **keys)
        self.server = server

    def query(self, sql, *values):
        done = subprocess.run(
            self.server.command("psql", "-XAt", "-F", "\t", self.server.url, "-c", sql),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/", check=False)
        if done.returncode and "does not exist" not in done.stderr:
            raise AssertionError(done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]


def wait_until(what, holds, seconds=120):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)


def end_all(process):
    """Ends a process and all that it started, if they are there."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout:
        process.stdout.close()


class Hall:
    """A director and workers as processes; whatever happens, none of them is left."""

    def __init__(self, cup):
        self.cup, self.processes = cup, []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in self.processes:
            end_all(process)

    def start(self, *args, **more):
        """None of them may be silent for longer than two seconds."""
        self.processes.append(self.cup.start(*args, "--silence", "2", **more))
        return self.processes[-1]

    def direct(self, **more):
        return self.start("run", self.cup.file, "--watch", **more)

    def work(self, *args, **more):
        return self.start(*args, "--concurrency", "1", command="work", **more)

    def kill(self, process):
        os.killpg(process.pid, signal.SIGKILL)
        equal(process.wait(), -signal.SIGKILL, "status")

    def end(self, process, status=0, timeout=200):
        """Lets it come to its end; what it said."""
        said = process.communicate(timeout=timeout)[0]
        equal(process.returncode, status, f"status of what said {said}")
        return said

    def id_of(self, process):
        """The number of a worker that is alive."""
        return self.cup.number("SELECT coalesce(max(id), 0) FROM workers "
                               f"WHERE pid = {process.pid} AND life = 'alive'")


def listen(process, words):
    """Reads what a process says until these words come."""
    said = ""
    for line in process.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(f"never said {words!r}, but {said!r}")


def field(good):
    """Good players and all kinds of bad ones."""
    return [*good, *({"name": mode, "spec": f"cmd:AGENT konane {mode} {when}"}
                     for mode, when in BAD.items())]


# Nobody who is all right is ever late by this clock, however busy the machine.
CALM = {"nodes": 300, "movetime": 600, "margin": 900}
