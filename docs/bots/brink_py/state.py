"""Games in the manner of OpenSpiel: a `Game` makes states, a `State` is played, copied and taken back.

    from brink_py.state import Game

    game = Game("1961", players=2)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

What is there has the names of OpenSpiel and needs nothing of it; what is not, docs/bots/env.md lists. Chance is part of a state, which is
dealt by a seed: there are no chance nodes.
"""
import json
import operator

from . import Env, returns

TERMINAL = -4  # As OpenSpiel calls the player of a game that is over.


class Game:
    """Games of a recipe."""

    def __init__(self, recipe="1961", players=2, **more):
        """`more` is what `Env` takes."""
        self.env = Env(recipe, players, **more)

    def num_players(self):
        return self.env.players

    def num_distinct_actions(self):
        return self.env.action_size

    def policy_tensor_shape(self):
        return [self.env.action_size]

    def max_game_length(self):
        """A bound: no state goes further."""
        return self.env.rules["steps"]

    def observation_tensor_size(self):
        return self.env.observation_size

    def observation_tensor_shape(self):
        return [self.env.observation_size]

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def utility_sum(self):
        return 0.0

    def new_initial_state(self, seed):
        return State(self, self.env.new(lambda state: self.env.reset({state: seed})), [])

    def close(self):
        self.env.close()


class State:
    """A game as it is."""

    def __init__(self, game, report, history):
        self._game, self._state, self._report, self._history = game, report["state"], report, history

    def __del__(self):
        self._game.env.release(self._state)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, _):
        return self.clone()

    def get_game(self):
        return self._game

    def num_players(self):
        return self._game.num_players()

    def num_distinct_actions(self):
        return self._game.num_distinct_actions()

    def current_player(self):
        seat = self._report["seat"]
        return int(seat[1:]) - 1 if seat else TERMINAL

    def is_terminal(self):
        return self._report["over"] is not None

    def is_player_node(self):
        return not self.is_terminal()

    def is_chance_node(self):
        return False

    def is_simultaneous_node(self):
        return False

    def legal_actions(self, player=None):
        if player is not None and player != self.current_player():
            return []
        return sorted(action for action in self._report["actions"] if action is not None)

    def legal_actions_mask(self, player=None):
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action):
        player, action = self.current_player(), operator.index(action)
        [self._report] = self._game.env.apply([(self._state, action)])
        self._history.append((player, action))

    def undo_action(self, player, action):
        if not self._history or self._history[-1] != (player, action):
            raise ValueError(f"{player} has not taken {action} last")
        [self._report] = self._game.env.undo([(self._state, 1)])
        self._history.pop()

    def history(self):
        return [action for _, action in self._history]

    def full_history(self):
        return list(self._history)

    def move_number(self):
        return len(self._history)

    def returns(self):
        return returns(self._report, self._game.num_players())

    rewards = returns

    def player_return(self, player):
        return self.returns()[player]

    player_reward = player_return

    def clone(self):
        env = self._game.env
        return State(self._game, env.new(lambda state: env.clone([(self._state, state)])), list(self._history))

    def child(self, action):
        child = self.clone()
        child.apply_action(action)
        return child

    def resample_from_infostate(self, player, seed):
        """A game that the player cannot tell from this one. `seed` is a number, or what gives one from 0 to below 1 when it is called, as
        OpenSpiel passes it. What came before the game is not kept: it is taken back to here at most."""
        env, seed = self._game.env, int(seed() * 2**53) if callable(seed) else seed
        return State(self._game, env.new(lambda state: env.worlds(self._state, f"p{player + 1}", seed, [state])), [])

    def action_to_string(self, *player_and_action):
        action = player_and_action[-1]
        for option in self._game.env.options(self._state):
            if option["action"] == action:
                return option["label"]
        raise ValueError(f"{action} is not offered")

    def string_to_action(self, *player_and_label):
        label = player_and_label[-1]
        for option in self._game.env.options(self._state):
            if option["label"] == label:
                return option["action"]
        raise ValueError(f"`{label}` is not offered")

    def observation_tensor(self, player=None):
        player = self.current_player() if player is None else player
        return list(self._game.env.observe([(self._state, f"p{max(player, 0) + 1}")])[0])

    def observation_string(self, player=None):
        player = self.current_player() if player is None else player
        return json.dumps(self._game.env.view(self._state, f"p{max(player, 0) + 1}"), indent=1)

    def __str__(self):
        return self.observation_string()
