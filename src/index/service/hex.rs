//! Numbers as hexadecimal digits, as many as their bits take: JSON's own numbers are exact to 53 bits only.

use alloc::format;
use alloc::string::String;

/// A number of `bits` bits.
pub(super) fn written(number: u64, bits: u32) -> String {
    if bits == 0 {
        return String::new();
    }
    format!("{number:0digits$x}", digits = digits(bits))
}

/// The number of `bits` bits that digits make.
pub(super) fn read(text: &str, bits: u32) -> Option<u64> {
    let exact = text.len() == digits(bits) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = match text {
        _ if !exact => return None,
        "" => 0,
        digits => u64::from_str_radix(digits, 16).ok()?,
    };
    (bits == 64 || number >> bits == 0).then_some(number)
}

/// An id of 16 bytes from its 32 digits.
pub(super) fn read_id(text: &str) -> Option<[u8; 16]> {
    let (high, low) = text.split_at_checked(16)?;
    let number = u128::from(read(high, 64)?) << 64 | u128::from(read(low, 64)?);
    Some(number.to_be_bytes())
}

fn digits(bits: u32) -> usize {
    bits.div_ceil(4) as usize
}
