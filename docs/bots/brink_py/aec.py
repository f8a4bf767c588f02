"""Games for PettingZoo, by its interface for players who take turns (AEC). It needs `pettingzoo` and `numpy`.

    from brink_py.aec import env

    game = env("1961", players=2)
    game.reset(seed=7)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, info = game.last()
        action = None if terminated or truncated else game.action_space(agent).sample(observation["action_mask"])
        game.step(action)

What the numbers of the mask mean, `game.brink.options(0)` tells: of each option its `action` and its `label`. With `render_mode="human"` the
table is printed as whoever is asked sees it, with `"ansi"` it is given back as text.
"""
import random

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Env, returns
from .table import table


def env(*arguments, **more):
    """A game whose mistakes are told."""
    return wrappers.OrderEnforcingWrapper(raw_env(*arguments, **more))


class raw_env(AECEnv):
    """A game of Brink. Whoever is out of the game is asked no more, and is told at the end who has won."""

    metadata = {"name": "brink_v0", "render_modes": ["human", "ansi"], "is_parallelizable": False}

    def __init__(self, recipe="1961", players=2, render_mode=None, wants=(), **more):
        """`wants` are words beside "observation", which is always wanted; `more` is what `Env` takes."""
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}, but {self.metadata['render_modes']}")
        self.brink = Env(recipe, players, wants=["observation", *wants], **more)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.brink.players)]
        self._agents = dict(zip(self.brink.seats, self.possible_agents))  # As PettingZoo likes them to be called.
        self._seats = dict(zip(self.possible_agents, self.brink.seats))
        size, actions = self.brink.observation_size, self.brink.action_size
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: self._observed for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seeds = random.Random()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._seeds = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        # A game may be over before anybody is asked.
        [self._report] = self.brink.reset({0: self._seeds.getrandbits(53)})
        self.agent_selection = self._agents.get(self._report["seat"], self.agents[0])
        self._look()

    def observe(self, agent):
        mask = np.zeros(self.brink.action_size, np.int8)
        if self._seats[agent] == self._report["seat"]:
            row = bytes.fromhex(self._report["observation"])
            mask[[action for action in self._report["actions"] if action is not None]] = 1
        else:
            [row] = self.brink.observe([(0, self._seats[agent])])
        return {"observation": np.frombuffer(row, np.uint8).copy(), "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        [self._report] = self.brink.apply([(0, int(action))])
        self._look()
        if self._report["seat"]:
            self.agent_selection = self._agents[self._report["seat"]]
        self._accumulate_rewards()

    def _look(self):
        over = self._report["over"]
        if over:
            shares = returns(self._report, len(self.possible_agents))
            self.rewards = {agent: shares[self.possible_agents.index(agent)] for agent in self.agents}
            ended = self.truncations if over["unfinished"] else self.terminations
            ended.update((agent, True) for agent in self.agents)

    def render(self):
        if self.render_mode is None:
            logger.warn("render() shows nothing without a mode: env(..., render_mode=\"human\")")
            return None
        text = table(self.brink.view(0, self._seats[self.agent_selection]))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self):
        self.brink.close()
