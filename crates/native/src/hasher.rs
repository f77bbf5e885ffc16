//! A hasher of numbers for maps in memory.

use core::hash::Hasher;

use twinprint::hash::mix;

/// Spreads numbers, and hashes that are spread already, by little work.
#[derive(Default)]
pub(crate) struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = mix(self.0 ^ hash);
    }
}
