//! The files of a ZIP archive.

use super::super::Unreadable;
use super::super::package::Zip;
use super::container::{Container, Member};

/// A ZIP archive of files, in the order of its directory.
pub(super) struct ZipFiles {
    zip: Zip<Vec<u8>>,
    /// How many were named.
    named: usize,
}

impl ZipFiles {
    /// None if what is packed is a document of many parts, or damaged.
    pub(super) fn open(bytes: &[u8]) -> Option<ZipFiles> {
        const OF_DOCUMENTS: [&str; 5] =
            ["mimetype", "META-INF/container.xml", "[Content_Types].xml", "Index/Document.iwa", "Index.zip"];
        let zip = Zip::open(bytes).ok()?;
        if OF_DOCUMENTS.iter().any(|name| zip.has(name)) {
            return None;
        }
        Some(ZipFiles { zip: Zip::open(bytes.to_vec()).ok()?, named: 0 })
    }
}

impl Container for ZipFiles {
    fn next(&mut self) -> Option<Member> {
        let name = self.zip.name(self.named)?.to_string();
        self.named += 1;
        Some(Member::File(name))
    }

    fn unpack(&mut self, left: &mut u64) -> Result<Vec<u8>, Unreadable> {
        self.zip.left = *left;
        let unpacked = self.zip.unpack(self.named.saturating_sub(1));
        *left = self.zip.left;
        unpacked
    }
}
