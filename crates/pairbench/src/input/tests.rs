use super::*;
use std::fmt::Debug;

/// Checks that hidden inputs do not change, whatever the last result was, and that no bit of the
/// number is lost.
fn is_unchanged<T: Input + PartialEq + Debug>(inputs: &[T]) {
    for &input in inputs {
        for last in [0, 1, !0] {
            assert_eq!(input.hide(Link::to(last, 0)), input);
        }
        assert_eq!(input.hide(Link::NONE).number(), input.number());
    }
}

#[test]
fn inputs_stay_as_they_are() {
    is_unchanged(&[0_u8, 7, 255]);
    is_unchanged(&[i64::MIN, -1, 0, i64::MAX]);
    is_unchanged(&[u128::MAX, 1 << 100, 3]);
    is_unchanged(&[true, false]);
    is_unchanged(&[0.1, -0.0, f64::INFINITY]);
    is_unchanged(&[(1_u64, 2_u8), (3, 4)]);
    is_unchanged(&[[1_u32; 4], [2; 4]]);
    is_unchanged(&[[1_u32, 2, 3, 4, 5, 6], [6; 6]]);
    is_unchanged(&["", "text"]);
    is_unchanged(&[&[1_u8, 2][..], &[]]);
    is_unchanged(&[&5_u64]);
}

#[test]
fn a_link_changes_what_waits_for_it() {
    // A mask of ones makes the dependency on the last result visible.
    let link = Link::to(1, !0);
    assert_eq!(6_u64.hide(link), 7);
    assert_eq!((6_u64, 6_u8).hide(link), (7, 7));
    assert_eq!([6_u8; 4].hide(link), [7; 4]);
    assert_eq!([6_u8; 5].hide(link), [7, 6, 6, 6, 6]);
    // A reference to nothing may have any address.
    let nothing = [0_u8; 0];
    assert_eq!(
        link.hide_reference(&nothing).as_ptr().addr(),
        nothing.as_ptr().addr() + 1
    );
}

#[test]
fn outputs_give_a_number_to_wait_for() {
    assert_eq!(
        [
            5_u64.sink(),
            (5_u64, 1_u64).sink(),
            [6_u8, 3].sink(),
            [9_u8, 1, 1, 1, 1].sink()
        ],
        [5, 4, 5, 9]
    );
    // Up to four values are in the number.
    assert_eq!([1_u8, 2, 4, 8].sink(), 15);
    assert_eq!(
        [
            Some(5_u64).sink(),
            None::<u64>.sink(),
            true.sink(),
            ().sink()
        ],
        [4, 0, 1, 0]
    );
    assert_eq!([String::from("ab").sink(), vec![1, 2, 3].sink()], [2, 3]);
}
