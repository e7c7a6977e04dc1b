//! Serialization with serde.
//!
//! In human-readable formats such as JSON, sets are hexadecimal strings, because JavaScript would round 64-bit numbers.

use core::fmt;
use core::str::FromStr;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::interop::FileMajor;
use crate::{Bitboard, Color, File, FileSet, Rank, Square};

/// A visitor that parses `T` from a string.
struct Text<T, E> {
    expected: &'static str,
    read: fn(&str) -> Result<T, E>,
}

impl<T, E> Visitor<'_> for Text<T, E> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<F: Error>(self, text: &str) -> Result<T, F> {
        (self.read)(text).map_err(|_| F::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Implements both directions for sets: a string with all digits, or the number.
macro_rules! set {
    ($set:ident($bits:ident) as $format:literal, $expected:literal) => {
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(&format_args!($format, self))
                } else {
                    self.bits().serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if !deserializer.is_human_readable() {
                    return $bits::deserialize(deserializer).map(Self::from_bits);
                }
                deserializer.deserialize_str(Text {
                    expected: $expected,
                    read: |text| {
                        let digits = text.strip_prefix("0x").unwrap_or("");
                        $bits::from_str_radix(digits, 16).map(Self::from_bits)
                    },
                })
            }
        }
    };
}

set!(Bitboard(u64) as "{:#018x}", "a hexadecimal string such as \"0x000000000000ff00\"");
set!(FileMajor(u64) as "{:#018x}", "a hexadecimal string such as \"0x000000000000ff00\"");
set!(FileSet(u8) as "{:#04x}", "a hexadecimal string such as \"0x0f\"");

/// Implements both directions for types whose values have a name and a number.
macro_rules! numbered {
    ($($name:ident, $expected:literal;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.serialize_str(self.name())
                } else {
                    serializer.serialize_u8(*self as u8)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    deserializer.deserialize_str(Text { expected: $expected, read: Self::from_str })
                } else {
                    Self::try_from(u8::deserialize(deserializer)?).map_err(Error::custom)
                }
            }
        }
    )*};
}

numbered! {
    Square, "a square from a1 to h8";
    File, "a file from a to h";
    Rank, "a rank from 1 to 8";
    Color, "white or black";
}
