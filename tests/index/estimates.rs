//! Estimates of shares, against figures that others have published or that follow from their definition.

use twinprint::index::Estimate;

#[test]
fn bounds_are_those_of_wilsons_interval() {
    // Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    for (hits, of, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let estimate = Estimate::of_sample(hits, of);
        assert!((estimate.low - low).abs() < 0.000_05, "{hits} of {of}: {}", estimate.low);
        assert!((estimate.high - high).abs() < 0.000_05, "{hits} of {of}: {}", estimate.high);
        assert_eq!(estimate.value, f64::from(hits) / f64::from(of));
    }
}

#[test]
fn bounds_enclose_the_share_and_end_at_nothing_and_all() {
    for of in (1..40).chain([1000, u32::MAX]) {
        for hits in [0, 1, of / 2, of - 1, of] {
            let Estimate { value, low, high } = Estimate::of_sample(hits, of);
            assert!(
                0.0 <= low && low <= value && value <= high && high <= 1.0,
                "{hits} of {of}: {low} {high}"
            );
        }
        assert_eq!((Estimate::of_sample(0, of).low, Estimate::of_sample(of, of).high), (0.0, 1.0));
    }
    assert_eq!(Estimate::of_sample(0, 0), Estimate { value: 0.0, low: 0.0, high: 1.0 });
}
