//! Sets of bytes, as tables.

/// A set of bytes.
pub(super) struct ByteSet([bool; 256]);

/// Blanks within a line.
pub(super) const BLANKS: ByteSet = ByteSet::new(b" \t");

pub(super) const DIGITS: ByteSet = ByteSet::new(b"0123456789");

/// The bytes of which the names of tags consist.
pub(super) const NAMES: ByteSet =
    ByteSet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

impl ByteSet {
    pub(super) const fn new(mut bytes: &[u8]) -> Self {
        let mut table = [false; 256];
        while let [byte, rest @ ..] = bytes {
            table[*byte as usize] = true;
            bytes = rest;
        }
        Self(table)
    }

    /// Returns the place behind the bytes of the set that begin at this place.
    #[inline(always)]
    pub(super) fn skip(&self, text: &[u8], at: usize) -> usize {
        let rest = text.get(at..).unwrap_or_default().iter();
        at + rest.take_while(|byte| self.0[usize::from(**byte)]).count()
    }
}
