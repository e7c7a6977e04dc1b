//! The common parts of sets of squares and sets of files.

/// Implements the operations of a set whose members are the 1 bits of a number.
macro_rules! bit_set {
    (
        $set:ident($bits:ident) of $noun:literal $member:ident, $order:literal,
        $members:ident by $iterator:ident $next:literal to $last:literal
    ) => {
        impl $set {
            #[doc = concat!("No ", $noun, ".")]
            pub const EMPTY: Self = Self(0);
            #[doc = concat!("Every ", $noun, ".")]
            pub const FULL: Self = Self(!0);

            #[doc = concat!("Returns the set with these bits: ", $order, ".")]
            #[inline(always)]
            pub const fn from_bits(bits: $bits) -> Self {
                Self(bits)
            }

            #[doc = concat!("Returns the bits of the set: ", $order, ".")]
            #[inline(always)]
            #[must_use]
            pub const fn bits(self) -> $bits {
                self.0
            }

            #[doc = concat!("Returns the ", $noun, "s that are not in the set, `!`.")]
            #[inline(always)]
            pub const fn complement(self) -> Self {
                Self(!self.0)
            }

            #[doc = concat!("Returns `true` if every ", $noun, " of this set is in the other.")]
            #[inline(always)]
            #[must_use]
            pub const fn is_subset(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }

            #[doc = concat!("Returns `true` if the set has no ", $noun, ".")]
            #[inline(always)]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("Returns the number of ", $noun, "s in the set.")]
            #[inline(always)]
            #[must_use]
            pub const fn count(self) -> u32 {
                self.0.count_ones()
            }

            #[doc = concat!("Returns `true` if the ", $noun, " is in the set.")]
            #[inline(always)]
            #[must_use]
            pub const fn contains(self, member: $member) -> bool {
                self.0 >> member as u32 & 1 != 0
            }

            #[doc = concat!("Returns the ", $noun, " with the lowest number, or `None` for the empty set.")]
            #[inline]
            #[must_use]
            pub const fn first(self) -> Option<$member> {
                let number = self.0.trailing_zeros() as usize;
                if self.is_empty() { None } else { Some($member::from_index_wrapping(number)) }
            }

            #[doc = concat!("Returns the ", $noun, " with the highest number, or `None` for the empty set.")]
            #[inline]
            #[must_use]
            pub const fn last(self) -> Option<$member> {
                match self.0.checked_ilog2() {
                    Some(number) => Some($member::from_index_wrapping(number as usize)),
                    None => None,
                }
            }

            #[doc = concat!("Returns an iterator over the ", $noun, "s from ", $next, " to ", $last, ".")]
            #[inline]
            #[must_use]
            pub const fn $members(self) -> $iterator {
                $iterator(self)
            }
        }

        $crate::bit_set::operators! { $set of $noun:
            union(|) "s of either set, `|`.": BitOr bitor, BitOrAssign bitor_assign;
            intersection(&) "s of both sets, `&`.": BitAnd bitand, BitAndAssign bitand_assign;
            difference(& !) "s of this set that are not in the other, `-`.":
                Sub sub, SubAssign sub_assign;
            symmetric_difference(^) "s of exactly one of the sets, `^`.":
                BitXor bitxor, BitXorAssign bitxor_assign;
        }

        impl core::ops::Not for $set {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self.complement()
            }
        }

        impl From<$bits> for $set {
            #[inline(always)]
            fn from(bits: $bits) -> Self {
                Self(bits)
            }
        }

        impl From<$set> for $bits {
            #[inline(always)]
            fn from(set: $set) -> Self {
                set.0
            }
        }

        $crate::bit_set::formats! { $set: LowerHex, UpperHex, Octal, Binary }

        impl From<$member> for $set {
            #[inline(always)]
            fn from(member: $member) -> Self {
                Self(1 << member as u32)
            }
        }

        impl Extend<$member> for $set {
            fn extend<I: IntoIterator<Item = $member>>(&mut self, members: I) {
                members.into_iter().for_each(|member| *self |= Self::from(member));
            }
        }

        impl FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> Self {
                members.into_iter().fold(Self::EMPTY, |set, member| set | Self::from(member))
            }
        }

        impl IntoIterator for $set {
            type Item = $member;
            type IntoIter = $iterator;

            #[inline]
            fn into_iter(self) -> $iterator {
                self.$members()
            }
        }

        #[doc = concat!("An iterator over the ", $noun, "s of a [`", stringify!($set), "`], ")]
        #[doc = concat!("from ", $next, " to ", $last, ".")]
        #[derive(Clone, Debug)]
        pub struct $iterator($set);

        impl Iterator for $iterator {
            type Item = $member;

            #[inline]
            fn next(&mut self) -> Option<$member> {
                let first = self.0.first()?;
                self.0.0 &= self.0.0.wrapping_sub(1);
                Some(first)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.count() as usize;
                (left, Some(left))
            }
        }

        impl DoubleEndedIterator for $iterator {
            #[inline]
            fn next_back(&mut self) -> Option<$member> {
                let last = self.0.last()?;
                self.0 -= $set::from(last);
                Some(last)
            }
        }

        impl ExactSizeIterator for $iterator {}
        impl core::iter::FusedIterator for $iterator {}
    };
}
pub(crate) use bit_set;

/// Implements each operation as a `const` method, an operator and its assigning form.
macro_rules! operators {
    ($set:ident of $noun:literal: $(
        $name:ident($($sign:tt)+) $about:literal:
            $trait:ident $method:ident, $assign:ident $assign_method:ident;
    )*) => {
        impl $set {
            $(
                #[doc = concat!("Returns the ", $noun, $about)]
                #[inline(always)]
                pub const fn $name(self, other: Self) -> Self {
                    Self(self.0 $($sign)+ other.0)
                }
            )*
        }

        $(
            impl core::ops::$trait for $set {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    self.$name(other)
                }
            }

            impl core::ops::$assign for $set {
                #[inline(always)]
                fn $assign_method(&mut self, other: Self) {
                    *self = self.$name(other);
                }
            }
        )*
    };
}
pub(crate) use operators;

/// Writes a set as its bits.
macro_rules! formats {
    ($set:ident: $($format:ident),*) => {$(
        impl core::fmt::$format for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::$format::fmt(&self.0, f)
            }
        }
    )*};
}
pub(crate) use formats;
