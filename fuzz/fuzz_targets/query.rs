//! Makes a condition of `pawnfill find` from choices, and compares its value with what its parts mean. A text that is a condition
//! has the same value in both ways of computing it, and any other gives a mistake.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pawnfill::{Pawns, Placement};
use pawnfill_condition::Query;
use pawnfill_testing::conditions::condition;

fuzz_target!(|input: (u64, u64, Vec<u8>, &str)| {
    let (white, black, choices, text) = input;
    let pawns = Pawns::from_bits(white, black);
    let mut choices = choices.into_iter();
    let mut choose = |count| usize::from(choices.next().unwrap_or(0)) % count;
    let made = condition(&mut choose, ["white", "black"], 6);
    match Query::parse(&made.text, &[]) {
        Ok(query) => {
            let expected = (made.of)(&Placement::from(pawns));
            assert_eq!(query.is_met(pawns), [expected, false], "{}", made.text);
        }
        // It is too long or too deep.
        Err(mistake) => assert!(format!("{mistake:?}").contains(" more than "), "{}: {mistake:?}", made.text),
    }
    if let Ok(query) = Query::parse(text, &[]) {
        // With other pieces, the same pawns may meet it.
        let may_be = query.are_met([pawns]).map(|[may_be]| may_be);
        assert!(query.is_met(pawns) == may_be || query.has_pieces(), "{text}");
    }
});
