//! Shorter and fewer fingerprints cut out of long and many.

use twinprint::simhash::{Bits, Signature};
use twinprint::sketch::{Sketch, Value};

/// The fingerprints of a sketch by simhash, cut to these bits and to the first lexicons, as if it had been made so; none of another sketch.
///
/// ```
/// use twinprint_study::lexicons::cut;
/// use twinprint::simhash::Bits;
/// use twinprint::{Document, sketch::{Method, Value}};
/// let sketch = |line: &str| {
///     Method::parse(line, None)?.sketcher(None)?.sketch(&Document::plain("a", "a rose is a rose is a rose"))
/// };
/// let long = sketch("simhash-lexicons:weights=none,bits=128,lexicons=10")?;
/// let short = sketch("simhash-lexicons:weights=none,bits=32,lexicons=3")?;
/// assert_eq!(cut(&long, Bits::B32, 3).map(Value::Simhash), Some(short.value));
/// # Ok::<(), twinprint::Error>(())
/// ```
pub fn cut(sketch: &Sketch, bits: Bits, lexicons: usize) -> Option<Signature> {
    let Value::Simhash(signature) = &sketch.value else { return None };
    let mask = u128::MAX >> (128 - bits.count());
    let prints = signature.fingerprints.iter().take(lexicons);
    Some(Signature { bits, fingerprints: prints.map(|print| print.map(|print| print & mask)).collect() })
}
