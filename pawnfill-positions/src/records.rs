//! Pawns as fixed records of 16 bytes, which one program writes for another.

use pawnfill::Pawns;

/// The bytes of a record: the white pawns, then the black ones, each as eight bytes, the lowest first.
pub const LENGTH: usize = 16;

/// Writes a record for each.
#[must_use]
pub fn encode(positions: &[Pawns]) -> Vec<u8> {
    let both = |pawns: &Pawns| [pawns.white().own(), pawns.black().own()].map(|set| set.bits().to_le_bytes());
    positions.iter().flat_map(both).flatten().collect()
}

/// Reads records; `None` if the last one is not whole.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Vec<Pawns>> {
    let (records, rest) = bytes.as_chunks::<LENGTH>();
    let pawns = |record: &[u8; LENGTH]| {
        let both = u128::from_le_bytes(*record);
        Pawns::from_bits(both as u64, (both >> 64) as u64)
    };
    rest.is_empty().then(|| records.iter().map(pawns).collect())
}
