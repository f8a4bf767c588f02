//! What the page and the server say to each other over a websocket, in types that have no room for more.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::Refusal;
use bots::protocol::{Offered, Player, Question, Table};

/// What the page says, and the number that its answer carries.
#[derive(Deserialize)]
pub struct FromPage {
    pub re: Option<u64>,
    #[serde(flatten)]
    pub asked: PageRequest,
}

/// What the page asks for.
#[derive(PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PageRequest {
    Enter {
        game: String,
        token: String,
    },
    Answer {
        id: u64,
        option: usize,
    },
    Show {
        round: usize,
        symbol: String,
    },
    Preview {
        id: u64,
        option: usize,
    },
    Hint {
        id: u64,
    },
    Why {
        about: String,
    },
    Back {},
    Vote {
        id: u64,
        yes: bool,
    },
    WantBot {
        chair: usize,
    },
    Say {
        phrase: Option<String>,
        text: Option<String>,
    },
    Name {
        name: String,
    },
    Leave {},
    Concede {},
    Rematch {},
    SeatBot {
        chair: usize,
        bot: String,
    },
    OpenChair {
        chair: usize,
    },
    Replay {},
    Here {},
}

/// What the server says.
#[derive(PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToPage {
    Welcome(Welcome),
    Table(Box<TableView>),
    Begin {
        seat: Option<Player>,
        start: serde_json::Value,
    },
    Log {
        from: usize,
        decided: usize,
        lines: Vec<LogLine>,
    },
    State(Box<State>),
    Beats {
        beats: Vec<ReplayStep>,
    },
    Chat {
        from: usize,
        lines: Vec<ChatLine>,
    },
    Accepted {
        re: Option<u64>,
    },
    Refused {
        re: Option<u64>,
        code: Cow<'static, str>,
        message: String,
    },
    Preview {
        re: Option<u64>,
        option: usize,
        lines: Vec<String>,
    },
    Hint {
        re: Option<u64>,
        hints: Vec<HintLine>,
    },
    Why {
        re: Option<u64>,
        text: String,
    },
    Replay {
        re: Option<u64>,
        moments: Vec<Moment>,
        lines: Vec<LogLine>,
        open: bool,
    },
}

impl ToPage {
    pub fn refused(re: Option<u64>, Refusal { code, message, .. }: Refusal) -> ToPage {
        ToPage::Refused { re, code, message }
    }

    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("messages are made of texts and numbers")
    }
}

#[derive(PartialEq, Serialize)]
pub struct Welcome {
    pub game: String,
    pub recipe: String,
    pub title: String,
    pub you: Option<You>,
    pub chat: ChatMode,
    pub join: Option<String>,
    pub watch: String,
    pub idle_ms: u64,
}

#[derive(PartialEq, Serialize)]
pub struct You {
    pub chair: usize,
    pub host: bool,
}

/// Who may say what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatMode {
    #[default]
    Free,
    Phrases,
    Off,
}

/// Who is there, and what goes on beside the cards.
#[derive(PartialEq, Serialize)]
pub struct TableView {
    pub phase: Phase,
    pub why: Option<String>,
    pub chairs: Vec<SeenChair>,
    /// The chair of whoever seats bots and frees chairs before the game.
    pub host: Option<usize>,
    pub watchers: usize,
    pub contest: Option<SeenContest>,
    pub vote: Option<SeenVote>,
    pub rematch: Option<SeenRematch>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Gathering,
    Contest,
    Play,
    Over,
    Stuck,
}

#[derive(PartialEq, Serialize)]
pub struct SeenChair {
    pub chair: usize,
    pub seat: Option<Player>,
    pub who: &'static str,
    pub name: Option<String>,
    pub bot: Option<String>,
    pub connected: bool,
    pub idle: bool,
    /// The others may vote a bot in.
    pub replaceable: bool,
    /// A bot plays on for the person.
    pub replaced: bool,
    pub left: bool,
    pub conceded: bool,
}

#[derive(PartialEq, Serialize)]
pub struct SeenContest {
    pub round: usize,
    pub symbols: Vec<SeenSymbol>,
    pub left: Vec<usize>,
    pub chosen: Vec<usize>,
    pub mine: Option<String>,
    pub shown: Vec<SeenRound>,
}

