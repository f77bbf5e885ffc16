//! Any bytes are a request to `/v1/seen`, or a line that was kept, or refused; and what is taken is answered, and done again by its lines.
//! `cargo xtask fuzz seen`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::index::service::Request;
use twinprint::seen::{Change, Design, Fingerprinter, Limits, SeenDocuments, SeenRequest};

const PATHS: [&str; 4] = ["/v1/seen", "/v1/seen/forget", "/v1/seen/export", "/v1/seen/import"];

fuzz_target!(|bytes: &[u8]| {
    let design = Design::default();
    let mut fingerprinter = Fingerprinter::new(&design).unwrap();
    let (mut seen, mut again) = (SeenDocuments::new(design), SeenDocuments::new(design));
    for (turn, body) in bytes.split(|&byte| byte == 0).enumerate() {
        if let Ok(change) = serde_json::from_slice::<Change>(body) {
            assert_eq!(seen.apply(change.clone()), again.apply(change));
        }
        let Some((&choice, body)) = body.split_first() else { continue };
        let path = PATHS[usize::from(choice) % PATHS.len()];
        let content_type = Some("application/json");
        let request = Request { method: "POST", path, content_type, body, ..Request::default() };
        let Ok(read) = SeenRequest::read(&request, &design, &mut fingerprinter) else { continue };
        if let Some(body) = read.by_fingerprints(&design) {
            let request = Request { body: body.as_bytes(), ..request };
            assert_eq!(SeenRequest::read(&request, &design, &mut fingerprinter).as_ref(), Ok(&read));
        }
        let (response, changes) = read.respond(&mut seen, &Limits::default(), turn as u64);
        assert!(response.status == 200);
        changes.into_iter().for_each(|change| again.apply(change).unwrap());
    }
    assert!(seen.records().eq(again.records()));
});
