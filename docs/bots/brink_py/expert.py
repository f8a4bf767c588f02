"""What the expert bots have in common: they look through their own turn in sampled worlds, judge how it leaves everybody, and ask
what the next player could win with at once. What things are worth is said by those who know the cards: docs/bots/expert_1961.py and
docs/bots/expert_1971.py.
"""
import math
import random

from .bot import Bot

MENU = ("action", "build", "stack", "use", "pass")


class Expert(Bot):
    """A bot that tries what it may do. Whoever knows the cards writes `strength`, `tempting` and `opening`."""

    version, wants = "1", []
    width = (60, 12, 8, 5)  # How many options are tried: at first, of what follows from that, and so on.
    abilities = 2  # How many abilities in a row are looked at once the card is played.
    steps = 400  # How often options are tried for a decision: each of the first ones has the same share.
    patience = 12  # From so many decisions of a turn on abilities are left alone.
    answered = 5  # Of how many lines it is asked what the next player could win with.

    def __init__(self, worlds=4):
        """`worlds` are games that might be the real one: what is done is tried in so many of them."""
        self.drawn = int(worlds)
        self.turn, self.asked = None, 0

    def strength(self, view, seat, cards):
        """How well a player stands: one more is e times the chance to win. `view` has the hand of `seat`, who may still play so many
        `cards` before anybody else moves, 1 or 0."""
        raise NotImplementedError

    def tempting(self, option, seat):
        """Whether an option of the turn menu is worth a try."""
        raise NotImplementedError

    def opening(self, decision):
        """The number of an option: the side of a victory card, or a card to put on it."""
        raise NotImplementedError

    def choose(self, decision):
        options = [option for option in decision["options"] if option["action"] is not None]
        if len(options) < 2:
            return decision["options"][0]["n"]
        if decision["question"] in ("side", "shield"):
            return self.opening(decision)
        self.me, self.sorts, self.copies = decision["seat"], {}, set()
        self.free = list(range(self.drawn, self.start["states"]))
        # The same decision of the same game is always thought about in the same way.
        self.chance = random.Random(f"{self.start['game']} {decision['id']}")
        worlds = self.worlds(None, self.me, self.chance.getrandbits(60), range(self.drawn))
        turn = worlds[0]["turn"]
        self.turn, self.asked = turn, self.asked + 1 if turn == self.turn else 1
        if decision["question"] == "menu":
            # Some abilities could be used for ever.
            tired = self.asked > self.patience
            options = [option for option in options if self.tempting(option, self.me) and not (tired and option["what"] == "use")] or options
        lines = self.lines(worlds, options)
        if lines and lines[0][0] < 0.99:  # Else it wins in all of them.
            lines = [(value * (1 - self.lost(ends)), number, ends) for value, number, ends in lines]
        self.drop([*range(self.drawn), *sorted(self.copies)])
        # Of lines that are as good the first one.
        return -max(lines, key=lambda line: line[:2])[1] if lines else options[0]["n"]

    def lines(self, worlds, options):
        """The best lines, each with its value, the number of its option below 0, and the states where it leads."""
        lines = []
        some = self.some(options, 0)
        for option in some:
            self.left = self.steps // len(some)
            # Where a text asks what one cannot know, a world may offer less.
            tracks = self.step([world for world in worlds if option["action"] in world["actions"]], option["action"])
            if tracks:
                value, ends = self.follow(tracks, 1, 0)
                # An ability that brings nothing is left alone.
                lines.append((value / len(tracks) - 0.004 * (option["what"] == "use"), -option["n"], ends))
            lines.sort(key=lambda line: line[:2], reverse=True)
            for _, _, ends in lines[self.answered :]:
                self.free.extend(ends)
            del lines[self.answered :]
        return lines

    def some(self, options, depth):
        """Not more than are tried at that depth."""
        most = self.width[min(depth, len(self.width) - 1)]
        return options if len(options) <= most else self.chance.sample(options, most)

    def copied(self, states):
        """The numbers of copies; none when there is no room for all of them."""
        if len(states) > len(self.free):
            return []
        copies = [self.free.pop() for _ in states]
        self.copies.update(copies)
        self.clone(list(zip(states, copies)))
        return copies

    def step(self, tracks, action):
        """Copies of states, in which an option is taken."""
        copies = self.copied([track["state"] for track in tracks])
        return self.apply([(state, action) for state in copies]) if copies else []

    def sort(self, action):
        """What an option is about, by its number."""
        if action not in self.sorts:
            blocks = (block for block in self.start["actions"] if 0 <= action - block["first"] < block["size"])
            self.sorts[action] = next(blocks)["what"]
        return self.sorts[action]

    def follow(self, tracks, depth, used):
        """Goes on to the end of the turn: the sum of the values of the best that can be made of it, and the states where that leads."""
        going, ends = {}, []
        for track in tracks:
            if track["over"] or track["turn"] != self.turn or track["seat"] != self.me:
                ends.append(track)
            else:
                # What was turned up is known from here on: each such case is gone on with by itself.
                going.setdefault(tuple(action for action in track["actions"] if action is not None), []).append(track)
        value, states = sum(self.values(ends)), [track["state"] for track in ends]
        for actions, group in going.items():
            best, led = self.decide(actions, group, depth, used)
            value, states = value + best, states + led
        return value, states

    def decide(self, actions, group, depth, used):
        """The best of the options of states that are alike."""
        here = [track["state"] for track in group]
        sorts, best, led = {self.sort(action) for action in actions}, None, here
        menu = not sorts.isdisjoint(MENU)
        if menu:
            # One may stop here, or has still a card to play.
            best = sum(self.values(group))
            on = "pass" in sorts and used < self.abilities
            actions = [action for action in actions if self.sort(action) == "use"] if on else []
        for action in self.some(list(actions), depth):
            if self.left <= 0 and best is not None:
                break
            self.left -= 1
            tracks = self.step(group, action)
            if tracks:
                value, states = self.follow(tracks, depth + 1, used + menu)
                if best is None or value > best + 1e-9:
                    best, led, states = value, states, led
                if states is not here:
                    self.free.extend(states)
        if led is not here:
            self.free.extend(here)
        # Without room nothing was tried.
        return (sum(self.values(group)) if best is None else best), led

    def values(self, tracks):
        """How likely the bot wins there, each."""
        seats = [f"p{seat + 1}" for seat in range(self.start["players"])]
        asked = [(track["state"], seat) for track in tracks if not track["over"] for seat in seats]
        views = iter(self.ask(type="view", views=asked)["views"] if asked else [])
        values = []
        for track in tracks:
            if track["over"]:
                values.append(float(track["over"]["winner"] == self.me) if track["over"]["winner"] else 1 / len(seats))
                continue
            shares = {}
            for seat in seats:
                view = next(views)["view"]
                if not view["players"][int(seat[1:]) - 1]["eliminated"]:
                    shares[seat] = math.exp(self.strength(view, seat, int(seat == to_play(view))))
            values.append(0.98 * shares.get(self.me, 0.0) / sum(shares.values()))
        return values

    def lost(self, ends):
        """In which share of these states somebody else could win with a single option, and what follows from it."""
        reports = {report["state"]: report for report in self.outcome(ends)}
        passes = [(state, action) for state, report in reports.items() for action in report["actions"] if self.passes(report, action)]
        reports.update((report["state"], report) for report in (self.apply(passes) if passes else []))
        return sum(self.losing(report, 0) for report in reports.values()) / len(ends)

    def passes(self, report, action):
        """Whether the option ends the bot's turn."""
        return report["seat"] == self.me and action is not None and self.sort(action) == "pass"

    def losing(self, report, depth):
        """Whether who is asked there, somebody else, wins with one option."""
        if report["over"]:
            return report["over"]["winner"] not in (None, self.me)
        if report["seat"] == self.me or depth > 2:
            return False
        actions = [action for action in report["actions"] if action is not None and self.sort(action) != "pass"]
        for at in range(0, len(actions), 32):
            part = actions[at : at + 32]
            copies = self.copied([report["state"]] * len(part))
            tried = self.apply(list(zip(copies, part))) if copies else []
            # What asks further is looked into, too: whose stack, which building.
            asked = [other for other in tried if other["over"] or other["seat"] == report["seat"] and not self.at_menu(other)]
            asked.sort(key=lambda other: not other["over"])
            lost = any(self.losing(other, depth + 1) for other in asked[: 32 if depth == 0 else 8])
            self.free.extend(copies)
            if lost:
                return True
        return False

    def at_menu(self, report):
        """Whether a turn menu is asked there."""
        return any(action is not None and self.sort(action) in MENU for action in report["actions"])


def to_play(view):
    """Who plays the next card."""
    players, turn = view["players"], int(view["turn"][1:]) - 1
    if not view["played"] and not players[turn]["eliminated"]:
        return view["turn"]
    following = (players[(turn + step) % len(players)] for step in range(1, len(players) + 1))
    return next(player["seat"] for player in following if not player["eliminated"])


def named(nation, name):
    """The buildings of that name."""
    return [building for building in nation if building["name"] == name]


def active(nation, name):
    """Those of that name that are not disabled."""
    return [building for building in named(nation, name) if "disabled" not in building["status"]]


def hits(nation):
    """How many missiles it takes until nothing of a nation stands."""
    return max((len(building["stack"]) + 1 + 2 * ("sheltered" in building["status"]) for building in nation), default=0)


def first(options, cards):
    """The number of the option whose card is named first."""
    return min(options, key=lambda option: cards.index(option["card"]) if option["card"] in cards else len(cards))["n"]


def worth(ways):
    """What ways to win are worth, in turns that each still takes: the nearest counts fully, the others less."""
    shares = sorted((4.0 * 0.6 ** max(0.0, turns) for turns in ways), reverse=True)
    return sum(share * part for share, part in zip(shares, (1.0, 0.4, 0.2)))
