//! The naive reference: every definition in its shortest form, with no care for speed. The fast paths are held
//! to it by property tests, and the numbers of `vectors.json` are checked against it.

use std::collections::{BTreeMap, BTreeSet};

use twinprint::hash::{self, RabinWidth};
use twinprint::imatch::Band;
use twinprint::lexicon::Lexicons;
use twinprint::shingle::MASKED;
use twinprint::table::{Code, Match};

/// A document's own words in order; `None` for a word that is template text.
pub(crate) type Own<'a> = Vec<Option<&'a str>>;

/// A document without template text.
pub(crate) fn own<S: AsRef<str>>(words: &[S]) -> Own<'_> {
    words.iter().map(|word| Some(word.as_ref())).collect()
}

/// A document's words without those in a run of at least `n` words (or of all words of a shorter template) that a
/// template has, too.
pub(crate) fn own_words<'a>(words: &'a [String], templates: &[Vec<String>], n: usize) -> Own<'a> {
    let mut own_words = own(words);
    for template in templates {
        let shared = in_shared_run(&own(words), &own(template), n.min(template.len()));
        own_words.iter_mut().zip(shared).filter(|(_, shared)| *shared).for_each(|(word, _)| *word = None);
    }
    own_words
}

/// A document's shingles in order: every run of `w` own words, or all own words together where there is none.
fn shingles<T: Copy>(words: &[Option<T>], w: usize) -> Vec<Vec<T>> {
    let windows: Vec<Vec<T>> =
        words.windows(w).filter_map(|window| window.iter().copied().collect()).collect();
    if windows.is_empty() { vec![words.iter().copied().flatten().collect()] } else { windows }
}

/// The pairs that share a shingle and of which one document has at least `at_least` of its shingles in the other, the most contained
/// first: every pair compared.
pub(crate) fn contained_pairs(documents: &[Own<'_>], w: usize, at_least: f64, most: usize) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for b in 0..documents.len() {
        for a in 0..b {
            let (shared, shingles_a, shingles_b) = overlap(&documents[a], &documents[b], w);
            let containment = shared as f64 / shingles_a.min(shingles_b) as f64;
            if shared > 0 && containment >= at_least {
                pairs.push((containment, [a as u32, b as u32]));
            }
        }
    }
    pairs.sort_by(|(p, a), (q, b)| q.total_cmp(p).then(a.cmp(b)));
    pairs.into_iter().map(|(_, pair)| pair).take(most).collect()
}

/// Shared shingles, shingles of a, shingles of b: as sets.
pub(crate) fn overlap(a: &Own<'_>, b: &Own<'_>, w: usize) -> (usize, usize, usize) {
    let (a, b) = (shingles(a, w), shingles(b, w));
    let (a, b): (BTreeSet<_>, BTreeSet<_>) = (a.iter().collect(), b.iter().collect());
    (a.intersection(&b).count(), a.len(), b.len())
}

/// Which words of `a` lie in a run of at least `n` own words that `b` has, too.
pub(crate) fn in_shared_run(a: &Own<'_>, b: &Own<'_>, n: usize) -> Vec<bool> {
    let mut covered = vec![false; a.len()];
    for (i, window) in a.windows(n).enumerate() {
        if !window.contains(&None) && b.windows(n).any(|other| other == window) {
            covered[i..i + n].fill(true);
        }
    }
    covered
}

/// The length of the longest run of own words that both have.
pub(crate) fn longest_common_run(a: &Own<'_>, b: &Own<'_>) -> usize {
    let mut longest = 0;
    let mut row = vec![0; b.len() + 1];
    for x in a {
        for (j, y) in b.iter().enumerate().rev() {
            row[j + 1] = if x.is_some() && x == y { row[j] + 1 } else { 0 };
            longest = longest.max(row[j + 1]);
        }
    }
    longest
}

