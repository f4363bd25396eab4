"""Test cases that report themselves in TAP, the Test Anything Protocol.

    from tap import case, equal, run_cases

    @case
    def a_wrong_command_is_refused():
        equal(run(["nonsense"]).status, 2)

    run_cases()
"""

import sys
import traceback

_cases = []


def case(function):
    """Collects a function as a test case; its name is the case's name."""
    _cases.append((function.__name__.replace("_", " "), function))
    return function


def case_for(name, function, *arguments):
    """Collects one case of a table: the function called with these arguments."""
    _cases.append((name, lambda: function(*arguments)))


def equal(got, wanted, what="value"):
    if got != wanted:
        raise AssertionError(f"{what}: got {got!r}, wanted {wanted!r}")


def contains(text, part, what="text"):
    if part not in text:
        raise AssertionError(f"{what} has no {part!r}:\n{text}")


def lacks(text, part, what="text"):
    if part in text:
        raise AssertionError(f"{what} must not have {part!r}:\n{text}")


def _diagnose(text):
    for line in str(text).splitlines():
        print("#", line)


def _attempt(number, name, function):
    """Runs one case; true unless it failed."""
    try:
        function()
    except AssertionError as failure:
        print(f"not ok {number} - {name}")
        _diagnose(failure)
        if not str(failure):
            _diagnose(traceback.format_exc())
        return False
    except Exception:
        print(f"not ok {number} - {name}")
        _diagnose(traceback.format_exc())
        return False
    print(f"ok {number} - {name}")
    return True


def run_cases():
    """Runs the cases whose name holds one of the program's arguments (all without any), exits."""
    sys.stdout.reconfigure(errors="backslashreplace", line_buffering=True)
    wanted = sys.argv[1:]
    chosen = [c for c in _cases if not wanted or any(word in c[0] for word in wanted)]
    print(f"1..{len(chosen)}")
    passed = [_attempt(number, *one) for number, one in enumerate(chosen, 1)]
    sys.exit(0 if all(passed) else 1)
