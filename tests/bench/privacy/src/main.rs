//! What the operator of an index finds out, as `tests/index/adversary.rs` has it, among 1,000 and 100,000 documents; and what it would cost to
//! ask so that it does not.
//!
//!     cargo run --release --manifest-path tests/bench/privacy/Cargo.toml [-- CANDIDATES...]
//!
//! `docs/explanation/privacy.md` has its tables.

mod adversary;
mod coarse;
mod hidden;
mod texts;

fn main() {
    let numbers: Vec<u32> =
        std::env::args().skip(1).map(|number| number.parse().expect("a number of candidates")).collect();
    let numbers = if numbers.is_empty() { vec![1_000, 100_000] } else { numbers };
    let mut looked_up = 0;
    for &candidates in &numbers {
        let known = adversary::Known::of(candidates);
        adversary::print(&known);
        coarse::print(&known);
        looked_up = known.of_text(&texts::text(4_000_000, 1_000)).len();
    }
    hidden::print(looked_up);
}
