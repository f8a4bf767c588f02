"""A bot for `brink bot-host`: Python 3.8 or newer, nothing else. docs/bots/protocol.md explains the messages.

    brink bot-host 1961 --bot 'python3 docs/bots/example.py'
"""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)  # One line for each message, and nothing else on this output.


def weight(option, me, targeted):
    """How much the bot likes an option."""
    what, seat = option["what"], option.get("seat")
    if what in ("build", "stack"):  # At home: every building helps, every stacked card protects.
        return 4 if seat == me else 0
    if what in ("player", "building", "top"):  # Whatever is aimed at somebody is rarely a present.
        return 4 if (seat == me) != targeted else 0
    # It must want to pass now and then: some abilities could be used for ever.
    return {"action": 3, "use": 2}.get(what, 1)


def choose(message, me):
    options = message["options"]
    # A player is picked to be attacked, as a rule, whether the card says "target" or not.
    targeted = message["targeted"] or message["question"] == "player"
    weights = [weight(option, me, targeted) for option in options]
    # With nothing that it likes it takes anything.
    return random.choices(options, weights if any(weights) else None)[0]["n"]


me = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", name="example", version="1", wants=[])  # No log, no events, no numbers.
    elif message["type"] == "start":
        me = message["seat"]  # message["cards"] has the texts of all cards.
    elif message["type"] == "decide":
        # message["view"] is the table; this bot looks at its options only.
        say(type="choose", id=message["id"], option=choose(message, me))
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
