//! Any bytes are a manifest of an index of documents as wholes, its fingerprints and its table, or refused; and what is taken is looked up in.
//! Parts are cut apart by a zero after a line's end. And they are names, what a service says of itself, or its response. `cargo xtask fuzz documents_index`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::Error;
use twinprint::index::NamesFile;
use twinprint::seen::{
    Design, DocumentFingerprints, DocumentsIndex, DocumentsManifest, FingerprintsFile, RemoteDocuments,
};

fuzz_target!(|bytes: &[u8]| {
    let design = Design::default();
    if let Ok(file) = FingerprintsFile::open("", bytes, &design) {
        let mut count = 0;
        let each = file.for_each(|values, words| {
            count += 1;
            assert!(values.len() == design.fingerprints() && words <= 255);
            Ok::<_, Error>(())
        });
        assert!(each.is_err() || count == file.len());
    }
    if let Ok(names) = NamesFile::open("", bytes) {
        let sound = names.verify().is_ok();
        assert!(!sound || names.iter().filter(Result::is_ok).count() as u64 == names.len());
    }
    let document = DocumentFingerprints { values: vec![7; design.fingerprints()], words: 100 };
    let meta = format!(
        r#"{{"version":1,"design":{{"id":"{}","bytes":40}},"documents":1,"checksum":""}}"#,
        design.id()
    );
    let service = RemoteDocuments::service("", meta.as_bytes()).expect("a design that there is");
    let _ = (service.read(&document, bytes), RemoteDocuments::service("", bytes).is_ok());
    let Some(end) = bytes.windows(2).position(|two| two == b"\n\0") else { return };
    let Ok(manifest) = DocumentsManifest::from_json(&bytes[..end + 1]) else { return };
    let rest = &bytes[end + 2..];
    let (fingerprints, table) = rest.split_at(rest.len() / 2);
    let opened = DocumentsIndex::open(&manifest, |file| {
        Ok::<_, Error>(if file.name.starts_with('f') { fingerprints } else { table })
    });
    if let Ok(index) = opened {
        let _ = (index.near(&document, 10), index.verify());
    }
});