/// The shingles of a sequence of words, those of them that another sequence has not, and the longest run of words that are in no
/// shingle that both have.
pub(crate) fn loss(words: &[u8], other: &[u8], w: usize) -> (usize, usize, usize, usize) {
    let shingles = |words: &[u8]| -> Vec<Vec<u8>> {
        if words.len() < w { vec![words.to_vec()] } else { words.windows(w).map(<[u8]>::to_vec).collect() }
    };
    let (own, others) = (shingles(words), shingles(other));
    let lost = own.iter().filter(|shingle| !others.contains(shingle)).count();
    let is_new = |at: usize| {
        own.iter().enumerate().all(|(first, shingle)| {
            !(first..first + shingle.len()).contains(&at) || !others.contains(shingle)
        })
    };
    let new: Vec<bool> = (0..words.len()).map(is_new).collect();
    let longest = new.split(|new| !new).map(<[bool]>::len).max().unwrap_or(0);
    (own.len(), lost, new.iter().filter(|&&new| new).count(), longest)
}

/// The texts between a mark that opens and the next one that closes, with none of both between, in a paragraph; and from
/// the last that opens to the paragraph's end, where the next begins with such a mark. Of 3 to 300 words.
pub(crate) fn quotations(text: &str, opens: char, closes: char) -> Vec<String> {
    let paragraphs: Vec<&str> = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).collect();
    let mut quoted = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        let goes_on = paragraphs.get(at + 1).is_some_and(|next| next.starts_with(opens));
        let pieces: Vec<&str> = paragraph.split(closes).collect();
        let closed = if goes_on { &pieces[..] } else { &pieces[..pieces.len() - 1] };
        quoted.extend(closed.iter().filter_map(|piece| Some(piece.rsplit_once(opens)?.1.trim().to_string())));
    }
    quoted.retain(|quoted| (3..=300).contains(&quoted.split_whitespace().count()));
    quoted
}

/// The hash of a sequence: a polynomial of its items, finished by a mixing step.
fn polynomial(items: impl IntoIterator<Item = u64>) -> u64 {
    let factor = 0x9E37_79B9_7F4A_7C15_u64;
    hash::mix(items.into_iter().fold(0, |sum, item| sum.wrapping_mul(factor).wrapping_add(item)))
}

/// A document's lines or sentences, of `lengths` words, by their own words with spaces between; `None` for one that is
/// all template text.
pub(crate) fn pieces(words: &Own<'_>, lengths: &[usize]) -> Vec<Option<String>> {
    assert_eq!(lengths.iter().sum::<usize>(), words.len(), "each word is in a piece");
    let mut rest = &words[..];
    let mut piece = |length: &usize| {
        let (piece, after) = rest.split_at(*length);
        rest = after;
        let own: Vec<&str> = piece.iter().copied().flatten().collect();
        (!own.is_empty()).then(|| own.join(" "))
    };
    lengths.iter().map(&mut piece).collect()
}

/// A document's characters, with a space between two words, and `None` for each word that is template text.
pub(crate) fn characters(words: &Own<'_>) -> Vec<Option<String>> {
    let mut characters = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let after_own = i > 0 && words[i - 1].is_some();
        match word {
            Some(word) => {
                let spaced = if after_own { format!(" {word}") } else { word.to_string() };
                characters.extend(spaced.chars().map(|c| Some(c.to_string())));
            }
            None => characters.push(None),
        }
    }
    characters
}

/// The hash of each shingle, in order, from its definition.
pub(crate) fn shingle_hashes(words: &Own<'_>, w: usize) -> Vec<u64> {
    shingle_hashes_by(words, w, hash::token, rolled)
}

/// The hash of each shingle, in order: `hash` of what `unit` makes of each of its words or other units.
pub(crate) fn shingle_hashes_by(
    units: &Own<'_>,
    w: usize,
    unit: impl Fn(&str) -> u64,
    hash: impl Fn(&[u64]) -> u64,
) -> Vec<u64> {
    let hash_of = |shingle: &Vec<&str>| hash(&shingle.iter().map(|text| unit(text)).collect::<Vec<_>>());
    shingles(units, w).iter().map(hash_of).collect()
}

/// The rolled hash of a sequence of hashes.
pub(crate) fn rolled(hashes: &[u64]) -> u64 {
    polynomial(hashes.iter().copied())
}

