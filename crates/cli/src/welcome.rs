//! What the program says to whoever gives it nothing to do.

use twinprint_native::Error;

use crate::Outcome;
use crate::terminal::print;

const WELCOME: &str = "\
Twinprint finds near-duplicates and copied text. Three things to try:

  twinprint compare essays
      what each document of a folder shares with each other, and where

  twinprint dedup pages.jsonl -o kept
      a corpus without the documents that stand in others already

  twinprint index build papers -o papers.index
  twinprint check thesis.pdf --index papers.index
      which of many papers a document has something from

All commands: twinprint --help. Documents may be text, HTML, PDF, Word and much else: twinprint compare --help.
";

pub(crate) fn run() -> Result<Outcome, Error> {
    print(WELCOME)?;
    Ok(Outcome::default())
}
