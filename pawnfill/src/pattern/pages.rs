//! The pages of the Chess Programming Wiki that define the patterns.

/// Declares the pages: the name in the list, the title, and the end of the address.
macro_rules! pages {
    ($($page:ident $title:literal $address:literal;)*) => {
        /// The title or the address of a page, or a link to it.
        macro_rules! page {
            $(
                (title $page) => { $title };
                (url $page) => { concat!("https://www.chessprogramming.org/", $address) };
                (link $page) => {
                    concat!("[", $title, "](https://www.chessprogramming.org/", $address, ")")
                };
            )*
        }
    };
}

pages! {
    AttackSpans "Attack Spans" "Attack_Spans";
    Backward "Backward Pawns (Bitboards)" "Backward_Pawns_(Bitboards)";
    Candidates "Candidates (Bitboards)" "Candidates_(Bitboards)";
    Connected "Connected Pawns" "Connected_Pawns";
    Defended "Defended Pawns (Bitboards)" "Defended_Pawns_(Bitboards)";
    Dispersion "Dispersion and Distortion" "Dispersion_and_Distortion";
    DoubleTriple "Double and Triple (Bitboards)" "Double_and_Triple_(Bitboards)";
    DuoTrioQuart "Duo Trio Quart (Bitboards)" "Duo_Trio_Quart_(Bitboards)";
    Files "Pawns and Files (Bitboards)" "Pawns_and_Files_(Bitboards)";
    Fills "Pawn Fills" "Pawn_Fills";
    Holes "Holes" "Holes";
    Islands "Pawn Islands (Bitboards)" "Pawn_Islands_(Bitboards)";
    Isolated "Isolated Pawns (Bitboards)" "Isolated_Pawns_(Bitboards)";
    Levers "Pawn Levers (Bitboards)" "Pawn_Levers_(Bitboards)";
    Open "Open Pawns (Bitboards)" "Open_Pawns_(Bitboards)";
    Outposts "Outposts" "Outposts";
    Passed "Passed Pawns (Bitboards)" "Passed_Pawns_(Bitboards)";
    PawnAttacks "Pawn Attacks (Bitboards)" "Pawn_Attacks_(Bitboards)";
    Pushes "Pawn Pushes (Bitboards)" "Pawn_Pushes_(Bitboards)";
    Rams "Pawn Rams (Bitboards)" "Pawn_Rams_(Bitboards)";
    Spans "Pawn Spans" "Pawn_Spans";
    Stop "Stop Square" "Stop_Square";
    Unfree "Unfree Pawns (Bitboards)" "Unfree_Pawns_(Bitboards)";
    Weak "Weak Pawns" "Weak_Pawns";
}

pub(crate) use page;
