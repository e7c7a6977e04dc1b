//! The lists of the patterns, of the questions about one square, and of the classes of contacts.
//!
//! All code that handles each pattern uses these lists. A list is a macro that passes its lines to
//! another macro: `patterns!(declare)` is `declare! { … }`.

/// A line has the kind and the name of a pattern, its formula, its wiki page, and a sentence.
macro_rules! patterns {
    ($to:ident) => { $to! {
        Fill "Fills" {
            Side {
                Set north_fill = "Nfill(P)", Fills,
                    "Returns the friendly pawns and all squares north of them on their files.";
                Set south_fill = "Sfill(P)", Fills,
                    "Returns the friendly pawns and all squares south of them on their files.";
                Set front_fill = "Nfill(P)", Fills,
                    "Returns the friendly pawns and all squares ahead of them on their files.";
                Set rear_fill = "Sfill(P)", Fills,
                    "Returns the friendly pawns and all squares behind them on their files.";
                Set file_fill = "F(P)", Fills,
                    "Returns every square of each file with a friendly pawn.";
            }
        }
        Span "Spans" {
            Board {
                Set interspan = "front_span(White) ∩ front_span(Black)", Spans,
                    "Returns the squares that lie ahead of both a white pawn and a black pawn.";
            }
            Side {
                Set front_span = "N(Nfill(P))", Spans,
                    "Returns the squares ahead of a friendly pawn on its file.";
                Set rear_span = "S(Sfill(P))", Spans,
                    "Returns the squares behind a friendly pawn on its file.";
                Set stops = "N(P)", Stop,
                    "Returns the squares directly ahead of the friendly pawns.";
                Set telestops = "N(Nfill(N(P)))", Spans,
                    "Returns the squares two or more ranks ahead of a friendly pawn on its file.";
                Set east_front_attack_span = "E(front_span)", AttackSpans,
                    "Returns the squares that a friendly pawn attacks to the east, now or after \
                     advancing.";
                Set west_front_attack_span = "W(front_span)", AttackSpans,
                    "Returns the squares that a friendly pawn attacks to the west, now or after \
                     advancing.";
                Set east_rear_attack_span = "E(Sfill(P))", AttackSpans,
                    "Returns the squares on the next file to the east, level with a friendly pawn \
                     or behind it.";
                Set west_rear_attack_span = "W(Sfill(P))", AttackSpans,
                    "Returns the squares on the next file to the west, level with a friendly pawn \
                     or behind it.";
                Set passer_span = "front_span ∪ E(front_span) ∪ W(front_span)", Passed,
                    "Returns the squares where an enemy pawn stops a friendly pawn from being \
                     passed.";
            }
        }
        Attack "Attacks and pushes" {
            Side {
                Set east_attacks = "NE(P)", PawnAttacks,
                    "Returns the squares that friendly pawns attack to the east.";
                Set west_attacks = "NW(P)", PawnAttacks,
                    "Returns the squares that friendly pawns attack to the west.";
                Set any_attacks = "NE(P) ∪ NW(P)", PawnAttacks,
                    "Returns the squares that at least one friendly pawn attacks.";
                Set double_attacks = "NE(P) ∩ NW(P)", PawnAttacks,
                    "Returns the squares that two friendly pawns attack.";
                Set single_attacks = "NE(P) ⊕ NW(P)", PawnAttacks,
                    "Returns the squares that exactly one friendly pawn attacks.";
                Set safe_squares = "double_attacks ∪ ¬(Be ∪ Bw) ∪ (single_attacks ∖ (Be ∩ Bw)), Be = SE(Q), Bw = SW(Q)",
                    PawnAttacks,
                    "Returns the squares that friendly pawns attack at least as often as enemy \
                     pawns do.";
                Set push_targets = "N(P) ∩ Empty", Pushes,
                    "Returns the empty squares directly ahead of friendly pawns.";
                Set double_push_targets = "N(N(P ∩ rank2) ∩ Empty) ∩ Empty", Pushes,
                    "Returns the squares that friendly pawns can reach with a double push.";
            }
        }
        File "Files" {
            Board {
                Set closed_files = "F(P) ∩ F(Q)", Files,
                    "Returns the files with a pawn of each color.";
                Set open_files = "U ∖ F(P ∪ Q)", Files,
                    "Returns the files without a pawn.";
                Set semi_closed_files = "closed_files ∩ F(open_pawns(White) ∪ open_pawns(Black))",
                    Files,
                    "Returns the closed files with an open pawn of either color.";
                Files closed_file_set = "low byte of closed_files", Files,
                    "Returns `closed_files` as one byte.";
                Files open_file_set = "low byte of open_files", Files,
                    "Returns `open_files` as one byte.";
                Files semi_closed_file_set = "low byte of semi_closed_files", Files,
                    "Returns `semi_closed_files` as one byte.";
            }
            Side {
                Set half_open_or_open_files = "U ∖ F(P)", Files,
                    "Returns the files without a friendly pawn.";
                Set half_open_files = "F(Q) ∖ F(P)", Files,
                    "Returns the files with enemy pawns but no friendly pawn.";
                Files file_set = "low byte of Sfill(P)", Files,
                    "Returns the files with a friendly pawn as one byte.";
                Files half_open_or_open_file_set = "low byte of half_open_or_open_files", Files,
                    "Returns `half_open_or_open_files` as one byte.";
                Files half_open_file_set = "low byte of half_open_files", Files,
                    "Returns `half_open_files` as one byte.";
            }
        }
        Multiple "Several friendly pawns on a file" {
            Side {
                Set behind_own = "P ∩ rear_span", DoubleTriple,
                    "Returns the friendly pawns with a friendly pawn ahead on the file.";
                Set in_front_of_own = "P ∩ front_span", DoubleTriple,
                    "Returns the friendly pawns with a friendly pawn behind on the file.";
                Set doubled = "behind_own ∪ in_front_of_own", DoubleTriple,
                    "Returns the friendly pawns on files with two or more friendly pawns.";
                Set triple_middles = "behind_own ∩ in_front_of_own", DoubleTriple,
                    "Returns the friendly pawns with friendly pawns both ahead and behind on the \
                     file.";
                Set tripled = "P ∩ F(triple_middles)", DoubleTriple,
                    "Returns the friendly pawns on files with three or more friendly pawns.";
                Set triple_files = "F(M) ∖ F(M ∩ front_span(M)), M = triple_middles", DoubleTriple,
                    "Returns the files with exactly three friendly pawns.";
                Set at_least_triple_files = "F(triple_middles)", DoubleTriple,
                    "Returns the files with three or more friendly pawns.";
                Set rear_twins = "behind_own ∖ F(triple_middles)", DoubleTriple,
                    "Returns the rear pawn of each file with exactly two friendly pawns.";
                Set front_twins = "in_front_of_own ∖ F(triple_middles)", DoubleTriple,
                    "Returns the front pawn of each file with exactly two friendly pawns.";
                Set rearmost = "behind_own ∖ in_front_of_own", DoubleTriple,
                    "Returns the rearmost pawn of each file with two or more friendly pawns.";
                Set frontmost = "in_front_of_own ∖ behind_own", DoubleTriple,
                    "Returns the frontmost pawn of each file with two or more friendly pawns.";
            }
        }
        Lever "Contact with enemy pawns" {
            Side {
                Set rams = "P ∩ S(Q)", Rams,
                    "Returns the friendly pawns with an enemy pawn directly ahead.";
                Set immobile = "rams ∖ any_levers", Rams,
                    "Returns the rammed friendly pawns that cannot capture an enemy pawn.";
                Set east_levers = "P ∩ SW(Q)", Levers,
                    "Returns the friendly pawns with an enemy pawn on their eastern capture \
                     square.";
                Set west_levers = "P ∩ SE(Q)", Levers,
                    "Returns the friendly pawns with an enemy pawn on their western capture \
                     square.";
                Set any_levers = "east_levers ∪ west_levers", Levers,
                    "Returns the friendly pawns with an enemy pawn on a capture square.";
                Set inner_levers = "(east_levers ∩ abc) ∪ (west_levers ∩ fgh)", Levers,
                    "Returns the friendly pawns that can capture an enemy pawn toward the center.";
                Set outer_levers = "(east_levers ∩ efg) ∪ (west_levers ∩ bcd)", Levers,
                    "Returns the friendly pawns that can capture an enemy pawn away from the \
                     center.";
                Set center_levers = "(east_levers ∩ d) ∪ (west_levers ∩ e)", Levers,
                    "Returns the friendly pawns in a lever between the d- and e-files.";
                Set fork_levers = "east_levers ∩ west_levers", Levers,
                    "Returns the friendly pawns with enemy pawns on both capture squares.";
                Set loose_levers = "contacts whose two pawns can pass", Levers,
                    "Returns the friendly pawns in a lever in which both pawns can step past each \
                     other.";
                Set tight_levers = "contacts of which one pawn can pass and the other is rammed",
                    Levers,
                    "Returns the friendly pawns in a lever in which one pawn can step past and the \
                     other is rammed.";
                Set stuck_levers = "all other contacts", Levers,
                    "Returns the friendly pawns in a lever that is neither loose nor tight.";
                Set chain_levers = "rows of two or more contacts that neither side continues",
                    Levers,
                    "Returns the friendly pawns in a diagonal row of two or more contacts that \
                     neither side continues.";
                Set mute_chain_levers = "rows of two or more contacts that both sides continue",
                    Levers,
                    "Returns the friendly pawns in a diagonal row of two or more contacts that \
                     both sides continue.";
                Set half_mute_chain_levers = "rows of two or more contacts that one side continues",
                    Levers,
                    "Returns the friendly pawns in a diagonal row of two or more contacts that \
                     exactly one side continues.";
                Set push_levers = "P ∩ S(Empty ∩ B), B = SE(Q) ∪ SW(Q)", Levers,
                    "Returns the friendly pawns that can create a lever with a single push.";
                Set double_push_levers = "P ∩ rank2 ∩ S(Empty ∩ S(Empty ∩ B)), B = SE(Q) ∪ SW(Q)",
                    Levers,
                    "Returns the friendly pawns that can create a lever with a double push.";
            }
        }
        Neighbor "Neighbors and chains" {
            Side {
                Set with_east_neighbor = "P ∩ W(P)", DuoTrioQuart,
                    "Returns the friendly pawns with a friendly pawn directly to the east.";
                Set with_west_neighbor = "P ∩ E(P)", DuoTrioQuart,
                    "Returns the friendly pawns with a friendly pawn directly to the west.";
                Set phalanx = "P ∩ (E(P) ∪ W(P))", DuoTrioQuart,
                    "Returns the friendly pawns with a friendly pawn beside them.";
                Set duos = "horizontal runs of exactly 2", DuoTrioQuart,
                    "Returns the friendly pawns in groups of exactly two side by side.";
                Set trios = "horizontal runs of exactly 3", DuoTrioQuart,
                    "Returns the friendly pawns in groups of exactly three side by side.";
                Set quarts = "horizontal runs of exactly 4", DuoTrioQuart,
                    "Returns the friendly pawns in groups of exactly four side by side.";
                Set defended = "P ∩ (NE(P) ∪ NW(P))", Defended,
                    "Returns the friendly pawns that a friendly pawn defends.";
                Set defended_from_west = "P ∩ NE(P)", Defended,
                    "Returns the friendly pawns that a friendly pawn to the west defends.";
                Set defended_from_east = "P ∩ NW(P)", Defended,
                    "Returns the friendly pawns that a friendly pawn to the east defends.";
                Set defenders_from_west = "P ∩ SW(P)", Defended,
                    "Returns the friendly pawns that defend a friendly pawn to the east.";
                Set defenders_from_east = "P ∩ SE(P)", Defended,
                    "Returns the friendly pawns that defend a friendly pawn to the west.";
                Set chain_links_west = "P ∩ NE(P) ∩ SW(P)", Defended,
                    "Returns the friendly pawns inside a chain that runs from the west: defended, \
                     and defending on the same diagonal.";
                Set chain_links_east = "P ∩ NW(P) ∩ SE(P)", Defended,
                    "Returns the friendly pawns inside a chain that runs from the east: defended, \
                     and defending on the same diagonal.";
                Set chain_bases_west = "(P ∩ SW(P)) ∖ NE(P)", Defended,
                    "Returns the rearmost pawn of each friendly chain that runs from the west.";
                Set chain_bases_east = "(P ∩ SE(P)) ∖ NW(P)", Defended,
                    "Returns the rearmost pawn of each friendly chain that runs from the east.";
                Set chain_peaks_west = "(P ∩ NE(P)) ∖ SW(P)", Defended,
                    "Returns the foremost pawn of each friendly chain that runs from the west.";
                Set chain_peaks_east = "(P ∩ NW(P)) ∖ SE(P)", Defended,
                    "Returns the foremost pawn of each friendly chain that runs from the east.";
                Set connected = "P ∩ (E ∪ W ∪ NE ∪ NW ∪ SE ∪ SW)(P)", Connected,
                    "Returns the friendly pawns that stand beside, defend or are defended by a \
                     friendly pawn.";
                Set isolated = "P ∖ (E(F(P)) ∪ W(F(P)))", Isolated,
                    "Returns the friendly pawns without a friendly pawn on a neighbor file.";
                Set half_isolated = "(P ∖ W(F(P))) ⊕ (P ∖ E(F(P)))", Isolated,
                    "Returns the friendly pawns with friendly pawns on exactly one of the two \
                     neighbor files.";
                Set hanging = "H ∩ (E(H) ∪ W(H)), H = open_pawns ∩ half_isolated ∩ duos", Isolated,
                    "Returns the friendly pawns in a duo whose two pawns are open and \
                     half-isolated.";
            }
        }
        Island "Islands" {
            Side {
                Files island_east_files = "f ∖ (f >> 1), f = file_set", Islands,
                    "Returns the easternmost file of each group of adjacent files with friendly \
                     pawns.";
                Files island_west_files = "f ∖ (f << 1), f = file_set", Islands,
                    "Returns the westernmost file of each group of adjacent files with friendly \
                     pawns.";
                Number island_count = "# island_west_files", Islands,
                    "Returns the number of pawn islands: groups of adjacent files with friendly \
                     pawns.";
                Number dispersion = "abs(3 · island_count² − #P)", Dispersion,
                    "Returns the difference between the number of pawns and three times the square \
                     of the number of islands.";
                Number distortion = "# ((R ⊕ (R << 1)) ∖ a-file), R = rear_fill", Dispersion,
                    "Returns the number of pairs of squares side by side of which exactly one is \
                     in the rear fill.";
            }
        }
        Freedom "Freedom to advance" {
            Side {
                Set unfree = "P ∩ S(Sfill(Q))", Unfree,
                    "Returns the friendly pawns with an enemy pawn ahead on the file.";
                Set open_pawns = "P ∖ S(Sfill(Q))", Open,
                    "Returns the friendly pawns without an enemy pawn ahead on the file.";
                Set passed = "P ∖ (X ∪ E(X) ∪ W(X)), X = S(Sfill(Q))", Passed,
                    "Returns the friendly pawns with no enemy pawn ahead on their own or a \
                     neighbor file.";
                Set front_passed = "passed ∖ behind_own", Passed,
                    "Returns the passed pawns without a friendly pawn ahead on the file.";
                Set protected_passed = "passed ∩ (NE(P) ∪ NW(P))", Passed,
                    "Returns the passed pawns that a friendly pawn defends.";
                Set connected_passed = "T ∩ (E ∪ W ∪ NE ∪ NW ∪ SE ∪ SW)(T), T = passed", Passed,
                    "Returns the passed pawns that stand beside, defend or are defended by a \
                     passed pawn.";
                Set half_free = "open_pawns ∖ passed", Candidates,
                    "Returns the friendly pawns that are open but not passed.";
                Set sentries = "Q ∩ (E(R) ∪ W(R)), R = front_span(half_free)", Candidates,
                    "Returns the enemy pawns on a neighbor file strictly ahead of a half-free \
                     pawn.";
                Set helpers = "P ∩ (E(R) ∪ W(R)), R = rear_fill(half_free)", Candidates,
                    "Returns the friendly pawns on a neighbor file of a half-free pawn, level with \
                     it or behind.";
                Set candidates = "half_free with #helpers ≥ #sentries", Candidates,
                    "Returns the half-free pawns with at least as many helpers as sentries.";
                Set fakers = "half_free with #helpers < #sentries", Candidates,
                    "Returns the half-free pawns with fewer helpers than sentries.";
                Set sneakers = "rams ∩ ranks5–8 ∩ (NE(P) ∪ NW(P)) ∖ any_levers ∖ S(Sfill(SE(Q) ∪ SW(Q)))",
                    Candidates,
                    "Returns the rammed, defended friendly pawns on ranks 5 to 8 that cannot \
                     capture a pawn, and whose squares ahead no enemy pawn attacks.";
                Set backward = "S(N(P) ∩ (SE(Q) ∪ SW(Q)) ∖ AFS), AFS = E(front_span) ∪ W(front_span)",
                    Backward,
                    "Returns the friendly pawns whose stop square an enemy pawn attacks and no \
                     friendly pawn can ever defend.";
                Set stragglers = "backward ∩ open_pawns ∩ ranks2–3", Backward,
                    "Returns the backward open pawns on the second and third rank.";
                Set weak_pawns = "P ∖ AFS ∖ S(NE(P) ∪ NW(P)), AFS = E(front_span) ∪ W(front_span)",
                    Weak,
                    "Returns the friendly pawns that no friendly pawn can ever defend, and whose \
                     stop square none attacks now.";
                Set holes = "U ∖ (E(front_span) ∪ W(front_span))", Holes,
                    "Returns the squares that no friendly pawn attacks, now or after advancing.";
                Set outposts = "ranks4–6 ∩ (NE(P) ∪ NW(P)) ∖ E(X) ∖ W(X), X = S(Sfill(Q))",
                    Outposts,
                    "Returns the squares on ranks 4 to 6 that a friendly pawn attacks and no enemy \
                     pawn can ever attack.";
                Set outposts_on_all_ranks = "(NE(P) ∪ NW(P)) ∖ E(X) ∖ W(X), X = S(Sfill(Q))",
                    Outposts,
                    "Returns the squares that a friendly pawn attacks and no enemy pawn can ever \
                     attack.";
            }
        }
    } };
}

