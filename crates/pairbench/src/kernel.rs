//! The loops that are timed.
//!
//! Each function has two kernels per mode, which are clones: the same source, compiled to separate machine code.
//! A kernel consists of copies at fixed places within a page of memory, the same for all functions, because the same
//! loop at another address can take 1.7 times as long.

use crate::barrier::{Link, opaque, place};
use crate::input::{Input, Output};

/// The loops of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loop {
    /// Independent calls.
    Throughput,
    /// Calls that each wait for the previous result.
    Latency,
    /// A short chain of calls, used only to compare results.
    Visit,
}

impl Loop {
    /// Returns the number of copies in a kernel of this loop.
    ///
    /// In a chain, places differ by only a few percent, so fewer copies suffice. In a long function, the place of the
    /// loop does not matter.
    pub(crate) const fn copies(self, unroll: usize) -> usize {
        match self {
            Self::Throughput if unroll > 1 => 4,
            Self::Throughput | Self::Latency => 2,
            Self::Visit => 1,
        }
    }
}

/// A kernel of a function: its loop, and which of the two clones it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KernelId {
    pub(crate) shape: Loop,
    pub(crate) clone: usize,
}

/// A function with all its kernels.
pub(crate) trait Loops<I> {
    /// Runs a copy of a kernel on the inputs. `mask` is zero except in tests.
    fn run(&self, kernel: KernelId, copy: usize, inputs: &[I], mask: u64) -> u64;

    /// Returns `true` if a kernel and its clone are separate code. Linkers may fold equal functions.
    fn clones_differ(&self, shape: Loop) -> bool;
}

/// A copy: calls the function on every input.
type CopyFn<F, I> = fn(&F, &[I], u64) -> u64;

/// The loops around a function of this type. A short function is called `UNROLL` times per iteration.
pub(crate) struct Compiled<F, const UNROLL: usize>(pub(crate) F);

impl<F, const UNROLL: usize> Compiled<F, UNROLL> {
    /// A copy of a kernel.
    fn copy<I: Input, O: Output>(kernel: KernelId, copy: usize) -> CopyFn<F, I>
    where
        F: Fn(I) -> O,
    {
        const FIRST: u64 = 0x5eed;
        const SECOND: u64 = 0xc10e;
        macro_rules! copies {
            ($loop:ident, [$($place:literal)*]) => {
                match kernel.clone {
                    0 => [$($loop::<I, O, UNROLL, $place, FIRST> as CopyFn<F, I>),*][copy],
                    _ => [$($loop::<I, O, UNROLL, $place, SECOND> as CopyFn<F, I>),*][copy],
                }
            };
        }
        match kernel.shape {
            Loop::Throughput if UNROLL > 1 => copies!(throughput, [0 2 4 6]),
            Loop::Throughput => copies!(throughput, [0 4]),
            Loop::Latency => copies!(latency, [0 4]),
            Loop::Visit => copies!(visit, [0]),
        }
    }
}

impl<F: Fn(I) -> O, I: Input, O: Output, const UNROLL: usize> Loops<I> for Compiled<F, UNROLL> {
    fn run(&self, kernel: KernelId, copy: usize, inputs: &[I], mask: u64) -> u64 {
        Self::copy(kernel, copy)(&self.0, inputs, mask)
    }

    fn clones_differ(&self, shape: Loop) -> bool {
        (0..shape.copies(UNROLL)).all(|copy| {
            let [first, second] = [0, 1].map(|clone| Self::copy::<I, O>(KernelId { shape, clone }, copy));
            !std::ptr::fn_addr_eq(first, second)
        })
    }
}

#[inline(never)]
fn throughput<I: Input, O: Output, const UNROLL: usize, const COPY: usize, const CLONE: u64>(
    function: &impl Fn(I) -> O,
    inputs: &[I],
    _mask: u64,
) -> u64 {
    place::<COPY>();
    each::<I, UNROLL>(inputs, CLONE, |sum, input| sum ^ function(input.hide(Link::NONE)).sink())
}

#[inline(never)]
fn latency<I: Input, O: Output, const UNROLL: usize, const COPY: usize, const CLONE: u64>(
    function: &impl Fn(I) -> O,
    inputs: &[I],
    mask: u64,
) -> u64 {
    place::<COPY>();
    let mask = opaque(mask);
    each::<I, UNROLL>(inputs, CLONE, |last, input| function(input.hide(Link::to(last, mask))).sink())
}

#[inline(never)]
fn visit<I: Input, O: Output, const UNROLL: usize, const COPY: usize, const CLONE: u64>(
    function: &impl Fn(I) -> O,
    inputs: &[I],
    mask: u64,
) -> u64 {
    let mask = opaque(mask);
    each::<I, 1>(inputs, CLONE, |last, input| function(input.hide(Link::to(last, mask))).sink())
}

/// Iterates over the inputs, `UNROLL` at a time, and skips an incomplete rest.
#[inline(always)]
fn each<I: Input, const UNROLL: usize>(inputs: &[I], start: u64, mut step: impl FnMut(u64, I) -> u64) -> u64 {
    let mut state = start;
    if UNROLL == 8 {
        for &[a, b, c, d, e, f, g, h] in inputs.as_chunks().0 {
            state = step(state, a);
            state = step(state, b);
            state = step(state, c);
            state = step(state, d);
            state = step(state, e);
            state = step(state, f);
            state = step(state, g);
            state = step(state, h);
        }
    } else {
        for &input in inputs {
            state = step(state, input);
        }
    }
    state
}

#[cfg(test)]
mod tests;