/// The hash of a line or sentence.
pub(crate) fn piece_hash(piece: &str) -> u64 {
    rolled(&piece.split(' ').map(hash::token).collect::<Vec<_>>())
}

/// The hash of a character.
pub(crate) fn character_hash(character: &str) -> u64 {
    hash::mix(character.chars().map(|c| u64::from(c) + 1).sum())
}

/// A shingle's Rabin fingerprint, spread.
pub(crate) fn rabin_hash(hashes: &[u64], width: RabinWidth) -> u64 {
    let bits = hashes.iter().flat_map(|hash| (0..64).rev().map(move |bit| hash >> bit & 1 == 1));
    hash::mix(rabin(bits, width.modulus(), width.bits()))
}

/// The MD5 of each shingle's words joined by spaces, in order.
pub(crate) fn md5_shingles(words: &Own<'_>, w: usize) -> Vec<u128> {
    shingles(words, w).iter().map(|shingle| hash::md5(shingle.join(" ").as_bytes())).collect()
}

/// The simhash of features of weight one: a counter for each bit, up for a 1 and down for a 0.
pub(crate) fn simhash(features: &[u64]) -> u64 {
    let mut fingerprint = 0;
    for bit in 0..64 {
        let sum: i64 = features.iter().map(|hash| if hash >> bit & 1 == 1 { 1 } else { -1 }).sum();
        if sum > 0 {
            fingerprint |= 1 << bit;
        }
    }
    fingerprint
}

/// The remainder of a polynomial over GF(2), its coefficients as bits from the highest, by one of `width + 1` bits
/// without its leading term: a bit at a time, after a 1.
pub(crate) fn rabin(bits: impl Iterator<Item = bool>, modulus: u64, width: u32) -> u64 {
    let modulus = u128::from(modulus) | 1 << width;
    let remainder = bits.fold(1, |sum: u128, bit| {
        let sum = sum << 1 | u128::from(bit);
        if sum >> width == 1 { sum ^ modulus } else { sum }
    });
    remainder as u64
}

/// Whether a polynomial over GF(2) of degree `width`, without its leading term, is irreducible, by Rabin's test:
/// t^(2^width) is t, and t^(2^(width / q)) - t has no factor in common with it for any prime q that divides the width.
pub(crate) fn is_irreducible(modulus: u64, width: u32) -> bool {
    let whole = u128::from(modulus) | 1 << width;
    let times = |a: u128, b: u128| {
        (0..width).rev().fold(0, |sum: u128, bit| {
            let sum = sum << 1 ^ if b >> bit & 1 == 1 { a } else { 0 };
            if sum >> width & 1 == 1 { sum ^ whole } else { sum }
        })
    };
    let degree = |a: u128| 127 - a.leading_zeros();
    let coprime = |mut a: u128, mut b: u128| {
        while b != 0 {
            while a != 0 && degree(a) >= degree(b) {
                a ^= b << (degree(a) - degree(b));
            }
            (a, b) = (b, a);
        }
        a == 1
    };
    let squared = |times_squared: u32| (0..times_squared).fold(2, |power, _| times(power, power));
    let prime = |q: u32| q > 1 && (2..q).all(|divisor| !q.is_multiple_of(divisor));
    squared(width) == 2
        && (1..=width)
            .filter(|&q| prime(q) && width.is_multiple_of(q))
            .all(|q| coprime(whole, squared(width / q) ^ 2))
}

/// Of every `t` shingles in a row, or of all where there are fewer, the rightmost with the smallest hash, in order.
pub(crate) fn winnow(shingles: &[(u64, u32)], t: usize) -> Vec<(u64, u32)> {
    let selected: BTreeSet<usize> = (0..(shingles.len() + 1).saturating_sub(t).max(1))
        .filter_map(|start| {
            (start..shingles.len().min(start + t)).min_by_key(|&at| (shingles[at].0, std::cmp::Reverse(at)))
        })
        .collect();
    selected.into_iter().map(|at| shingles[at]).collect()
}

