"""An expert for 1971, of two players above all: it knows what the cards are good for. Python 3.8 or newer, nothing else.

    brink arena 1971 'program:python3 docs/bots/expert_1971.py' greedy --move-time 1m

It tries what it may do in four games that might be the real one; `expert_1971.py 8` in eight.
"""
import sys

from brink_py.expert import Expert, active, first, hits, named, worth

# What each card is as a building.
BUILDINGS = {
    "Legislate": "Military Base",
    "Counterculture": "Farm",
    "Invasion": "Hippies",
    "First Strike": "Radar Tower",
    "Response System": "University",
    "Civil Reform": "Interstate Highway",
}


def had(need, hand, cards):
    """Turns until so much is built or played of which so much is in hand: the rest has to be drawn first."""
    return need - min(cards, hand) + 1.5 * max(0, need - hand)


class Expert1971(Expert):
    name = "expert-1971"

    def opening(self, decision):
        if decision["question"] == "side":
            # Five names come by building whatever is drawn, and five cards sooner than three of one name.
            return max(decision["options"], key=lambda option: option["label"] in ("Shuttle Program", "Woodstock", "World's Fair"))["n"]
        cards = ["Response System", "First Strike", "Invasion", "Counterculture", "Legislate", "Civil Reform"]
        return first(decision["options"], cards)

    def tempting(self, option, seat):
        # A building is no present, but for Hippies, who disable their neighbours; and neither is a card on another's stack.
        return option["what"] not in ("build", "stack") or option["seat"] == seat or option["what"] == "build" and option["card"] == "Invasion"

    def strength(self, view, seat, cards):
        me = view["players"][int(seat[1:]) - 1]
        nation, hand = me["nation"], me["hand"]["cards"] or []
        farms = sum(1 for building in active(nation, "Farm") if not building["stack"])
        steps = 1 + farms
        reforms = sum(card["face_up"] and card["card"] == "Civil Reform" for building in nation for card in building["stack"])
        hippies = len(active(nation, "Hippies"))
        ways = [had(3 - reforms, hand.count("Civil Reform"), cards)]
        for place, building in enumerate(nation):
            beside = [nation[at] for at in (place - 1, place + 1) if 0 <= at < len(nation)]
            turns = self.victory(building, beside, nation, hand, cards, steps, reforms + hippies)
            if turns is not None:
                ways.append(turns + (3 if "disabled" in building["status"] else 0))
        # The others, by missiles.
        others = [other for other in view["players"] if other["seat"] != seat and not other["eliminated"]]
        strikes = cards * min(1, hand.count("First Strike")) * (2 if hippies else 1)
        if len(others) == 1:
            ways.append(max(0, hits(others[0]["nation"]) - strikes) + 1.0)

        strength = worth(ways)
        # What stands for more than one purpose.
        strength += sum(0.3 + 0.1 * min(3, len(building["stack"])) for building in nation)
        strength -= 0.15 * sum("disabled" in building["status"] and building["name"] != "University" for building in nation)
        strength += 0.5 * min(3, farms) + 0.15 * min(1, hippies)
        strength += 0.1 * sum(len(building["stack"]) for building in active(nation, "Military Base"))
        strength += 0.15 * sum(bool(building["stack"]) for building in named(nation, "University"))
        # One more hit, and it is out.
        strength -= 2.0 * 0.4 ** (hits(nation) - 1)
        return strength + 0.05 * me["hand"]["count"] + 0.1 * hand.count("Civil Reform") + 0.1 * hand.count("Legislate")

    def victory(self, building, beside, nation, hand, cards, steps, reforms):
        """Turns until a victory card wins; None for what is none."""
        name, built = building["name"], [BUILDINGS[card] for card in hand]
        # Universities have no name in the turn of their owner, and get it back at the pass.
        names = [other["name"] for other in nation if "disabled" not in other["status"] or other["name"] == "University"]
        if name == "Shuttle Program":
            # What lies on a highway beside it can travel there.
            near = sum(len(other["stack"]) for other in active(beside, "Interstate Highway"))
            return (5 - len(building["stack"]) - near - cards) / steps
        if name == "Raven Rock":
            total = sum(len(other["stack"]) for other in nation)
            played = len(nation) if "Legislate" in hand else 1
            return (10 - total - cards * played) / (steps + 0.5 * (played - 1))
        if name == "UN Building":
            return min((had(3 - names.count(other), built.count(other), cards) for other in names + built), default=9)
        if name == "World's Fair":
            known = set(names) | {name}
            return had(5 - len(known), len(set(built) - known), cards)
        if name == "Woodstock":
            return had(3 - reforms, hand.count("Civil Reform") + hand.count("Invasion"), cards)
        if name == "Hollywood":
            missing = sum(max(0, 3 - len(other["stack"])) for other in beside) + 4 * (2 - len(beside))
            return (missing - cards) / steps
        return None


if __name__ == "__main__":
    Expert1971(*sys.argv[1:]).run()
