//! What is still to be read: the document, and before it the bodies of commands of its own that are being expanded.

use std::rc::Rc;

/// Characters to be read, one after the other.
#[derive(Default)]
pub(super) struct Input {
    /// The document, then what is read before it goes on.
    texts: Vec<Text>,
    /// How many bytes may still be put before the document, or be looked through in vain: both are bounded by its own length, so that
    /// reading takes time that is linear in it, whatever its commands do.
    left: usize,
}

/// What putting a text there costs, besides its bytes.
const OF_ITS_OWN: usize = 16;

struct Text {
    text: Rc<str>,
    at: usize,
}

impl Input {
    pub(super) fn new(text: &str) -> Input {
        Input { texts: vec![Text { text: text.into(), at: 0 }], left: 4 * text.len() + (1 << 16) }
    }

    /// The rest of what is read now; empty only at the end of all.
    fn rest(&mut self) -> &str {
        while self.texts.len() > 1 && self.texts.last().is_some_and(|text| text.at == text.text.len()) {
            self.texts.pop();
        }
        self.texts.last().map_or("", |text| &text.text[text.at..])
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let sign = self.peek()?;
        self.skip(sign.len_utf8());
        Some(sign)
    }

    fn skip(&mut self, bytes: usize) {
        if let Some(text) = self.texts.last_mut() {
            text.at += bytes;
        }
    }

    /// Takes this if it comes next.
    pub(super) fn take(&mut self, expected: &str) -> bool {
        let comes = self.rest().starts_with(expected);
        if comes {
            self.skip(expected.len());
        }
        comes
    }

    /// The characters that come next as long as they are such.
    pub(super) fn take_while(&mut self, is: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let end = rest.find(|sign| !is(sign)).unwrap_or(rest.len());
        let taken = rest[..end].to_string();
        self.skip(end);
        taken
    }

    /// Drops the rest of the line, its end, and the white space that the next one begins with; says whether that one is empty.
    pub(super) fn drop_comment(&mut self) -> bool {
        let rest = self.rest();
        let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let indent = rest[end..].len() - rest[end..].trim_start_matches([' ', '\t']).len();
        self.skip(end + indent);
        self.peek() == Some('\n')
    }

    /// Takes white space; says how many ends of lines there were in it.
    pub(super) fn take_space(&mut self) -> usize {
        let (bytes, lines) = self.space();
        self.skip(bytes);
        lines
    }

    /// Takes white space, unless there is an empty line in it.
    pub(super) fn take_space_in_paragraph(&mut self) {
        let (bytes, lines) = self.space();
        if lines < 2 {
            self.skip(bytes);
        }
    }

    /// How many bytes of white space come next, and how many ends of lines are in it.
    fn space(&mut self) -> (usize, usize) {
        let rest = self.rest();
        let space = &rest[..rest.len() - rest.trim_start().len()];
        (space.len(), space.bytes().filter(|&byte| byte == b'\n').count())
    }

    /// What stands before `end`, which is taken with it; nothing is taken if it does not come.
    pub(super) fn take_to(&mut self, end: &str) -> Option<String> {
        self.take_found(end.len(), |rest| rest.find(end).ok_or(rest.len()))
    }

    /// As [`Input::take_to`], within a line.
    pub(super) fn take_to_in_line(&mut self, end: char) -> Option<String> {
        self.take_found(end.len_utf8(), |rest| match rest.find([end, '\n']) {
            Some(at) if rest[at..].starts_with(end) => Ok(at),
            line => Err(line.unwrap_or(rest.len())),
        })
    }

    /// An argument in braces, without them; none is taken if they do not match.
    pub(super) fn take_braces(&mut self) -> Option<String> {
        let with_opening = self.take_found(1, |rest| match rest.strip_prefix('{') {
            Some(inner) => end_of_group(inner).map(|at| at + 1).ok_or(rest.len()),
            None => Err(0),
        })?;
        Some(with_opening[1..].to_string())
    }

    /// What stands before the place that `find` finds, and takes with it the `end` bytes that stand there. Else `find` says how many bytes it
    /// looked through in vain.
    fn take_found(&mut self, end: usize, find: impl FnOnce(&str) -> Result<usize, usize>) -> Option<String> {
        if self.left == 0 {
            return None;
        }
        let rest = self.rest();
        match find(rest) {
            Ok(at) => {
                let taken = rest[..at].to_string();
                self.skip(at + end);
                Some(taken)
            }
            Err(looked) => {
                self.left = self.left.saturating_sub(looked);
                None
            }
        }
    }

    /// Whether a text so long may be put before what is still to be read.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        bytes + OF_ITS_OWN <= self.left
    }

    /// Puts a text before what is still to be read; not if too much was put there already.
    pub(super) fn put(&mut self, text: impl Into<Rc<str>>) {
        let text = text.into();
        // What was read to its end makes room, so that a command that calls itself at its end is no deeper for it.
        self.rest();
        if let Some(left) = self.left.checked_sub(text.len() + OF_ITS_OWN) {
            self.left = left;
            self.texts.push(Text { text, at: 0 });
        } else {
            self.left = 0;
        }
    }
}

/// Where the brace stands that closes a group whose opening one stands before `text`.
fn end_of_group(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}
