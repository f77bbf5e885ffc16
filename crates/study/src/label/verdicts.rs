//! The verdicts on the pairs of a folder: a file that only grows, one line for each verdict and each that was taken back.
//!
//! `{"pair":12,"verdict":"correct"}` says what the twelfth pair is, and `{"pair":12,"verdict":null}` takes the last verdict back.
//! A line with `"by":"rule"` is a program's verdict, by the written rule.
//! Each line is on the disk before anything else is done. A line that was cut off, by a crash or a full disk, was no verdict.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{format, vec};

use serde::{Deserialize, Serialize};

use super::super::verdict::Verdict;
use twinprint_native::Error;

/// The name of the file in its folder.
const VERDICTS: &str = "verdicts.jsonl";

/// What is said of some pairs.
#[derive(Debug)]
pub struct VerdictLog {
    file: File,
    path: PathBuf,
    said: VerdictHistory,
}

/// The verdicts, and the order in which they were given.
#[derive(Debug)]
struct VerdictHistory {
    of: Vec<Option<Said>>,
    /// The pairs on which verdicts stand, with what was said of them before; the last on top.
    steps: Vec<(usize, Option<Said>)>,
}

#[derive(Serialize, Deserialize)]
struct VerdictLine {
    /// From 1.
    pair: usize,
    verdict: Option<Verdict>,
    /// Whose it is, where it is no person's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    by: Option<LineJudge>,
}

/// Who gave a verdict that no person gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LineJudge {
    Rule,
}

/// A verdict, and whether a rule gave it.
type Said = (Verdict, bool);

