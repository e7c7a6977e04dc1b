use super::*;

#[test]
fn ranks_are_those_of_the_binomial_distribution() {
    // Fifty values: P(at most 15 heads) = 0.0033, P(at most 16) = 0.0077.
    assert_eq!(rank(50, 0.99), Some(16));
    // Twenty: P(at most 3) = 0.0013, P(at most 4) = 0.0059.
    assert_eq!(rank(20, 0.99), Some(4));
    // Eight: P(0) = 0.0039, P(at most 1) = 0.035. Seven: even the extremes do not reach the level.
    assert_eq!(
        [rank(8, 0.99), rank(7, 0.99), rank(1, 0.99), rank(0, 0.99)],
        [Some(1), None, None, None]
    );
    assert_eq!([rank(12, 0.9875), rank(1, 0.0)], [Some(2), Some(1)]);
}

#[test]
fn interval_of_fifty() {
    let values = (1..=50).rev().map(f64::from).collect();
    assert_eq!(
        Interval::from_order(values, 0.99),
        Some(Interval {
            point: 25.5,
            lo: 16.0,
            hi: 35.0
        })
    );
    assert_eq!(Interval::from_order(vec![7.0; 5], 0.99), None);
    assert_eq!(Interval::from_order(Vec::new(), 0.99), None);
}

#[test]
fn a_reversing_change_swaps_the_ends() {
    let interval = Interval {
        point: 2.0,
        lo: 1.0,
        hi: 4.0,
    };
    assert_eq!(
        interval.map(|x| 1.0 / x),
        Interval {
            point: 0.5,
            lo: 0.25,
            hi: 1.0
        }
    );
    assert_eq!(
        [
            interval.is_within(4.0),
            interval.is_within(3.9),
            interval.map(|x| -x).is_within(3.9)
        ],
        [true, false, false]
    );
}

#[test]
fn medians_and_middle_halves() {
    assert_eq!(median([5.0, 1.0, 4.0, 2.0, 3.0]), Some(3.0));
    assert_eq!(median([4.0, 1.0]), Some(2.5));
    assert_eq!([median([]), middle_half([])], [None, None]);
    assert_eq!(middle_half([9.0, 1.0, 2.0, 4.0]), Some(3.0));
    assert_eq!(
        [middle_half([1.0, 2.0]), middle_half([7.0])],
        [Some(1.5), Some(7.0)]
    );
    // Of three values it is the median.
    assert_eq!(
        [
            middle_half([9.0, 1.0, 2.0]),
            middle_half([9.0, 1.0, 2.0, 3.0, 4.0])
        ],
        [Some(2.0), Some(3.0)]
    );
}

#[test]
fn symmetric_values_have_an_interval_of_the_means_of_pairs() {
    let values: Vec<f64> = (0..10).map(|number| f64::from(number * number)).collect();
    let interval = Interval::from_means(&values, 2.394).unwrap();
    // The 55 means are sorted, and four of them are beyond each end.
    assert_eq!(
        (interval.lo, interval.point, interval.hi),
        (2.5, 26.0, 58.5)
    );
    assert_eq!(Interval::from_means(&values[1..], 2.394), None);
}
