//! The command `brink`.

use std::process::ExitCode;

fn main() -> ExitCode {
    brink::app::run()
}
