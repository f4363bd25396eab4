#!/usr/bin/python3
"""A PostgreSQL server of a test's own: made in a temporary folder, on a loopback port, and gone
with it.

    with Server() as server:
        run(["db", "list", server.url])

As a program it runs another one that finds the server in its environment, in BAZI_STORE, and two
command lines that end it as a crash would and start it again, in BAZI_STORE_STOP and
BAZI_STORE_START:

    postgres.py PROGRAM [ARGUMENT...]
"""

import glob
import os
import pwd
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile


def binaries():
    """The folder of the newest server installed, or None."""
    found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
    newest = max(found, key=lambda path: int(path.split("/")[4]), default=shutil.which("initdb"))
    return newest and os.path.dirname(os.path.realpath(newest))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """fsync may be off where nothing but the processes can fail. It may run elsewhere: behind a
    command that goes there, at an address that is there."""

    def __init__(self, fsync=False, enter=(), address="127.0.0.1"):
        self.enter, self.address = enter, address
        self.folder = tempfile.mkdtemp(prefix="bazi-postgres-")
        self.become = []
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.become = ["runuser", "-u", "postgres", "--"]
        self.data = os.path.join(self.folder, "data")
        self.fsync = fsync
        try:
            self._create()
            self.start()
        except BaseException:
            shutil.rmtree(self.folder)
            raise

    def _create(self):
        password = secrets.token_hex(16)
        secret = os.path.join(self.folder, "password")
        with open(secret, "w", encoding="ascii") as file:
            file.write(password)
        self._run("initdb", "-D", self.data, "-U", "bazi", "-A", "scram-sha-256",
                  f"--pwfile={secret}", "-E", "UTF8", "--locale=C", "--no-sync")
        self.port = free_port()
        self.url = f"postgresql://bazi:{password}@{self.address}:{self.port}/postgres"
        with open(os.path.join(self.data, "pg_hba.conf"), "a", encoding="ascii") as file:
            file.write(f"host all bazi {self.address}/24 scram-sha-256\n")

    def command(self, name, *args):
        return [*self.enter, *self.become, os.path.join(binaries(), name), *args]

    def _run(self, name, *args):
        subprocess.run(self.command(name, *args), check=True, cwd=self.folder,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def start_command(self):
        settings = (f"-c listen_addresses={self.address} -c port={self.port} "
                    f"-c unix_socket_directories={self.folder} "
                    f"-c fsync={'on' if self.fsync else 'off'}")
        return self.command("pg_ctl", "-D", self.data, "-w", "-s", "-o", settings,
                            "-l", os.path.join(self.folder, "log"), "start")

    def stop_command(self, how="immediate"):
        return self.command("pg_ctl", "-D", self.data, "-w", "-s", "-m", how, "stop")

    def start(self):
        subprocess.run(self.start_command(), check=True, cwd=self.folder,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def stop(self, how="immediate"):
        subprocess.run(self.stop_command(how), check=False, cwd=self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()
        shutil.rmtree(self.folder)


def leave(number, _frame):
    sys.exit(128 + number)


def main():
    if not binaries():
        if "BAZI_STORE_FSYNC" in os.environ:  # measured, not tested: go on without
            return subprocess.run(sys.argv[1:], check=False).returncode
        print("1..0 # SKIP there is no PostgreSQL here")
        return 0
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, leave)
    quiet = "cd / && {} >/dev/null 2>&1 </dev/null"
    with Server(fsync="BAZI_STORE_FSYNC" in os.environ) as server:
        env = dict(os.environ, BAZI_STORE=server.url,
                   BAZI_STORE_STOP=quiet.format(shlex.join(server.stop_command())),
                   BAZI_STORE_START=quiet.format(shlex.join(server.start_command())))
        return subprocess.run(sys.argv[1:], env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
