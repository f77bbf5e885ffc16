//! What words that differ are, and what a pair's difference is for it.

use core::fmt;

/// What a word is in which two documents differ: Henzinger's classes (2006, section 3.1; tables 3, 6 and 7), and what is in
/// none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceKind {
    /// All or part of a URL, or a host.
    Url,
    /// A date or a time of day.
    TimeStamp,
    /// How long it took to make the page.
    ExecutionTime,
    /// How many visitors, hits or views there were.
    VisitorCount,
    /// The id or number of a message.
    MessageId,
    /// The id of a session.
    SessionId,
    /// The name of the server that served the page.
    ServerName,
    /// What is filled in or chosen in a form.
    Form,
    /// Another number, as a price: no class of Henzinger's, whose business directory (section 3.3) differs by telephone
    /// numbers and is wrongly taken for a duplicate.
    Number,
    /// Anything else.
    Content,
}

impl DifferenceKind {
    /// All kinds, in the order in which they are named.
    pub const ALL: [DifferenceKind; 10] = [
        DifferenceKind::Url,
        DifferenceKind::TimeStamp,
        DifferenceKind::ExecutionTime,
        DifferenceKind::VisitorCount,
        DifferenceKind::MessageId,
        DifferenceKind::SessionId,
        DifferenceKind::ServerName,
        DifferenceKind::Form,
        DifferenceKind::Number,
        DifferenceKind::Content,
    ];

    /// Its name on every face.
    pub fn name(self) -> &'static str {
        match self {
            DifferenceKind::Url => "URL",
            DifferenceKind::TimeStamp => "time stamp",
            DifferenceKind::ExecutionTime => "execution time",
            DifferenceKind::VisitorCount => "visitor count",
            DifferenceKind::MessageId => "message id",
            DifferenceKind::SessionId => "session id",
            DifferenceKind::ServerName => "server name",
            DifferenceKind::Form => "prefilled form",
            DifferenceKind::Number => "number",
            DifferenceKind::Content => "content",
        }
    }

    /// Whether two pages that differ in this alone are the same page to a person (Henzinger 2006, section 3.1).
    pub fn is_incidental(self) -> bool {
        !matches!(self, DifferenceKind::Form | DifferenceKind::Number | DifferenceKind::Content)
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// With one more.
    #[must_use]
    pub fn with(self, kind: DifferenceKind) -> Kinds {
        Kinds(self.0 | 1 << kind as u16)
    }

    /// Those of both.
    #[must_use]
    pub fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether it is among them.
    pub fn contains(self, kind: DifferenceKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// In order.
    pub fn iter(self) -> impl Iterator<Item = DifferenceKind> {
        DifferenceKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Why two near-duplicates are no exact ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// They have the same words: what differs is invisible.
    Nothing,
    /// Words of one kind; [`DifferenceKind::Content`] if there are such among them.
    Only(DifferenceKind),
    /// Words of several kinds, none of them content.
    Several(Kinds),
}

impl Reason {
    /// Whether the pair is a correct near-duplicate by Henzinger's definition (2006, section 3.1), as far as it
    /// can be seen from the words that differ.
    pub fn is_incidental(self) -> bool {
        match self {
            Reason::Nothing => true,
            Reason::Only(kind) => kind.is_incidental(),
            Reason::Several(kinds) => kinds.iter().all(DifferenceKind::is_incidental),
        }
    }
}

impl From<Kinds> for Reason {
    fn from(kinds: Kinds) -> Reason {
        let mut each = kinds.iter();
        match (each.next(), each.next()) {
            (None, _) => Reason::Nothing,
            _ if kinds.contains(DifferenceKind::Content) => Reason::Only(DifferenceKind::Content),
            (Some(kind), None) => Reason::Only(kind),
            _ => Reason::Several(kinds),
        }
    }
}

/// As `time stamp`, or `several: URL, time stamp`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Nothing => f.write_str("nothing"),
            Reason::Only(kind) => f.write_str(kind.name()),
            Reason::Several(kinds) => {
                f.write_str("several: ")?;
                for (at, kind) in kinds.iter().enumerate() {
                    write!(f, "{}{}", if at == 0 { "" } else { ", " }, kind.name())?;
                }
                Ok(())
            }
        }
    }
}