/// The weight of a term that `containing` of `documents` documents have, 255 of them at most: the largest r for which
/// (documents / containing)^8 is at least 2^(r - 1/2), and so both sides' squares.
pub(crate) fn idf(documents: u8, containing: u8) -> u16 {
    let power = |base: u8| u128::from(base).pow(16);
    let reaches = |r: &u16| {
        let least = power(containing) as f64 * 2f64.powi(2 * i32::from(*r) - 1);
        power(documents) as f64 >= least
    };
    (1..=64).rev().find(reaches).unwrap_or(1)
}

/// The simhash of weighted features: a sum for each bit, the weight added for a 1 and taken for a 0. None where nothing
/// weighs.
pub(crate) fn weighted_simhash(features: &[(u64, u32)], bits: u32) -> Option<u128> {
    let wide = |hash: u64| u128::from(hash::mix(hash ^ 0xD1B5_4A32_D192_ED03)) << 64 | u128::from(hash);
    let mut print = 0;
    for bit in 0..bits {
        let sum = |&(hash, weight): &(u64, u32)| {
            i128::from(weight) * if wide(hash) >> bit & 1 == 1 { 1 } else { -1 }
        };
        if features.iter().map(sum).sum::<i128>() > 0 {
            print |= 1 << bit;
        }
    }
    features.iter().any(|&(_, weight)| weight > 0).then_some(print)
}

/// The print of each lexicon: of the shingles of the words that it holds, each weighing what its words do, or one.
pub(crate) fn signature(
    tokens: &[u64],
    weights: Option<&[u16]>,
    lexicons: &Lexicons,
    w: usize,
    (bits, tf): (u32, &str),
) -> Vec<Option<u128>> {
    let words = |lexicon: usize| -> Vec<Option<usize>> {
        let kept = |&place: &usize| tokens[place] == MASKED || lexicons.holds(lexicon, tokens[place]);
        (0..tokens.len()).filter(kept).map(|place| (tokens[place] != MASKED).then_some(place)).collect()
    };
    let weigh = |shingle: &[usize]| {
        weights.map_or(1, |weights| shingle.iter().map(|&place| u32::from(weights[place])).sum())
    };
    let feature =
        |shingle: Vec<usize>| (polynomial(shingle.iter().map(|&place| tokens[place])), weigh(&shingle));
    let features = |lexicon| shingles(&words(lexicon), w).into_iter().filter(|shingle| !shingle.is_empty());
    let print = |lexicon| {
        let features: Vec<(u64, u32)> = features(lexicon).map(feature).collect();
        weighted_simhash(&counted(&features, tf), bits)
    };
    (0..lexicons.count()).map(print).collect()
}

/// Features, each as often as it counts by its frequency in the document: `raw`, as often as it stands there; `once`; or `log`, with
/// 1 + ln of that in sixteenths times its weight.
pub(crate) fn counted(features: &[(u64, u32)], tf: &str) -> Vec<(u64, u32)> {
    let times = |feature: u64| features.iter().filter(|(hash, _)| *hash == feature).count() as f64;
    let first = |place: usize| features[..place].iter().all(|(hash, _)| *hash != features[place].0);
    let places = (0..features.len()).filter(|&place| tf == "raw" || first(place));
    let count = |&(hash, weight): &(u64, u32)| match tf {
        "log" => (hash, weight * (16.0 * (1.0 + times(hash).ln())).round() as u32),
        _ => (hash, weight),
    };
    places.map(|place| count(&features[place])).collect()
}

/// For each bit in which the prints of two documents differ, by how much their sums do, and each feature's share: its weight
/// times what one document has it more often, with its sign there, in the direction of the first document's bit.
pub(crate) fn shares(a: &[(u64, u32)], b: &[(u64, u32)], bits: u32) -> (BTreeMap<u64, i64>, i64) {
    let wide = |hash: u64| u128::from(hash::mix(hash ^ 0xD1B5_4A32_D192_ED03)) << 64 | u128::from(hash);
    let (mut shares, mut gaps) = (BTreeMap::new(), 0);
    for bit in 0..bits {
        let amount = |&(hash, weight): &(u64, u32)| {
            i64::from(weight) * if wide(hash) >> bit & 1 == 1 { 1 } else { -1 }
        };
        let [sum_a, sum_b] = [a, b].map(|features| features.iter().map(amount).sum::<i64>());
        if (sum_a > 0) == (sum_b > 0) {
            continue;
        }
        let direction = (sum_a - sum_b).signum();
        gaps += direction * (sum_a - sum_b);
        a.iter().for_each(|feature| *shares.entry(feature.0).or_insert(0) += direction * amount(feature));
        b.iter().for_each(|feature| *shares.entry(feature.0).or_insert(0) -= direction * amount(feature));
    }
    (shares, gaps)
}

