"""How fast a random agent plays in batches: decisions a second, with all that Python and the pipe take.

    python3 -m brink_py.speed 1961 --batch 256 --seconds 5
"""
import argparse
import random
import time

from . import Env


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recipe", nargs="?", default="1961")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--batch", type=int, default=256, help="games at once")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--observation", action="store_true", help="the view in numbers with each decision")
    asked = parser.parse_args()
    chance = random.Random(1)
    with Env(asked.recipe, asked.players, ["observation"] if asked.observation else []) as env:
        reports = env.reset({state: state for state in range(asked.batch)})
        seed, decisions, games, began = asked.batch, 0, 0, time.perf_counter()
        while time.perf_counter() - began < asked.seconds:
            steps, again = [], {}
            for report in reports:
                if report["over"]:
                    again[report["state"]] = seed
                    seed += 1
                else:
                    if asked.observation:
                        bytes.fromhex(report["observation"])
                    options = len(report["actions"])
                    steps.append((report["state"], int(chance.random() * options)))
            decisions, games = decisions + len(steps), games + len(again)
            reports = env.pick(steps) if steps else []
            if again:
                reports += env.reset(again)
        took = time.perf_counter() - began
    print(f"{decisions / took:.0f} decisions a second, {games / took:.0f} games a second")


if __name__ == "__main__":
    main()
