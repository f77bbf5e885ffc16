//! What packs texts for tests: bytes as each kind of packed file has them.

use std::io::Write;

use bzip2::Compression;
use bzip2::write::BzEncoder;
use flate2::Crc;

pub(super) fn bzip2(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut packer = BzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes.as_ref()).expect("a vector takes all");
    packer.finish().expect("a vector takes all")
}

/// A stream of xz with one block, whose chunks are as they are: it takes no packer to write that.
pub(super) fn xz(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let bytes = bytes.as_ref();
    let flags = [0, 1];
    let mut file = [&b"\xfd7zXZ\0"[..], &flags, &sum(&flags)].concat();
    let mut head = vec![2, 0, 0x21, 1, 0x16];
    head.resize(8, 0);
    head.extend(sum(&head));
    let mut block = head;
    for (number, chunk) in bytes.chunks(1 << 10).enumerate() {
        block.push(if number == 0 { 1 } else { 2 });
        block.extend((chunk.len() as u16 - 1).to_be_bytes());
        block.extend(chunk);
    }
    block.push(0);
    let unpadded = block.len() as u64 + 4;
    block.resize(block.len().next_multiple_of(4), 0);
    file.extend(block);
    file.extend(sum(bytes));
    let mut index = vec![0, 1];
    for number in [unpadded, bytes.len() as u64] {
        index.extend(varint(number));
    }
    index.resize(index.len().next_multiple_of(4), 0);
    index.extend(sum(&index));
    let mut end = (index.len() as u32 / 4 - 1).to_le_bytes().to_vec();
    end.extend(flags);
    file.extend(index);
    file.extend(sum(&end));
    file.extend(end);
    file.extend(b"YZ");
    file
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

fn sum(bytes: &[u8]) -> [u8; 4] {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum().to_le_bytes()
}
