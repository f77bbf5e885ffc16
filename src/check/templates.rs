//! Text that does not count because others have it, too: templates, runs that many documents have, and what a person took out.

use alloc::vec::Vec;

use super::Checker;
use crate::left_out::{LeftOut, Reason, Reasons, WordReasons};
use crate::shingle::HashIndex;
use crate::text::{Document, Reading};

/// Text that does not count: its windows of words.
#[derive(Debug, Clone, Default)]
pub(super) struct Template {
    width: usize,
    windows: HashIndex,
}

/// Texts that a person took out by hand, such as a set phrase that two documents share: a word in a run of at least N words
/// shared with one of them (or of all its words, if it has fewer) does not count in documents that are
/// [prepared](Checker::prepare_taking_out) without them.
#[derive(Debug, Clone, Default)]
pub struct TakenOut(Vec<Template>);

impl Checker {
    /// Makes texts ready to be taken out of documents; one without words takes nothing out.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let taken = checker.taken_out(["with all due respect"]);
    /// let reading = checker.read_text(&Document::plain("a", "I must, with all due respect, disagree."))?;
    /// let document = checker.prepare_taking_out(reading.into(), Default::default(), &[&taken])?;
    /// assert_eq!(document.left_out()[0].words, 2..6);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn taken_out(&self, texts: impl IntoIterator<Item: AsRef<str>>) -> TakenOut {
        let mut reader = self.reader();
        let mut windows = |text: &str| match reader.read(&Document::plain("", text)) {
            Ok(text) => self.windows(&text),
            Err(_) => Template::default(),
        };
        TakenOut(texts.into_iter().map(|text| windows(text.as_ref())).collect())
    }

    /// Sets the templates: text given to everyone, such as an assignment. From now on, a word in a run of at
    /// least N words shared with a template (or of all its words, if it has fewer) forms no shingle and no
    /// passage of the documents prepared. Documents that were prepared with other templates are refused: prepare them again.
    ///
    /// ```
    /// use twinprint::{Checker, Document, Error};
    ///
    /// let mut checker = Checker::default();
    /// let text = "Describe in your own words how a steam engine works: it boils water.";
    /// let before = checker.read(&Document::plain("essay.txt", text))?;
    /// let task = Document::plain("task.txt", "Describe in your own words how a steam engine works");
    /// checker.set_templates([&checker.read_text(&task)?]);
    /// let essay = checker.read(&Document::plain("essay.txt", text))?;
    /// assert_eq!(checker.compare(&essay, &essay)?.numbers.template_words_a, 10);
    /// assert!(matches!(checker.compare(&essay, &before), Err(Error::OtherRecipe { .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_templates<'a>(&mut self, templates: impl IntoIterator<Item = &'a Reading>) {
        self.templates = templates.into_iter().map(|template| self.windows(template)).collect();
        self.mark();
    }

    #[inline(never)]
    fn windows(&self, text: &Reading) -> Template {
        let width = self.settings.lengths.run.min(text.hashes().len());
        Template { width, windows: HashIndex::of_windows(text.hashes(), width) }
    }

    /// Sets what is common: runs of N words by their hashes, in order, such as those that
    /// [`widespread`](crate::shingle::widespread) finds among the [`run_hashes`](Checker::run_hashes) of many documents. From
    /// now on, a word in such a run forms no shingle and no passage of the documents prepared.
    ///
    /// Returns whether they are others than before. Documents that were prepared before are then refused: prepare them again.
    ///
    /// ```
    /// use twinprint::{Checker, Document, shingle::widespread};
    ///
    /// let mut checker = Checker::default();
    /// let texts = ["I declare that this is my own work: one", "I declare that this is my own work: two",
    ///     "I declare that this is my own work: three"];
    /// let read = texts.map(|text| checker.read_text(&Document::plain("text", text)).unwrap());
    /// let runs = read.each_ref().map(|reading| checker.run_hashes(reading));
    /// let common = widespread(runs.iter().zip(0..).map(|(runs, author)| (&runs[..], author)), 2);
    /// assert!(checker.set_common(common));
    /// let document = checker.read(&Document::plain("text", texts[0]))?;
    /// assert_eq!(document.left_out()[0].words, 0..8);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn set_common(&mut self, runs: Vec<u64>) -> bool {
        let changed = self.common.windows.hashes() != runs;
        self.common = Template { width: self.settings.lengths.run, windows: HashIndex::of_hashes(runs) };
        self.mark();
        changed
    }

    /// The hashes of all runs of N words of a document, whether they count or not.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let reading = checker.read_text(&Document::plain("a", "one two three four five six seven eight nine"))?;
    /// assert_eq!(checker.run_hashes(&reading).len(), 2);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn run_hashes(&self, reading: &Reading) -> Vec<u64> {
        HashIndex::of_windows(reading.hashes(), self.settings.lengths.run).into_hashes()
    }

    /// What does not count of a document, but for `counted` reasons.
    pub(super) fn left_out(
        &self,
        reading: &Reading,
        counted: Reasons,
        taken_out: &[&TakenOut],
    ) -> Vec<LeftOut> {
        let hashes = reading.hashes();
        let mut reasons = WordReasons::of(hashes.len());
        for apart in reading.apart() {
            let reason = apart.kind.into();
            if self.settings.left_out.has(reason) && !counted.has(reason) {
                reasons.give(reason, 0, apart.words.start as usize..apart.words.end as usize);
            }
        }
        let mut own = Template::default();
        let mut leave = |reason, text, Template { width, windows }: &Template| {
            if windows.hashes().is_empty() || counted.has(reason) {
                return;
            }
            // Most have the same width.
            if own.width != *width {
                own = Template { width: *width, windows: HashIndex::of_windows(hashes, *width) };
            }
            own.windows.join(windows, |positions, _| {
                for &position in positions {
                    reasons.give(reason, text, position as usize..position as usize + width);
                }
            });
        };
        for template in &self.templates {
            leave(Reason::Template, 0, template);
        }
        leave(Reason::Common, 0, &self.common);
        for (text, number) in taken_out.iter().flat_map(|texts| &texts.0).zip(0..) {
            leave(Reason::TakenOut, number, text);
        }
        reasons.stretches()
    }

    /// Tells the settings by their templates and common runs, of which any other order is the same.
    #[inline(never)]
    fn mark(&mut self) {
        let common = self.common.mark().rotate_left(1);
        self.settings.templates =
            self.templates.iter().fold(common, |sum, template| sum.wrapping_add(template.mark()));
    }
}

impl Template {
    /// What tells it from others: its windows' hashes, which are as good as random, hashed as FxHash does. 0 for none.
    #[inline(never)]
    fn mark(&self) -> u64 {
        let add = |mark: u64, hash: &u64| (mark.rotate_left(5) ^ hash).wrapping_mul(0x517C_C1B7_2722_0A95);
        self.windows.hashes().iter().fold(0, add)
    }
}
