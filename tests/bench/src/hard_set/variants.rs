//! What is made of a text's words.

/// Random numbers of a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        twinprint::hash::mix(self.0)
    }

    /// From 0 to below `end`, which is at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// The items in random order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

/// `percent` of `words` words, to the nearest.
pub(crate) fn share(words: usize, percent: usize) -> usize {
    (words * percent + 50) / 100
}

/// The words with `percent` of them replaced, deleted or joined by a new one before them; new ones are out of
/// `vocabulary`.
pub(crate) fn edited<'a>(
    words: &[&'a str],
    percent: usize,
    vocabulary: &[&'a str],
    random: &mut Random,
) -> Vec<&'a str> {
    let mut places: Vec<usize> = (0..words.len()).collect();
    random.shuffle(&mut places);
    let mut edits = vec![false; words.len()];
    places[..share(words.len(), percent)].iter().for_each(|&place| edits[place] = true);
    let mut text = Vec::with_capacity(words.len() * 2);
    for (&word, edit) in words.iter().zip(edits) {
        let new = vocabulary[random.below(vocabulary.len())];
        match (edit, random.below(3)) {
            (false, _) => text.push(word),
            (true, 0) => text.push(new),
            (true, 1) => {}
            (true, _) => text.extend([new, word]),
        }
    }
    text
}

/// `percent` of the words in a row, somewhere among the first words of `other`: as long as `words`.
pub(crate) fn embedded<'a>(
    words: &[&'a str],
    percent: usize,
    other: &[&'a str],
    random: &mut Random,
) -> Vec<&'a str> {
    let kept = share(words.len(), percent);
    let start = random.below(words.len() - kept + 1);
    let around = &other[..words.len() - kept];
    let (before, after) = around.split_at(random.below(around.len() + 1));
    [before, &words[start..start + kept], after].concat()
}

/// The words in random order.
pub(crate) fn shuffled<'a>(words: &[&'a str], random: &mut Random) -> Vec<&'a str> {
    let mut words = words.to_vec();
    random.shuffle(&mut words);
    words
}

/// A header and a footer, of equal length, about the first words of `content`, so that they are a percentage
/// of `length` words.
pub(crate) fn framed<'a>(
    template: &[&'a str],
    percent: usize,
    content: &[&'a str],
    length: usize,
) -> Vec<&'a str> {
    let frame = share(length, percent);
    let (header, footer) = template[..frame].split_at(frame / 2);
    [header, &content[..length - frame], footer].concat()
}