/// The random projection: for each dimension the sum of each word's +1 or -1.
pub(crate) fn projection(tokens: &[u64]) -> [u64; 6] {
    let mut bits = [0; 6];
    for dimension in 0..384 {
        let (word, bit) = (dimension / 64, dimension % 64);
        let entry = |token: u64| {
            let random =
                hash::mix(token.wrapping_add(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(word as u64 + 1)));
            if random >> bit & 1 == 1 { 1 } else { -1 }
        };
        if tokens.iter().map(|&token| entry(token)).sum::<i64>() > 0 {
            bits[word] |= 1 << bit;
        }
    }
    bits
}

/// The min-values: of each of m functions the smallest pair of round and fraction over all shingles; the fraction.
pub(crate) fn min_values(shingles: &[u64], m: usize) -> Vec<u64> {
    let value = |i: usize, shingle: u64| {
        let hits = |round: u64| {
            darts(shingle, round, m).into_iter().filter(|dart| dart.0 == i).map(|dart| dart.1).min()
        };
        let last = hash::mix(shingle ^ hash::mix(0x6A09_E667_F3BC_C908 + i as u64));
        (0..4).find_map(|round| Some((round, hits(round)?))).unwrap_or((4, last))
    };
    (0..m).filter_map(|i| Some(shingles.iter().map(|&shingle| value(i, shingle)).min()?.1)).collect()
}

/// The functions that a shingle's darts hit in a round, and their fractions.
fn darts(shingle: u64, round: u64, m: usize) -> Vec<(usize, u64)> {
    let step = 0x9E37_79B9_7F4A_7C15_u64;
    let thrower = hash::mix(shingle.wrapping_add(step.wrapping_mul(round)));
    // The number is a Poisson variable of mean 1: the smallest whose cumulated probability is above a random share.
    let (mut number, mut probability) = (0, (-1.0f64).exp());
    let mut cumulated = probability;
    while (thrower >> 32) as f64 >= (cumulated * 2f64.powi(32)).round() {
        number += 1;
        probability /= number as f64;
        cumulated += probability;
    }
    let fractions = (1..=number).map(|dart| hash::mix(thrower.wrapping_add(step.wrapping_mul(dart))));
    fractions.map(|fraction| (((u128::from(fraction as u32) * m as u128) >> 32) as usize, fraction)).collect()
}

/// The supershingles: a hash of each place and its l min-values.
pub(crate) fn supershingles(values: &[u64], l: usize) -> Vec<u64> {
    let places = 1..=(values.len() / l) as u64;
    places.zip(values.chunks(l)).map(|(place, values)| polynomial([&[place], values].concat())).collect()
}

/// The I-Match hash of each lexicon: of the distinct words in the band that it holds, in order.
pub(crate) fn imatch(
    tokens: &[u64],
    weights: &[u16],
    largest: u16,
    band: Band,
    lexicons: &Lexicons,
) -> Vec<Option<u64>> {
    let counts = |lexicon: usize, token: u64, weight: u16| {
        let thousandths = f64::from(weight) * 1000.0 / f64::from(largest);
        let in_band = f64::from(band.low) <= thousandths && thousandths <= f64::from(band.high);
        token != MASKED && in_band && lexicons.holds(lexicon, token)
    };
    let words = |lexicon| -> BTreeSet<u64> {
        let words = tokens.iter().zip(weights).filter(|&(&token, &weight)| counts(lexicon, token, weight));
        words.map(|(&token, _)| token).collect()
    };
    let of_words = |words: BTreeSet<u64>| (!words.is_empty()).then(|| polynomial(words));
    (0..lexicons.count()).map(|lexicon| of_words(words(lexicon))).collect()
}

