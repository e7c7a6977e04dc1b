//! The arguments and results of functions.

use std::hint::black_box;

pub use crate::barrier::Link;

/// An argument of a function.
///
/// It is implemented for integers, `bool`, floats, `()`, references, slices, and pairs and arrays
/// of these. To implement it for your own type, hide each field.
///
/// ```
/// use pairbench::{Input, Link};
///
/// #[derive(Clone, Copy)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// impl Input for Point {
///     fn hide(self, link: Link) -> Self {
///         Self { x: self.x.hide(link), y: self.y.hide(link) }
///     }
///
///     fn number(self) -> u64 {
///         self.x.number()
///     }
/// }
/// ```
pub trait Input: Copy {
    /// Returns the same input, hidden from the optimizer, after the previous result is computed.
    #[must_use]
    fn hide(self, link: Link) -> Self;

    /// Returns a number in the input that needs no instruction to find.
    fn number(self) -> u64;
}

/// A result of a function.
///
/// It is implemented for integers, `bool`, floats, `()`, `Option`, `String`, `Vec`, `Box`, pairs
/// and arrays.
pub trait Output {
    /// Uses the whole value, and returns a number in it that the next input can depend on.
    fn sink(self) -> u64;
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl Input for $type {
            #[inline(always)]
            fn hide(self, link: Link) -> Self {
                link.hide(self as u64) as $type
            }

            #[inline(always)]
            fn number(self) -> u64 {
                self as u64
            }
        }

        impl Output for $type {
            #[inline(always)]
            fn sink(self) -> u64 {
                crate::barrier::opaque(self as u64)
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! through_bits {
    ($($type:ty as $bits:ty: $to:expr, $from:expr;)*) => {$(
        impl Input for $type {
            #[inline(always)]
            fn hide(self, link: Link) -> Self {
                let bits: $bits = $to(self);
                $from(bits.hide(link))
            }

            #[inline(always)]
            fn number(self) -> u64 {
                let bits: $bits = $to(self);
                bits.number()
            }
        }

        impl Output for $type {
            #[inline(always)]
            fn sink(self) -> u64 {
                let bits: $bits = $to(self);
                bits.sink()
            }
        }
    )*};
}

through_bits! {
    bool as u8: u8::from, |bits| bits != 0;
    f32 as u32: f32::to_bits, f32::from_bits;
    f64 as u64: f64::to_bits, f64::from_bits;
    u128 as [u64; 2]: |value: u128| [value as u64, (value >> 64) as u64],
        |[low, high]: [u64; 2]| u128::from(low) | u128::from(high) << 64;
    () as [u8; 0]: |()| [], |[]: [u8; 0]| ();
}

impl<A: Input, B: Input> Input for (A, B) {
    #[inline(always)]
    fn hide(self, link: Link) -> Self {
        (self.0.hide(link), self.1.hide(link))
    }

    #[inline(always)]
    fn number(self) -> u64 {
        self.0.number()
    }
}

impl<A: Output, B: Output> Output for (A, B) {
    #[inline(always)]
    fn sink(self) -> u64 {
        self.0.sink() ^ self.1.sink()
    }
}

/// Arrays of up to four values pass through registers. Longer arrays stay in memory, and only their
/// first value depends on the previous result.
impl<T: Input, const N: usize> Input for [T; N] {
    #[inline(always)]
    fn hide(mut self, link: Link) -> Self {
        if N <= 4 {
            return self.map(|value| value.hide(link));
        }
        black_box(&mut self);
        if let Some(first) = self.first_mut() {
            *first = T::hide(*first, link);
        }
        self
    }

    #[inline(always)]
    fn number(self) -> u64 {
        self.first().map_or(0, |&first| first.number())
    }
}

impl<T: Output, const N: usize> Output for [T; N] {
    #[inline(always)]
    fn sink(self) -> u64 {
        if N > 4 {
            black_box(&self);
            return self.into_iter().next().map_or(0, Output::sink);
        }
        self.into_iter().fold(0, |sum, value| sum ^ value.sink())
    }
}

impl<T: ?Sized> Input for &T {
    #[inline(always)]
    fn hide(self, link: Link) -> Self {
        link.hide_reference(self)
    }

    #[inline(always)]
    fn number(self) -> u64 {
        std::ptr::from_ref(self).addr() as u64
    }
}

impl<T: Output> Output for Option<T> {
    #[inline(always)]
    fn sink(self) -> u64 {
        self.map_or(0, |value| 1 ^ value.sink())
    }
}

macro_rules! in_memory {
    ($([$($generics:tt)*] $type:ty: $number:expr;)*) => {$(
        impl<$($generics)*> Output for $type {
            #[inline(always)]
            fn sink(self) -> u64 {
                black_box(&self);
                $number(&self)
            }
        }
    )*};
}

in_memory! {
    [] String: |text: &String| text.len() as u64;
    [T] Vec<T>: |list: &Vec<T>| list.len() as u64;
    [T: ?Sized] Box<T>: |_| 0;
    [T: ?Sized] &T: |value: &&T| std::ptr::from_ref(*value).addr() as u64;
}

#[cfg(test)]
mod tests;
