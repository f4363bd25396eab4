"""The sandbox from outside: every attack, as this user and as an ordinary one; programs in the
languages people write agents in; a system that forbids a part; and nothing left behind."""

import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import time

from drive import BAZI, Result, environment, is_sanitized, run, scratch
from tap import case, case_for, contains, equal, lacks, run_cases

NOBODY = 65534
ATTACKS = {"passwd", "secret", "write", "folder", "connect", "listen", "local", "signal",
           "guardian", "ptrace", "proc", "setuid", "namespace", "kernel", "device", "descriptor",
           "environment", "forks", "memory", "shared", "file", "files", "cpu", "daemon"}
SANITIZED = is_sanitized()


def offered():
    """What is missing here, or None; then only the refusal can be tested."""
    result = run(["sandbox", "run", "--folder", "/usr", "--", "true"])
    return None if result.status == 0 else result.err.strip()


MISSING = offered()


def confined(name, function, *arguments):
    """A case for systems that have what it takes."""
    if MISSING:
        case_for(f"{name} # SKIP {MISSING}", lambda: None)
    else:
        case_for(name, function, *arguments)


def open_folder():
    """A folder that others may enter, unlike a temporary one."""
    folder = scratch()
    os.chmod(os.path.dirname(folder), 0o755)
    os.chmod(folder, 0o755)
    return folder


def run_as(user, args, stdin=""):
    """The program run by that user, from a copy that he can reach."""
    program = shutil.copy(BAZI, open_folder())
    more = {} if user == os.geteuid() else {"user": user, "group": user, "extra_groups": []}
    done = subprocess.run([program, *args], env=environment(), cwd="/", input=stdin,
                          capture_output=True, text=True, timeout=200, check=False, **more)
    return Result(done.returncode, done.stdout, done.stderr)


def all_attacks_are_stopped(user):
    result = run_as(user, ["sandbox", "check", "--json"])
    answer = json.loads(result.out)
    equal({one["name"] for one in answer["attacks"]}, ATTACKS, "attacks")
    for one in answer["attacks"]:
        equal(one["stopped"], True, f"{one['name']} ({one['by']})")
    equal(answer["open"], 0)
    equal(result.status, 0, "status")
    for one in answer["protections"]:
        equal(one["present"] or not one["needed"], True, one["name"])


if SANITIZED:
    case_for("attacks # SKIP a sanitized program cannot be the attacker", lambda: None)
else:
    confined("all attacks are stopped", all_attacks_are_stopped, os.geteuid())
    if os.geteuid() == 0:
        confined("all attacks on an ordinary user are stopped", all_attacks_are_stopped, NOBODY)


@case
def the_attacks_are_real():
    """Outside the sandbox they succeed: it is the sandbox that stops them."""
    folder = scratch()
    with open(os.path.join(folder, "secret"), "w", encoding="utf-8"):
        pass
    with socket.socket() as listener, socket.socket(socket.AF_UNIX) as local:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        local.bind(f"\0bazi-stage-{os.getpid()}")
        local.listen()
        words = [str(os.getpid()), str(listener.getsockname()[1]), folder, "1"]
        extra = {"BAZI_CANARY": "1", "TMPDIR": folder}
        for name in ("passwd", "secret", "write", "folder", "connect", "listen", "local", "signal",
                     "ptrace", "proc", "descriptor", "environment", "memory", "file", "files"):
            if SANITIZED and name == "memory":
                continue
            result = run(["sandbox", "attack", "--", name, *words], env=extra, cwd=folder)
            equal(result.out[:5], "done ", f"{name} ({result.out.strip()})")


# Languages

ECHO = {
    "sh": ("agent.sh", "read line; echo \"sh $line\"\n", ["sh", "agent.sh"]),
    "python": ("agent.py", "import json, random, socket, ssl\nprint('python', input())\n",
               ["python3", "agent.py"]),
    "node": ("agent.js", "require('readline').createInterface({input: process.stdin})"
             ".on('line', line => console.log('node ' + line));\n", ["node", "agent.js"]),
    "java": ("Agent.java", "public class Agent { public static void main(String[] a) throws "
             "Exception { System.out.println(\"java \" + new java.util.Scanner(System.in)"
             ".nextLine()); } }\n", ["java", "-Xmx128m", "Agent.java"]),
    "c": ("agent.c", "#include <stdio.h>\nint main(void) { char line[80]; "
          "return fgets(line, 80, stdin) && printf(\"c %s\", line) > 0 ? 0 : 1; }\n", ["./agent"]),
    "script": ("agent", "#!/usr/bin/env python3\nprint('script', input())\n", ["./agent"]),
}
OPTIONAL = {"node": "node", "java": "javac"}


def answers_a_line(language, user):
    name, text, command = ECHO[language]
    folder = open_folder()
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o755)
    if language == "c":
        subprocess.run(["cc", "-o", os.path.join(folder, "agent"), path], check=True)
    result = run_as(user, ["sandbox", "run", "--folder", folder, "--", *command], "hello\n")
    equal(result.out, f"{language} hello\n", f"its answer ({result.err})")
    contains(result.err, "exit status 0", "its fate")
    equal(result.status, 0, "status")