/// The checksum of each of n lists, to which words are dealt out by a hash.
pub(crate) fn bucket_checksums(tokens: &[u64], lists: usize) -> Vec<Option<u64>> {
    let list_of = |token: u64| ((u128::from(hash::mix(token) >> 32) * lists as u128) >> 32) as usize;
    let words_of = |list: usize| -> Vec<u64> {
        tokens.iter().copied().filter(|&token| token != MASKED && list_of(token) == list).collect()
    };
    let checksum = |words: Vec<u64>| (!words.is_empty()).then(|| polynomial(words));
    (0..lists).map(|list| checksum(words_of(list))).collect()
}

/// Of pairs with a score and whether they are duplicates: duplicates found, others found, duplicates missed, when
/// pairs match whose score does.
pub(crate) fn confusion(pairs: &[(Option<f64>, bool)], matches: impl Fn(f64) -> bool) -> (u64, u64, u64) {
    let count = |found: bool, duplicate: bool| {
        pairs.iter().filter(|pair| (pair.0.is_some_and(&matches), pair.1) == (found, duplicate)).count()
            as u64
    };
    (count(true, true), count(true, false), count(false, true))
}

/// The fewest tables with a prefix of `prefix` of f bits, by trying every cut into blocks and every choice among them.
/// A cut with more choices than the tables that another takes is not tried.
pub(crate) fn fewest_tables(f: u32, k: u32, prefix: i64) -> u64 {
    if prefix <= 0 {
        return 1;
    }
    let mut best = u64::MAX;
    for r in k + 1..=f {
        let choices: Vec<u32> = (0..1u32 << r).filter(|left| left.count_ones() == k).collect();
        if choices.len() as u64 >= best {
            break;
        }
        let size = |block: u32| f / r + u32::from(block < f % r);
        let tables = choices.iter().map(|left| {
            let rest = (0..r).filter(|block| left >> block & 1 == 1).map(size).sum();
            fewest_tables(rest, k, prefix - i64::from(f - rest))
        });
        best = best.min(tables.fold(0, u64::saturating_add));
    }
    best
}

/// X(f, k, d) as in the paper, whose blocks are fractions of bits; `prefix` is d - tau. As printed, `d < tau` ends it, and
/// else `d <= tau`.
pub(crate) fn fewest_tables_in_fractions(f: f64, k: u32, prefix: f64, as_printed: bool) -> u64 {
    if prefix < 0.0 || (prefix == 0.0 && !as_printed) {
        return 1;
    }
    let mut best = u64::MAX;
    for r in k + 1..=64 {
        let choices = (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(r) - i) / (i + 1));
        if choices >= best {
            break;
        }
        let rest = f * f64::from(k) / f64::from(r);
        let tables = fewest_tables_in_fractions(rest, k, prefix - (f - rest), as_printed);
        best = best.min(choices.saturating_mul(tables));
    }
    best
}

/// Every fingerprint within k bits, the nearest first, by comparing with all.
pub(crate) fn within<C: Code>(fingerprints: &[C], query: C, k: u32) -> Vec<Match<C>> {
    let found = fingerprints.iter().map(|&fingerprint| {
        let distance = (fingerprint.widened() ^ query.widened()).count_ones();
        Match { distance, fingerprint }
    });
    let mut found: Vec<Match<C>> = found.filter(|found| found.distance <= k).collect();
    found.sort_by_key(|found| (found.distance, found.fingerprint));
    found
}

/// Every pair of a query and a fingerprint within k bits, by comparing each with all.
pub(crate) fn pairs_within(queries: &[u128], fingerprints: &[u128], k: u32) -> Vec<(u128, u128)> {
    let of = |&query| within(fingerprints, query, k).into_iter().map(move |found| (query, found.fingerprint));
    queries.iter().flat_map(of).collect::<BTreeSet<_>>().into_iter().collect()
}
