//! Parses any text as a condition of `pawnfill find`. It has the same value in both ways of
//! computing it, or a mistake.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pawnfill::Pawns;
use pawnfill_condition::Query;

fuzz_target!(|input: (u64, u64, &str)| {
    let (white, black, text) = input;
    let pawns = Pawns::from_bits(white, black);
    if let Ok(query) = Query::parse(text, &[]) {
        // With other pieces, the same pawns may meet it.
        let may_be = query.are_met([pawns]).map(|[may_be]| may_be);
        assert!(
            query.is_met(pawns) == may_be || query.has_pieces(),
            "{text}"
        );
    }
});
