"""What the package for Python says and does where something goes wrong, and how its states are copied and let go; run by tests/suite/env.rs."""
import copy
import gc
import os
import signal
import threading

from brink_py import Env, Refused
from brink_py.state import Game
from brink_py.table import table


def fails(kind, call):
    """What is said."""
    try:
        call()
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__}")


class Number:
    """As numpy has them: no `int`, but as good as one."""

    def __index__(self):
        return 7


with Env("1961", limit=9, dispute=["reshuffle=on-draw", "research-repeats=no"]) as env:
    settled = {dispute["name"]: dispute["value"] for dispute in env.rules["disputes"]}
    assert (env.rules["limit"], settled["reshuffle"], settled["research-repeats"]) == (9, "on-draw", "no")
    # What cannot be sent, and what is refused, is in nobody's way.
    fails(TypeError, lambda: env.apply([(0, "first"), (0, object())]))
    fails(Refused, lambda: env.apply([(0, 0)]))
    env.reset({0: 7, 1: Number()})
    assert env.view(0, "p1") == env.view(1, "p1")
    lines = table(env.view(0, "p1")).splitlines()
    assert lines[:3] == ["turn p1 main", "deck: 47 cards", "discard:"] and lines[-2:] == ["p2 hand: 4 cards", "p2: Moon Lander[]"], lines
fails(EOFError, lambda: env.outcome([0]))
env.close()

# What Brink says, when it does not play, is told; and so is what to do when it is not there.
assert "no recipe is called `nosuch`" in fails(EOFError, lambda: Env("nosuch"))
assert "BRINK" in fails(FileNotFoundError, lambda: Env(brink="/nosuch/brink"))

# Whoever is interrupted never takes the answer to one request for that to another.
with Env() as env:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # It is stopped, so that the answer is waited for when the signal comes.
    os.kill(env.process.pid, signal.SIGSTOP)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    fails(KeyboardInterrupt, lambda: env.reset({0: 1}))
    assert "interrupted" in fails(EOFError, lambda: env.reset({7: 1}))
# The Ctrl-C of a terminal is for all that runs there, but not for Brink.
with Env() as env:
    assert os.getsid(env.process.pid) != os.getsid(0)

game = Game()
state = game.new_initial_state(seed=7)
free = len(game.env._free)
fails(Refused, lambda: state.resample_from_infostate(5, 1))
fails(Refused, lambda: game.new_initial_state(-1))
assert len(game.env._free) == free, "what is refused keeps no number"
copies = [copy.copy(state), copy.deepcopy(state)]
label = state.action_to_string(state.legal_actions()[0])
state.apply_action(state.string_to_action(0, label))
assert [other.move_number() for other in [state, *copies]] == [1, 0, 0]
del copies
# Circles are found by the collector, at any time.
gc.set_threshold(1)
for _ in range(50):
    for other in (state.clone(), state.resample_from_infostate(0, lambda: 0.5)):
        other.itself = other
        assert other.observation_string(0) == state.observation_string(0)
gc.set_threshold(700)
del other
gc.collect()
state.clone()
assert len(game.env._free) + len(game.env._released) == free
game.close()