impl VerdictLog {
    /// Opens the file of a folder of `pairs` pairs, to go on with it; it is made if there is none.
    ///
    /// ```
    /// use twinprint_study::{label::VerdictLog, verdict::Verdict};
    /// let folder = tempfile::tempdir()?;
    /// let mut verdicts = VerdictLog::open(folder.path(), 2)?;
    /// verdicts.say(0, Verdict::Correct)?;
    /// verdicts.say(1, Verdict::Incorrect)?;
    /// assert_eq!(verdicts.take_back()?, Some(1));
    /// drop(verdicts);
    /// assert_eq!(VerdictLog::read(folder.path(), 2)?, [Some(Verdict::Correct), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Label`] for lines that are no verdicts on these pairs; [`Error::Busy`] if it is open elsewhere;
    /// [`Error::Unreadable`] and [`Error::Unwritable`].
    pub fn open(folder: &Path, pairs: usize) -> Result<Self, Error> {
        let path = folder.join(VERDICTS);
        let place = || path.to_string_lossy().into_owned();
        let unwritable = |reason| Error::Unwritable { place: place(), reason };
        let opened = File::options().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = opened.map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Busy { place: place() }),
            Err(TryLockError::Error(reason)) => return Err(unwritable(reason)),
        }
        // Through the file that is locked: on Windows no other may read it.
        let mut text = Vec::new();
        let read = file.read_to_end(&mut text);
        read.map_err(|reason| Error::Unreadable { place: place(), reason })?;
        let (said, whole) = VerdictHistory::replay(&place(), &text, pairs)?;
        cut(&mut file, whole as u64).map_err(unwritable)?;
        Ok(VerdictLog { file, path, said })
    }

    /// The verdicts on the pairs of a folder, of each the last; none where there is none, or no file.
    ///
    /// # Errors
    /// [`Error::Label`] and [`Error::Unreadable`].
    pub fn read(folder: &Path, pairs: usize) -> Result<Vec<Option<Verdict>>, Error> {
        let path = folder.join(VERDICTS);
        let text = if path.exists() { text_of(&path)? } else { Vec::new() };
        let (said, _) = VerdictHistory::replay(&path.to_string_lossy(), &text, pairs)?;
        Ok(said.verdicts())
    }

    /// How many of the verdicts that stand on the pairs of a folder the written rule gave, and how many people did.
    ///
    /// # Errors
    /// As [`read`](VerdictLog::read).
    pub fn judges(folder: &Path, pairs: usize) -> Result<(usize, usize), Error> {
        let path = folder.join(VERDICTS);
        let text = if path.exists() { text_of(&path)? } else { Vec::new() };
        let (said, _) = VerdictHistory::replay(&path.to_string_lossy(), &text, pairs)?;
        let by_rule = said.of.iter().flatten().filter(|(_, by_rule)| *by_rule).count();
        Ok((by_rule, said.of.iter().flatten().count() - by_rule))
    }

    /// What is said of each pair.
    pub fn all(&self) -> Vec<Option<Verdict>> {
        self.said.verdicts()
    }

    /// Whether there is a verdict to take back.
    pub fn any(&self) -> bool {
        !self.said.steps.is_empty()
    }

    /// Says what a pair is.
    ///
    /// # Errors
    /// [`Error::Unwritable`]; then nothing was said.
    ///
    /// # Panics
    /// If there is no such pair.
    pub fn say(&mut self, pair: usize, verdict: Verdict) -> Result<(), Error> {
        self.say_as(pair, verdict, None)
    }

    /// Says what a pair is by the written rule; where a verdict stands, it stays.
    ///
    /// # Errors
    /// As [`say`](VerdictLog::say).
    ///
    /// # Panics
    /// If there is no such pair.
    pub fn say_by_rule(&mut self, pair: usize, verdict: Verdict) -> Result<(), Error> {
        match self.said.of[pair] {
            Some(_) => Ok(()),
            None => self.say_as(pair, verdict, Some(LineJudge::Rule)),
        }
    }

    fn say_as(&mut self, pair: usize, verdict: Verdict, by: Option<LineJudge>) -> Result<(), Error> {
        assert!(pair < self.said.of.len(), "the pair is one of these");
        self.write(&VerdictLine { pair: pair + 1, verdict: Some(verdict), by })?;
        self.said.say(pair, (verdict, by.is_some()));
        Ok(())
    }

    /// Takes the last verdict back that stands, and tells which pair it was on.
    ///
    /// # Errors
    /// [`Error::Unwritable`]; then it stands.
    pub fn take_back(&mut self) -> Result<Option<usize>, Error> {
        let Some(&(pair, _)) = self.said.steps.last() else { return Ok(None) };
        self.write(&VerdictLine { pair: pair + 1, verdict: None, by: None })?;
        self.said.take_back();
        Ok(Some(pair))
    }

    fn write(&mut self, line: &VerdictLine) -> Result<(), Error> {
        let unwritable =
            |reason| Error::Unwritable { place: self.path.to_string_lossy().into_owned(), reason };
        let mut text = serde_json::to_vec(line).map_err(|error| unwritable(error.into()))?;
        text.push(b'\n');
        let before = self.file.metadata().map_err(unwritable)?.len();
        self.file.write_all(&text).and_then(|()| self.file.sync_data()).map_err(|reason| {
            // Part of a line would spoil the next; if it stays, it is cut off when the file is opened.
            let _ = cut(&mut self.file, before);
            unwritable(reason)
        })
    }
}

impl VerdictHistory {
    /// What is said by the lines of a file, and how many of its bytes are whole lines.
    fn replay(place: &str, text: &[u8], pairs: usize) -> Result<(VerdictHistory, usize), Error> {
        let mut said = VerdictHistory { of: vec![None; pairs], steps: Vec::new() };
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        for (number, line) in text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            let wrong = |what: String| Error::Label {
                place: format!("{place} line {}", number + 1),
                what,
                remedy: "correct the line, or move the file away to begin anew",
            };
            let line: VerdictLine = serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
            let pair = line.pair.checked_sub(1).filter(|&pair| pair < pairs);
            let pair = pair.ok_or_else(|| wrong(format!("there is no pair {} among {pairs}", line.pair)))?;
            match line.verdict {
                Some(verdict) => said.say(pair, (verdict, line.by.is_some())),
                None => said.take_back(),
            }
        }
        Ok((said, whole))
    }

    fn say(&mut self, pair: usize, said: Said) {
        self.steps.push((pair, self.of[pair]));
        self.of[pair] = Some(said);
    }

    fn verdicts(&self) -> Vec<Option<Verdict>> {
        self.of.iter().map(|said| said.map(|(verdict, _)| verdict)).collect()
    }

    fn take_back(&mut self) {
        if let Some((pair, before)) = self.steps.pop() {
            self.of[pair] = before;
        }
    }
}