for language in ECHO:
    needed = OPTIONAL.get(language)
    if needed and not any(os.access(f"{folder}/{needed}", os.X_OK)
                          for folder in ("/usr/local/bin", "/usr/bin", "/bin")):
        case_for(f"a {language} program # SKIP no {needed}", lambda: None)
    else:
        confined(f"a {language} program starts and answers", answers_a_line, language,
                 os.geteuid())
        if os.geteuid() == 0:
            confined(f"a {language} program of an ordinary user's", answers_a_line, language,
                     NOBODY)


# By hand

def sandboxed(*command, **more):
    return run(["sandbox", "run", "--folder", "/usr", "--", *command], **more)


def run_tells_the_fate():
    result = sandboxed("sh", "-c", "echo out; echo err >&2; exit 3")
    equal((result.status, result.out), (1, "out\n"))
    equal(result.err.splitlines()[0], "err")
    contains(result.err, "exit status 3")
    contains(sandboxed("sh", "-c", "kill -SEGV $$").err, "signal 11 (Segmentation fault)")


def run_passes_large_streams():
    data = os.urandom(3_000_000).hex() + "\n"
    result = sandboxed("cat", stdin=data)
    equal(result.out == data, True, "what came back is what was sent")
    # A program that never reads must not stop its own output from coming through.
    result = sandboxed("sh", "-c", "echo ready", stdin=data)
    equal((result.status, result.out), (0, "ready\n"))


def what_cannot_be_started_says_why():
    for command, part in ((["./nothing"], "./nothing: No such file"), (["nothing"], "no such"),
                          (["/etc/fstab"], "/etc/fstab: Permission denied")):
        result = sandboxed(*command)
        equal((result.status, result.out), (2, ""), f"{command} ({result.err})")
        contains(result.err, "cannot be started: ")
        contains(result.err, part)


for one in (run_tells_the_fate, run_passes_large_streams, what_cannot_be_started_says_why):
    confined(one.__name__.replace("_", " "), one)


@case
def wrong_usage_is_refused():
    for args in (["sandbox"], ["sandbox", "nonsense"], ["sandbox", "run"],
                 ["sandbox", "check", "more"], ["sandbox", "attack"]):
        equal(run(args).status, 2, f"status of {args}")


# What is left

def processes_with(word):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if word.encode() in file.read():
                    found.append(pid)
        except OSError:
            pass
    return found


def dies_with_its_host(number):
    """Even if the program that started it has no time to do anything."""
    word = f"{os.getpid()}{number:02}.5"
    host = subprocess.Popen([BAZI, "sandbox", "run", "--folder", "/usr", "--", "sh", "-c",
                             f"(setsid sleep {word} &); echo ready; sleep {word}"],
                            env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL)
    with host:
        equal(host.stdout.readline(), b"ready\n")
        host.send_signal(number)
    for _ in range(100):
        if not processes_with(f"sleep\0{word}"):
            return
        time.sleep(0.1)
    raise AssertionError(f"left: {processes_with(word)}")


for one in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
    confined(f"an agent dies with its host by {one.name}", dies_with_its_host, one)


# A system that forbids user namespaces: within this one there can be no other.

FORBID = "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\""


def forbidding(*command):
    return subprocess.run(["unshare", "--user", "--map-root-user", "sh", "-c", FORBID, "sh",
                           *command], env=environment(), capture_output=True, text=True,
                          timeout=60, check=False)


def a_missing_part_is_named():
    result = forbidding(BAZI, "sandbox", "run", "--folder", "/usr", "--", "echo", "hello")
    equal((result.returncode, result.stdout), (2, ""), "status and output")
    contains(result.stderr, "a user namespace")
    contains(result.stderr, "--unsafe-ok")
    result = forbidding(BAZI, "sandbox", "check")
    equal(result.returncode, 1, "status of check")
    contains(result.stdout, "MISSING")


def unsafe_is_as_safe_as_it_can_be():
    """Without namespaces Landlock, the filter and the limits remain; and it says so."""
    before = set(os.listdir("/tmp"))
    script = "echo hello; cat /etc/passwd; (setsid sleep 4711.5 &); echo x >$TMPDIR/x"
    result = forbidding(BAZI, "sandbox", "run", "--unsafe-ok", "--folder", "/usr", "--", "sh",
                        "-c", script)
    equal(result.stdout.splitlines()[0], "hello", f"output ({result.stderr})")
    contains(result.stderr, "no namespaces here")
    if ctypes.CDLL(None).syscall(444, None, 0, 1) > 0:  # the version of Landlock
        lacks(result.stdout, "root:", "output")
    equal(processes_with("sleep\x004711.5"), [], "processes left")
    left = [name for name in set(os.listdir("/tmp")) - before if name.startswith("bazi-agent-")]
    equal(left, [], "scratch folders left")


if shutil.which("unshare") and forbidding("true").returncode == 0:
    confined("a missing part is named", a_missing_part_is_named)
    confined("unsafe is as safe as it can be", unsafe_is_as_safe_as_it_can_be)
else:
    case_for("a missing part is named # SKIP no unshare", lambda: None)

run_cases()
