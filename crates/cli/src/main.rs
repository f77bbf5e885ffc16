//! The program `twinprint`.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    twinprint_cli::run(env::args_os()).into()
}
