use super::*;

const INPUTS: [u64; 16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];

/// A function whose result depends on every bit of its input.
fn mixed(input: u64) -> u64 {
    (input ^ 0x55)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(17)
}

fn copies<const UNROLL: usize, F: Fn(u64) -> u64>(_: &F, shape: Loop) -> [Vec<CopyFn<F, u64>>; 2] {
    Compiled::<F, UNROLL>::copies(shape)
}

/// Checks the number of copies in both clones, and what each returns. A mask of ones
/// makes links visible.
fn is<const UNROLL: usize>(shape: Loop, count: usize, mask: u64, expected: [u64; 2]) {
    let clones = copies::<UNROLL, _>(&mixed, shape);
    let results = |copies: Vec<CopyFn<_, _>>| {
        copies
            .iter()
            .map(|run| run(&mixed, &INPUTS, mask))
            .collect()
    };
    assert_eq!(
        clones.map::<_, Vec<_>>(results),
        expected.map(|result| vec![result; count])
    );
}

/// Each clone starts with its own constant.
const STARTS: [u64; 2] = [0x5eed, 0xc10e];

#[test]
fn calls_overlap_in_throughput() {
    let expected = STARTS.map(|start| INPUTS.iter().fold(start, |sum, &input| sum ^ mixed(input)));
    for mask in [0, !0] {
        is::<8>(Loop::Throughput, 4, mask, expected);
        is::<1>(Loop::Throughput, 2, mask, expected);
    }
}

#[test]
fn each_call_waits_for_the_last_one_in_latency() {
    let chain = |mask: u64| {
        STARTS.map(|start| {
            INPUTS
                .iter()
                .fold(start, |last, &input| mixed(input ^ (last & mask)))
        })
    };
    for mask in [0, !0] {
        is::<8>(Loop::Latency, 2, mask, chain(mask));
        is::<1>(Loop::Latency, 2, mask, chain(mask));
        is::<8>(Loop::Visit, 1, mask, chain(mask));
    }
    assert_ne!(chain(0), chain(!0));
}

#[test]
fn whole_turns_are_done() {
    // Twenty inputs leave an incomplete rest of four.
    let inputs = [INPUTS.as_slice(), &[1, 2, 3, 4]].concat();
    let [first, second] = Compiled::<_, 8>(mixed)
        .sides(Loop::Throughput)
        .expect("clones are different code");
    assert_eq!(first[0](&inputs), first[0](&INPUTS));
    assert_ne!(first[0](&INPUTS[..8]), first[0](&INPUTS));
    // Without a call, a clone returns its constant.
    assert_eq!([first[3](&[]), second[3](&[])], STARTS);
}
