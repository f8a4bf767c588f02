//! Every bound of Brink, in one place: what a game, a file or a text may hold, and how far a decision may go.

macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $most:expr, $what:literal;)*) => {
        $(
            #[doc = concat!("How much at most: ", $what, ".")]
            #[doc = ""]
            $(#[$doc])*
            pub const $name: $type = $most;
        )*

        /// All of them: of what, and how much at most. `docs/language.md` lists them.
        pub const ALL: &[(&str, u64)] = &[$(($what, $most as u64)),*];
    };
}

limits! {
    /// Cards, rulings, positions and kept games; what the program reads line by line may be longer.
    FILE: usize = 10_000_000, "bytes of a file that is read as a whole";
    /// The options of 500 cards at 500 places take about half of it.
    LINE: usize = 10_000_000, "bytes of a line in a file that is read line by line";
    /// Its records are kept until it ends.
    TRACE: usize = 100_000_000, "bytes of one trace";
    /// A file of the most bytes, each written as an escape.
    MESSAGE: usize = 60_000_000, "bytes of one message of an editor";
    /// Victory cards included.
    CARDS: usize = 500, "cards of one game, victory cards included";
    /// Sets of kinds have a bit for each.
    KINDS: usize = 64, "card kinds of one game";
    /// Each has all of what it extends.
    EXTENDED: usize = 32, "files in one chain of `extends`";
    /// Links are not followed, and what is hidden is not looked at.
    FOLDER_ENTRIES: usize = 10_000, "files and folders that are looked at in a folder";
    FOLDER_FILES: usize = 1_000, "TOML files of a folder";
    FOLDER_BYTES: usize = 100_000_000, "bytes of all TOML files of a folder";
    FOLDER_DEPTH: usize = 16, "folders inside each other that are searched";
    /// SET-1.
    PLAYERS: usize = 6, "players";
    /// Each takes a set.
    TIMES: u16 = 12, "how much one card may count for a tally";
    TALLIES: usize = 60, "tallies of all files together";
    DISPUTES: usize = 500, "disputes of all files together";
    VALUES: usize = 60, "values of one dispute";
    /// Causes have a bit for each, besides those for sorts of texts.
    KEYWORDS: usize = 60, "keywords that one game uses";
    /// A building has a bit for each, the two built-in ones included.
    STATUSES: usize = 8, "statuses, the two built-in ones included";
    /// A building's marks have a bit for each.
    ABILITIES: usize = 8, "abilities of one building";
    /// Of one game.
    LENT: usize = 8, "texts that cards of one game give to buildings";
    /// A number for each, in what is carried.
    COUNTERS: usize = 60, "sorts of counters of all files together";
    /// END-1.
    HEAP: u16 = 9_999, "counters of one sort on one card or player";
    /// Each takes room in every game; counters that remember who has put them are kept apart by that (END-1).
    BEARERS: usize = 200, "heaps of counters at a time, one for each sort and card or player";
    /// Each takes room in every game (END-1).
    PENDING: usize = 32, "effects pending at a time";
    /// They lie in registers when the text comes.
    CARRIED: usize = 4, "names that one statement remembers for later";
    MEMORIES: usize = 60, "sorts of things that a game remembers about its players";
    /// END-1.
    /// Few random games of small sets are longer than 400 turns.
    PLAYED_TURNS: u32 = 2_000, "turns of one random game of `brink check --play`";
    KEPT_FROM_PASSING: u16 = 100, "things that a player does in a turn while passing is forbidden";
    READINGS: usize = 15, "other readings of one text (`instead`)";
    BRANCHES: usize = 60, "branches of one `either`";
    /// END-1.
    RANGE: usize = 500, "numbers that one choice offers";
    /// END-1.
    KEPT: usize = 254, "the highest number that can be chosen secretly";
    /// A frame has a register for each.
    REGISTERS: usize = 12, "things that one text may keep at a time";
    /// A frame has a set of cards for each.
    MARK_SETS: usize = 2, "sets of buildings or cards that one text may remember (`them`, `no cards`, `in chosen order`)";
    /// Each level may be read in three ways before it is understood.
    PARENTHESES: usize = 8, "nested parentheses";
    BLOCKS: usize = 12, "nested blocks";
    /// Each may open a level (`the top of the top of ...`).
    WORDS: usize = 200, "words of one line";
    /// Each opens a block (`if ...: if ...:`).
    COLONS: usize = 8, "colons of one line";
    NUMBER: u16 = 9_999, "a number in a text";
    COPIES: u8 = 250, "copies of a kind, and other numbers of a file";
    ENTRIES: usize = 500, "entries of one list of a file";
    PRINTED: usize = 500, "cards of one `brink print`";
    CLAUSES: usize = 100, "clauses of one text";
    /// As long as a line of the table can show.
    NAME: usize = 40, "letters of one name";
    LETTERS: usize = 200_000, "bytes of one text";
    STATEMENTS: u64 = 5_000, "statements of one text, with its keywords expanded";
    CALLS: usize = 32, "nested keyword calls";
    PARTS: u32 = 2_000, "parts of one condition, set or number, with its keywords expanded";
    DEEP: u32 = 250, "nested parts of one of these";
    /// As much as there is for a whole decision.
    LOOKED_AT: u64 = LOOKS as u64, "things that one of these may look at";
    CODE: usize = 60_000, "steps of all texts of one game, with their keywords expanded";
    /// A crisis of six nations takes some hundreds (END-1).
    STEPS: u32 = 50_000, "steps that may follow from one decision";
    /// END-1.
    LOOKS: u32 = 16_000_000, "things that texts may look at after one decision";
    /// END-1.
    CHAIN: u16 = 2_000, "triggers and actions that may follow from one turn menu";
    /// Each level holds a card, so that games of ordinary decks stay below (END-1).
    DEPTH: usize = 60, "nested texts that play other texts";
    REPLACING: usize = 32, "texts at a time that ask to replace what would happen";
    /// END-1.
    QUEUE: usize = 255, "triggers waiting at a time";
    /// END-1.
    LIST: usize = 1_024, "things left to do in all `for each` loops under way";
}

/// So many cards of a long chain are named; of a longer one it is said that there are more.
pub const CIRCLE: usize = 16;

/// So many cards or clauses are passed in the time that it takes to look at one thing.
pub const PASSED: usize = 8;
