//! Hashes of shingles against their definitions.

use crate::reference;
use proptest::prelude::*;
use twinprint::hash::{Rabin, RabinRoller, RabinWidth};
use twinprint::shingle::{self, MASKED};
use twinprint::text::{self, Document, TextOptions};

const WIDTHS: [RabinWidth; 3] = [RabinWidth::Bits32, RabinWidth::Bits40, RabinWidth::Bits64];

fn bits_of_bytes(bytes: &[u8]) -> impl Iterator<Item = bool> {
    bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1))
}

fn bits_of_tokens(tokens: &[u64]) -> impl Iterator<Item = bool> {
    tokens.iter().flat_map(|token| (0..64).rev().map(move |bit| token >> bit & 1 == 1))
}

#[test]
fn the_moduli_are_irreducible_and_the_first_such_from_pi_on() {
    for width in WIDTHS {
        let pi = 0x243f_6a88_85a3_08d3_u64 >> (64 - width.bits());
        assert!(reference::is_irreducible(width.modulus(), width.bits()), "{width:?}");
        assert!(
            (pi..width.modulus()).all(|lower| !reference::is_irreducible(lower, width.bits())),
            "{width:?}"
        );
    }
}

#[test]
fn irreducibility_is_told_from_products() {
    // t^32 + 1 is (t + 1)^32; t^4 + t + 1 has no factor, t^4 + t^2 + 1 is (t^2 + t + 1)^2.
    assert!(!reference::is_irreducible(1, 32));
    assert!(reference::is_irreducible(0b0011, 4));
    assert!(!reference::is_irreducible(0b0101, 4));
}

proptest! {
    #[test]
    fn md5_shingles_are_those_of_the_definition(
        words in prop::collection::vec(prop::option::weighted(0.9, "[a-zé]{1,20}"), 1..60),
        w in 1usize..12,
    ) {
        let own: reference::Own<'_> = words.iter().map(Option::as_deref).collect();
        let tokens: Vec<u64> = own.iter().map(|word| word.map_or(MASKED, twinprint::hash::token)).collect();
        let text: String = words.iter().map(|word| word.as_deref().unwrap_or("template").to_owned() + " ").collect();
        let reading = text::read_with_words(&Document::plain("text", &text), &TextOptions::default()).unwrap();
        let expected = if own.iter().all(Option::is_none) { Vec::new() } else { reference::md5_shingles(&own, w) };
        prop_assert_eq!(shingle::md5(&reading, &tokens, w), expected);
    }

    #[test]
    fn rabin_fingerprints_of_bytes_are_remainders(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        for width in WIDTHS {
            let expected = reference::rabin(bits_of_bytes(&bytes), width.modulus(), width.bits());
            prop_assert_eq!(Rabin::new(width).of_bytes(&bytes), expected);
        }
    }

    #[test]
    fn rolled_rabin_fingerprints_are_those_of_each_window(
        tokens in prop::collection::vec(prop_oneof![1 => Just(MASKED), 6 => any::<u64>(), 3 => 1u64..4], 0..30),
        w in 1usize..9,
    ) {
        for width in WIDTHS {
            let remainder = |tokens: &[u64]| {
                reference::rabin(bits_of_tokens(tokens), width.modulus(), width.bits())
            };
            let mut expected: Vec<(u64, u32)> = tokens
                .windows(w)
                .zip(0..)
                .filter(|(window, _)| !window.contains(&MASKED))
                .map(|(window, position)| (twinprint::hash::mix(remainder(window)), position))
                .collect();
            let own: Vec<u64> = tokens.iter().copied().filter(|&token| token != MASKED).collect();
            if expected.is_empty() && !own.is_empty() {
                let first = tokens.iter().position(|&token| token != MASKED).unwrap() as u32;
                expected.push((twinprint::hash::mix(remainder(&own)), first));
            }
            let mut rolled = Vec::new();
            let mut roller = RabinRoller::new(width, w);
            shingle::roll_by(&mut roller, &tokens, w, |hash, position| rolled.push((hash, position)));
            prop_assert_eq!(rolled, expected);
            prop_assert_eq!(Rabin::new(width).of_tokens(&own), remainder(&own));
        }
    }
}
