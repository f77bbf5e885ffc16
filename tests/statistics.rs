//! What the sketches promise on average, measured over many documents made from fixed seeds.
//!
//! Every tolerance is a number of standard deviations that the theory gives: [`Z`] for a single figure, more where
//! thousands of figures must all hold.

use twinprint::hash::{self, mix};
use twinprint::lexicon::Lexicons;
use twinprint::minhash::MinHash;
use twinprint::simhash::{Bits, Projection, Simhash, WeightedSimhash};

/// Four standard deviations: once in 16,000 figures by chance.
const Z: f64 = 4.0;

/// Six: once in 500 million figures, for tests of thousands.
const Z_OF_MANY: f64 = 6.0;

/// Random numbers: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    fn many(&mut self, count: usize) -> Vec<u64> {
        (0..count).map(|_| self.next()).collect()
    }

    /// Two documents of `features` features, of which they share `shared`.
    fn pair(&mut self, features: usize, shared: usize) -> (Vec<u64>, Vec<u64>) {
        let (mut a, mut b) = (self.many(features), self.many(features));
        b[..shared].copy_from_slice(&a[..shared]);
        a.rotate_left(shared / 2);
        b.rotate_left(shared / 3);
        (a, b)
    }
}

/// Panics unless the mean and the variance of `counts` are those of `trials` trials that succeed with `probability`.
fn assert_binomial(counts: &[u32], trials: u32, probability: f64, what: &str) {
    let (pairs, trials) = (counts.len() as f64, f64::from(trials));
    let mean = counts.iter().map(|&count| f64::from(count)).sum::<f64>() / pairs;
    let variance = counts.iter().map(|&count| (f64::from(count) - mean).powi(2)).sum::<f64>() / (pairs - 1.0);
    let expected = trials * probability * (1.0 - probability);
    let of_mean = (expected / pairs).sqrt();
    assert!(
        (mean - trials * probability).abs() < Z * of_mean,
        "{what}: the mean is {mean}, not {}",
        trials * probability
    );
    // A variance's own variance: from the fourth moment, which the excess kurtosis of the binomial gives.
    let kurtosis = (1.0 - 6.0 * probability * (1.0 - probability)) / expected;
    let of_variance = expected * ((2.0 + kurtosis) / pairs).sqrt();
    assert!(
        (variance - expected).abs() < Z * of_variance,
        "{what}: the variance is {variance}, not {expected}"
    );
}

/// Panics unless every bit of the prints is set in half of them.
fn assert_balanced(prints: &[Vec<u64>], what: &str) {
    let half = prints.len() as f64 / 2.0;
    let deviation = (prints.len() as f64).sqrt() / 2.0;
    for bit in 0..64 * prints[0].len() {
        let ones = prints.iter().filter(|print| print[bit / 64] >> (bit % 64) & 1 == 1).count() as f64;
        assert!(
            (ones - half).abs() < Z_OF_MANY * deviation,
            "{what}: bit {bit} is set in {ones}, not {half}"
        );
    }
}

/// With what probability the signs of two sums differ, of `features` random signs each, `shared` of them the same. The
/// number is odd, so that no sum is 0. From the binomial distribution, and near the angle's share of a half turn.
fn share_of_differing_signs(features: usize, shared: usize) -> f64 {
    let own = features - shared;
    // With k ones among the shared signs, their sum is 2 k - shared; a positive sum of all needs more than
    // (features - 2 k) / 2 ones among a document's own.
    let differ = |k: usize| {
        let positive: f64 =
            (0..=own).filter(|ones| 2 * (k + ones) > features).map(|ones| binomial(own, ones)).sum();
        2.0 * positive * (1.0 - positive)
    };
    (0..=shared).map(|k| binomial(shared, k) * differ(k)).sum()
}

