//! What asking costs so that nothing of the question is seen: an oblivious pseudorandom function, and private information retrieval.

use std::hint::black_box;

use curve25519_dalek::{RistrettoPoint, Scalar};
use twinprint::hash::mix;

/// An index of a million passages of a hundred words: its bytes, 1.57 a word.
const BYTES: usize = 157_000_000;

/// For a check of a thousand words, by how many hashes it looks up.
pub fn print(looked_up: usize) {
    let times = looked_up as f64;
    println!(
        "\nOf an index of a million passages of 100 words, {} MB, for a check of 1,000 words that looks up {looked_up} hashes:\n",
        BYTES / 1_000_000
    );
    println!("| | measured | a check |\n|---|---|---|");
    let (blind, evaluate, unblind) = oblivious();
    println!(
        "| OPRF (ristretto255): a hash is blinded, evaluated, unblinded | {blind:.0}, {evaluate:.0}, {unblind:.0} µs | the service works for {:.0} ms, the client for {:.0} ms |",
        evaluate * times / 1e3,
        (blind + unblind) * times / 1e3
    );
    let rate = matrix();
    let side = (BYTES as f64).sqrt();
    println!(
        "| SimplePIR: a matrix of bytes times a vector | {:.1} GB/s | the service works for {:.1} s, of {:.0} ms each; {:.0} MB are sent up and {:.0} MB down, behind a hint of {:.0} MB |",
        rate / 1e9,
        BYTES as f64 / rate * times,
        BYTES as f64 / rate * 1e3,
        side * 4.0 * times / 1e6,
        side * 4.0 * times / 1e6,
        side * 1024.0 * 4.0 / 1e6
    );
    let rate = xor();
    println!(
        "| PIR by XOR of two services that do not conspire: half of the index is read | {:.1} GB/s | each works for {:.1} s |",
        rate / 1e9,
        BYTES as f64 / 2.0 / rate * times
    );
}

/// The microseconds to blind a hash, to evaluate it and to unblind the result.
fn oblivious() -> (f64, f64, f64) {
    const TIMES: u64 = 500;
    let scalar = |seed: u64| {
        let mut bytes = [0; 64];
        bytes
            .chunks_exact_mut(8)
            .zip(seed * 8..)
            .for_each(|(part, at)| part.copy_from_slice(&mix(at).to_le_bytes()));
        (Scalar::from_bytes_mod_order_wide(&bytes), bytes)
    };
    let key = scalar(1).0;
    let (mut blinded, begun) = (Vec::new(), processor_time());
    for seed in 2..2 + TIMES {
        let (blind, bytes) = scalar(seed);
        blinded.push((blind, (RistrettoPoint::from_uniform_bytes(&bytes) * blind).compress()));
    }
    let blinding = micros(begun, TIMES);
    let begun = processor_time();
    let evaluated: Vec<_> = blinded
        .iter()
        .map(|(blind, point)| (blind, (point.decompress().expect("a point") * key).compress()))
        .collect();
    let evaluating = micros(begun, TIMES);
    let begun = processor_time();
    for (blind, point) in evaluated {
        black_box((point.decompress().expect("a point") * blind.invert()).compress());
    }
    (blinding, evaluating, micros(begun, TIMES))
}

fn micros(begun: f64, times: u64) -> f64 {
    (processor_time() - begun) * 1e6 / times as f64
}

/// The bytes a second of a matrix that are multiplied with a vector: SimplePIR's answer (Henzinger et al. 2023, section 4).
fn matrix() -> f64 {
    let side = (BYTES as f64).sqrt() as usize;
    let rows: Vec<u8> = (0..side * side).map(|at| at as u8).collect();
    let vector: Vec<u32> = (0..side as u64).map(|at| mix(at) as u32).collect();
    let begun = processor_time();
    for _ in 0..3 {
        let answer: Vec<u32> = rows
            .chunks_exact(side)
            .map(|row| {
                row.iter().zip(&vector).fold(0u32, |sum, (&byte, &number)| {
                    sum.wrapping_add(u32::from(byte).wrapping_mul(number))
                })
            })
            .collect();
        black_box(answer);
    }
    3.0 * (side * side) as f64 / (processor_time() - begun)
}

/// The bytes a second of an index of which every other kilobyte is added up.
fn xor() -> f64 {
    const PART: usize = 1024;
    let index: Vec<u64> = (0..BYTES as u64 / 8).map(mix).collect();
    let begun = processor_time();
    let mut sum = vec![0u64; PART / 8];
    let mut read = 0;
    for (at, part) in (0u64..).zip(index.chunks_exact(PART / 8)) {
        if mix(at) & 1 == 1 {
            sum.iter_mut().zip(part).for_each(|(sum, own)| *sum ^= own);
            read += PART;
        }
    }
    black_box(sum);
    read as f64 / (processor_time() - begun)
}

/// The seconds that this thread had a processor, so that figures hold on a machine that does other things, too. Linux says them.
fn processor_time() -> f64 {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    said.split(' ').next().and_then(|time| time.parse::<f64>().ok()).expect("nanoseconds") / 1e9
}
