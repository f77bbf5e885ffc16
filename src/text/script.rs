//! The scripts whose letters pass for each other's, and which letters do (UTS #39).

mod table;

use alloc::string::String;

/// The script of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Georgian,
    Cherokee,
}

/// How many scripts there are.
const SCRIPTS: usize = 6;

impl Script {
    const ALL: [Script; SCRIPTS] = [
        Script::Latin,
        Script::Greek,
        Script::Cyrillic,
        Script::Armenian,
        Script::Georgian,
        Script::Cherokee,
    ];

    /// The script of `c`, if it is a letter of one of these.
    pub(super) fn of(c: char) -> Option<Script> {
        match c {
            _ if c.is_ascii() => c.is_ascii_alphabetic().then_some(Script::Latin),
            '\u{590}'..='\u{109f}' | '\u{2e00}'..='\u{a63f}' | '\u{ac00}'..='\u{d7ff}' => None,
            '\u{430}'..='\u{44f}' => Some(Script::Cyrillic),
            _ => {
                let at = table::RANGES.partition_point(|&(_, last, _)| last < c);
                let &(first, _, script) = table::RANGES.get(at)?;
                (first <= c && c.is_alphabetic()).then_some(script)
            }
        }
    }
}

/// Whether `c` is a combining mark, which belongs to the letter before it.
pub(super) fn is_mark(c: char) -> bool {
    let at = table::MARKS.partition_point(|&(_, last)| last < c);
    !c.is_ascii() && table::MARKS.get(at).is_some_and(|&(first, _)| first <= c)
}

/// The script of a word, if all its letters are of one.
pub(super) fn of_word(word: &str) -> Option<Script> {
    if word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.is_ascii() {
        return Some(Script::Latin);
    }
    Census::of_letters(word).sole()
}

/// How many letters, or words, there are of each script.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Census {
    counts: [u32; SCRIPTS],
    /// Of scripts without look-alikes.
    pub(super) other: u32,
}

impl Census {
    /// Counts the letters of a word.
    pub(super) fn of_letters(word: &str) -> Census {
        let mut census = Census::default();
        word.chars().filter_map(Script::of).for_each(|script| census.add(script));
        census
    }

    pub(super) fn add(&mut self, script: Script) {
        self.counts[script as usize] += 1;
    }

    pub(super) fn count(&self, script: Script) -> u32 {
        self.counts[script as usize]
    }

    /// Whether there are letters of more than one script.
    pub(super) fn is_mixed(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0).count() > 1
    }

    /// The only script there is.
    pub(super) fn sole(&self) -> Option<Script> {
        if self.is_mixed() { None } else { self.dominant() }
    }

    /// The script with the most; `None` on a tie.
    pub(super) fn dominant(&self) -> Option<Script> {
        let most = self.counts.iter().copied().max().filter(|&most| most > self.other)?;
        let mut leading = Script::ALL.into_iter().filter(|&script| self.count(script) == most);
        let first = leading.next();
        if leading.next().is_some() { None } else { first }
    }
}

/// The letter of `script` that `c` looks like: itself if it is of that script, else preferably one of the same case.
fn look_alike(c: char, script: Script) -> Option<char> {
    if Script::of(c).is_none_or(|own| own == script) {
        return Some(c);
    }
    let at = table::LETTERS.binary_search_by_key(&c, |&(letter, _)| letter).ok()?;
    let group = table::GROUPS[usize::from(table::LETTERS[at].1)];
    let mut letters = group.chars().filter(|&letter| Script::of(letter) == Some(script));
    letters.clone().find(|letter| letter.is_uppercase() == c.is_uppercase()).or_else(|| letters.next())
}

/// The word with every letter in `script`, if all its letters are or have a look-alike there. A word of which some
/// letters have none was not made to be mistaken: `iPhone'ом`.
pub(super) fn look_alikes(word: &str, script: Script) -> Option<String> {
    word.chars().map(|c| look_alike(c, script)).collect()
}

/// Whether a word of two scripts is one as scientists write it: a capital abbreviation with a Greek letter at one
/// end, as `TNFα`, or Greek letters with a Latin one, as `αvβ3`. An omicron is no symbol.
pub(super) fn is_symbol(word: &str, letters: &Census, dominant: Script) -> bool {
    let is_greek = |c: char| Script::of(c) == Some(Script::Greek);
    let symbols = letters.count(Script::Greek);
    let latin = letters.count(Script::Latin);
    match dominant {
        Script::Latin => {
            let capitals = word.chars().filter(char::is_ascii_uppercase).count();
            symbols == 1
                && (word.starts_with(is_greek)
                    || word.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with(is_greek))
                && !word.contains(['ο', 'Ο'])
                && 2 * capitals >= latin as usize
        }
        Script::Greek => symbols < 3,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_groups_agree() {
        assert!(table::RANGES.windows(2).all(|pair| pair[0].1 < pair[1].0));
        assert!(table::MARKS.windows(2).all(|pair| pair[0].1 < pair[1].0));
        assert!(table::LETTERS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for &(letter, group) in table::LETTERS {
            assert!(table::GROUPS[usize::from(group)].contains(letter));
            assert!(Script::of(letter).is_some());
        }
        assert_eq!(
            table::GROUPS.iter().map(|group| group.chars().count()).sum::<usize>(),
            table::LETTERS.len()
        );
    }

    #[test]
    fn look_alikes_keep_their_case_where_they_can() {
        assert_eq!(look_alikes("Тhе", Script::Latin).as_deref(), Some("The"));
        assert_eq!(look_alikes("modern", Script::Latin).as_deref(), Some("modern"));
        assert_eq!(look_alikes("шкаф", Script::Latin), None);
    }
}
