//! The bill of materials of the program: CycloneDX 1.6, as JSON.

use anyhow::Result;
use serde_json::{Value, json};

use super::graph::{Crate, Graph};
use super::moment::Moment;

/// All crates of the program, with versions, licences, checksums, and which needs which.
pub(super) fn write(graph: &Graph, version: &str, moment: Moment) -> Result<String> {
    let others = || graph.crates.iter().filter(|of| of.name != PROGRAM);
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": moment.to_string(),
            "component": {
                "type": "application",
                "bom-ref": reference(PROGRAM, version),
                "name": "twinprint",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": others().map(component).collect::<Vec<_>>(),
        "dependencies": graph.crates.iter().map(dependencies).collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

/// The crate that the program is.
const PROGRAM: &str = "twinprint-cli";

fn component(of: &Crate) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(&of.name, &of.version),
        "name": of.name,
        "version": of.version,
        "purl": reference(&of.name, &of.version),
        "licenses": [{ "expression": of.licence }],
    });
    if let Some(checksum) = &of.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

fn dependencies(of: &Crate) -> Value {
    let uses: Vec<String> = of.uses.iter().map(|(name, version)| reference(name, version)).collect();
    json!({ "ref": reference(&of.name, &of.version), "dependsOn": uses })
}

/// A crate by its package URL.
fn reference(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::graph::tests::small;

    #[test]
    fn a_bill_names_each_crate_and_what_it_needs() {
        let bill: Value = serde_json::from_str(&write(&small(), "1.0.0", Moment(0)).unwrap()).unwrap();
        assert_eq!(bill["metadata"]["timestamp"], "1970-01-01T00:00:00Z");
        assert_eq!(
            bill["components"],
            json!([{
                "type": "library",
                "bom-ref": "pkg:cargo/linked@1.0.0",
                "name": "linked",
                "version": "1.0.0",
                "purl": "pkg:cargo/linked@1.0.0",
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "hashes": [{ "alg": "SHA-256", "content": "abcd" }],
            }])
        );
        assert_eq!(
            bill["dependencies"],
            json!([
                { "ref": "pkg:cargo/linked@1.0.0", "dependsOn": [] },
                { "ref": "pkg:cargo/twinprint-cli@1.0.0", "dependsOn": ["pkg:cargo/linked@1.0.0"] },
            ])
        );
    }
}
