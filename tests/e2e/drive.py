"""Runs the program under test: through pipes, or under a real pseudo-terminal.

The program is $BAZI (./bazi otherwise), the source tree $BAZI_ROOT. Every run gets a home
directory of its own, so that no test sees a game saved by another one or by the person testing.
"""

import atexit
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

ROOT = os.environ.get("BAZI_ROOT") or os.path.realpath(
    os.path.join(os.path.dirname(__file__), "..", ".."))
BAZI = os.path.realpath(os.environ.get("BAZI") or os.path.join(ROOT, "bazi"))

_scratch = tempfile.mkdtemp(prefix="bazi-e2e-")
atexit.register(shutil.rmtree, _scratch, ignore_errors=True)


def is_sanitized():
    """Such a program reserves more memory than any agent may have, and wants its own library to be
    loaded before any other."""
    with open(BAZI, "rb") as program:
        content = program.read()
    return b"__asan_init" in content or b"__tsan_init" in content


def scratch():
    """A fresh directory that is removed when the tests are over."""
    return tempfile.mkdtemp(dir=_scratch)


def environment(extra=None):
    """What the program sees: little, the same everywhere, and an empty home. None removes."""
    env = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": scratch(), "LC_ALL": "C.UTF-8",
           "TERM": "xterm"}
    for name, value in os.environ.items():  # sanitizers and coverage of an instrumented build
        if name.endswith("SAN_OPTIONS") or name.startswith("LLVM_PROFILE"):
            env[name] = value
    env.update(extra or {})
    return {name: value for name, value in env.items() if value is not None}


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return f"status {self.status}\nstdout:\n{self.out}\nstderr:\n{self.err}"


def run(args, stdin="", env=None, timeout=60, cwd=None, stdout=None):
    """Runs `bazi args…` to its end. `stdout` may be an open file in place of a pipe."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run([BAZI, *args], input=stdin, env=environment(env), timeout=timeout,
                          cwd=cwd, stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    return Result(done.returncode, (done.stdout or b"").decode(errors="replace"),
                  done.stderr.decode(errors="replace"))


_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][A-Z0-9]|[=>78MDEHc])")


def plain(text):
    """The text without escape sequences and carriage returns."""
    return _ESCAPE.sub("", text).replace("\r\n", "\n").replace("\r", "")


class Terminal:
    """The program under a pseudo-terminal.

    `raw` is everything it wrote, `text` the same without escape sequences; `expect` searches in
    what came after the last match.
    """

    def __init__(self, args, env=None, columns=80, rows=40, cwd=None):
        self.raw, self._seen, self.status = "", 0, None
        full = environment(env)
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            try:
                if cwd:
                    os.chdir(cwd)
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.execve(BAZI, [BAZI, *args], full)
            finally:
                os._exit(127)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    @property
    def text(self):
        return plain(self.raw)

    def _read(self, seconds):
        """Takes what the program wrote within this time; false when its end is reached."""
        ready, _, _ = select.select([self._fd], [], [], max(0, seconds))
        if not ready:
            return True
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def expect(self, wanted, timeout=20):
        """Waits until the text (or a compiled pattern) appears; returns what was seen up to it."""
        pattern = wanted if isinstance(wanted, re.Pattern) else re.compile(re.escape(wanted))
        end = time.monotonic() + timeout
        alive = True
        while True:
            fresh = self.text[self._seen:]
            match = pattern.search(fresh)
            if match:
                self._seen += match.end()
                return fresh[:match.end()]
            if not alive or time.monotonic() > end:
                why = "ended" if not alive else "is silent"
                raise AssertionError(f"no {pattern.pattern!r}: the program {why} after\n{fresh}")
            alive = self._read(end - time.monotonic())

    def send(self, text):
        os.write(self._fd, text.encode())

    def keys(self, text):
        """Sends keys that only mean something once the prompt reads them one by one."""
        time.sleep(0.2)
        self.send(text)

    def line(self, text):
        self.send(text + "\r")

    def signal(self, number):
        os.kill(self.pid, number)

    def echoes(self):
        """Whether the terminal shows what is typed and hands it on by lines, as shells want it."""
        modes = termios.tcgetattr(self._fd)[3]
        return bool(modes & termios.ECHO) and bool(modes & termios.ICANON)

    def resize(self, columns, rows):
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.signal(signal.SIGWINCH)

    def wait(self, timeout=20):
        """Waits for the end; the exit status, or minus the signal that killed it."""
        end = time.monotonic() + timeout
        while self.status is None:
            if not self._read(0.05):
                time.sleep(0.01)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                raise AssertionError(f"still running after {timeout} s; it wrote\n{self.text}")
        while select.select([self._fd], [], [], 0)[0] and self._read(0):
            pass
        return self.status

    def close(self):
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        os.close(self._fd)
