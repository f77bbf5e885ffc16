/// The shared test vectors, as JSON: documents, options, and the answers that every build on every machine gives, bit for bit.
///
/// `cases` are pairs of documents with their report, whose places are in UTF-16 code units; `sketches` pairs with their signatures
/// by a method; `reworded` pairs with what they say in other words. `version` changes when the form does.
///
/// ```
/// let vectors: serde_json::Value = serde_json::from_str(twinprint::VECTORS)?;
/// let case = &vectors["cases"][1];
/// let (a, b) = (case["a"]["text"].as_str().unwrap(), case["b"]["text"].as_str().unwrap());
/// let report = twinprint::compare(a, b).unwrap();
/// assert_eq!(case["expect"]["report"]["resemblance"], report.numbers.resemblance);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub const VECTORS: &str = include_str!("../tests/vectors.json");
