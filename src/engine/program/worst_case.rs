//! What a game's texts look at, at worst, where nobody has to count: most games never come near a bound (END-1).

use crate::Reads;
use rules::ir::{DISABLED, Face, Guard, Lasting, Looked, Part, PredId, Program, Rules};
use text::limits::{LOOKS, PLAYERS, STEPS};

/// So many moments may follow from one decision before a game that does not count each look in them comes to its bound.
const MOMENTS: u64 = 1_000;
/// A step asks for so many items and numbers at most, besides what it chooses from.
const ASKED: u64 = 4;
/// A game whose texts may look at so much in one step, or ten times as much in a turn menu, is dear: the printed ones stay below a fifth of it.
const DEAR: u64 = 400_000;

/// How the looks of a game are counted.
#[derive(Debug, Clone, Copy)]
pub struct Worst {
    /// So much that each look counts from the first step on: who plays on in the head has to know how long that takes.
    pub dear: bool,
    /// A turn menu may take more than there is.
    pub menus_count: bool,
    /// Moments may, so that each look is counted.
    pub moments_count: bool,
    /// Else what one moment takes, whatever stands on the table. (In a trial each look is noted, and counted besides.)
    pub moment: u32,
    /// Texts count each look once a decision has fewer steps left than this: with more, they cannot have taken what there is.
    pub counted_below: u32,
}

impl Worst {
    pub fn of(rules: &Rules) -> Worst {
        let worst = Asked { rules };
        let moment = worst.statuses().saturating_add(worst.victories());
        let known = moment.saturating_mul(MOMENTS) <= u64::from(LOOKS);
        let uncounted = u64::from(LOOKS) / worst.step().max(1);
        let dear = worst.step() > DEAR || worst.menu() > 10 * DEAR;
        Worst {
            dear,
            // What texts change of the meaning of words takes looks that no plan tells.
            menus_count: dear || rules.alters() != 0 || worst.menu() > u64::from(LOOKS),
            // Who cannot win hangs on whatever texts say so.
            moments_count: dear
                || rules.alters() != 0
                || !known
                || Reads::of_bars(rules) != Reads::NOTHING,
            moment: if known && !dear {
                u32::try_from(moment).unwrap_or(u32::MAX)
            } else {
                0
            },
            counted_below: match dear {
                true => STEPS + 1,
                false => STEPS - u32::try_from(uncounted).unwrap_or(STEPS).min(STEPS),
            },
        }
    }
}

/// What hangs on other texts is counted wherever it is asked, but for moments.
struct Asked<'r> {
    rules: &'r Rules,
}