#[derive(PartialEq, Serialize)]
pub struct SeenSymbol {
    pub name: String,
    pub beats: String,
    /// An SVG path in a box of 48 by 48.
    pub drawn: Option<String>,
}

#[derive(PartialEq, Serialize)]
pub struct SeenRound {
    pub round: usize,
    pub shown: Vec<SeenShown>,
    pub out: Vec<usize>,
    pub winner: Option<usize>,
}

#[derive(PartialEq, Serialize)]
pub struct SeenShown {
    pub chair: usize,
    pub symbol: String,
}

#[derive(PartialEq, Serialize)]
pub struct SeenVote {
    pub id: u64,
    pub what: &'static str,
    pub by: usize,
    pub chair: Option<usize>,
    pub would: Vec<String>,
    pub yes: Vec<usize>,
    pub no: Vec<usize>,
    pub needs: Vec<usize>,
}

#[derive(PartialEq, Serialize)]
pub struct SeenRematch {
    pub yes: Vec<usize>,
    pub needs: Vec<usize>,
    /// The next game, once there is one: the own seat's token opens it, too.
    pub game: Option<String>,
    pub watch: Option<String>,
}

/// A sentence of the log; `turn` is whose turn begins with it.
#[derive(PartialEq, Serialize)]
pub struct LogLine {
    pub text: String,
    pub turn: Option<Player>,
    /// How far below what somebody did it stands, as what follows from that.
    pub depth: u8,
}

/// The table, and what is asked.
#[derive(PartialEq, Serialize)]
pub struct State {
    pub view: Table,
    pub asked: Vec<Player>,
    pub decision: Option<DecisionView>,
    pub goals: Vec<SeenGoal>,
    pub back: Back,
    pub outcome: Option<Ending>,
}

/// A decision of the seat that it is sent to.
#[derive(PartialEq, Serialize)]
pub struct DecisionView {
    pub id: u64,
    pub seat: Player,
    #[serde(rename = "for")]
    pub of: Player,
    pub question: Question,
    pub targeted: bool,
    pub harms: bool,
    pub secret: bool,
    pub asks: Option<String>,
    pub prompt: String,
    pub options: Vec<OptionView>,
}

/// An option, with the words for people.
#[derive(PartialEq, Serialize)]
pub struct OptionView {
    #[serde(flatten)]
    pub offered: Offered,
    pub deed: String,
}

#[derive(PartialEq, Serialize)]
pub struct SeenGoal {
    pub seat: Player,
    pub name: String,
    pub progress: String,
    pub have: Option<u16>,
    pub want: Option<u16>,
    pub near: bool,
    pub begun: bool,
}

/// Whether the last decision of a seat can be taken back.
#[derive(PartialEq, Serialize)]
pub struct Back {
    pub state: BackState,
    pub would: Vec<String>,
    pub because: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackState {
    None,
    Free,
    Ask,
    Never,
}

#[derive(PartialEq, Serialize)]
pub struct Ending {
    pub winner: Option<Player>,
    pub draw: bool,
    pub sentence: String,
}

/// One thing that happened, and the table right after it.
#[derive(PartialEq, Serialize)]
pub struct ReplayStep {
    pub line: usize,
    pub at: Option<Place>,
    pub by: Option<Player>,
    pub aimed: bool,
    pub card: Option<String>,
    pub face: Option<String>,
    pub view: Table,
    pub goals: Option<Vec<SeenGoal>>,
}

#[derive(PartialEq, Serialize)]
pub struct Place {
    pub seat: Player,
    pub place: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ChatLine {
    pub chair: Option<usize>,
    /// What whoever says it was called when they did.
    pub name: Option<String>,
    pub phrase: Option<String>,
    pub text: String,
    pub notice: Option<String>,
    pub at_ms: u64,
}

#[derive(PartialEq, Serialize)]
pub struct HintLine {
    pub option: usize,
    pub deed: String,
    pub chance: f32,
    pub share: f32,
    pub certain: Vec<String>,
    /// In how many of how many games that were tried it wins in this turn.
    pub wins: Option<[u32; 2]>,
    /// How the game may go on, as moves are written.
    pub line: Option<String>,
}

/// A moment of a game that is over.
#[derive(PartialEq, Serialize)]
pub struct Moment {
    /// How many sentences had been told.
    pub line: usize,
    pub turn: u32,
    pub by: Option<Player>,
    pub label: Option<String>,
    pub view: Table,
}
