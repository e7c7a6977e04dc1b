//! Pawns as fixed records of 16 bytes, to pass them from one program to another.

use pawnfill::Pawns;

/// The length of a record in bytes: the white pawns, then the black pawns, each as eight bytes in little-endian order.
pub const LENGTH: usize = 16;

/// Encodes pawns as records.
#[must_use]
pub fn encode(positions: &[Pawns]) -> Vec<u8> {
    let both = |pawns: &Pawns| [pawns.white().own(), pawns.black().own()].map(|set| set.bits().to_le_bytes());
    positions.iter().flat_map(both).flatten().collect()
}

/// Decodes records. Returns `None` if the last record is incomplete.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Vec<Pawns>> {
    let (records, rest) = bytes.as_chunks::<LENGTH>();
    let pawns = |record: &[u8; LENGTH]| {
        let both = u128::from_le_bytes(*record);
        Pawns::from_bits(both as u64, (both >> 64) as u64)
    };
    rest.is_empty().then(|| records.iter().map(pawns).collect())
}
