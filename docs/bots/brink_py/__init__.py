"""Games of Brink for programs in Python, many at once, over the pipes of `brink env`: Python 3.8 or newer, nothing else.

    from brink_py import Env

    with Env("1961", players=2) as env:
        [report] = env.reset({0: 7})                     # State 0 is dealt by the seed 7.
        while not report["over"]:
            [report] = env.apply([(0, report["actions"][0])])

docs/bots/env.md explains what may be asked. `brink_py.state` has the same in the manner of OpenSpiel, `brink_py.aec` for PettingZoo, and
`brink_py.bot` is for bots that think ahead in games of `brink bot-host`.
"""
import json
import operator
import os
import subprocess
import tempfile

__all__ = ["Env", "Refused", "Requests", "returns"]


class Refused(Exception):
    """Brink has not done what was asked; nothing has changed."""

    def __init__(self, code, message):
        super().__init__(f"{message} ({code})")
        self.code = code


class Requests:
    """What may be asked of states, games that you call by numbers of your own. `ask` sends it."""

    def ask(self, **message):
        """Sends a request and answers with what comes back."""
        raise NotImplementedError

    def reset(self, games):
        """Deals games: {state: seed}. Answers with a report of each."""
        return self.ask(type="reset", games=list(games.items()))["states"]

    def apply(self, steps):
        """Takes options by their actions: [(state, action), ...]."""
        return self.ask(type="apply", steps=steps)["states"]

    def pick(self, steps):
        """Takes options by their place among those of the decision: [(state, number), ...]."""
        return self.ask(type="pick", steps=steps)["states"]

    def undo(self, steps):
        """Takes back options: [(state, how many), ...]."""
        return self.ask(type="undo", steps=steps)["states"]

    def clone(self, copies):
        """Copies states: [(from, to), ...]."""
        return self.ask(type="clone", copies=copies)["states"]

    def worlds(self, state, seat, seed, into):
        """Draws games that the seat cannot tell from a state, one into each of `into`."""
        return self.ask(type="worlds", state=state, seat=seat, seed=seed, into=list(into))["states"]

    def outcome(self, states):
        """Reports of states."""
        return self.ask(type="outcome", states=list(states))["states"]

    def options(self, state):
        """The options of a state with their labels."""
        return self.ask(type="options", states=[state])["states"][0]["options"]

    def view(self, state, seat):
        """The table as a seat sees it."""
        return self.ask(type="view", views=[(state, seat)])["views"][0]["view"]

    def observe(self, views):
        """What seats see, in numbers: [(state, seat), ...]; bytes for each."""
        views = self.ask(type="observe", views=views)["views"]
        return [bytes.fromhex(view["observation"]) for view in views]

    def drop(self, states):
        """Forgets states."""
        self.ask(type="drop", states=list(states))


class Env(Requests):
    """A process of `brink env`."""

    def __init__(self, recipe="1961", players=2, wants=(), brink=None, **options):
        """`wants` are words out of "observation", "events" and "single"; `brink` is the program, BRINK or `brink` when left out. `options`
        are those of `brink env`: `limit=100` is `--limit 100`, and a list gives one several times, `dispute=["reshuffle=on-draw"]`."""
        brink = brink or os.environ.get("BRINK", "brink")
        command = [brink, "env", recipe, "--players", str(players)]
        for name, values in options.items():
            for value in values if isinstance(values, (list, tuple)) else [values]:
                command += [f"--{name}", str(value)]
        self._ended = None  # Why nothing can be asked any more.
        self._free, self._released = [], []
        self._errors = tempfile.TemporaryFile()
        try:
            # In a session of its own Ctrl-C does not end it: it is for this program to say what that ends.
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
            )
        except FileNotFoundError:
            self._errors.close()
            raise FileNotFoundError(f"there is no program `{brink}`: put `brink` on the PATH, or name it in BRINK") from None
        try:
            self.hello = self._exchange(b"")
            self.rules = self.ask(type="hello", name="brink_py", version="1", wants=list(wants))
        except BaseException:
            self.close()
            raise
        self.players = self.rules["players"]
        self.seats = [f"p{seat + 1}" for seat in range(self.players)]
        self.action_size = self.rules["action_size"]
        self.observation_size = self.rules["observation_size"]
        self._free.extend(range(self.rules["states"] - 1, -1, -1))

    def ask(self, **message):
        """Sends a request and answers with what comes back. Where it is interrupted, by Ctrl-C or by an alarm, Brink is ended and nothing
        can be asked any more: the answer that was not read would be taken for that of the next request."""
        return checked(self._exchange(line(message)))

    def _exchange(self, request):
        """The answer to a line; the first one comes unasked."""
        if self._ended:
            raise EOFError(self._ended)
        try:
            self.process.stdin.write(request)
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = b""
        except BaseException:
            self._ended = "a request was interrupted, and brink was ended: begin with another Env"
            self.process.kill()
            raise
        if not answer:
            self.process.wait()
            self._errors.seek(0)
            said = self._errors.read().decode(errors="replace").strip()
            self._ended = f"brink has ended, and says:\n{said}" if said else "brink has ended"
            raise EOFError(self._ended)
        return json.loads(answer)

    def new(self, make):
        """A report of a state with a number that none has, for those who do not count themselves: `make` is called with the number, and
        deals, copies or draws the state."""
        if self._released:
            released, self._released = self._released, []
            self.drop(released)
            self._free.extend(released)
        if not self._free:
            raise Refused("too-many", "all states are in use")
        state = self._free.pop()
        try:
            [report] = make(state)
        except Refused:
            self._free.append(state)
            raise
        return report

    def release(self, state):
        """Forgets a state that `new` has made, before it makes the next one. Nothing is sent until then: so a `__del__` may call this, which
        Python runs whenever it likes, in the middle of a request, too."""
        self._released.append(state)

    def close(self):
        """Ends the process."""
        self._ended = self._ended or "this Env is closed"
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                pass  # What was still to be sent has nobody to read it.
        self.process.wait()
        self._errors.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def line(message):
    """A message as it is sent; numbers of numpy are numbers, too."""
    return json.dumps(message, separators=(",", ":"), default=operator.index).encode() + b"\n"


def checked(answer):
    """An answer that is no refusal."""
    if answer["type"] == "refused":
        raise Refused(answer["code"], answer["message"])
    return answer


def returns(report, players):
    """What each seat has won: 1 and -1, shared by those who have lost; 0 for all when nobody has won."""
    over = report["over"]
    if not over or not over["winner"]:
        return [0.0] * players
    winner = int(over["winner"][1:]) - 1
    return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]
