//! Elementary functions that the core library has not, of basic arithmetic alone: the same bits on every face.

/// The square root by Newton's method, from above: the steps fall until they no longer do.
pub(crate) fn square_root(square: f64) -> f64 {
    if square <= 0.0 {
        return 0.0;
    }
    let mut root = square.max(1.0);
    loop {
        let next = (root + square / root) / 2.0;
        if next >= root {
            return root;
        }
        root = next;
    }
}

/// The natural logarithm of a number of 1 or more; 0 of less.
///
/// Of x = m 2^e with m from 1 / sqrt 2 to sqrt 2 it is e ln 2 + 2 artanh((m - 1) / (m + 1)), whose series has fallen below a
/// double's precision after ten terms.
pub(crate) fn logarithm(x: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    const BIAS: u64 = 1023;
    if x <= 1.0 {
        return 0.0;
    }
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as f64 - BIAS as f64;
    let mut m = f64::from_bits(bits & MANTISSA | BIAS << 52);
    if m > core::f64::consts::SQRT_2 {
        (m, exponent) = (m / 2.0, exponent + 1.0);
    }
    let z = (m - 1.0) / (m + 1.0);
    let (square, mut power, mut sum) = (z * z, z, 0.0);
    for odd in (1..20).step_by(2) {
        sum += power / f64::from(odd);
        power *= square;
    }
    exponent * core::f64::consts::LN_2 + 2.0 * sum
}

/// The binary logarithm in sixteenths, rounded down; 0 of less than 1.
pub(crate) fn log2_sixteenths(x: u64) -> u32 {
    let whole = x.max(1).ilog2();
    let mut mantissa = (x.max(1) << (63 - whole)) >> 32;
    let mut sixteenths = whole;
    for _ in 0..4 {
        mantissa = (mantissa * mantissa) >> 31;
        sixteenths = 2 * sixteenths + u32::from(mantissa >= 1 << 32);
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
        }
    }
    sixteenths
}

#[cfg(test)]
mod tests {
    use super::{log2_sixteenths, logarithm, square_root};

    #[test]
    fn they_are_those_of_the_standard_library_to_a_few_last_bits() {
        for i in 1..100_000_u32 {
            let x = 1.0 + f64::from(i) * 0.37;
            assert!((logarithm(x) - x.ln()).abs() <= 4e-16 * x.ln().max(1.0) * 2.0, "ln {x}");
            assert!((square_root(x) - x.sqrt()).abs() <= 4e-16 * x.sqrt(), "sqrt {x}");
        }
        assert_eq!(
            (logarithm(1.0), logarithm(0.5), square_root(0.0), square_root(-1.0)),
            (0.0, 0.0, 0.0, 0.0)
        );
        assert!((square_root(0.25) - 0.5).abs() < 1e-15);
    }
    #[test]
    fn sixteenths_of_bits_are_the_logarithm_rounded_down() {
        for x in (1..5000).chain([1 << 40, (1 << 40) + (1 << 39), u64::MAX]) {
            let exact = (x as f64).log2() * 16.0;
            let found = f64::from(log2_sixteenths(x));
            assert!(found <= exact + 1e-9 && found > exact - 1.001, "{x}: {found} {exact}");
        }
        assert_eq!(log2_sixteenths(0), 0);
    }
}