/// A line has the kind of answer, the family, the name, the formula, and a sentence.
macro_rules! questions {
    ($to:ident) => { $to! {
        Squares Span front_span_of = "N(Nfill(s))",
            "Returns the squares strictly ahead of the square on its file.";
        Squares Span rear_span_of = "S(Sfill(s))",
            "Returns the squares strictly behind the square on its file.";
        Squares Span front_attack_span_of = "E(X) ∪ W(X), X = front_span_of(s)",
            "Returns the squares that a pawn on the square attacks, now or after advancing.";
        Squares Span rear_attack_span_of = "E(X) ∪ W(X), X = Sfill(s)",
            "Returns the squares of the neighbor files, level with the square or behind it.";
        Squares Span passer_span_of = "X ∪ E(X) ∪ W(X), X = front_span_of(s)",
            "Returns the squares where an enemy pawn stops a pawn on the square from being passed.";

        Set File pawns_on_file = "P ∩ F(s)",
            "Returns the friendly pawns on the file of the square.";
        Set Freedom stoppers_of = "Q ∩ passer_span_of(s)",
            "Returns the enemy pawns that stop a pawn on the square from being passed.";
        Set Freedom sentries_of = "Q ∩ front_attack_span_of(s)",
            "Returns the enemy pawns on a neighbor file strictly ahead of the square.";
        Set Freedom helpers_of = "P ∩ rear_attack_span_of(s)",
            "Returns the friendly pawns on a neighbor file, level with the square or behind it.";

        Truth Multiple is_doubled = "pawns_on_file(s) ∖ s ≠ ∅",
            "Returns `true` if a pawn on the square has another friendly pawn on its file.";
        Truth Multiple is_behind_own = "P ∩ front_span_of(s) ≠ ∅",
            "Returns `true` if a pawn on the square has a friendly pawn ahead on its file.";
        Truth Multiple is_in_front_of_own = "P ∩ rear_span_of(s) ≠ ∅",
            "Returns `true` if a pawn on the square has a friendly pawn behind on its file.";
        Truth Neighbor is_isolated = "P ∩ (E(F(s)) ∪ W(F(s))) = ∅",
            "Returns `true` if a pawn on the square is isolated.";
        Truth Neighbor is_supported = "P ∩ (E ∪ W ∪ SE ∪ SW)(s) ≠ ∅",
            "Returns `true` if a friendly pawn defends a pawn on the square or stands beside it.";
        Truth Freedom is_passed = "stoppers_of(s) = ∅",
            "Returns `true` if a pawn on the square is passed.";
        Truth Freedom is_backward = "helpers_of(s) = ∅ and Q ∩ (NE(N(s)) ∪ NW(N(s))) ≠ ∅",
            "Returns `true` if a pawn on the square is backward.";
        Truth Freedom is_candidate = "Q ∩ front_span_of(s) = ∅ and 0 < #sentries_of(s) ≤ #helpers_of(s)",
            "Returns `true` if a pawn on the square is a candidate.";
    } };
}

/// A line has a class of contacts, and the pattern that combines its directions.
macro_rules! contacts {
    ($to:ident) => {
        $to! {
            contacts = any_levers;
            inner_contacts = inner_levers;
            outer_contacts = outer_levers;
            center_contacts = center_levers;
            loose_contacts = loose_levers;
            tight_contacts = tight_levers;
            stuck_contacts = stuck_levers;
            chain_contacts = chain_levers;
            mute_chain_contacts = mute_chain_levers;
            half_mute_chain_contacts = half_mute_chain_levers;
        }
    };
}

pub(crate) use {contacts, patterns, questions};
