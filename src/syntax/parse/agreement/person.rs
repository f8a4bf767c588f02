//! What is said of you, of somebody else or of several: turns, draws, hands, names and texts.

use super::{Count, Reader};
use crate::syntax::parse::grammar::{Node, Rule};
use crate::syntax::parse::trees::MANY;

impl<'t> Reader<'t> {
    pub(super) fn person(&mut self, node: &Node<'t>, parts: &[Node<'t>]) {
        let behind = |part: &Node| part.as_span().end();
        match node.as_rule() {
            Rule::skips => {
                let who = self.item(&parts[0]);
                self.verb(behind(&parts[0]), who, ["skips", "skip"]);
                let place = self.behind(behind(&parts[0])).end;
                self.whose(place, who, "the next turn");
            }
            Rule::each_sets => {
                self.verb(behind(&parts[0]), self.set(&parts[0]), ["sets", "set"]);
                self.one_of(&parts[1]);
            }
            Rule::extra_turn => {
                let Some(of) = parts.first() else { return };
                let who = of.clone().into_inner().next().map_or(Count::Either, |item| self.item(&item));
                self.verb(behind(of), who, ["takes", "take"]);
            }
            Rule::draws_by_effect => {
                let Some(who) = parts[0].clone().into_inner().next().map(|term| self.count(&term)) else { return };
                self.verb(behind(&parts[0]), who, ["draws", "draw"]);
            }
            Rule::would_draw if parts.iter().any(|part| part.as_rule() == Rule::by_effects) => {}
            Rule::draws_for_turn | Rule::would_draw => {
                let Some(who) = parts[0].clone().into_inner().next().map(|term| self.count(&term)) else { return };
                if node.as_rule() == Rule::draws_for_turn {
                    self.verb(behind(&parts[0]), who, ["draws", "draw"]);
                }
                let said = parts[1].as_str();
                let of = said.find(" of ").or_else(|| said.find(" for ")).map_or(0, |at| at + 1);
                let of = of + said[of..].find(' ').unwrap_or(0);
                self.whose(parts[1].as_span().start() + of, who, "their turn");
            }
            Rule::how_often => {
                let all = parts[0].as_rule() == Rule::all_players;
                let who = if all { Count::Many } else { self.item(&parts[0]) };
                self.verb(behind(&parts[0]), who, ["has", "have"]);
            }
            Rule::deeds_of => {
                let who = parts.iter().find(|part| part.as_rule() == Rule::item);
                who.into_iter().for_each(|who| self.verb(behind(who), self.item(who), ["has", "have"]));
                self.deed_things(parts, Count::Many);
            }
            Rule::deeds_of_all => self.deed_things(parts, Count::Many),
            Rule::nth_does => {
                self.doing(node, parts);
                self.deed_things(parts, Count::One);
            }
            Rule::did_many => {
                let number = parts.iter().find(|part| part.as_rule() == Rule::number);
                let one = number.is_some_and(|number| number.as_str().trim() == "1");
                let none = parts.iter().any(|part| part.as_rule() == Rule::none);
                self.deed_things(
                    parts,
                    if none {
                        Count::Either
                    } else if one {
                        Count::One
                    } else {
                        Count::Many
                    },
                );
                if let Some(number) = number.filter(|_| parts.iter().all(|part| part.as_rule() != Rule::compare)) {
                    let (start, end) = (number.as_span().start(), behind(number));
                    let said = number.as_str().trim();
                    let help = format!("say `at least {said}` or `exactly {said}`");
                    self.fault(start, end, "so many, or more, too?".into(), help);
                }
            }
            Rule::turn_draws => {
                let number = parts.iter().find(|part| part.as_rule() == Rule::number);
                number.into_iter().for_each(|number| self.counted(number, ["draw", "draws"]));
            }
            Rule::more_plays => {
                let more = self.behind(behind(&parts[0])).end;
                let count = if parts[0].as_str().trim() == "1" { Count::One } else { Count::Many };
                self.verb(more, count, ["card", "cards"]);
            }
            Rule::lasting_clause if parts.get(1).map(Node::as_rule) == Some(Rule::open_handed) => {
                let who = self.set(&parts[0]);
                self.verb(behind(&parts[0]), who, ["plays", "play"]);
                let hands = parts[1].as_str().ends_with("hands");
                match who {
                    Count::Many if !hands => self.fault_for(&parts[1], "say `play with open hands`".into()),
                    Count::One if hands => self.fault_for(&parts[1], "say `plays with an open hand`".into()),
                    Count::You if hands => self.fault_for(&parts[1], "say `play with an open hand`".into()),
                    _ => {}
                }
            }
            Rule::than_other => {
                let one = |part: &Node| part.as_rule() == Rule::number && part.as_str().trim() == "1";
                let count = if parts.iter().any(one) { Count::One } else { Count::Many };
                self.things(parts, count);
            }
            Rule::measured => self.things(parts, Count::Many),
            Rule::bears_name => self.verb(behind(&parts[0]), self.set(&parts[0]), ["bears", "bear"]),
            Rule::has_text | Rule::has_clauses => self.verb(behind(&parts[0]), self.set(&parts[0]), ["has", "have"]),
            Rule::are_neighbours => {
                let last = parts.iter().rfind(|part| part.as_rule() == Rule::set);
                last.into_iter().for_each(|last| self.verb(behind(last), Count::Many, ["is", "are"]));
            }
            _ => {}
        }
    }

    /// `that many`, where nothing before it says how many.
    pub(super) fn that_many(&mut self, clause: &Node<'t>) {
        for node in clause.clone().into_inner().flatten() {
            match node.as_rule() {
                Rule::discard_any | Rule::discard_some | Rule::discarding | Rule::up_to_some | Rule::several => return,
                Rule::every | Rule::roll | Rule::choose_number | Rule::secretly | Rule::away_any => return,
                Rule::name if node.as_str().trim() == MANY => return,
                Rule::that_many | Rule::twice_many => {
                    let help = "it is as many as were discarded before with `all` or `any number of`, or as a die shows: `discard your hand, then draw that many cards`; else give the number a name before: `let many be the number of cards in your hand`";
                    let span = node.as_span();
                    return self.fault(span.start(), span.end(), "how many?".into(), help.into());
                }
                _ => {}
            }
        }
    }

    /// `all buildings of another player`: of one of them, or of all?
    pub(super) fn of_one_or_all(&mut self, term: &Node<'t>) {
        let of_one = |part: &Node| {
            let words = part.as_str();
            matches!(part.as_rule(), Rule::others_all | Rule::of_another)
                && ["another", "an", "opponent's"].iter().any(|word| words.starts_with(word))
        };
        if let Some(part) = term.clone().into_inner().flatten().find(of_one) {
            let help = "of all of them: `all buildings of other players`; of one: `choose another player as foe`, then `all buildings of foe`";
            let span = part.as_span();
            self.fault(span.start(), span.end(), "of one of them, or of all?".into(), help.into());
        }
    }

    /// `take a building of foe`: into a hand, or over into a nation?
    pub(super) fn taken(&mut self, what: &Node<'t>) {
        let nouns =
            [Rule::buildings, Rule::their_buildings, Rule::neighbours, Rule::but_this, Rule::hand, Rule::cards_on];
        let mut inner = what.clone().into_inner().flatten();
        let noun = inner.find(|node| nouns.contains(&node.as_rule()) || node.as_rule() == Rule::tops);
        let noun = noun.filter(|noun| !matches!(noun.as_rule(), Rule::hand | Rule::cards_on | Rule::tops));
        if let Some(noun) = noun.filter(|_| !what.as_str().contains("top") && !what.as_str().contains("card")) {
            let span = noun.as_span();
            let help = "into your hand: `give one of your buildings to you`; into your nation, with all that lies on it: `take over a building of another player`";
            self.fault(span.start(), span.end(), "taken over, or into the hand?".into(), help.into());
        }
    }

    /// What somebody does: `plays`, or `play`.
    pub(super) fn doing(&mut self, node: &Node<'t>, parts: &[Node<'t>]) {
        let Some(count) = parts.first().and_then(|who| who.clone().into_inner().next()).map(|term| self.count(&term))
        else {
            return;
        };
        let places: Vec<usize> = match node.as_rule() {
            Rule::passes => vec![parts[0].as_span().end()],
            _ => {
                let doing = parts
                    .iter()
                    .filter(|part| matches!(part.as_rule(), Rule::doing | Rule::counted_doing | Rule::away));
                doing.map(|part| part.as_span().start()).collect()
            }
        };
        for place in places {
            let span = self.behind(place);
            let word = &self.text[span.start..span.end];
            let base = match word {
                "passes" => "pass",
                word => word.strip_suffix('s').filter(|_| word != "pass").unwrap_or(word),
            };
            let own = if base == "pass" { "passes".to_string() } else { format!("{base}s") };
            self.verb(place, count, [&own, base]);
        }
    }

    /// What is counted of what has been done.
    fn deed_things(&mut self, parts: &[Node<'t>], count: Count) {
        let words = [["action", "actions"], ["ability", "abilities"], ["card", "cards"], ["building", "buildings"]];
        for part in parts
            .iter()
            .filter(|part| matches!(part.as_rule(), Rule::deed_acts | Rule::deed_cards | Rule::deed_buildings))
        {
            words.into_iter().for_each(|forms| self.verb(part.as_span().start(), count, forms));
        }
    }

    /// Cards or buildings that are counted of somebody.
    pub(super) fn things(&mut self, parts: &[Node<'t>], count: Count) {
        for part in parts {
            let start = part.as_span().start();
            match part.as_rule() {
                Rule::own_hand | Rule::own_cards => self.verb(start, count, ["card", "cards"]),
                Rule::own_nation => self.verb(start + "stacked".len(), count, ["card", "cards"]),
                Rule::own_buildings => self.verb(start, count, ["building", "buildings"]),
                _ => {}
            }
        }
    }

    /// `your` behind a place where it is said of you, and only there.
    fn whose(&mut self, place: usize, who: Count, others: &str) {
        let span = self.behind(place);
        let yours = &self.text[span.start..span.end] == "your";
        if who == Count::You && !yours {
            let help = format!("say `{}`", others.replace("their", "your").replace("the", "your"));
            self.fault(span.start, span.end, "this turn is yours".into(), help);
        } else if who != Count::You && yours {
            self.fault(span.start, span.end, "this turn is not yours".into(), format!("say `{others}`"));
        }
    }
}
