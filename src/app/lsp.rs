//! `brink lsp`: the language server for editors.

use std::io::{self, BufReader, IsTerminal};

use clap::Args;

use crate::Failure;

/// Start a language server for editors (docs/editors.md).
#[derive(Args)]
pub struct Lsp {
    /// Accepted, as editors pass it: there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    pub fn run(self) -> Result<(), Failure> {
        let _ = self.stdio;
        if io::stdin().is_terminal() {
            return Err(Failure::usage(
                "`brink lsp` is started by an editor, not typed in a terminal",
                "set up your editor: see `docs/editors.md`",
            ));
        }
        // The messages are JSON: nothing in them steers a terminal.
        let mut output = io::stdout().lock();
        let ended = author::server::serve(BufReader::new(io::stdin()), &mut output);
        ended.map_err(|end| {
            let help = "restart the language server in your editor; see `docs/editors.md`";
            Failure::run(end.to_string(), help)
        })
    }
}
