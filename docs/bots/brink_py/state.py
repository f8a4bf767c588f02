"""Games in the manner of OpenSpiel: a `Game` makes states, a `State` is played, copied and taken back.

    from brink_py.state import Game

    game = Game("1961", players=2)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

It has the names of OpenSpiel and needs nothing of it. Chance is part of a state, which is dealt by a seed: there are no chance nodes.
"""
import json

from . import Env, returns

TERMINAL = -4  # As OpenSpiel calls the player of a game that is over.


class Game:
    """Games of a recipe."""

    def __init__(self, recipe="1961", players=2, **more):
        self.env = Env(recipe, players, **more)

    def num_players(self):
        return self.env.players

    def num_distinct_actions(self):
        return self.env.action_size

    def observation_tensor_size(self):
        return self.env.observation_size

    def observation_tensor_shape(self):
        return [self.env.observation_size]

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def new_initial_state(self, seed):
        state = self.env.new()
        return State(self, state, self.env.reset({state: seed})[0], [])

    def close(self):
        self.env.close()


class State:
    """A game as it is."""

    def __init__(self, game, state, report, history):
        self._game, self._state, self._report, self._history = game, state, report, history

    def __del__(self):
        if self._game.env.process.poll() is None and not self._game.env.process.stdin.closed:
            self._game.env.release(self._state)

    def get_game(self):
        return self._game

    def current_player(self):
        seat = self._report["seat"]
        return int(seat[1:]) - 1 if seat else TERMINAL

    def is_terminal(self):
        return self._report["over"] is not None

    def is_chance_node(self):
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
        player = self.current_player()
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

    def clone(self):
        state = self._game.env.new()
        return State(self._game, state, self._game.env.clone([(self._state, state)])[0], list(self._history))

    def child(self, action):
        child = self.clone()
        child.apply_action(action)
        return child

    def resample_from_infostate(self, player, seed):
        """A game that the player cannot tell from this one. What came before it is not kept: it is taken back to here at most."""
        state = self._game.env.new()
        [report] = self._game.env.worlds(self._state, f"p{player + 1}", seed, [state])
        return State(self._game, state, report, [])

    def action_to_string(self, *player_and_action):
        action = player_and_action[-1]
        for option in self._game.env.options(self._state):
            if option["action"] == action:
                return option["label"]
        raise ValueError(f"{action} is not offered")

    def observation_tensor(self, player=None):
        player = self.current_player() if player is None else player
        return list(self._game.env.observe([(self._state, f"p{max(player, 0) + 1}")])[0])

    def observation_string(self, player=None):
        player = self.current_player() if player is None else player
        return json.dumps(self._game.env.view(self._state, f"p{max(player, 0) + 1}"), indent=1)

    def __str__(self):
        return self.observation_string()
