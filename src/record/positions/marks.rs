//! The marks of spent abilities that buildings have by texts of other cards.

use board::Kind;
use explain::names::notation::building_name;
use rules::ir::Rules;

/// The abilities that a building of that kind may have besides its own, by what they are marked with: those that texts
/// give by the names that they go by, those of a borrowed text by the building's own name.
fn lent(rules: &Rules, kind: Kind, second_side: bool) -> Vec<(u8, &str)> {
    let own = rules.kinds[kind.index()].buildings[usize::from(second_side)];
    let own = rules.faces[own.index()].abilities.len() as u8;
    let given: Vec<(u8, &str)> = { rules.given_abilities() }
        .map(|(number, face, at)| {
            let face = &rules.faces[face.index()];
            let name = face.abilities[usize::from(at)].name;
            (
                number,
                name.map_or(face.label.as_str(), |name| {
                    rules.names[name.index()].as_str()
                }),
            )
        })
        .collect();
    let first_given = given.iter().map(|(number, _)| *number).min().unwrap_or(8);
    let borrowed =
        (own..first_given).map(|number| (number, building_name(rules, kind, second_side)));
    borrowed.chain(given).collect()
}

/// It has an ability of its own with a limit.
fn marks_its_own(rules: &Rules, kind: Kind, second_side: bool) -> bool {
    let own = rules.kinds[kind.index()].buildings[usize::from(second_side)];
    rules.faces[own.index()]
        .abilities
        .iter()
        .any(|ability| ability.once || ability.start)
}

/// Writes those that are spent: `*` alone where it is the only one that can be.
pub(super) fn write_lent_marks(
    out: &mut String,
    rules: &Rules,
    (kind, second_side): (Kind, bool),
    spent: u8,
) {
    let lent = lent(rules, kind, second_side);
    let spent: Vec<&(u8, &str)> = lent
        .iter()
        .filter(|(number, _)| spent >> number & 1 == 1)
        .collect();
    let alone = !marks_its_own(rules, kind, second_side) && spent.len() == 1;
    for (number, name) in spent {
        out.push('*');
        let plain = lent
            .iter()
            .min_by_key(|(other, name)| (*name == building_name(rules, kind, second_side), *other));
        let first = if rules.given_abilities().next().is_none() {
            lent.first()
        } else {
            plain
        };
        if !(alone && first.is_some_and(|(other, _)| other == number)) {
            out.push_str(name);
        }
    }
}

/// The bit of a mark without a name, where the building has no limited ability of its own, or of one with that name.
pub(super) fn read_lent_mark(
    rules: &Rules,
    kind: Kind,
    second_side: bool,
    name: Option<&str>,
) -> u8 {
    if rules.alters() & rules::ir::TEXTS == 0 {
        return 0;
    }
    let lent = lent(rules, kind, second_side);
    let own = building_name(rules, kind, second_side);
    let found = match name {
        Some(name) => lent
            .iter()
            .find(|(_, other)| other.eq_ignore_ascii_case(name)),
        None if rules.given_abilities().next().is_none() => lent.first(),
        None => lent
            .iter()
            .min_by_key(|(other, name)| (*name == own, *other)),
    };
    found.map_or(0, |(number, _)| 1 << number)
}
