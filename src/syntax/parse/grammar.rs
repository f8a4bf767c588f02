//! The grammar, read by pest.

use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/effect.pest"]
pub(super) struct EffectGrammar;

/// A rule of the grammar that matched, with its place.
pub(super) type Node<'i> = Pair<'i, Rule>;

/// Sentences in everyday words that stand for several statements.
pub(super) const EVERYDAY: [Rule; 38] = [
    Rule::lasts_both_so,
    Rule::of_each_player,
    Rule::home_and_rest,
    Rule::for_each_so,
    Rule::move_all,
    Rule::reveal_until,
    Rule::double_up,
    Rule::lasts_both,
    Rule::noted,
    Rule::lasts_beyond,
    Rule::choose_two,
    Rule::exchange_two,
    Rule::move_counters,
    Rule::look_take,
    Rule::search_deck,
    Rule::shuffle_in,
    Rule::swap_with,
    Rule::hands_round,
    Rule::take_over,
    Rule::step_aside,
    Rule::trade,
    Rule::put_some,
    Rule::clear_all,
    Rule::put_for_each,
    Rule::decider_does,
    Rule::roll,
    Rule::put_home,
    Rule::goes_to,
    Rule::put_under,
    Rule::away_any,
    Rule::passive,
    Rule::held_away,
    Rule::sheds,
    Rule::take_onto,
    Rule::the_one_does,
    Rule::named_card,
    Rule::choose_way,
    Rule::exchange_them,
];
