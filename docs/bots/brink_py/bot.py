"""Bots for `brink bot-host` that may think ahead: write a `choose`, and ask there as docs/bots/env.md says.

    from brink_py.bot import Bot

    class First(Bot):
        name = "first"

        def choose(self, decision):
            return 0

    First().run()
"""
import json
import sys

from . import Requests, checked, line


class Ended(EOFError):
    """There is nothing more to decide: the host has said so in place of an answer, or has ended."""


class Bot(Requests):
    """A bot as the host knows it."""

    name, version, wants = "bot", "1", []

    def choose(self, decision):
        """The number of an option. `self.start` is the message that began the game. Here worlds may be asked for; `ask` raises `Ended`
        where the time is up or the game is dropped, and then `run` is done."""
        raise NotImplementedError

    def run(self):
        """Plays until there are no more games."""
        while True:
            message = self._hear()
            if message is None or message["type"] == "bye":
                return
            if message["type"] == "hello":
                self._say(type="hello", name=self.name, version=self.version, wants=self.wants)
            elif message["type"] == "start":
                self.start = message
            elif message["type"] == "decide":
                try:
                    option = self.choose(message)
                except Ended:
                    return
                self._say(type="choose", id=message["id"], option=option)
            else:
                self.told(message)

    def told(self, message):
        """Whatever else is said: `log`, `events`, `result`, `error`."""
        if message["type"] == "error":
            print(message["message"], file=sys.stderr)

    def ask(self, **message):
        self._say(**message)
        answer = self._hear()
        if answer is None:
            raise Ended("the host has ended")
        if answer["type"] == "error":
            self.told(answer)
            raise Ended(answer["message"])
        if answer["type"] == "bye":
            raise Ended("there are no more games")
        return checked(answer)

    def _say(self, **message):
        sys.stdout.buffer.write(line(message))
        sys.stdout.buffer.flush()

    def _hear(self):
        heard = sys.stdin.buffer.readline()
        return json.loads(heard) if heard else None
