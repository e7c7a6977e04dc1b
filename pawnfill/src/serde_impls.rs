//! Serialization with serde.
//!
//! In human-readable formats such as JSON, sets are hexadecimal strings, because JavaScript would
//! round 64-bit numbers.

use core::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bitboard, Color, File, FileSet, Rank, Square};

/// A visitor that parses `T` from a string.
struct Text<T> {
    expected: &'static str,
    read: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Implements both directions: a string in formats for people, and the number in others.
macro_rules! text_or_number {
    ($($type:ident($number:ident) as $format:literal, $read:expr, $expected:literal;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(&format_args!($format, self))
                } else {
                    $number::from(*self).serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    deserializer.deserialize_str(Text { expected: $expected, read: $read })
                } else {
                    Self::try_from($number::deserialize(deserializer)?).map_err(Error::custom)
                }
            }
        }
    )*};
}

/// Reads the digits of a set.
fn digits(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

text_or_number! {
    Bitboard(u64) as "{:#018x}", |text| digits(text).map(Self::from),
        "a hexadecimal string such as \"0x000000000000ff00\"";
    FileSet(u8) as "{:#04x}", |text| u8::try_from(digits(text)?).ok().map(Self::from),
        "a hexadecimal string such as \"0x0f\"";
    Square(u8) as "{}", |text| text.parse().ok(), "a square from a1 to h8";
    File(u8) as "{}", |text| text.parse().ok(), "a file from a to h";
    Rank(u8) as "{}", |text| text.parse().ok(), "a rank from 1 to 8";
    Color(u8) as "{}", |text| text.parse().ok(), "white or black";
}
