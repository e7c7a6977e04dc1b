//! The laws between the patterns, and plausible claims that are not laws.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::Contacts;
use pawnfill::set::Reduce;
use pawnfill::{KoggeStone, Pawns, Rank, SquareSet};

use pawnfill_symbolic::{Bit, Number, Symbolic, input, never};

type AnyBoard = Pawns<KoggeStone, Symbolic>;

/// Returns the inputs for which a law holds.
type Law = fn(AnyBoard) -> Bit;

/// Laws that hold for every input. Those about a side are White's, and Black's as well, because the
/// other theorems say that its sets are White's on the flipped board.
const LAWS: &[(&str, Law)] = &[
    (
        "every file is closed, open, White's half-open or Black's",
        |board| {
            let (white, black) = (
                board.white().half_open_files(),
                board.black().half_open_files(),
            );
            partition(
                &[board.closed_files(), board.open_files(), white, black],
                full(),
            )
        },
    ),
    ("every pawn is open or unfree", |board| {
        let side = board.white();
        partition(&[side.open_pawns(), side.unfree()], side.own())
    }),
    (
        "every open pawn is passed, a candidate or a faker",
        |board| {
            let side = board.white();
            partition(
                &[side.passed(), side.candidates(), side.fakers()],
                side.open_pawns(),
            )
        },
    ),
    ("every contact is inner, outer or in the center", |board| {
        let side = board.white();
        let parts = [
            side.inner_contacts(),
            side.outer_contacts(),
            side.center_contacts(),
        ];
        partition_contacts(parts, side.contacts())
    }),
    ("every contact is loose, tight or stuck", |board| {
        let side = board.white();
        let parts = [
            side.loose_contacts(),
            side.tight_contacts(),
            side.stuck_contacts(),
        ];
        partition_contacts(parts, side.contacts())
    }),
    ("White's inner contacts are Black's outer ones", |board| {
        same_contacts(
            board.white().inner_contacts(),
            board.black().outer_contacts(),
        ) & same_contacts(
            board.white().outer_contacts(),
            board.black().inner_contacts(),
        )
    }),
    (
        "both sides see the same loose, tight, stuck and chain contacts",
        |board| {
            let (white, black) = (board.white(), board.black());
            same_contacts(white.loose_contacts(), black.loose_contacts())
                & same_contacts(white.tight_contacts(), black.tight_contacts())
                & same_contacts(white.stuck_contacts(), black.stuck_contacts())
                & same_contacts(white.chain_contacts(), black.chain_contacts())
                & same_contacts(white.mute_chain_contacts(), black.mute_chain_contacts())
                & same_contacts(
                    white.half_mute_chain_contacts(),
                    black.half_mute_chain_contacts(),
                )
        },
    ),
    (
        "as many pawns are behind a friendly pawn as in front of one",
        |board| {
            let side = board.white();
            same_number(side.behind_own(), side.in_front_of_own())
        },
    ),
    ("both sides have as many rams", |board| {
        same_number(board.white().rams(), board.black().rams())
    }),
    // Counting across files needs a diagram that is too large. Pairing each lever with its partner
    // proves the same.
    (
        "White has as many east levers as Black has west levers, and the other way round",
        |board| same_contacts(board.white().contacts(), board.black().contacts()),
    ),
    (
        "islands have as many eastern as western border files",
        |board| {
            let side = board.white();
            let count = |files: [Bit; 8]| Number::sum(files.map(|file| [!file, file].into()));
            let (east, west) = (
                count(side.island_east_files()),
                count(side.island_west_files()),
            );
            !east.differ(west) & !west.differ(side.island_count())
        },
    ),
    // The literature states it for legal positions, but it holds without this condition.
    (
        "White's unfree pawns stand on the files of Black's",
        |board| {
            same(
                file_fill(board.white().unfree()),
                file_fill(board.black().unfree()),
            )
        },
    ),
];

