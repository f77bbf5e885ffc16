//! Any bytes after the beginning of a PDF are read, or refused with what is wrong; so are the instructions of a page.
//! `cargo xtask fuzz pdf`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint_readers::read_document;

fuzz_target!(|bytes: &[u8]| {
    let _ = read_document(&[b"%PDF-1.7\n", bytes].concat());
    let _ = read_document(&page(bytes));
});

/// A PDF of one page, of these instructions.
fn page(instructions: &[u8]) -> Vec<u8> {
    let mut pdf = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    let objects: [&[u8]; 4] = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ];
    for (number, object) in objects.iter().enumerate() {
        places.push(pdf.len());
        pdf.extend(format!("{} 0 obj\n", number + 1).bytes());
        pdf.extend(*object);
        pdf.extend(b"\nendobj\n");
    }
    places.push(pdf.len());
    pdf.extend(format!("5 0 obj\n<</Length {}>>stream\n", instructions.len()).bytes());
    pdf.extend(instructions);
    pdf.extend(b"\nendstream\nendobj\n");
    let table = pdf.len();
    pdf.extend(b"xref\n0 6\n0000000000 65535 f \n");
    for place in places {
        pdf.extend(format!("{place:010} 00000 n \n").bytes());
    }
    pdf.extend(format!("trailer<</Size 6/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n").bytes());
    pdf
}
