//! The parts of a packed file, end to end: what is whole is read, what is broken is named, and what it unpacks to stays
//! within measure.
//!
//! Naively the first broken byte ends the file. Here reading goes on at the next place that looks like the start of a part
//! and unpacks to something, sought from where the broken one began: a part that was cut short takes none of those
//! behind it along.

use std::io::{self, BufRead, Read};
use std::{fmt, mem};

use super::window::Window;

/// What a file may unpack to, as a multiple of its size ...
const MAX_RATIO: u64 = 1000;
/// ... and in any case, in bytes.
const ALWAYS: u64 = 64 << 20;

/// A way in which files are packed, in parts that stand for themselves.
pub(super) trait Coding {
    /// The bytes that tell the start of a part from chance.
    const HEAD: usize;

    /// Whether a part begins so.
    fn is_head(head: &[u8]) -> bool;

    /// What is unpacked.
    fn window(&mut self) -> &mut Window;

    /// Begins a part, where the window is.
    fn begin(&mut self) -> io::Result<()>;

    /// Reads on in the part; nothing at its end. What can be unpacked before a damage comes before the error.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize>;

    /// How far in the file what was read last came from.
    fn sound(&mut self) -> u64 {
        self.window().offset()
    }
}

/// A part that is broken, as the payload of an [`io::Error`]. What follows can be read.
#[derive(Debug)]
pub struct Broken {
    /// Where it begins in the file.
    pub offset: u64,
    /// What is wrong with it.
    pub reason: String,
    /// How many bytes of the file are lost: from the last that was unpacked to the next part, or to the end.
    pub lost: u64,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { offset, reason, lost } = self;
        write!(
            f,
            "the packed part that begins at byte {offset} is broken: {reason}; {lost} bytes of it are lost"
        )
    }
}

impl core::error::Error for Broken {}

/// A file that unpacks to far more than text does, as the payload of an [`io::Error`]. Nothing follows.
#[derive(Debug)]
pub struct Bomb {
    /// The bytes ...
    pub packed: u64,
    /// ... that were unpacked to this number.
    pub unpacked: u64,
}

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bomb { packed, unpacked } = self;
        write!(
            f,
            "its first {packed} bytes unpack to {unpacked}, more than {MAX_RATIO} times as many: it seems made to fill memory"
        )
    }
}

impl core::error::Error for Bomb {}

/// All parts of a file.
pub(super) struct Members<C> {
    coding: C,
    state: State,
    /// Where the part begins, and how far in the file what was read of it came from.
    start: u64,
    sound: u64,
    unpacked: u64,
    /// What was read of a part before it was said that the one before is broken, what was met then, or that it is broken, too.
    ahead: Vec<u8>,
    met: Option<io::Error>,
    next: Option<Broken>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before a part, or at the end.
    Between,
    Within,
    /// Behind a broken part; the next is sought.
    Lost,
    /// At the start of what may be a part.
    Hopeful,
    Ended,
}

/// The most bytes that are read of a part to see whether it is one.
const AHEAD: usize = 1 << 12;

impl<C: Coding> Members<C> {
    pub(super) fn new(coding: C) -> Self {
        Members {
            coding,
            state: State::Between,
            start: 0,
            sound: 0,
            unpacked: 0,
            ahead: Vec::new(),
            met: None,
            next: None,
        }
    }

    /// Begins the next part, if there is one.
    fn begin(&mut self) -> io::Result<State> {
        let lost = self.state == State::Lost;
        let more = match lost {
            true => self.coding.window().find(self.start + 1, C::HEAD, C::is_head)?,
            false => !self.coding.window().fill_buf()?.is_empty(),
        };
        self.start = self.coding.window().offset();
        if !more {
            return Ok(State::Ended);
        }
        self.state = if lost { State::Hopeful } else { State::Within };
        self.coding.begin()?;
        Ok(self.state)
    }

    fn step(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if matches!(self.state, State::Between | State::Lost) {
            self.state = self.begin()?;
        }
        if self.state == State::Ended {
            return Ok(0);
        }
        let read = self.coding.read(buffer)?;
        self.state = if read == 0 { State::Between } else { State::Within };
        Ok(read)
    }

    /// Counts what was unpacked.
    fn count(&mut self, read: usize) -> io::Result<usize> {
        self.unpacked += read as u64;
        let (packed, unpacked) = (self.coding.window().offset(), self.unpacked);
        if unpacked > ALWAYS && unpacked / MAX_RATIO > packed {
            self.state = State::Ended;
            return Err(io::Error::new(io::ErrorKind::InvalidData, Bomb { packed, unpacked }));
        }
        Ok(read)
    }

    /// Reads on, to the next bytes, the end, or a part that is broken.
    fn advance(&mut self, buffer: &mut [u8]) -> io::Result<Result<usize, Broken>> {
        loop {
            match self.step(buffer) {
                Ok(0) if self.state != State::Ended => {}
                Ok(read) => {
                    self.sound = self.coding.sound();
                    return self.count(read).map(Ok);
                }
                // What the disk says is nothing that another part would help with.
                Err(reason) if reason.raw_os_error().is_some() => {
                    self.state = State::Ended;
                    return Err(reason);
                }
                Err(reason) if reason.kind() == io::ErrorKind::Interrupted => return Err(reason),
                Err(reason) => {
                    let before = mem::replace(&mut self.state, State::Lost);
                    if before != State::Hopeful {
                        let reason = match reason.kind() {
                            io::ErrorKind::UnexpectedEof => "it ends too early".into(),
                            _ => reason.to_string(),
                        };
                        return Ok(Err(Broken { offset: self.start, reason, lost: 0 }));
                    }
                }
            }
        }
    }

    /// The error of a broken part, with how much is lost: so the next part is sought before it is said, and what is read of it
    /// is kept for later.
    fn broken(&mut self, broken: Broken) -> io::Error {
        let sound = self.sound.max(broken.offset);
        let mut ahead = vec![0; AHEAD];
        let next = loop {
            match self.advance(&mut ahead) {
                Err(reason) if reason.kind() == io::ErrorKind::Interrupted => {}
                next => break next,
            }
        };
        let lost = self.start.saturating_sub(sound);
        match next {
            Ok(Ok(read)) => {
                ahead.truncate(read);
                self.ahead = ahead;
            }
            Ok(Err(next)) => self.next = Some(next),
            Err(met) => self.met = Some(met),
        }
        io::Error::new(io::ErrorKind::InvalidData, Broken { lost, ..broken })
    }
}

impl<C: Coding> Read for Members<C> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if !self.ahead.is_empty() {
            let read = (&self.ahead[..]).read(buffer)?;
            self.ahead.drain(..read);
            return Ok(read);
        }
        if let Some(met) = self.met.take() {
            return Err(met);
        }
        let advanced = match self.next.take() {
            Some(broken) => Err(broken),
            None => self.advance(buffer)?,
        };
        advanced.map_err(|broken| self.broken(broken))
    }
}
