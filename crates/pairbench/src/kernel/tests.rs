use super::*;

const INPUTS: [u64; 16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];

/// A function whose result depends on every bit of its input.
fn mixed(input: u64) -> u64 {
    (input ^ 0x55).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17)
}

/// Runs all kernels of a shape on the inputs. A mask of ones makes links visible.
fn results<const UNROLL: usize>(shape: Loop, mask: u64) -> Vec<[u64; 2]> {
    let compiled = Compiled::<_, UNROLL>(mixed);
    let run = |copy, clone| compiled.run(KernelId { shape, clone }, copy, &INPUTS, mask);
    (0..shape.copies(UNROLL)).map(|copy| [run(copy, 0), run(copy, 1)]).collect()
}

/// Checks that each clone starts with its own constant.
const STARTS: [u64; 2] = [0x5eed, 0xc10e];

#[test]
fn calls_overlap_in_throughput() {
    let expected = STARTS.map(|start| INPUTS.iter().fold(start, |sum, &input| sum ^ mixed(input)));
    for mask in [0, !0] {
        assert_eq!(results::<8>(Loop::Throughput, mask), [expected; 4]);
        assert_eq!(results::<1>(Loop::Throughput, mask), [expected; 2]);
    }
}

#[test]
fn each_call_waits_for_the_last_one_in_latency() {
    let chain = |mask: u64| {
        STARTS.map(|start| INPUTS.iter().fold(start, |last, &input| mixed(input ^ (last & mask))))
    };
    for mask in [0, !0] {
        assert_eq!(results::<8>(Loop::Latency, mask), [chain(mask); 2]);
        assert_eq!(results::<1>(Loop::Latency, mask), [chain(mask); 2]);
        assert_eq!(results::<8>(Loop::Visit, mask), [chain(mask)]);
    }
    assert_ne!(chain(0), chain(!0));
}

#[test]
fn clones_are_different_code() {
    for shape in [Loop::Throughput, Loop::Latency, Loop::Visit] {
        assert!(Compiled::<_, 8>(mixed).clones_differ(shape));
    }
}

#[test]
fn whole_turns_are_done() {
    // Twenty inputs leave an incomplete rest of four.
    let inputs = [INPUTS.as_slice(), &[1, 2, 3, 4]].concat();
    let run = |inputs: &[u64]| {
        Compiled::<_, 8>(mixed).run(KernelId { shape: Loop::Throughput, clone: 0 }, 0, inputs, 0)
    };
    assert_eq!(run(&inputs), run(&INPUTS));
    assert_ne!(run(&INPUTS[..8]), run(&INPUTS));
}