impl Asked<'_> {
    /// All cards, each as whichever face asks for more.
    fn all(&self, of: impl Fn(&Face) -> u64) -> u64 {
        let kinds = self.rules.kinds.iter().map(|kind| {
            let faces = kind.buildings.iter().chain(&kind.action);
            let most = faces
                .map(|face| of(&self.rules.faces[face.index()]))
                .max()
                .unwrap_or(0);
            most.saturating_mul(kind.copies.into())
        });
        kinds.fold(0, u64::saturating_add)
    }

    fn asked(&self, pred: PredId) -> u64 {
        self.rules.looks.preds[pred.index()].things.into()
    }

    /// One step of a text, with what adds to the numbers of a text that begins then.
    fn step(&self) -> u64 {
        let looks = &self.rules.looks;
        let ops = self.rules.code.iter().map(|op| {
            let mut sum: u64 = 0;
            op.each_part(&self.rules.branches, &mut |part| {
                sum = sum.saturating_add(match part {
                    Part::Pred(pred) => self.asked(pred),
                    // What is offered is worked out, and the only one picked.
                    Part::Set(set) => 2 * u64::from(looks.sets[set.index()].things),
                    Part::Item(_) | Part::Num(_) => 0,
                });
            });
            sum
        });
        let most = |all: &[Looked]| {
            all.iter()
                .map(|looked| u64::from(looked.things))
                .max()
                .unwrap_or(0)
        };
        let asked = ASKED * (most(&looks.items) + most(&looks.nums));
        let raised = |face: &Face| {
            face.raises
                .iter()
                .map(|raise| u64::from(looks.nums[raise.index()].things))
                .sum()
        };
        asked
            .saturating_add(self.all(raised))
            .saturating_add(ops.max().unwrap_or(0))
    }

    fn program(&self, program: &Program) -> u64 {
        match program.guard {
            Guard::Always | Guard::Never => 0,
            // What a trial takes is counted by itself.
            Guard::Needs(pred) | Guard::Try(pred) => self.asked(pred),
            Guard::Pays { cost, then, .. } => self.asked(cost).saturating_add(self.asked(then)),
        }
    }

    fn menu(&self) -> u64 {
        self.all(|face| {
            let abilities = face.abilities.iter().map(|ability| {
                let condition = ability.condition.map_or(0, |pred| self.asked(pred));
                condition.saturating_add(self.program(&ability.program))
            });
            abilities
                .chain(face.play.iter().map(|play| self.program(play)))
                .fold(1, u64::saturating_add)
        })
    }

    /// Without end where it hangs on other texts.
    fn of_moment(looked: Looked) -> u64 {
        if looked.ahead {
            u64::MAX
        } else {
            looked.things.into()
        }
    }

    /// Of buildings that disable each other, each round of settling may look at all again (DIS-5).
    fn statuses(&self) -> u64 {
        let clause = |lasting: &Lasting| {
            let looks = &self.rules.looks;
            let condition = lasting
                .condition
                .map_or(0, |pred| Asked::of_moment(looks.preds[pred.index()]));
            condition.saturating_add(Asked::of_moment(looks.sets[lasting.set.index()]))
        };
        let all = self.all(|face| face.lasting.iter().map(clause).fold(0, u64::saturating_add));
        let rules = self.rules;
        let disables = |lasting: &Lasting| lasting.status == DISABLED && !lasting.of_itself;
        let rounds = rules.kinds.iter().filter(|kind| {
            kind.buildings
                .iter()
                .any(|face| rules.faces[face.index()].lasting.iter().any(disables))
        });
        all.saturating_mul(
            rounds
                .map(|kind| u64::from(kind.copies))
                .sum::<u64>()
                .max(1),
        )
    }

    fn victories(&self) -> u64 {
        let looks = &self.rules.looks;
        let own = self.all(|face| {
            let wins = face
                .wins
                .iter()
                .map(|pred| Asked::of_moment(looks.preds[pred.index()]));
            let counts = face
                .counts_as
                .iter()
                .map(|counts| Asked::of_moment(looks.sets[counts.set.index()]));
            wins.chain(counts).fold(0, u64::saturating_add)
        });
        let counted = self
            .rules
            .tallies
            .iter()
            .flat_map(|tally| [tally.count].into_iter().chain(tally.more.clone()));
        let tallies = counted.map(|set| Asked::of_moment(looks.sets[set.index()]));
        own.saturating_add(
            tallies
                .fold(0, u64::saturating_add)
                .saturating_mul(PLAYERS as u64),
        )
    }
}

#[cfg(test)]
pub mod tests {
    use super::{Rules, STEPS, Worst};
    use rules::{Library, Settings};
    use text::Source;

    /// The rules of a game of 200 cards with one building and one action, of these texts.
    pub fn rules(building: &str, action: &str) -> Rules {
        let set = format!(
            "id = \"far\"\ntitle = \"Far\"\nlanguage = 2\n[[card]]\nbuilding = \"Hut\"\naction = \"Act\"\n[[victory]]\nfront = \"Hall\"\n\
             [building.\"Hall\"]\ntext = ''\n[action.\"Act\"]\ntext = '''\n{action}\n'''\n[building.\"Hut\"]\ntext = '''\n{building}\n'''\n"
        );
        let recipe = "id = \"far-game\"\ntitle = \"Far\"\nsets = [\"far\"]\ncopies = 200\nvictory = \"same\"\nhand = 1\nshields = 1\n";
        let files = vec![
            Source::new("far.toml", set),
            Source::new("far-game.toml", recipe),
        ];
        let library = Library::parse(files).unwrap_or_else(|report| panic!("{:?}", report.faults));
        library
            .compile("far-game", &Settings::default())
            .expect("the recipe is sound")
    }

    #[test]
    fn the_printed_games_need_not_count() {
        let library = Library::builtin().expect("the cards are sound");
        for game in ["1961", "1971", "combined"] {
            let worst = Worst::of(
                &library
                    .compile(game, &Settings::default())
                    .expect("the recipe is sound"),
            );
            assert!(
                !worst.dear && !worst.menus_count && !worst.moments_count,
                "{game}: {worst:?}"
            );
            // A hundred steps are more than most decisions take.
            assert!(
                (1..STEPS - 100).contains(&worst.counted_below),
                "{game}: {worst:?}"
            );
        }
    }

    #[test]
    fn texts_that_look_far_must_count() {
        let worst = |building: &str| Worst::of(&rules(building, ""));
        let far = "there is a building that is stacked and (there is a top that is face up)";
        assert!(!worst("").moments_count && !worst("").menus_count);
        assert!(worst(&format!("win when {far}")).moments_count);
        assert!(worst(&format!("while {far}: neighbours of this are guarded")).moments_count);
        assert!(worst(&format!("use, if {far}: draw 1 card")).menus_count);
    }
}
