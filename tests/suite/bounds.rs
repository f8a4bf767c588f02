//! At every bound games and files work; one past it a diagnostic names the bound, or everybody is told of the cut (END-1).

use std::fs;
use std::io::{BufReader, Read};

use crate::support::large::Large;
use crate::support::program::brink_in;
use brink::board::{Board, Cut, Event};
use brink::engine::{Choice, Game, Script, Watch};
use brink::lang::notation::TraceReader;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::{Source, limits, read_line};
use miette::Diagnostic;

#[test]
fn every_bound_holds_at_it_and_is_named_one_past_it() {
    let mut wrong = Vec::new();
    for (what, most) in limits::ALL {
        match CASES.iter().find(|case| case.what == *what) {
            Some(case) => wrong.extend(
                case.tried(*most)
                    .err()
                    .map(|reason| format!("{what}: {reason}")),
            ),
            None => wrong.push(format!("{what}: nothing is tried")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        CASES.len(),
        limits::ALL.len(),
        "nothing is tried that is no bound"
    );
}

impl Case {
    /// Whether a size is sound, or why it is not told as it should be.
    fn is_sound(&self, size: u64, most: u64) -> Result<bool, String> {
        match (self.found)(size) {
            Sound => Ok(true),
            Refused(said)
                if self.cut.is_none()
                    && said.iter().any(|said| said.contains(&most.to_string())) =>
            {
                Ok(false)
            }
            Cuts(why) if self.cut.is_some_and(|cut| why == [cut]) => Ok(false),
            other => Err(format!("{size}: {other:?}")),
        }
    }

    fn tried(&self, most: u64) -> Result<(), String> {
        let (mut last, mut first) = self.between;
        if !self.is_sound(last, most)? || self.is_sound(first, most)? {
            return Err(format!(
                "{:?} and {:?}",
                (self.found)(last),
                (self.found)(first)
            ));
        }
        // Where a size is not what is counted, the bound is somewhere between.
        while first - last > 1 {
            let middle = last.midpoint(first);
            *if self.is_sound(middle, most)? {
                &mut last
            } else {
                &mut first
            } = middle;
        }
        Ok(())
    }
}

/// At the bound it works, one past it it does not.
const fn exact(what: &'static str, most: u64, found: fn(u64) -> Found) -> Case {
    Case {
        what,
        between: (most, most + 1),
        cut: None,
        found,
    }
}

/// The same of what texts are cut off for.
const fn exactly(what: &'static str, most: u64, cut: Cut, found: fn(u64) -> Found) -> Case {
    Case {
        what,
        between: (most, most + 1),
        cut: Some(cut),
        found,
    }
}

/// The bound is met somewhere between two sizes.
const fn about(
    what: &'static str,
    between: (u64, u64),
    cut: Option<Cut>,
    found: fn(u64) -> Found,
) -> Case {
    Case {
        what,
        between,
        cut,
        found,
    }
}

/// What becomes of a game or file of some size.
#[derive(Debug)]
enum Found {
    Sound,
    /// What is said of it.
    Refused(Vec<String>),
    /// Why texts were cut off.
    Cuts(Vec<Cut>),
}

use Found::{Cuts, Refused, Sound};

const KEPT: &str = "things that a player does in a turn while passing is forbidden";

const FOLDER_SET: &str = "id = \"huts\"\ntitle = \"Huts\"\nlanguage = 2\n";

/// A folder with a set and files of so many bytes.
fn folder(files: impl IntoIterator<Item = (String, usize)>) -> Found {
    let folder = tempfile::tempdir().expect("there is room for files");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        let above = path.parent().expect("it lies in the folder");
        fs::create_dir_all(above).expect("there is room for folders");
        fs::write(path, text).expect("there is room for files");
    };
    write("set.toml", FOLDER_SET);
    for (name, bytes) in files {
        write(&name, &"#".repeat(bytes));
    }
    let run = brink_in(folder.path(), &["check", "."], "");
    match run.code {
        Some(0) => Sound,
        _ => Refused(vec![run.err]),
    }
}

/// How one bound is met.
struct Case {
    what: &'static str,
    /// A size that is sound, and one that is not.
    between: (u64, u64),
    /// At play: how it is told.
    cut: Option<Cut>,
    found: fn(u64) -> Found,
}

fn files(files: Vec<Source>) -> Found {
    let texts = |report: brink::rules::Report| {
        let labels = |fault: &brink::rules::Fault| {
            let labels = fault.labels().into_iter().flatten();
            labels
                .filter_map(|label| label.label().map(str::to_string))
                .collect::<Vec<_>>()
                .join("; ")
        };
        report
            .faults
            .iter()
            .map(|fault| format!("{fault}; {}", labels(fault)))
            .collect()
    };
    match Library::parse(files)
        .and_then(|library| library.compile("many-huts", &Settings::default()))
    {
        Ok(_) => Sound,
        Err(report) => Refused(texts(report)),
    }
}

fn large(large: Large) -> Found {
    files(large.files())
}

/// A small game in which an action has this text, and whatever else.
fn text(text: &str, more: &str) -> Found {
    large(Large {
        kinds: 2,
        copies: 5,
        actions: &[text, "Draw a card."],
        buildings: &[""],
        more,
        ..Large::default()
    })
}

fn many(size: u64, part: impl Fn(u64) -> String) -> String {
    (0..size).map(part).collect()
}

/// A keyword each, of which the first calls the second and so on; the last one has a text of its own.
fn chain(size: u64, parameter: &str, passed: &str, last: &str) -> String {
    many(size, |at| {
        let body = if at + 1 == size {
            last.to_string()
        } else {
            format!("k{} {passed}", at + 1)
        };
        format!("\n[keyword.k{at}]\ntext = \'\'\'\nDefine k{at}{parameter}:\n  {body}\n\'\'\'\n")
    })
}

#[derive(Default)]
struct Told(Vec<Cut>);

impl Watch for Told {
    fn event(&mut self, _script: &Script, _board: &Board, event: &Event<'_>) {
        if let Event::Cut { why, .. } = event {
            self.0.push(*why);
        }
    }
}

/// So many sorts of counters.
fn counters(sorts: u64) -> String {
    many(sorts, |at| format!("\n[counter.c{at}]\nmeaning = \"m\"\n"))
}

/// What is told when the action `Act 0` is played in a game with so many sorts of counters.
fn counted(action: &str, sorts: u64) -> Found {
    played_with(action, 1, 0, &counters(sorts))
}

/// What is told when the action `Act 0` is played with that many cards in hand and in the discard pile.
fn played(action: &str, hand: u64, discard: u64) -> Found {
    played_with(action, hand, discard, "")
}

fn played_with(action: &str, hand: u64, discard: u64, more: &str) -> Found {
    played_beside("", action, (hand, discard), more)
}

/// The same where a building has a text, too, and stands in both nations.
fn played_beside(building: &str, action: &str, (hand, discard): (u64, u64), more: &str) -> Found {
    let large = Large {
        kinds: 1,
        copies: 240,
        actions: &[action],
        buildings: &[building],
        more,
        ..Large::default()
    };
    let script = match large.library() {
        Ok(_) => large.script(),
        Err(report) => return Refused(report.faults.iter().map(ToString::to_string).collect()),
    };
    let cards = |many: u64| vec!["Act 0"; many as usize].join(", ");
    let row = if building.is_empty() {
        "Castle[]"
    } else {
        "Castle[] Hut 0[]"
    };
    let position = format!(
        "discard: {}\np1 hand: {}\np1: {row}\np2: Castle[]\n",
        cards(discard),
        cards(hand)
    );
    let position = if discard == 0 {
        position.replacen("discard: \n", "", 1)
    } else {
        position
    };
    let setup =
        read_position(&position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = Game::from_setup(script, &setup, 1, &mut ());
    let mut told = Told::default();
    let choice = game
        .options()
        .into_iter()
        .find(|choice| matches!(choice, Choice::Action(_)));
    game.take(choice.expect("it can be played"), &mut told)
        .expect("it is offered");
    if told.0.is_empty() {
        Sound
    } else {
        Cuts(told.0)
    }
}

static CASES: &[Case] = &[
    exact(
        "bytes of a file that is read as a whole",
        limits::FILE as u64,
        |size| {
            let folder = tempfile::tempdir().expect("a folder can be made");
            let path = folder.path().join("long.toml");
            let set = Large::default().files().remove(0).text.to_string();
            let rest = "#".repeat(size as usize - set.len());
            std::fs::write(&path, set + &rest).expect("a file can be written");
            match Library::load(&[path]) {
                Ok(_) => Sound,
                Err(report) => Refused(report.faults.iter().map(ToString::to_string).collect()),
            }
        },
    ),
    exact(
        "files in one chain of `extends`",
        limits::EXTENDED as u64,
        |size| {
            let mut sources = Large::default().files();
            sources.extend((1..size).map(|at| {
                let base = if at == 1 {
                    "huts".to_string()
                } else {
                    format!("row-{}", at - 1)
                };
                let set = format!(
                    "id = \"row-{at}\"\ntitle = \"A row\"\nlanguage = 2\nextends = \"{base}\"\n"
                );
                Source::new(format!("row-{at}.toml"), set)
            }));
            files(sources)
        },
    ),
    exact(
        "files and folders that are looked at in a folder",
        limits::FOLDER_ENTRIES as u64,
        |size| folder((1..size).map(|at| (format!("{at}.txt"), 0))),
    ),
    exact(
        "TOML files of a folder",
        limits::FOLDER_FILES as u64,
        |size| folder((1..size).map(|at| (format!("{at}.toml"), 0))),
    ),
    exact(
        "bytes of all TOML files of a folder",
        limits::FOLDER_BYTES as u64,
        |size| {
            let size = size as usize - FOLDER_SET.len();
            let whole = (0..size / limits::FILE).map(|at| (format!("{at}.toml"), limits::FILE));
            folder(whole.chain([("rest.toml".to_string(), size % limits::FILE)]))
        },
    ),
    exact(
        "folders inside each other that are searched",
        limits::FOLDER_DEPTH as u64,
        |size| folder([("a/".repeat(size as usize - 1) + "a.toml", 0)]),
    ),
    exact(
        "bytes of a line in a file that is read line by line",
        limits::LINE as u64,
        |size| {
            let line = std::io::repeat(b'a').take(size);
            match read_line(&mut BufReader::new(line), &mut Vec::new()) {
                Ok(_) => Sound,
                Err(error) => Refused(vec![error.to_string()]),
            }
        },
    ),
    exact(
        "cards of one `brink print`",
        limits::PRINTED as u64,
        |size| {
            let folder = tempfile::tempdir().expect("a folder can be made");
            let mut set = "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n".to_string();
            for at in 0..size - 1 {
                set += &format!("[[card]]\nbuilding = \"Mill {at}\"\naction = \"Gale {at}\"\n");
                set += &format!("[building.\"Mill {at}\"]\ntext = ''\n[action.\"Gale {at}\"]\n");
                set += "text = 'Draw a card.'\n";
            }
            set += "[[victory]]\nfront = \"Dam\"\n[building.\"Dam\"]\n";
            set += "text = 'Win when this has at least 5 cards.'\n";
            std::fs::write(folder.path().join("mills.toml"), set).expect("a file can be written");
            let run = brink_in(
                folder.path(),
                &["print", "mills.toml", "--out", "mills.html"],
                "",
            );
            match run.code {
                Some(0) => Sound,
                _ => Refused(vec![run.err]),
            }
        },
    ),
    about(
        "turns of one random game of `brink check --play`",
        (900, 1_100),
        None,
        |size| {
            let folder = tempfile::tempdir().expect("a folder can be made");
            let set = format!(
                "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Gale\"\n\
                 [building.\"Mill\"]\ntext = ''\n[action.\"Gale\"]\ntext = 'Draw a card.'\n[[victory]]\nfront = \"Dam\"\n\
                 [building.\"Dam\"]\ntext = \"\"\"\nPlayers cannot draw cards.\nAt the start of your turn, put a log on this.\n\
                 Win when this has at least {size} logs.\n\"\"\"\n[counter.log]\nmeaning = \"one a turn\"\n"
            );
            let recipe = "id = \"mill-game\"\ntitle = \"Mills\"\nsets = [\"mills\"]\ncopies = 20\nhand = 2\n\
                shields = 0\nvictory = \"same\"\n";
            for (name, text) in [("mills.toml", &*set), ("mill-game.toml", recipe)] {
                std::fs::write(folder.path().join(name), text).expect("a file can be written");
            }
            let run = brink_in(folder.path(), &["check", ".", "--play", "1"], "");
            match run.code {
                Some(0) => Sound,
                _ => Refused(vec![run.err]),
            }
        },
    ),
    exact(
        "bytes of one message of an editor",
        limits::MESSAGE as u64,
        |size| {
            // The message itself never comes.
            let head = format!("Content-Length: {size}\r\n\r\n");
            let run = brink_in(std::path::Path::new("."), &["lsp"], &head);
            match run.err.contains("closed the connection within a message") {
                true => Sound,
                false => Refused(vec![run.err]),
            }
        },
    ),
    exact("bytes of one trace", limits::TRACE as u64, |size| {
        let (begin, end) = (
            "game 1900\nplayers 2\nseed 7\nposition\n",
            "end\nunfinished\n",
        );
        let mut text = format!("trace 1\n{begin}");
        // The line that begins it does not count; lines of blanks do.
        let whole = "trace 1\n".len() + size as usize - end.len();
        while text.len() < whole {
            text.push_str(&" ".repeat((whole - text.len()).min(1 << 20) - 1));
            text.push('\n');
        }
        text.push_str(end);
        let faults = TraceReader::new(text.as_bytes())
            .filter_map(Result::err)
            .map(|fault| fault.to_string());
        let faults: Vec<String> = faults.collect();
        if faults.is_empty() {
            Sound
        } else {
            Refused(faults)
        }
    }),
    exact(
        "cards of one game, victory cards included",
        limits::CARDS as u64,
        |size| {
            large(Large {
                victories: size as usize - 494,
                ..Large::default()
            })
        },
    ),
    exact("card kinds of one game", limits::KINDS as u64, |size| {
        large(Large {
            kinds: size as usize - 1,
            copies: 1,
            actions: &["Draw a card."],
            ..Large::default()
        })
    }),
    exact("players", limits::PLAYERS as u64, |size| {
        let script = Large::default().script();
        let position = many(size, |seat| format!("p{}: Castle[]\n", seat + 1));
        match read_position(&position, 0, &script.rules) {
            Ok(_) => Sound,
            Err(faults) => Refused(faults.iter().map(|fault| format!("{fault:?}")).collect()),
        }
    }),
    exact(
        "tallies of all files together",
        limits::TALLIES as u64,
        |size| {
            text(
                "Draw a card.",
                &many(size, |at| {
                    format!(
                        "\n[tally.heap-{at}]\nrules = [\"R\"]\nwins-at = 3\ntext = 'Count your buildings.'\n"
                    )
                }),
            )
        },
    ),
    exact(
        "disputes of all files together",
        limits::DISPUTES as u64,
        |size| {
            text(
                "Draw a card.",
                &many(size, |at| {
                    format!(
                        "\n[dispute.d{at}]\nrules = [\"R\"]\nquestion = \"Q?\"\nvalues.a = \"a\"\nvalues.b = \"b\"\ndefault = \"a\"\n"
                    )
                }),
            )
        },
    ),
    exact("values of one dispute", limits::VALUES as u64, |size| {
        let values = many(size, |at| format!("values.v{at} = \"so\"\n"));
        text(
            "Draw a card.",
            &format!(
                "\n[dispute.d]\nrules = [\"R\"]\nquestion = \"Q?\"\n{values}default = \"v0\"\n"
            ),
        )
    }),
    exact(
        "keywords that one game uses",
        limits::KEYWORDS as u64,
        |size| {
            let more = many(size, |at| {
                format!("\n[keyword.k{at}]\ntext = 'Define k{at}: draw a card.'\n")
            });
            text(&many(size, |at| format!("k{at}\n")), &more)
        },
    ),
    exact(
        "statuses, the two built-in ones included",
        limits::STATUSES as u64,
        |size| {
            text(
                "Draw a card.",
                &many(size - 2, |at| {
                    format!("\n[status.s{at}]\nmeaning = \"m\"\n")
                }),
            )
        },
    ),
    exact(
        "how much one card may count for a tally",
        limits::TIMES as u64,
        |size| {
            let tally = "\n[tally.mills]\nwins-at = 99\n";
            large(Large {
                buildings: &[&format!("this counts as {size} mills\n")],
                more: tally,
                ..Large::default()
            })
        },
    ),
    exact(
        "abilities of one building",
        limits::ABILITIES as u64,
        |size| {
            let uses = many(size, |at| format!("Use \"way {at}\": draw a card.\n"));
            large(Large {
                buildings: &[&uses],
                ..Large::default()
            })
        },
    ),
    exact(
        "texts that cards of one game give to buildings",
        limits::LENT as u64,
        |size| {
            let given = |at: u64| {
                format!(
                    "buildings have:\n  when a card is drawn: draw {} cards\n",
                    at + 2
                )
            };
            large(Large {
                kinds: 2,
                copies: 5,
                buildings: &[&many(size, given), ""],
                ..Large::default()
            })
        },
    ),
    exact(
        "branches of one `either`",
        limits::BRANCHES as u64,
        |size| {
            text(
                &format!(
                    "Either:\n{}",
                    many(size, |at| format!("  way{at}: draw a card\n"))
                ),
                "",
            )
        },
    ),
    exact(
        "things that one text may keep at a time",
        limits::REGISTERS as u64,
        |size| {
            let chosen = many(size, |at| format!("choose a player as a{at}\n"));
            text(
                &format!(
                    "{chosen}{}",
                    many(size, |at| format!("require a{at} is living\n"))
                ),
                "",
            )
        },
    ),
    exact(
        "sets of buildings or cards that one text may remember (`them`, `no cards`, `in chosen order`)",
        limits::MARK_SETS as u64,
        |size| {
            let inside = |at: u64| {
                if at + 1 < size {
                    format!("  k{}\n", at + 1)
                } else {
                    String::new()
                }
            };
            let define = |at: u64| {
                format!(
                    "Define k{at}:\n  look at 2 target tops\n{}  discard one of them\n",
                    inside(at)
                )
            };
            text(
                "K0.",
                &many(size, |at| {
                    format!("\n[keyword.k{at}]\ntext = '''\n{}'''\n", define(at))
                }),
            )
        },
    ),
    exact(
        "other readings of one text (`instead`)",
        limits::READINGS as u64,
        |size| {
            let values = many(size + 1, |at| format!("values.v{at} = \"so\"\n"));
            let dispute = format!(
                "\n[dispute.d]\nrules = [\"R\"]\nquestion = \"Q?\"\n{values}default = \"v0\"\n"
            );
            let reading = |at: u64| {
                let texts = format!(
                    "if = {{ d = \"v{}\" }}\ntext = 'Define k: draw {} cards.'\n",
                    at + 1,
                    at + 2
                );
                format!("\n[[keyword.k.instead]]\n{texts}")
            };
            let keyword = "\n[keyword.k]\ntext = 'Define k: draw a card.'\n".to_string();
            text("K.", &(keyword + &many(size, reading) + &dispute))
        },
    ),
    exact("nested parentheses", limits::PARENTHESES as u64, |size| {
        text(
            &format!(
                "Draw {}2{} cards.",
                "(".repeat(size as usize),
                ")".repeat(size as usize)
            ),
            "",
        )
    }),
    exact("nested blocks", limits::BLOCKS as u64, |size| {
        let line = |at: u64| format!("{}at once:\n", "  ".repeat(at as usize));
        let last = format!("{}draw a card\n", "  ".repeat(size as usize - 1));
        text(&(many(size - 1, line) + &last), "")
    }),
    exact("words of one line", limits::WORDS as u64, |size| {
        // Statements of seven words, and of three.
        let sevens = (0..3)
            .find(|sevens| (size - 7 * sevens) % 3 == 0)
            .unwrap_or_default();
        let line = many(sevens, |_| {
            " shuffle the discard pile into the deck;".to_string()
        }) + &many((size - 7 * sevens) / 3, |_| " draw a card;".to_string());
        text(line.trim_matches([' ', ';']), "")
    }),
    exact("colons of one line", limits::COLONS as u64, |size| {
        text(
            &format!("{}draw a card", "at once: ".repeat(size as usize)),
            "",
        )
    }),
    exact("a number in a text", limits::NUMBER as u64, |size| {
        text(&format!("Draw {size} cards."), "")
    }),
    exact(
        "copies of a kind, and other numbers of a file",
        limits::COPIES as u64,
        |size| {
            large(Large {
                kinds: 1,
                copies: size as usize,
                ..Large::default()
            })
        },
    ),
    exact(
        "entries of one list of a file",
        limits::ENTRIES as u64,
        |size| {
            let rules = many(size, |number| format!("\"MY-{number}\", "));
            text(
                "Dig.",
                &format!("\n[keyword.dig]\nrules = [{rules}]\ntext = 'Define dig: draw a card.'\n"),
            )
        },
    ),
    exact("clauses of one text", limits::CLAUSES as u64, |size| {
        large(Large {
            buildings: &[&many(size, |_| "this is guarded\n".to_string())],
            ..Large::default()
        })
    }),
    exact("letters of one name", limits::NAME as u64, |size| {
        let name = "s".repeat(size as usize);
        let used = format!("Use \"{name}\": draw a card.");
        let all = [
            text(
                "Draw a card.",
                &format!("\n[status.{name}]\nmeaning = \"m\"\n"),
            ),
            large(Large {
                buildings: &[&used],
                ..Large::default()
            }),
            text(
                &format!("Either:\n  {name}: draw a card\n  other: draw 2 cards"),
                "",
            ),
            text(
                &format!("Choose a player as {name}. Require {name} is living."),
                "",
            ),
            text(&format!("Let {name} be 1 plus 1. Draw {name} cards."), ""),
            text(
                "K you.",
                &format!(
                    "\n[keyword.k]\ntext = 'Define k ({name}: player): require {name} is living.'\n"
                ),
            ),
        ];
        let expected = |found: &Found| matches!(found, Sound) == (size <= limits::NAME as u64);
        let other = all
            .iter()
            .position(|found| !expected(found))
            .unwrap_or_default();
        all.into_iter().nth(other).expect("there are some")
    }),
    exact("bytes of one text", limits::LETTERS as u64, |size| {
        // The line that ends the text is one of its bytes.
        text(
            &format!("Draw a card.\n# {}", "a".repeat(size as usize - 16)),
            "",
        )
    }),
    exact(
        "statements of one text, with its keywords expanded",
        limits::STATEMENTS,
        |size| {
            let more = format!(
                "\n[keyword.k]\ntext = \'\'\'\ndefine k:\n{}\'\'\'\n",
                many(99, |_| "  draw a card\n".to_string())
            );
            let block = |lines: &str| format!("At once:\n{lines}");
            match text(
                &block(&many(size - 1, |_| "  draw a card\n".to_string())),
                "",
            ) {
                Sound if size <= limits::STATEMENTS => {}
                Refused(said)
                    if said
                        == [format!(
                            "this text has {size} statements; expected at most 5000 in all"
                        )] => {}
                other => return other,
            }
            // A call is a statement, too.
            let (calls, rest) = ((size - 1) / 100, (size - 1) % 100);
            let lines = many(calls, |_| "  k\n".to_string())
                + &many(rest, |_| "  draw a card\n".to_string());
            text(&block(&lines), &more)
        },
    ),
    exact("nested keyword calls", limits::CALLS as u64, |size| {
        text("K0.", &chain(size, "", "", "draw a card"))
    }),
    about(
        "parts of one condition, set or number, with its keywords expanded",
        (1, 20),
        None,
        |size| {
            let last = "for each of those: discard the top of it";
            text(
                "K0 buildings.",
                &chain(size, " (those: buildings)", "(those plus those)", last),
            )
        },
    ),
    about("nested parts of one of these", (1, 30), None, |size| {
        let near = "(neighbours of the first of ".repeat(6) + "those" + &")".repeat(6);
        let last = "for each of those: discard the top of it";
        text(
            "K0 buildings.",
            &chain(size, " (those: buildings)", &near, last),
        )
    }),
    about(
        "things that one of these may look at",
        (1, 12),
        None,
        |size| {
            let deep = "Win when there is a building that (there is a building that (there is a building that is stacked)).";
            large(Large {
                copies: size as usize,
                buildings: &[deep],
                ..Large::default()
            })
        },
    ),
    about(
        "steps of all texts of one game, with their keywords expanded",
        (1, 20),
        None,
        |size| {
            let more = format!(
                "\n[keyword.k]\ntext = \'\'\'\ndefine k:\n{}\'\'\'\n",
                many(99, |_| "  draw a card\n".to_string())
            );
            let action = many(size, |_| "k\n".to_string());
            large(Large {
                actions: &[&action],
                more: &more,
                ..Large::default()
            })
        },
    ),
    about(
        "steps that may follow from one decision",
        (1, 9999),
        Some(Cut::Steps),
        |size| {
            played(
                &format!(
                    "Repeat {}:\n  repeat (the number of players plus 7) times: draw a card",
                    times(size)
                ),
                1,
                0,
            )
        },
    ),
    about(
        "things that texts may look at after one decision",
        (1, 9999),
        Some(Cut::Looks),
        |size| {
            let pairs = "there are exactly 999 cards in the discard pile that (there are exactly 9 cards in the discard pile)";
            played(
                &format!("Repeat {}:\n  if {pairs}: draw a card", times(size)),
                1,
                150,
            )
        },
    ),
    about(
        "triggers and actions that may follow from one turn menu",
        (1, 9999),
        Some(Cut::Chain),
        |size| {
            // As often as it is played, chance gives it back.
            let again = "shuffle the discard pile into the deck; draw a card";
            played(
                &format!(
                    "Draw 2 cards.\nRepeat {}:\n  {again}\n  replay the first of cards in your hand\nReplay: draw a card.",
                    times(size)
                ),
                1,
                9,
            )
        },
    ),
    exactly(
        "nested texts that play other texts",
        limits::DEPTH as u64,
        Cut::Plays,
        |size| played("Play the first of cards in your hand.", size, 0),
    ),
    exact(
        "sorts of counters of all files together",
        limits::COUNTERS as u64,
        |size| text("Draw a card.", &counters(size)),
    ),
    exactly(
        "counters of one sort on one card or player",
        limits::HEAP as u64,
        Cut::Counters,
        |size| {
            counted(
                &format!("Put {} c0s on you. Put 5000 c0s on you.", size - 5_000),
                1,
            )
        },
    ),
    exactly(
        "heaps of counters at a time, one for each sort and card or player",
        limits::BEARERS as u64,
        Cut::Counters,
        |size| {
            let whom = [
                "you",
                "the first of your buildings",
                "the first of other players",
                "the first of buildings of foe",
            ];
            let put = |at: u64| format!("  put a c{} on {}\n", at / 4, whom[at as usize % 4]);
            let text = format!(
                "Let foe be the first of other players.\nAt once:\n{}",
                many(size, put)
            );
            counted(&text, size.div_ceil(4))
        },
    ),
    exactly(
        "effects pending at a time",
        limits::PENDING as u64,
        Cut::Pending,
        |size| {
            let forbid = |_| "until your next turn, cards cannot be moved\n".to_string();
            played(&many(size, forbid), 1, 0)
        },
    ),
    exactly(
        "texts at a time that ask to replace what would happen",
        limits::REPLACING as u64,
        Cut::Triggers,
        |size| {
            let aim = |_| "If a bolt would be aimed at you, instead aim it at you.\n".to_string();
            let bolt = "\n[keyword.bolt]\ntext = \'\'\'\nDefine bolt at (whom: player): for each building of whom: flip the top of it.\n\'\'\'\n";
            played_beside(&many(size, aim), "Bolt at you.", (1, 0), bolt)
        },
    ),
    exact(
        "names that one statement remembers for later",
        limits::CARRIED as u64,
        |size| {
            let chosen = many(size, |at| format!("choose a player as a{at}\n"));
            let asked = many(size, |at| format!("  require a{at} is living\n"));
            text(&format!("{chosen}At the end of this turn:\n{asked}"), "")
        },
    ),
    exact(
        "sorts of things that a game remembers about its players",
        limits::MEMORIES as u64,
        |size| {
            let any_of = |words: &[&str], which: u64| {
                let chosen = words
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| which >> at & 1 == 1)
                    .map(|(_, word)| *word);
                chosen.collect::<Vec<_>>().join(" or ")
            };
            let cards =
                |which: u64| any_of(&["played", "shown", "discarded", "removed"], which % 15 + 1);
            let deed = |at: u64| {
                let since = if at.is_multiple_of(2) {
                    "this turn"
                } else {
                    "this game"
                };
                match at / 2 {
                    which @ 0..15 => format!("{} a card {since}", cards(which)),
                    which @ 15..30 => format!("{} a card named \"Act 0\" {since}", cards(which)),
                    which => format!(
                        "{} a building {since}",
                        any_of(&["built", "used"], which - 29)
                    ),
                }
            };
            text(
                &many(size, |at| {
                    format!("if you have {}, draw a card\n", deed(at))
                }),
                "",
            )
        },
    ),
    exact(KEPT, limits::KEPT_FROM_PASSING as u64, |size| {
        let hut = "Use: look at the top card of the deck.\nPlayers cannot pass.";
        let script = Large {
            kinds: 1,
            copies: 240,
            actions: &[""],
            buildings: &[hut],
            ..Large::default()
        }
        .script();
        let setup = read_position(
            "p1 hand:\np1: Castle[] Hut 0[]\np2: Castle[]\n",
            0,
            &script.rules,
        )
        .expect("a position");
        let mut game = Game::from_setup(script, &setup, 1, &mut ());
        for _ in 1..size {
            let choice = game
                .options()
                .into_iter()
                .find(|choice| matches!(choice, Choice::Use { .. }));
            game.take(choice.expect("it can be used"), &mut ())
                .expect("it is offered");
        }
        if game.options().contains(&Choice::Pass) {
            Refused(vec![format!("{KEPT}: {}", size - 1)])
        } else {
            Sound
        }
    }),
    exact(
        "the highest number that can be chosen secretly",
        limits::KEPT as u64,
        |size| {
            let chooses = format!("each player secretly chooses a number from 0 to {size} as bid");
            text(
                &format!("{chooses}\nfor each player that has the highest bid: draw a card"),
                "",
            )
        },
    ),
    exactly(
        "numbers that one choice offers",
        limits::RANGE as u64,
        Cut::Things,
        |size| {
            played(
                &format!(
                    "Let most be {size}. Choose a number from 1 to most as n. Require n is at least 1."
                ),
                1,
                0,
            )
        },
    ),
    exactly(
        "triggers waiting at a time",
        limits::QUEUE as u64,
        Cut::Triggers,
        |size| {
            let flips = "For each card in the discard pile: draw a card.\nWhen revealed by anything, draw a card.";
            let large = Large {
                kinds: 2,
                copies: 240,
                actions: &[flips],
                buildings: &["Use: for each card on this from the top: destroy it."],
                ..Large::default()
            };
            let script = large.script();
            let stack: Vec<String> = (0..size).map(|at| format!("Act {}", at % 2)).collect();
            let stack = stack.join(", ");
            let position = format!("p1: Castle[] Hut 0[{stack}]\np2: Castle[]\n");
            let setup = read_position(&position, 0, &script.rules)
                .unwrap_or_else(|faults| panic!("{faults:?}"));
            let mut game = Game::from_setup(script, &setup, 1, &mut ());
            let mut told = Told::default();
            let choice = game
                .options()
                .into_iter()
                .find(|choice| matches!(choice, Choice::Use { .. }));
            game.take(choice.expect("it can be used"), &mut told)
                .expect("it is offered");
            if told.0.is_empty() {
                Sound
            } else {
                Cuts(told.0)
            }
        },
    ),
    about(
        "things left to do in all `for each` loops under way",
        (1, 230),
        Some(Cut::Things),
        |size| {
            let each = "for each card in the discard pile:";
            let text = format!(
                "{each}\n  {each}\n    {each}\n      {each}\n        {each}\n          shuffle the discard pile into the deck"
            );
            played(&text, 1, size)
        },
    ),
];

/// How often something is repeated, in words that agree.
fn times(count: u64) -> String {
    format!("{count} {}", if count == 1 { "time" } else { "times" })
}