/// The probability of `k` ones in `n` tosses of a coin.
fn binomial(n: usize, k: usize) -> f64 {
    (0..n).fold(1.0, |probability, i| {
        probability * if i < k { (n - i) as f64 / (i + 1) as f64 / 2.0 } else { 0.5 }
    })
}

fn angle(cosine: f64) -> f64 {
    cosine.acos() / std::f64::consts::PI
}

#[test]
fn min_values_are_equal_as_often_as_the_resemblance_says() {
    // Ten thousand pairs: of few shingles, most of whose values the last round gives, and of many, whose first does.
    let scheme = MinHash { m: 48, l: 1 };
    let mut random = Random(1);
    for (shingles, shared, pairs) in
        [(4, 2, 2500), (12, 6, 2500), (12, 11, 2000), (60, 15, 1500), (60, 54, 1250), (400, 300, 250)]
    {
        let equal: Vec<u32> = (0..pairs)
            .map(|_| {
                let (a, b) = random.pair(shingles, shared);
                scheme.min_values(&a).equal(&scheme.min_values(&b)) as u32
            })
            .collect();
        let resemblance = shared as f64 / (2 * shingles - shared) as f64;
        assert_binomial(&equal, 48, resemblance, &format!("{shared} of {shingles} shingles"));
    }
}

#[test]
fn simhash_distances_follow_the_angle() {
    let print = |features: &[u64]| {
        let mut simhash = Simhash::default();
        features.iter().for_each(|&hash| simhash.add(hash));
        simhash.finish()
    };
    let mut random = Random(2);
    for shared in [0, 30, 60, 90, 99] {
        let distances: Vec<u32> = (0..2000)
            .map(|_| {
                let (a, b) = random.pair(101, shared);
                print(&a).distance(print(&b))
            })
            .collect();
        let probability = share_of_differing_signs(101, shared);
        assert!((probability - angle(shared as f64 / 101.0)).abs() < 0.01, "the sums are nearly normal");
        assert_binomial(&distances, 64, probability, &format!("{shared} of 101 features"));
    }
}

#[test]
fn weighted_simhash_distances_follow_the_angle_of_the_weights() {
    let mut random = Random(3);
    let mut simhash = WeightedSimhash::new(Bits::B128);
    for shared in [50, 150, 195] {
        let weights: Vec<u32> = (0..200).map(|_| 8 + (random.next() % 120) as u32).collect();
        let mut print = |features: &[u64]| {
            features.iter().zip(&weights).for_each(|(&hash, &weight)| simhash.add(hash, weight));
            simhash.finish().unwrap()
        };
        let distances: Vec<u32> = (0..500)
            .map(|_| {
                let (a, mut b) = (random.many(200), random.many(200));
                b[..shared].copy_from_slice(&a[..shared]);
                (print(&a) ^ print(&b)).count_ones()
            })
            .collect();
        let square = |weights: &[u32]| weights.iter().map(|&weight| f64::from(weight).powi(2)).sum::<f64>();
        let expected = angle(square(&weights[..shared]) / square(&weights));
        assert_binomial(&distances, 128, expected, &format!("{shared} of 200 weighted features"));
    }
}

#[test]
fn projections_differ_as_the_angle_of_the_word_counts_says() {
    let mut random = Random(4);
    for shared in [20, 70, 95] {
        let differing: Vec<u32> = (0..400)
            .map(|_| {
                let (a, b) = random.pair(101, shared);
                Projection::BITS - Projection::of(a).similarity(&Projection::of(b))
            })
            .collect();
        let what = format!("{shared} of 101 words");
        assert_binomial(&differing, Projection::BITS, share_of_differing_signs(101, shared), &what);
    }
}

