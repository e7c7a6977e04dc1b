//! The first lines of the docs of methods, and the indexes of methods, generated from the lists.

use super::list::{contacts, patterns, questions};

/// The notation of the formulas.
macro_rules! legend {
    () => {
        "Formulas are written for White. For Black, north and south are exchanged.\n\n\
         | sign | meaning |\n|---|---|\n\
         | `P`, `Q` | friendly pawns, enemy pawns |\n\
         | `U`, `Empty` | all squares, squares without a pawn |\n\
         | `N S E W NE NW SE SW` | one step, which never wraps around the edge of the board |\n\
         | `Nfill`, `Sfill`, `F` | the set and all squares north of it, south of it, or both, on its files |\n\
         | `a` to `h`, `rank2` | the squares of a file or of a rank |\n\
         | `∪ ∩ ∖ ⊕ ¬ #` | union, intersection, difference, exclusive or, complement, number of squares |\n\
         | `passed`, … | the pattern of that name |\n"
    };
}

/// The first lines of the docs of a pattern: its value, its formula, and its page.
macro_rules! about_line {
    ($about:literal, $formula:literal, $page:ident) => {
        concat!(
            $about,
            "\n\nFormula: `",
            $formula,
            "`. Source: ",
            $crate::pattern::pages::page!(link $page),
            ".\n"
        )
    };
}
pub(crate) use about_line;

macro_rules! of_patterns {
    ($(
        $family:ident $heading:literal {
            $(Board { $($board_kind:ident $board:ident = $board_formula:literal, $board_page:ident, $board_about:literal;)* })?
            Side { $($kind:ident $name:ident = $formula:literal, $page:ident, $about:literal;)* }
        }
    )*) => {
        /// The first lines of the docs of a pattern.
        macro_rules! about {
            $(
                $($(($board) => { $crate::pattern::texts::about_line!($board_about, $board_formula, $board_page) };)*)?
                $(($name) => { $crate::pattern::texts::about_line!($about, $formula, $page) };)*
            )*
        }

        /// The index of the methods of a side, family by family.
        macro_rules! side_index {
            () => { concat!($(
                "\n# ", $heading, "\n\n",
                $("* [`", stringify!($name), "`](Self::", stringify!($name), "): ", $about, "\n",)*
            )*) };
        }
    };
}
patterns!(of_patterns);

macro_rules! of_questions {
    ($($kind:ident $family:ident $name:ident = $formula:literal, $about:literal;)*) => {
        /// The first lines of the docs of a question.
        macro_rules! asks {
            $(($name) => { concat!($about, "\n\nFormula: `", $formula, "`.\n") };)*
        }

        /// The index of the methods about one square.
        macro_rules! question_index {
            () => { concat!(
                "\n# By square\n\n",
                $("* [`", stringify!($name), "`](Self::", stringify!($name), "): ", $about, "\n",)*
            ) };
        }
    };
}
questions!(of_questions);

macro_rules! of_contacts {
    ($($name:ident = $levers:ident;)*) => {
        /// The first lines of the docs of a class.
        macro_rules! joins {
            $(($name) => { concat!(
                "Returns the contacts of [`", stringify!($levers), "`](Self::", stringify!($levers), "), by direction.\n"
            ) };)*
        }

        /// The index of the methods that return contacts by direction.
        macro_rules! contact_index {
            () => { concat!(
                "\n# Contacts by direction\n\n",
                $("* [`", stringify!($name), "`](Self::", stringify!($name), "): Returns the contacts of `", stringify!($levers), "`.\n",)*
            ) };
        }
    };
}
contacts!(of_contacts);

pub(crate) use {about, asks, contact_index, joins, legend, question_index, side_index};
