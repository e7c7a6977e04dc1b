//! The loops that are timed.
//!
//! Each function has two sides per mode, which are clones: the same source, compiled to separate
//! machine code. A side consists of copies at fixed places within a page of memory, the same for
//! all functions, because the same loop at another address can take 1.7 times as long.

use std::iter::zip;

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

/// A copy of a loop around a function, which runs it on inputs.
pub(crate) type Timed<'s, I> = Box<dyn Fn(&[I]) -> u64 + 's>;

/// A loop around a function, in several copies.
pub(crate) type Side<'s, I> = Vec<Timed<'s, I>>;

/// A function with all its loops.
pub(crate) trait Loops<I> {
    /// Returns a loop and its clone, or `None` if they are not separate code. Linkers may fold
    /// equal functions.
    fn sides<'s>(&'s self, shape: Loop) -> Option<[Side<'s, I>; 2]>
    where
        I: 's;
}

/// A copy: calls the function on every input. The mask is zero except in tests.
type CopyFn<F, I> = fn(&F, &[I], u64) -> u64;

/// The loops around a function of this type. A short function is called `UNROLL`
/// times per iteration.
pub(crate) struct Compiled<F, const UNROLL: usize>(pub(crate) F);

impl<F, const UNROLL: usize> Compiled<F, UNROLL> {
    /// Returns the copies of a loop and of its clone.
    ///
    /// In a chain, places differ by only a few percent, so fewer copies suffice. In a long
    /// function, the place of the loop does not matter.
    fn copies<I: Input, O: Output>(shape: Loop) -> [Vec<CopyFn<F, I>>; 2]
    where
        F: Fn(I) -> O,
    {
        const FIRST: u64 = 0x5eed;
        const SECOND: u64 = 0xc10e;
        macro_rules! clones {
            ($loop:ident, [$($place:literal)*]) => {
                [
                    vec![$($loop::<I, O, UNROLL, $place, FIRST> as CopyFn<F, I>),*],
                    vec![$($loop::<I, O, UNROLL, $place, SECOND> as CopyFn<F, I>),*],
                ]
            };
        }
        match shape {
            // A constant condition, so that copies that never run are not compiled.
            Loop::Throughput if const { UNROLL > 1 } => clones!(throughput, [0 2 4 6]),
            Loop::Throughput => clones!(throughput, [0 4]),
            Loop::Latency => clones!(latency, [0 4]),
            Loop::Visit => clones!(visit, [0]),
        }
    }

    fn timed<'s, I: 's, O>(&'s self, copy: CopyFn<F, I>) -> Timed<'s, I>
    where
        F: Fn(I) -> O,
    {
        Box::new(move |inputs| copy(&self.0, inputs, 0))
    }
}

impl<F: Fn(I) -> O, I: Input, O: Output, const UNROLL: usize> Loops<I> for Compiled<F, UNROLL> {
    fn sides<'s>(&'s self, shape: Loop) -> Option<[Side<'s, I>; 2]>
    where
        I: 's,
    {
        let clones = Self::copies(shape);
        for (first, second) in zip(&clones[0], &clones[1]) {
            if std::ptr::fn_addr_eq(*first, *second) {
                return None;
            }
        }
        Some(clones.map(|copies| copies.into_iter().map(|copy| self.timed(copy)).collect()))
    }
}

#[inline(never)]
fn throughput<I: Input, O: Output, const UNROLL: usize, const COPY: usize, const CLONE: u64>(
    function: &impl Fn(I) -> O,
    inputs: &[I],
    _mask: u64,
) -> u64 {
    place::<COPY>();
    each::<I, UNROLL>(inputs, CLONE, |sum, input| {
        sum ^ function(input.hide(Link::NONE)).sink()
    })
}

#[inline(never)]
fn latency<I: Input, O: Output, const UNROLL: usize, const COPY: usize, const CLONE: u64>(
    function: &impl Fn(I) -> O,
    inputs: &[I],
    mask: u64,
) -> u64 {
    place::<COPY>();
    let mask = opaque(mask);
    each::<I, UNROLL>(inputs, CLONE, |last, input| {
        function(input.hide(Link::to(last, mask))).sink()
    })
}

#[inline(never)]
fn visit<I: Input, O: Output, const UNROLL: usize, const COPY: usize, const CLONE: u64>(
    function: &impl Fn(I) -> O,
    inputs: &[I],
    mask: u64,
) -> u64 {
    let mask = opaque(mask);
    each::<I, 1>(inputs, CLONE, |last, input| {
        function(input.hide(Link::to(last, mask))).sink()
    })
}

/// Iterates over the inputs, `UNROLL` at a time, and skips an incomplete rest.
#[inline(always)]
fn each<I: Input, const UNROLL: usize>(
    inputs: &[I],
    start: u64,
    mut step: impl FnMut(u64, I) -> u64,
) -> u64 {
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