#[test]
fn every_bit_is_set_in_half_of_the_documents() {
    let mut random = Random(5);
    let documents: Vec<Vec<u64>> = (0..2000).map(|_| random.many(15)).collect();
    let projection = |document: &Vec<u64>| Projection::of(document.iter().copied()).0.to_vec();
    assert_balanced(&documents.iter().map(projection).collect::<Vec<_>>(), "projection");
    let mut simhash = WeightedSimhash::new(Bits::B128);
    let mut print = |document: &Vec<u64>| {
        // Weights whose sums cannot balance: their total is odd.
        document
            .iter()
            .zip([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9])
            .for_each(|(&hash, weight)| simhash.add(hash, weight));
        let print = simhash.finish().unwrap();
        vec![print as u64, (print >> 64) as u64]
    };
    assert_balanced(&documents.iter().map(&mut print).collect::<Vec<_>>(), "simhash");
    let token = |i: u64| vec![hash::token(&format!("w{i}"))];
    assert_balanced(&(0..4000).map(token).collect::<Vec<_>>(), "token");
    let mixed = |i: u64| vec![mix(i)];
    assert_balanced(&(1..4000).map(mixed).collect::<Vec<_>>(), "mix");
}

#[test]
fn every_bit_in_changes_every_bit_out_half_of_the_time() {
    const TIMES: usize = 1000;
    let mut random = Random(6);
    let numbers = random.many(TIMES);
    let deviation = (TIMES as f64).sqrt() / 2.0;
    let assert_avalanche = |changes: &mut dyn Iterator<Item = u64>, what: &str| {
        let mut flips = [0; 64];
        changes.for_each(|change| {
            flips.iter_mut().enumerate().for_each(|(bit, flips)| *flips += change >> bit & 1)
        });
        for (bit, &flips) in flips.iter().enumerate() {
            let off = (flips as f64 - TIMES as f64 / 2.0).abs();
            assert!(off < Z_OF_MANY * deviation, "{what} changes bit {bit} {flips} times of {TIMES}");
        }
    };
    for bit in 0..64 {
        let change = |&number: &u64| mix(number) ^ mix(number ^ 1 << bit);
        assert_avalanche(&mut numbers.iter().map(change), &format!("mix: bit {bit}"));
    }
    for length in [1, 2, 3, 7, 8, 9, 13, 40] {
        for place in 0..length {
            // A letter is exchanged for another; the rest of the word differs each time.
            let change = |&number: &u64| {
                let mut random = Random(number);
                let mut word: Vec<char> = (0..length).map(|_| letter(random.next())).collect();
                let before = hash::token(&word.iter().collect::<String>());
                word[place] = char::from_u32(word[place] as u32 + 1 + (random.next() % 500) as u32).unwrap();
                before ^ hash::token(&word.iter().collect::<String>())
            };
            assert_avalanche(&mut numbers.iter().map(change), &format!("token: letter {place} of {length}"));
        }
    }
}

/// One of 20,000 letters of Chinese, so that even words of one letter are many.
fn letter(random: u64) -> char {
    char::from_u32(0x4E00 + (random % 20_000) as u32).unwrap()
}

#[test]
fn lexicons_leave_out_their_share_each_on_its_own() {
    let lexicons = Lexicons { leave_out: 300, seeds: (0..9).collect() };
    let terms: Vec<u64> = (0..20_000).map(|term| hash::token(&format!("term{term}"))).collect();
    let assert_share = |left_out: usize, share: f64, what: &str| {
        let terms = terms.len() as f64;
        let deviation = (terms * share * (1.0 - share)).sqrt();
        assert!((left_out as f64 - terms * share).abs() < Z * deviation, "{what}: {left_out} left out");
    };
    for lexicon in 1..lexicons.count() {
        let left_out = terms.iter().filter(|&&term| !lexicons.holds(lexicon, term)).count();
        assert_share(left_out, 0.3, &format!("lexicon {lexicon}"));
        for other in 1..lexicon {
            let both = |&&term: &&u64| !lexicons.holds(lexicon, term) && !lexicons.holds(other, term);
            assert_share(terms.iter().filter(both).count(), 0.09, &format!("lexicons {other} and {lexicon}"));
        }
    }
}