/// Cuts a file off at a length, so that it goes on there.
fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

fn text_of(path: &Path) -> Result<Vec<u8>, Error> {
    let unreadable =
        |reason: io::Error| Error::Unreadable { place: path.to_string_lossy().into_owned(), reason };
    fs::read(path).map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_given_twice_is_taken_back_to_the_one_before_even_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut verdicts = VerdictLog::open(folder.path(), 3).unwrap();
        verdicts.say(2, Verdict::Correct).unwrap();
        verdicts.say(2, Verdict::Undecided).unwrap();
        drop(verdicts);
        let mut verdicts = VerdictLog::open(folder.path(), 3).unwrap();
        assert_eq!(verdicts.take_back().unwrap(), Some(2));
        assert_eq!(verdicts.all(), [None, None, Some(Verdict::Correct)]);
        assert_eq!(verdicts.take_back().unwrap(), Some(2));
        assert_eq!(verdicts.take_back().unwrap(), None);
        assert_eq!(verdicts.all(), [None; 3]);
    }

    #[test]
    fn a_line_that_was_cut_off_is_no_verdict_and_the_next_one_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(VERDICTS);
        let first = "{\"pair\":1,\"verdict\":\"correct\"}\n";
        for cut in 1..first.len() {
            fs::write(&path, format!("{first}{}", &first[..cut])).unwrap();
            assert_eq!(VerdictLog::read(folder.path(), 2).unwrap(), [Some(Verdict::Correct), None]);
            let mut verdicts = VerdictLog::open(folder.path(), 2).unwrap();
            verdicts.say(1, Verdict::Incorrect).unwrap();
            drop(verdicts);
            let said = VerdictLog::read(folder.path(), 2).unwrap();
            assert_eq!(said, [Some(Verdict::Correct), Some(Verdict::Incorrect)]);
        }
    }

    #[test]
    fn a_line_that_is_no_verdict_on_these_pairs_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(VERDICTS);
        for line in [
            "{\"pair\":3,\"verdict\":\"correct\"}",
            "{\"pair\":0,\"verdict\":null}",
            "{\"pair\":1,\"verdict\":\"good\"}",
            "",
        ] {
            fs::write(&path, format!("{{\"pair\":1,\"verdict\":\"correct\"}}\n{line}\n")).unwrap();
            let error = VerdictLog::read(folder.path(), 2).unwrap_err().to_string();
            assert!(error.contains("verdicts.jsonl line 2: "), "{error}");
        }
    }

    #[test]
    fn a_rules_verdict_is_marked_and_gives_way_to_a_persons() {
        let folder = tempfile::tempdir().unwrap();
        let mut verdicts = VerdictLog::open(folder.path(), 3).unwrap();
        verdicts.say(0, Verdict::Correct).unwrap();
        for pair in 0..3 {
            verdicts.say_by_rule(pair, Verdict::Incorrect).unwrap();
        }
        verdicts.say(2, Verdict::Undecided).unwrap();
        drop(verdicts);
        let said = VerdictLog::read(folder.path(), 3).unwrap();
        assert_eq!(said, [Verdict::Correct, Verdict::Incorrect, Verdict::Undecided].map(Some));
        assert_eq!(VerdictLog::judges(folder.path(), 3).unwrap(), (1, 2));
        let lines = fs::read_to_string(folder.path().join(VERDICTS)).unwrap();
        assert!(lines.contains("{\"pair\":2,\"verdict\":\"incorrect\",\"by\":\"rule\"}"), "{lines}");
    }

    #[test]
    fn two_cannot_judge_in_one_folder_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let _verdicts = VerdictLog::open(folder.path(), 1).unwrap();
        assert!(matches!(VerdictLog::open(folder.path(), 1), Err(Error::Busy { .. })));
    }
}
