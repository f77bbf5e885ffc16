//! Every sketch agrees with the naive reference, and keeps what it promises.

use crate::reference;
use proptest::prelude::*;
use twinprint::hash;
use twinprint::imatch::{self, Band, IMatch};
use twinprint::lexicon::Lexicons;
use twinprint::minhash::{self, MinHash, MinValues, Supershingles};
use twinprint::shingle::MASKED;
use twinprint::simhash::{self, Bits, Projection, Rule, Signature, Signer, TermFrequency, WeightedSimhash};
use twinprint::{Error, buckets::Checksums};

/// Tokens out of a small alphabet, some of them template text.
fn tokens() -> impl Strategy<Value = Vec<u64>> {
    let token = (0u64..24).prop_map(|word| if word == 0 { MASKED } else { hash::mix(word) });
    prop::collection::vec(token, 0..300)
}

/// Tokens and a weight for each.
fn weighted_tokens() -> impl Strategy<Value = (Vec<u64>, Vec<u16>)> {
    (tokens(), 1u16..=u16::MAX).prop_map(|(tokens, heaviest)| {
        let weights =
            tokens.iter().map(|&token| (hash::mix(token) % u64::from(heaviest)) as u16 + 1).collect();
        (tokens, weights)
    })
}

fn lexicons() -> impl Strategy<Value = Lexicons> {
    (0u32..=900, prop::collection::vec(any::<u64>(), 0..6))
        .prop_map(|(leave_out, seeds)| Lexicons { leave_out, seeds })
}

fn bits() -> impl Strategy<Value = Bits> {
    prop::sample::select(vec![Bits::B32, Bits::B64, Bits::B128])
}

fn signature(prints: &[Option<u128>]) -> Signature {
    Signature { bits: Bits::B64, fingerprints: prints.to_vec() }
}

/// A projection and another that differs from it in `bits` bits, wherever they are.
fn projections_apart(bits: usize) -> impl Strategy<Value = (Projection, Projection)> {
    let places = prop::sample::subsequence((0..384usize).collect::<Vec<_>>(), bits);
    (any::<[u64; 6]>(), places).prop_map(|(a, places)| {
        let mut b = a;
        places.iter().for_each(|place| b[place / 64] ^= 1 << (place % 64));
        (Projection(a), Projection(b))
    })
}

