#!/usr/bin/python3
"""A lab: machines with a network between them, as far as one machine can have that. Each is a
network namespace of its own behind a bridge; they are gone with the processes that hold them.
Cables are pulled, machines lose power, and the table is that of one machine alone."""

import contextlib
import os
import shutil
import subprocess
import sys

import postgres
from cup import Cup, RemoteCup, end_all, wait_until
from drive import BAZI, environment, scratch
from tap import case, contains, equal, run_cases

MACHINES, ADDRESS = 4, "10.77.0.{}"
SILENCE = ["--silence", "5"]
CLOCK = {"clock": {"nodes": 1000, "movetime": 20000, "margin": 20000}}  # nobody is ever late
ALIVE = "SELECT count(*) FROM workers WHERE life = 'alive'"
LINES = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'bazi'"


class Machine:
    """A network of its own, held by a process that only sleeps."""

    def __init__(self, number):
        self.number, self.home, self.temporary = number, scratch(), scratch()
        self.keeper = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo && exec sleep 1800"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        self.enter = ["nsenter", "-t", str(self.keeper.pid), "--net", "--"]
        self.made = self.keeper.stdout.readline() == b"\n"

    def ip(self, *args):
        subprocess.run([*self.enter, "ip", *args], check=True, stderr=subprocess.PIPE)

    def close(self):
        self.keeper.kill()
        self.keeper.wait()
        self.keeper.stdout.close()


class Lab:
    """Machine 1 is the server; cables of the others end at its bridge."""

    def __init__(self):
        self.machines = {number: Machine(number) for number in range(1, MACHINES + 2)}
        self.processes = []

    def connect(self):
        hub = self.machines[1]
        hub.ip("link", "add", "bridge", "type", "bridge")
        hub.ip("addr", "add", ADDRESS.format(1) + "/24", "dev", "bridge")
        hub.ip("link", "set", "bridge", "up")
        for number, machine in self.machines.items():
            machine.ip("link", "set", "lo", "up")
            if machine is hub:
                continue
            hub.ip("link", "add", f"cable{number}", "type", "veth", "peer", "name", "eth0", "netns",
                   str(machine.keeper.pid))
            hub.ip("link", "set", f"cable{number}", "master", "bridge", "up")
            machine.ip("addr", "add", ADDRESS.format(number) + "/24", "dev", "eth0")
            machine.ip("link", "set", "eth0", "up")

    def pull(self, number):
        self.machines[1].ip("link", "set", f"cable{number}", "down")

    def plug(self, number):
        self.machines[1].ip("link", "set", f"cable{number}", "up")

    def start(self, number, store, *args):
        """A program on that machine; what it says goes to a file."""
        machine = self.machines[number]
        machine.log = os.path.join(scratch(), "log")
        env = environment({"HOME": machine.home, "TMPDIR": machine.temporary})
        with open(machine.log, "wb") as log:
            machine.process = subprocess.Popen(
                [*machine.enter, BAZI, *args, "--store", store, *SILENCE], env=env, stdout=log,
                stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, start_new_session=True)
        self.processes.append(machine.process)
        return machine.process

    def said(self, number):
        with open(self.machines[number].log, encoding="utf-8") as log:
            return log.read()

    def crash(self, number):
        """No power: nothing of it ever says goodbye."""
        self.pull(number)
        end_all(self.machines[number].process)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in self.processes:
            end_all(process)
        for machine in self.machines.values():
            machine.close()


def submit(cup):
    """Two programs with files of their own."""
    for name, mode in (("ann", "good"), ("bob", "crash")):
        folder = os.path.join(cup.folder, name)
        os.mkdir(folder)
        shutil.copy(cup.agent, os.path.join(folder, "engine"))
        with open(os.path.join(folder, "agent.py"), "w", encoding="ascii") as file:
            file.write(f"import os\nos.execv('./engine', ['./engine', 'konane', '{mode}', '6'])\n")


def make_cup(make):
    players = ["best:nodes=1000", "greedy", *({"name": name, "spec": "cmd:python3 agent.py",
                                              "folder": name} for name in ("ann", "bob"))]
    cup = make(players, CLOCK, game="konane", options=["size=6"], games=100, failures=0, seed=5)
    submit(cup)
    return cup


def write_password(machine, server):
    path = os.path.join(machine.home, ".pgpass")
    password = server.url.split(":")[2].split("@")[0]
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{server.address}:*:*:bazi:{password}\n")
    os.chmod(path, 0o600)
    return server.url.replace(f":{password}@", "@")


@case
def cables_are_pulled_and_machines_lose_power():
    alone = make_cup(Cup)
    alone.play("--concurrency", "2")
    with Lab() as lab, contextlib.ExitStack() as stack:
        lab.connect()
        server = stack.enter_context(
            postgres.Server(enter=lab.machines[1].enter, address=ADDRESS.format(1)))
        cup = make_cup(lambda *args, **keys: RemoteCup(server, *args, **keys))
        url = [write_password(machine, server) for machine in lab.machines.values()][0]
        director = lab.start(2, url, "tournament", "run", cup.file, "--watch")
        wait_until("there is a queue", lambda: cup.number(
            "SELECT count(*) FROM tournaments WHERE state = 'running'"))
        for number in (3, 4):
            lab.start(number, url, "work", "--concurrency", "1")
        wait_until("all are there", lambda: cup.number(ALIVE) == 3)
        wait_until("games are played", lambda: cup.done() >= 10)
        lab.pull(3)  # longer than anybody may be silent
        lab.crash(4)
        wait_until("both are given up", lambda: cup.number(ALIVE) == 1)
        wait_until("the worker notices", lambda: "bazi: waiting: PostgreSQL" in lab.said(3))
        lab.plug(3)
        wait_until("it comes back", lambda: cup.number(ALIVE) == 2)
        lab.pull(2)
        wait_until("the director notices", lambda: "bazi: waiting: PostgreSQL" in lab.said(2))
        lab.start(5, url, "work", "--concurrency", "1")
        lab.plug(2)
        equal(director.wait(600), 0, "status of the director")
        contains(lab.said(2), alone.table(), "what the director printed")
        lab.crash(5)
        wait_until("the server keeps nothing for those who crashed", lambda: cup.number(
            f"{LINES} AND client_addr <> '{ADDRESS.format(3)}'") == 0)
        contains(lab.said(3), "bazi: goes on")


def why_not():
    """Why there can be no lab here; nothing where there can."""
    if not postgres.binaries():
        return "there is no PostgreSQL here"
    if os.geteuid() or not all(shutil.which(tool) for tool in ("ip", "unshare", "nsenter")):
        return "only root makes networks, by ip, unshare and nsenter"
    with Lab() as lab:
        try:
            if not all(machine.made for machine in lab.machines.values()):
                return "this system makes no network namespaces"
            lab.connect()
        except (OSError, subprocess.CalledProcessError):
            return "this system makes no bridges"
    return None


REASON = why_not()
if REASON:
    print(f"1..0 # SKIP {REASON}")
    sys.exit(0)
run_cases()
