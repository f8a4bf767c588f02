//! Texts that a status is cut to, in words: "abilities of other players".

use crate::rules::tree::Against;

pub(in crate::rules) fn texts(against: &[Against]) -> String {
    let one = |one: &Against| {
        let named = one.named.as_ref().map(|name| format!(" named {name}")).unwrap_or_default();
        let of = match (one.of_others, one.agent.word()) {
            (true, "") => "other players",
            (true, _) => " of other players",
            (false, _) => "",
        };
        format!("{}{named}{of}", one.agent.word())
    };
    match against.iter().map(one).collect::<Vec<_>>().as_slice() {
        [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        all => all.concat(),
    }
}
