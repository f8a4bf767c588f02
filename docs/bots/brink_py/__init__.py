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
import os
import subprocess

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

    def __init__(self, recipe="1961", players=2, wants=(), brink=None, arguments=()):
        """`wants` are words out of "observation", "events" and "single"; `brink` is the program, BRINK or `brink` when left out."""
        brink = brink or os.environ.get("BRINK", "brink")
        command = [brink, "env", recipe, "--players", str(players), *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.hello = self._read()
            self.rules = self.ask(type="hello", name="brink_py", version="1", wants=list(wants))
        except BaseException:
            self.close()
            raise
        self.players = self.rules["players"]
        self.seats = [f"p{seat + 1}" for seat in range(self.players)]
        self.action_size = self.rules["action_size"]
        self.observation_size = self.rules["observation_size"]
        self._free = list(range(self.rules["states"] - 1, -1, -1))

    def ask(self, **message):
        """Sends a request and answers with what comes back."""
        self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self.process.stdin.flush()
        return self._read()

    def _read(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("brink has ended; what it says is on the error output")
        return checked(json.loads(line))

    def new(self):
        """A number that no state has, for those who do not count themselves."""
        if not self._free:
            raise Refused("too-many", "all states are in use")
        return self._free.pop()

    def release(self, state):
        """Forgets the state of a number that `new` has given."""
        self.drop([state])
        self._free.append(state)

    def close(self):
        """Ends the process."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


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