fn share_a_piece(a: Projection, b: Projection, pieces: usize) -> bool {
    a.pieces_of(pieces).zip(b.pieces_of(pieces)).any(|(a, b)| a == b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn weights_add_up_like_a_sum_for_each_bit(
        features in prop::collection::vec((any::<u64>(), any::<u32>()), 0..400),
        shift in 0u32..32,
        bits in bits(),
    ) {
        let features: Vec<(u64, u32)> = features.iter().map(|&(hash, weight)| (hash, weight >> shift)).collect();
        let mut simhash = WeightedSimhash::new(bits);
        features.iter().for_each(|&(hash, weight)| simhash.add(hash, weight));
        let expected = reference::weighted_simhash(&features, bits.count());
        prop_assert_eq!(simhash.finish(), expected);
        features.iter().for_each(|&(hash, weight)| simhash.add(hash, weight));
        prop_assert_eq!(simhash.finish(), expected, "the counters began anew");
    }

    #[test]
    fn a_signature_is_the_simhash_of_each_lexicons_shingles(
        (first, first_weights) in weighted_tokens(),
        (tokens, weights) in weighted_tokens(),
        lexicons in lexicons(),
        w in 1usize..6,
        bits in bits(),
        tf in prop::sample::select(vec![TermFrequency::Raw, TermFrequency::Log, TermFrequency::Once]),
    ) {
        let mut signer = Signer::new(w, bits, lexicons.clone()).unwrap().with_tf(tf);
        signer.sign(&first, Some(&first_weights)); // leaves nothing behind
        for weights in [Some(&weights[..]), None] {
            let signature = signer.sign(&tokens, weights);
            prop_assert_eq!(signature.bits, bits);
            prop_assert_eq!(&signature.fingerprints, &reference::signature(&tokens, weights, &lexicons, w, (bits.count(), tf.name())));
            let keepers: Vec<u64> = tokens.iter().map(|&token| simhash::keepers(&lexicons, token)).collect();
            prop_assert_eq!(signature, signer.sign_kept(&tokens, weights, &keepers));
        }
    }

    #[test]
    fn a_print_of_32_bits_is_the_low_half_of_one_of_64(
        (tokens, weights) in weighted_tokens(),
        lexicons in lexicons(),
    ) {
        let sign = |bits| Signer::new(2, bits, lexicons.clone()).unwrap().sign(&tokens, Some(&weights)).fingerprints;
        let low = |prints: Vec<Option<u128>>, bits: u32| -> Vec<Option<u128>> {
            prints.into_iter().map(|print| print.map(|print| print & ((1 << bits) - 1))).collect()
        };
        prop_assert_eq!(sign(Bits::B32), low(sign(Bits::B64), 32));
        prop_assert_eq!(sign(Bits::B64), low(sign(Bits::B128), 64));
    }

    #[test]
    fn identical_documents_are_0_apart_by_either_rule(
        (tokens, weights) in weighted_tokens(),
        lexicons in lexicons(),
    ) {
        prop_assume!(tokens.iter().any(|&token| token != MASKED));
        let signature = Signer::new(3, Bits::B64, lexicons).unwrap().sign(&tokens, Some(&weights));
        prop_assert_eq!(signature.distance(&signature, Rule::Any), 0);
        prop_assert_eq!(signature.distance(&signature, Rule::Sum), 0);
        prop_assert_eq!(signature.distance(&signature, Rule::Majority), 0);
    }

    #[test]
    fn distances_are_those_of_each_lexicons_own_prints(pairs in prop::collection::vec(any::<(u64, u64)>(), 1..10)) {
        let print = |bits: u64| Some(u128::from(bits));
        let (a, b): (Vec<_>, Vec<_>) = pairs.iter().map(|&(a, b)| (print(a), print(b))).unzip();
        let (a, b) = (signature(&a), signature(&b));
        let distances = || pairs.iter().map(|(a, b)| (a ^ b).count_ones());
        prop_assert_eq!(a.distance(&b, Rule::Any), distances().min().unwrap());
        prop_assert_eq!(a.distance(&b, Rule::Sum), distances().sum::<u32>());
        let within = |k: u32| 2 * distances().filter(|&distance| distance <= k).count() > pairs.len();
        prop_assert_eq!(a.distance(&b, Rule::Majority), (0..=64).find(|&k| within(k)).unwrap());
    }

    #[test]
    fn a_projection_is_the_sign_of_each_dimensions_sum(tokens in tokens()) {
        let own: Vec<u64> = tokens.iter().copied().filter(|&token| token != MASKED).collect();
        prop_assert_eq!(Projection::of(tokens).0, reference::projection(&own));
    }

    #[test]
    fn projections_that_differ_in_11_bits_share_one_of_12_pieces((a, b) in projections_apart(11)) {
        prop_assert_eq!(a.similarity(&b), 373);
        prop_assert!(a.pieces().iter().zip(b.pieces()).any(|(a, b)| *a == b));
        let pieces: Vec<u64> = a.pieces().map(u64::from).to_vec();
        prop_assert_eq!(pieces, a.pieces_of(12).collect::<Vec<_>>());
    }

    #[test]
    fn complete_pieces_miss_no_projections_at_the_threshold((a, b) in projections_apart(12)) {
        prop_assert_eq!(a.similarity(&b), Projection::THRESHOLD);
        prop_assert!(share_a_piece(a, b, Projection::COMPLETE_PIECES));
    }

    #[test]
    fn pieces_hold_every_bit_once((a, place) in (any::<[u64; 6]>(), 0usize..384), count in 6usize..=384) {
        let mut b = a;
        b[place / 64] ^= 1 << (place % 64);
        let (a, b) = (Projection(a), Projection(b));
        prop_assert_eq!(a.pieces_of(count).count(), count);
        let differ: u32 = a.pieces_of(count).zip(b.pieces_of(count)).map(|(a, b)| (a ^ b).count_ones()).sum();
        prop_assert_eq!(differ, 1);
    }

    #[test]
    fn i_match_hashes_the_words_in_the_band(
        (tokens, weights) in weighted_tokens(),
        (low, high) in (0u32..=1000, 0u32..=1000),
        lexicons in lexicons(),
    ) {
        let band = Band { low: low.min(high), high: low.max(high) };
        band.check().unwrap();
        let largest = weights.iter().copied().max().unwrap_or(1);
        let hashes = IMatch::of(&tokens, &weights, largest, band, &lexicons);
        prop_assert_eq!(&hashes.signatures, &reference::imatch(&tokens, &weights, largest, band, &lexicons));
        let mut shuffled: Vec<(u64, u16)> = tokens.into_iter().zip(weights).collect();
        shuffled.sort_unstable();
        let (tokens, weights): (Vec<u64>, Vec<u16>) = shuffled.into_iter().unzip();
        prop_assert_eq!(&hashes, &IMatch::of(&tokens, &weights, largest, band, &lexicons));
        let any = hashes.signatures.iter().any(|hash| hash.is_some());
        prop_assert_eq!(hashes.is_alike(&hashes, lexicons.count()), any);
    }

    #[test]
    fn checksums_are_those_of_the_lists(tokens in tokens(), lists in 1usize..40) {
        let checksums = Checksums::of(&tokens, lists);
        prop_assert_eq!(&checksums.0, &reference::bucket_checksums(&tokens, lists));
        let words = tokens.iter().any(|&token| token != MASKED);
        prop_assert_eq!(checksums.is_alike(&checksums, lists), words);
    }

    #[test]
    fn an_edited_word_changes_two_lists_at_most(
        tokens in tokens(),
        place in any::<prop::sample::Index>(),
        lists in 1usize..40,
    ) {
        prop_assume!(!tokens.is_empty());
        let mut edited = tokens.clone();
        edited[place.index(tokens.len())] = hash::token("edited");
        let (a, b) = (Checksums::of(&tokens, lists), Checksums::of(&edited, lists));
        prop_assert!(a.0.iter().zip(&b.0).filter(|(a, b)| a != b).count() <= 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn min_values_are_the_smallest_of_each_function(
        shingles in prop::collection::vec(any::<u64>(), 0..150),
        m in 1usize..100,
    ) {
        prop_assert_eq!(MinHash { m, l: 1 }.min_values(&shingles).0, reference::min_values(&shingles, m));
    }

    #[test]
    fn min_values_are_of_the_set(mut shingles in prop::collection::vec(0u64..100, 1..800)) {
        let values = MinHash::HENZINGER.min_values(&shingles);
        shingles.sort_unstable();
        shingles.dedup();
        prop_assert_eq!(&values, &MinHash::HENZINGER.min_values(&shingles));
        minhash::number_occurrences(&mut shingles);
        prop_assert_eq!(values, MinHash::HENZINGER.min_values(&shingles), "none occurs twice");
    }

    #[test]
    fn numbered_occurrences_make_of_multisets_sets(
        mut a in prop::collection::vec(0u64..20, 0..60),
        mut b in prop::collection::vec(0u64..20, 0..60),
    ) {
        let count = |list: &[u64], item: u64| list.iter().filter(|&&other| other == item).count();
        let shared: usize = (0..20).map(|item| count(&a, item).min(count(&b, item))).sum();
        let lengths = (a.len(), b.len());
        minhash::number_occurrences(&mut a);
        minhash::number_occurrences(&mut b);
        a.sort_unstable();
        b.sort_unstable();
        let overlap = twinprint::resemblance::Overlap::of(&a, &b);
        prop_assert_eq!((overlap.a as usize, overlap.b as usize), lengths);
        prop_assert_eq!(overlap.shared as usize, shared);
    }

    #[test]
    fn supershingles_hash_min_values_in_a_row(
        values in prop::collection::vec(any::<u64>(), 84),
        l in prop::sample::select(vec![1usize, 2, 3, 14, 84]),
    ) {
        let supershingles = MinHash { m: 84, l }.supershingles(&MinValues(values.clone()));
        prop_assert_eq!(supershingles.0, reference::supershingles(&values, l));
    }

    #[test]
    fn a_megashingle_is_shared_exactly_when_two_supershingles_are(
        a in prop::collection::vec(any::<u64>(), 6),
        equal in prop::collection::vec(any::<bool>(), 6),
    ) {
        let b: Vec<u64> = a.iter().zip(&equal).map(|(&a, &equal)| if equal { a } else { hash::mix(a) }).collect();
        let (a, b) = (Supershingles(a), Supershingles(b));
        prop_assert_eq!(a.b_similarity(&b), equal.iter().filter(|&&equal| equal).count());
        let shared = a.megashingles().any(|mega| b.megashingles().any(|other| other == mega));
        prop_assert_eq!(shared, a.b_similarity(&b) >= MinHash::ALIKE);
        let naive = (0..6).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|&(i, j)| equal[i] && equal[j]).count();
        prop_assert_eq!(a.megashingles_in_common(&b), naive);
    }

    #[test]
    fn wrapped_documents_have_a_window_for_each_word(words in 1usize..40, w in 1usize..12) {
        let mut tokens: Vec<u64> = (1..=words as u64).collect();
        let turned: Vec<u64> = (0..words).map(|i| tokens[(i + 1) % words]).collect();
        let windows = |tokens: &mut Vec<u64>| {
            minhash::wrap(tokens, w);
            let mut hashes = Vec::new();
            twinprint::shingle::roll(tokens, w, |hash, _| hashes.push(hash));
            hashes.sort_unstable();
            hashes
        };
        let hashes = windows(&mut tokens);
        prop_assert_eq!(hashes.len(), if words < w { 1 } else { words });
        prop_assert!(words < w || hashes == windows(&mut turned.clone()), "wherever the document begins");
    }
}

#[test]
fn sums_beyond_16_bits_are_right() {
    for weight in [511, 512, 513, 1023, 1024, 65_535, 65_536, u32::MAX] {
        for features in [1, 2, 64, 127, 128, 129, 300] {
            let mut simhash = WeightedSimhash::new(Bits::B64);
            (0..features).for_each(|_| simhash.add(u64::MAX, weight));
            assert_eq!(simhash.finish(), Some(u128::from(u64::MAX)), "{features} of {weight}");
        }
    }
}

#[test]
fn projections_at_the_threshold_may_share_none_of_12_pieces() {
    let (a, b) = (Projection([0; 6]), Projection([1 << 40 | 1; 6]));
    assert_eq!(a.similarity(&b), Projection::THRESHOLD);
    assert!(!share_a_piece(a, b, 12) && share_a_piece(a, b, Projection::COMPLETE_PIECES));
}

#[test]
fn a_lexicon_without_a_word_of_the_document_has_no_print() {
    let lexicons = Lexicons { leave_out: 900, seeds: (0..40).collect() };
    let word = hash::token("rose");
    let prints =
        Signer::new(2, Bits::B64, lexicons.clone()).unwrap().sign(&[word, MASKED], None).fingerprints;
    for (lexicon, print) in prints.iter().enumerate() {
        assert_eq!(print.is_some(), lexicons.holds(lexicon, word));
    }
    assert!(prints.contains(&None));
}

#[test]
fn a_missing_print_matches_nothing() {
    let (a, b) = (signature(&[Some(0b1), None, Some(0b111)]), signature(&[Some(0b0), None, None]));
    assert_eq!(a.distance(&b, Rule::Any), 1);
    assert_eq!(a.distance(&b, Rule::Sum), 1 + 1 + 64);
    assert_eq!(a.distance(&b, Rule::Majority), 1);
    let nothing = signature(&[None, None, None]);
    assert_eq!(nothing.distance(&nothing, Rule::Any), u32::MAX);
    assert_eq!(nothing.distance(&nothing, Rule::Sum), u32::MAX);
    assert_eq!(a.distance(&signature(&[Some(0b1)]), Rule::Any), u32::MAX);
    let narrower = Signature { bits: Bits::B32, ..a.clone() };
    assert_eq!(a.distance(&narrower, Rule::Sum), u32::MAX);
}

#[test]
fn a_document_without_shingles_resembles_nothing() {
    let nothing = MinHash::HENZINGER.min_values(&[]);
    assert_eq!(nothing.resemblance(&nothing), 0.0);
    let supershingles = MinHash::HENZINGER.supershingles(&nothing);
    assert_eq!(supershingles.b_similarity(&supershingles), 0);
    assert_eq!(supershingles.megashingles().count(), 0);
}

#[test]
fn i_match_counts_the_ends_of_the_band_and_no_masked_word() {
    let of =
        |tokens: &[u64], weights: &[u16], band| IMatch::of(tokens, weights, 10, band, &Lexicons::default());
    let band = Band { low: 500, high: 700 };
    assert_eq!(of(&[1, 2, 3, 4], &[4, 5, 7, 8], band), of(&[2, 3], &[6, 6], band));
    assert_eq!(of(&[1, MASKED, 2], &[6, 6, 6], band), of(&[1, 2], &[6, 6], band));
    assert_eq!(of(&[MASKED], &[6], band).signatures, [None]);
}

#[test]
fn short_documents_are_alike_when_all_they_have_agrees() {
    let lexicons = Lexicons { leave_out: 900, seeds: (0..9).collect() };
    let (a, b) = (hash::token("rose"), hash::token("rows"));
    let of = |word: u64| IMatch::of(&[word], &[1], 1, Band::ALL, &lexicons);
    assert!(of(a).signatures.iter().flatten().count() < 10);
    assert!(of(a).is_alike(&of(a), 10));
    assert!(!of(a).is_alike(&of(b), 1));
    // One of them has three.
    assert!(!imatch::is_alike(&[Some(1), Some(2), Some(3)], &[Some(1), None, None], 3));
    assert!(Checksums::of(&[a], 16).is_alike(&Checksums::of(&[a], 16), 4));
    assert!(!Checksums::of(&[a], 16).is_alike(&Checksums::of(&[b], 16), 4));
}

#[test]
fn numbers_out_of_range_are_refused() {
    let option = |result: Result<(), Error>| match result {
        Err(Error::InvalidOption { option, .. }) => option,
        other => panic!("{other:?}"),
    };
    assert_eq!(option(Bits::from_count(48).map(|_| ())), "bits");
    assert_eq!(option(Signer::new(0, Bits::B64, Lexicons::default()).map(|_| ())), "shingle");
    let lexicons = Lexicons { leave_out: 901, seeds: vec![1] };
    assert_eq!(option(Signer::new(2, Bits::B64, lexicons).map(|_| ())), "leave-out");
    assert_eq!(option(MinHash { m: 0, l: 1 }.check()), "min-values");
    assert_eq!(option(MinHash { m: 84, l: 0 }.check()), "supershingle");
    assert_eq!(option(MinHash { m: 84, l: 13 }.check()), "supershingle");
    assert_eq!(option(Band { low: 500, high: 400 }.check()), "band");
    assert_eq!(option(Band { low: 500, high: 1001 }.check()), "band");
    assert_eq!(option(twinprint::buckets::check_lists(0)), "buckets");
    MinHash::HENZINGER.check().unwrap();
    assert_eq!(Bits::from_count(32), Ok(Bits::B32));
}