/// Claims that a legal input contradicts.
const NOT_LAWS: &[(&str, Law)] = &[
    (
        "the fills to the north and south have only the pawns in common",
        |board| {
            same(
                board.white().north_fill() & board.white().south_fill(),
                board.white().own(),
            )
        },
    ),
    ("no pawn is in an inner and in an outer lever", |board| {
        disjoint(board.white().inner_levers(), board.white().outer_levers())
    }),
    (
        "with no pawn between two others, the pawns are twins",
        |board| {
            let white = board.white();
            let all_twins = same(white.rear_twins() | white.front_twins(), white.own());
            !same(white.triple_middles(), none()) | all_twins
        },
    ),
];

pub fn all() -> Vec<Trial> {
    let laws = LAWS.iter().map(|&(name, law)| {
        Trial::test(format!("law: {name}"), move || {
            let board = board();
            Ok(never("it fails", !law(board))?)
        })
    });
    let not_laws = NOT_LAWS.iter().map(|&(name, law)| {
        Trial::test(format!("no law: {name}"), move || {
            let board = board();
            once(name, legal(board) & !law(board))
        })
    });
    laws.chain(not_laws).collect()
}

fn board() -> AnyBoard {
    let [white, black] = input();
    Pawns::new(white, black)
}

fn legal(board: AnyBoard) -> Bit {
    let (white, black) = (board.white().own(), board.black().own());
    let ends = Symbolic::splat(Rank::First.bitboard() | Rank::Eighth.bitboard());
    disjoint(white, black) & disjoint(white | black, ends)
}

/// Checks that an input contradicts the claim, and prints it.
fn once(name: &str, broken: Bit) -> Result<(), Failed> {
    let pawns = broken.example().ok_or("no input contradicts it")?;
    println!("counterexample to \"{name}\":\n{pawns}\n");
    Ok(())
}

fn full() -> Symbolic {
    !none()
}

fn none() -> Symbolic {
    Symbolic::splat(pawnfill::Bitboard::EMPTY)
}

fn file_fill(set: Symbolic) -> Symbolic {
    <KoggeStone as pawnfill::Backend>::file_fill(set)
}

fn same(a: Symbolic, b: Symbolic) -> Bit {
    disjoint(a ^ b, full())
}

fn disjoint(a: Symbolic, b: Symbolic) -> Bit {
    (a & b)
        .0
        .into_iter()
        .fold(Bit::from(true), |disjoint, bit| disjoint & !bit)
}

/// Returns `true` if every square of the whole is in exactly one part, and no other square is
/// in a part.
fn partition(parts: &[Symbolic], whole: Symbolic) -> Bit {
    let mut united = none();
    let mut apart = Bit::from(true);
    for &part in parts {
        apart = apart & disjoint(united, part);
        united = united | part;
    }
    apart & same(united, whole)
}

fn partition_contacts<const N: usize>(
    parts: [Contacts<Symbolic>; N],
    whole: Contacts<Symbolic>,
) -> Bit {
    partition(&parts.map(|part| part.east), whole.east)
        & partition(&parts.map(|part| part.west), whole.west)
}

/// Returns `true` if both arguments are the same contacts, given first by their white pawns and
/// then by their black pawns.
fn same_contacts(white: Contacts<Symbolic>, black: Contacts<Symbolic>) -> Bit {
    // If a white pawn has a black pawn to the north-east, the black pawn has the white pawn
    // to the south-west.
    let partners = Contacts {
        east: white.west.up::<7>(),
        west: white.east.up::<9>(),
    };
    // No partner is lost at the edge of the board: shifting back returns the same pawns.
    let back = Contacts {
        east: partners.west.down::<9>(),
        west: partners.east.down::<7>(),
    };
    same(partners.east, black.east)
        & same(partners.west, black.west)
        & same(back.east, white.east)
        & same(back.west, white.west)
}

fn same_number(a: Symbolic, b: Symbolic) -> Bit {
    !a.count().differ(b.count())
}
