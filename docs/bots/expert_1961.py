"""An expert for 1961, of two players above all: it knows what the cards are good for. Python 3.8 or newer, nothing else.

    brink arena 1961 'program:python3 docs/bots/expert_1961.py' greedy --move-time 1m

It tries what it may do in four games that might be the real one; `expert_1961.py 8` in eight.
"""
import sys

from brink_py.expert import Expert, active, first, hits, named, worth


class Expert1961(Expert):
    name = "expert-1961"

    def opening(self, decision):
        # A response system under the Moon Lander answers whoever fires at it; embassies and factories are better in hand.
        cards = ["Response System", "Espionage", "Research", "Missile Launch", "Embargo", "Sabotage"]
        return first(decision["options"], cards)

    def tempting(self, option, seat):
        # A building is no present, and neither is a card on another's stack.
        return option["what"] not in ("build", "stack") or option["seat"] == seat

    def strength(self, view, seat, cards):
        me = view["players"][int(seat[1:]) - 1]
        nation, hand = me["nation"], me["hand"]["cards"] or []
        working = [building for building in active(nation, "Factory") if building["stack"]]
        factories = len(working)
        # What they still bring before anybody else moves.
        fresh = sum(1 for building in working if not building["spent"]) if view["turn"] == seat else cards * factories

        # The Moon Lander: a card a turn, and one more for each factory that has one. Disabled, it needs to be freed first.
        ways = []
        for building in named(nation, "Moon Lander"):
            need = 5 - len(building["stack"]) + (0 if "disabled" not in building["status"] else 3)
            ways.append((need - cards - fresh) / (1 + factories))
        # World peace: embassies are built one a turn, and must be had.
        embassies, more = len(active(nation, "Embassy")), hand.count("Sabotage")
        need = 3 - embassies
        ways.append(need - min(cards, more) + 1.5 * max(0, need - more))
        # The others, by missiles. What is in the silos flies at once.
        missiles = sum(len(building["stack"]) for building in active(nation, "Missile Silo"))
        missiles += cards * ("Missile Launch" in hand)
        others = [other for other in view["players"] if other["seat"] != seat and not other["eliminated"]]
        if len(others) == 1:
            ways.append(max(0, hits(others[0]["nation"]) - missiles) + 1.0)

        strength = worth(ways)
        # What stands for more than one purpose.
        strength += sum(0.3 + 0.12 * min(3, len(building["stack"])) for building in nation)
        strength += 0.15 * sum(len(building["stack"]) for building in active(nation, "Agency"))
        strength += 0.6 * min(3, factories) + 0.25 * len(active(nation, "Factory")) + 0.1 * len(active(nation, "Bunker"))
        strength += 0.25 * sum("sheltered" in building["status"] for building in named(nation, "Moon Lander"))
        strength += 0.1 * min(3, missiles)
        # One more hit, and it is out.
        strength -= 2.0 * 0.4 ** (hits(nation) - 1)
        return strength + 0.05 * me["hand"]["count"] + 0.1 * hand.count("Sabotage") + 0.1 * hand.count("Embargo")


if __name__ == "__main__":
    Expert1961(*sys.argv[1:]).run()
