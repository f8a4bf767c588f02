"""A bot that thinks ahead: it draws worlds, tries each option in each of them, plays on at random and takes what wins most often.

    brink bot-host 1961 --bot 'python3 docs/bots/searcher.py'
"""
import random

from brink_py.bot import Bot

TURNS = 12  # So far a game is played on; where nobody has won by then, nothing is learnt of it.
ROUNDS = 400  # No more choices than that, for abilities that could be used for ever.


class Searcher(Bot):
    name, wants = "searcher", []

    def choose(self, decision):
        options = [option for option in decision["options"] if option["action"] is not None]
        if len(options) < 2:
            return decision["options"][0]["n"]
        me, most = decision["seat"], self.start["states"]
        # A state for each option in each world, besides those of the worlds.
        count = max(1, min(self.start["worlds"], most // (len(options) + 1)))
        options = options[: most // count - 1]
        worlds = self.worlds(None, me, random.getrandbits(60), range(count))
        tries, copies, steps = {}, [], []
        for world in worlds:
            offered = set(world["actions"])  # Where a text asks what one cannot know, a world may offer less.
            for option in options:
                if option["action"] in offered:
                    state = count + len(tries)
                    tries[state] = option["n"]
                    copies.append((world["state"], state))
                    steps.append((state, option["action"]))
        self.clone(copies)
        reports = self.apply(steps)
        wins = {option["n"]: [0, 1] for option in options}
        last = reports[0]["turn"] + TURNS
        for _ in range(ROUNDS):
            going = []
            for report in reports:
                if report["over"]:
                    won = wins[tries[report["state"]]]
                    won[0], won[1] = won[0] + (report["over"]["winner"] == me), won[1] + 1
                elif report["turn"] <= last:
                    going.append((report["state"], random.randrange(len(report["actions"]))))
            if not going:
                break
            reports = self.pick(going)
        self.drop([*range(count), *tries])
        # Of those that are as good, the first ones act, and the last ones pass.
        return max(wins, key=lambda n: wins[n][0] / wins[n][1])


if __name__ == "__main__":
    Searcher().run()
