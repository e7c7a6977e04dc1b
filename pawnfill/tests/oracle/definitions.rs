//! The meaning of each pattern for one square.

use pawnfill::Color;

use super::{At, Board, Count, Mask, any, either, no};

/// A definition, by the kind of its result.
pub enum Definition<T> {
    /// Returns `true` if the square is in the set.
    Set(fn(&Board<T>, At) -> T),
    /// Returns `true` if the file is in the set of files.
    Files(fn(&Board<T>, At) -> T),
    /// Returns the parts of a sum over the whole board.
    Number(fn(&Board<T>) -> Vec<Count<T>>),
    /// Returns `true` if the friendly pawn is in a contact in this direction: 1 is east,
    /// -1 is west.
    Contacts(fn(&Board<T>, At, i32) -> T),
    /// Returns `true` if the second square belongs to the first.
    Squares(fn(&Board<T>, At, At) -> T),
    /// Returns `true` if a pawn on the second square belongs to the first square.
    Pawns(fn(&Board<T>, At, At) -> T),
    /// Returns `true` if the condition holds for the square, on which the side has a pawn.
    Truth(fn(&Board<T>, At) -> T),
}

/// Makes each definition a method of the board, so that it can use the others and can be
/// found by name.
macro_rules! definitions {
    ($($kind:ident $name:ident = |$board:ident $(, $at:ident $(: $type:ty)?)*| $body:expr;)*) => {
        impl<T: Mask> Board<T> {
            $(pub fn $name(&self $(, $at: argument!($($type)?))*) -> result!($kind T) {
                let $board = self;
                $body
            })*
        }

        /// The names of all definitions.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Returns the definition with this name.
        pub fn definition<T: Mask>(name: &str) -> Option<Definition<T>> {
            Some(match name {
                $(stringify!($name) => Definition::$kind(Board::$name),)*
                _ => return None,
            })
        }
    };
}

macro_rules! argument {
    () => {
        At
    };
    ($type:ty) => {
        $type
    };
}

macro_rules! result {
    (Number $T:ident) => { Vec<Count<$T>> };
    ($kind:ident $T:ident) => { $T };
}

definitions! {
    Set north_fill = |b, s| match b.color {
        Color::White => b.front_fill(s),
        Color::Black => b.rear_fill(s),
    };
    Set south_fill = |b, s| match b.color {
        Color::White => b.rear_fill(s),
        Color::Black => b.front_fill(s),
    };
    Set front_fill = |b, s| b.own(s) | any(s.behind(), |t| b.own(t));
    Set rear_fill = |b, s| b.own(s) | any(s.ahead(), |t| b.own(t));
    Set file_fill = |b, s| any(s.whole_file(), |t| b.own(t));

    Set front_span = |b, s| any(s.behind(), |t| b.own(t));
    Set rear_span = |b, s| any(s.ahead(), |t| b.own(t));
    Set interspan = |b, s| b.front_span(s) & any(s.ahead(), |t| b.enemy(t));
    Set stops = |b, s| b.own(s.step(0, -1));
    Set telestops = |b, s| any(2..=7, |squares| b.own(s.step(0, -squares)));
    Set east_front_attack_span = |b, s| any(s.step(-1, 0).behind(), |t| b.own(t));
    Set west_front_attack_span = |b, s| any(s.step(1, 0).behind(), |t| b.own(t));
    Set east_rear_attack_span = |b, s| any(0..=7, |ahead| b.own(s.step(-1, ahead)));
    Set west_rear_attack_span = |b, s| any(0..=7, |ahead| b.own(s.step(1, ahead)));
    Set passer_span = |b, s| any(-1..=1, |east| any(s.step(east, 0).behind(), |t| b.own(t)));

    // An attacker is one rank behind on a neighbor file. An attack to the east comes from the west.
    Set east_attacks = |b, s| b.own(s.step(-1, -1));
    Set west_attacks = |b, s| b.own(s.step(1, -1));
    Set any_attacks = |b, s| b.attackers(s).at_least(1);
    Set double_attacks = |b, s| b.attackers(s).at_least(2);
    Set single_attacks = |b, s| b.attackers(s).exactly(1);
    Set safe_squares = |b, s| b.attackers(s).reaches(&Count::new([-1, 1], |east| b.enemy(s.step(east, 1))));
    Set push_targets = |b, s| b.empty(s) & b.own(s.step(0, -1));
    Set double_push_targets = |b, s| {
        T::from(s.rank == 4) & b.empty(s) & b.empty(s.step(0, -1)) & b.own(s.step(0, -2))
    };

    Set closed_files = |b, s| b.file_fill(s) & b.enemy_on_file(s);
    Set open_files = |b, s| !b.file_fill(s) & !b.enemy_on_file(s);
    Set semi_closed_files = |b, s| {
        let any_open = any(s.whole_file(), |t| {
            b.open_pawns(t) | (b.enemy(t) & !any(t.behind(), |u| b.own(u)))
        });
        b.closed_files(s) & any_open
    };
    Set half_open_or_open_files = |b, s| !b.file_fill(s);
    Set half_open_files = |b, s| !b.file_fill(s) & b.enemy_on_file(s);
    Files file_set = |b, file| b.file_fill(file);
    Files closed_file_set = |b, file| b.closed_files(file);
    Files open_file_set = |b, file| b.open_files(file);
    Files semi_closed_file_set = |b, file| b.semi_closed_files(file);
    Files half_open_or_open_file_set = |b, file| b.half_open_or_open_files(file);
    Files half_open_file_set = |b, file| b.half_open_files(file);

    Set behind_own = |b, s| b.own(s) & any(s.ahead(), |t| b.own(t));
    Set in_front_of_own = |b, s| b.own(s) & any(s.behind(), |t| b.own(t));
    Set doubled = |b, s| b.own(s) & b.number_on_file(s).at_least(2);
    Set triple_middles = |b, s| b.own(s) & any(s.ahead(), |t| b.own(t)) & any(s.behind(), |t| b.own(t));
    Set tripled = |b, s| b.own(s) & b.number_on_file(s).at_least(3);
    Set triple_files = |b, s| b.number_on_file(s).exactly(3);
    Set at_least_triple_files = |b, s| b.number_on_file(s).at_least(3);
    Set rear_twins = |b, s| b.own(s) & b.number_on_file(s).exactly(2) & any(s.ahead(), |t| b.own(t));
    Set front_twins = |b, s| b.own(s) & b.number_on_file(s).exactly(2) & any(s.behind(), |t| b.own(t));
    Set rearmost = |b, s| b.own(s) & b.number_on_file(s).at_least(2) & !any(s.behind(), |t| b.own(t));
    Set frontmost = |b, s| b.own(s) & b.number_on_file(s).at_least(2) & !any(s.ahead(), |t| b.own(t));

    Set rams = |b, s| b.own(s) & b.enemy(s.step(0, 1));
    Set immobile = |b, s| b.rams(s) & !b.any_levers(s);
    Set east_levers = |b, s| b.contacts(s, 1);
    Set west_levers = |b, s| b.contacts(s, -1);
    Set any_levers = |b, s| b.in_contact(s, Board::contacts);
    Set inner_levers = |b, s| b.in_contact(s, Board::inner_contacts);
    Set outer_levers = |b, s| b.in_contact(s, Board::outer_contacts);
    Set center_levers = |b, s| b.in_contact(s, Board::center_contacts);
    Set fork_levers = |b, s| b.contacts(s, 1) & b.contacts(s, -1);
    Set loose_levers = |b, s| b.in_contact(s, Board::loose_contacts);
    Set tight_levers = |b, s| b.in_contact(s, Board::tight_contacts);
    Set stuck_levers = |b, s| b.in_contact(s, Board::stuck_contacts);
    Set chain_levers = |b, s| b.in_contact(s, Board::chain_contacts);
    Set mute_chain_levers = |b, s| b.in_contact(s, Board::mute_chain_contacts);
    Set half_mute_chain_levers = |b, s| b.in_contact(s, Board::half_mute_chain_contacts);
    Set push_levers = |b, s| b.own(s) & b.empty(s.step(0, 1)) & b.enemy_attacks(s.step(0, 1));
    Set double_push_levers = |b, s| {
        let (third, fourth) = (s.step(0, 1), s.step(0, 2));
        T::from(s.rank == 2) & b.own(s) & b.empty(third) & b.empty(fourth) & b.enemy_attacks(fourth)
    };

    Set with_east_neighbor = |b, s| b.own(s) & b.own(s.step(1, 0));
    Set with_west_neighbor = |b, s| b.own(s) & b.own(s.step(-1, 0));
    Set phalanx = |b, s| b.own(s) & any(s.beside(), |t| b.own(t));
    Set duos = |b, s| b.in_run(s, 2);
    Set trios = |b, s| b.in_run(s, 3);
    Set quarts = |b, s| b.in_run(s, 4);
    Set defended = |b, s| b.own(s) & any([s.step(-1, -1), s.step(1, -1)], |t| b.own(t));
    Set defended_from_west = |b, s| b.own(s) & b.own(s.step(-1, -1));
    Set defended_from_east = |b, s| b.own(s) & b.own(s.step(1, -1));
    Set defenders_from_west = |b, s| b.own(s) & b.own(s.step(1, 1));
    Set defenders_from_east = |b, s| b.own(s) & b.own(s.step(-1, 1));
    Set chain_links_west = |b, s| b.own(s) & b.own(s.step(-1, -1)) & b.own(s.step(1, 1));
    Set chain_links_east = |b, s| b.own(s) & b.own(s.step(1, -1)) & b.own(s.step(-1, 1));
    Set chain_bases_west = |b, s| b.own(s) & !b.own(s.step(-1, -1)) & b.own(s.step(1, 1));
    Set chain_bases_east = |b, s| b.own(s) & !b.own(s.step(1, -1)) & b.own(s.step(-1, 1));
    Set chain_peaks_west = |b, s| b.own(s) & b.own(s.step(-1, -1)) & !b.own(s.step(1, 1));
    Set chain_peaks_east = |b, s| b.own(s) & b.own(s.step(1, -1)) & !b.own(s.step(-1, 1));
    Set connected = |b, s| b.own(s) & any(s.around(), |t| b.own(t));
    Set isolated = |b, s| b.own(s) & !any(s.beside(), |t| b.file_fill(t));
    Set half_isolated = |b, s| b.own(s) & either(b.file_fill(s.step(-1, 0)), b.file_fill(s.step(1, 0)));
    Set hanging = |b, s| {
        let hangs = |t| b.in_run(t, 2) & b.open_pawns(t) & b.half_isolated(t);
        hangs(s) & any(s.beside(), hangs)
    };

    Files island_east_files = |b, file| b.file_fill(file) & !b.file_fill(file.step(1, 0));
    Files island_west_files = |b, file| b.file_fill(file) & !b.file_fill(file.step(-1, 0));
    Number island_count = |b| {
        let occupied = |file| b.file_fill(At { file, rank: 1 });
        (1..=8).map(|file| Count::new([file], |file| occupied(file) & !occupied(file - 1))).collect()
    };
    Number dispersion = |b| {
        let islands = Count::sum(&b.island_count());
        let pawns = Count::new(At::all(), |s| b.own(s));
        vec![islands.combine(&pawns, |islands, pawns| (3 * islands * islands).abs_diff(pawns))]
    };
    // The sum of the rank differences of the foremost pawns of neighboring files. An empty file
    // counts as rank 0.
    Number distortion = |b| {
        let foremost = |file| Count((0..=8).map(|rank| b.foremost(At { file, rank })).collect());
        (1..=7).map(|file| foremost(file).combine(&foremost(file + 1), usize::abs_diff)).collect()
    };

    Set unfree = |b, s| b.own(s) & any(s.ahead(), |t| b.enemy(t));
    Set open_pawns = |b, s| b.own(s) & !any(s.ahead(), |t| b.enemy(t));
    Set passed = |b, s| b.own(s) & !any(-1..=1, |east| any(s.step(east, 0).ahead(), |t| b.enemy(t)));
    Set front_passed = |b, s| b.passed(s) & !any(s.ahead(), |t| b.own(t));
    Set protected_passed = |b, s| b.passed(s) & b.attackers(s).at_least(1);
    Set connected_passed = |b, s| b.passed(s) & any(s.around(), |t| b.passed(t));
    Set half_free = |b, s| b.open_pawns(s) & !b.passed(s);
    Set sentries = |b, s| b.enemy(s) & any(s.beside(), |t| any(t.behind(), |u| b.half_free(u)));
    Set helpers = |b, s| {
        b.own(s) & any(s.beside(), |t| b.half_free(t) | any(t.ahead(), |u| b.half_free(u)))
    };
    Set candidates = |b, s| b.half_free(s) & b.number_of_helpers(s).reaches(&b.number_of_sentries(s));
    Set fakers = |b, s| b.half_free(s) & !b.number_of_helpers(s).reaches(&b.number_of_sentries(s));
    Set sneakers = |b, s| {
        let defended = b.attackers(s).at_least(1);
        let attacked_ahead = any(s.ahead(), |t| b.enemy_attacks(t));
        T::from(s.rank >= 5) & b.rams(s) & defended & !b.any_levers(s) & !attacked_ahead
    };
    Set backward = |b, s| {
        let stop = s.step(0, 1);
        b.own(s) & b.enemy_attacks(stop) & b.holes(stop)
    };
    Set stragglers = |b, s| T::from(s.rank == 2 || s.rank == 3) & b.backward(s) & b.open_pawns(s);
    // A pawn on the last rank has no stop that could be attacked.
    Set weak_pawns = |b, s| {
        let stop = s.step(0, 1);
        b.own(s) & b.holes(s) & !(T::from(stop.on_board()) & b.attackers(stop).at_least(1))
    };
    Set holes = |b, s| !any(s.beside(), |t| any(t.behind(), |u| b.own(u)));
    Set outposts = |b, s| T::from((4..=6).contains(&s.rank)) & b.outposts_on_all_ranks(s);
    Set outposts_on_all_ranks = |b, s| {
        let attackable = any(s.beside(), |t| any(t.ahead(), |u| b.enemy(u)));
        b.attackers(s).at_least(1) & !attackable
    };

    // A contact is a friendly pawn and the direction of its capture: 1 is east, -1 is west.
    Contacts contacts = |b, s, east: i32| b.own(s) & b.enemy(s.step(east, 1));
    Contacts inner_contacts = |b, s, east: i32| {
        T::from(from_center(s.file + east) < from_center(s.file)) & b.contacts(s, east)
    };
    Contacts outer_contacts = |b, s, east: i32| {
        T::from(from_center(s.file + east) > from_center(s.file)) & b.contacts(s, east)
    };
    Contacts center_contacts = |b, s, east: i32| {
        T::from(from_center(s.file + east) == from_center(s.file)) & b.contacts(s, east)
    };
    Contacts loose_contacts = |b, s, east: i32| b.contacts(s, east) & b.can_pass(s, east).at_least(2);
    Contacts tight_contacts = |b, s, east: i32| {
        let rammed = b.enemy(s.step(0, 1)) | b.own(s.step(east, 0));
        b.contacts(s, east) & b.can_pass(s, east).exactly(1) & rammed
    };
    Contacts stuck_contacts = |b, s, east: i32| {
        b.contacts(s, east) & !b.loose_contacts(s, east) & !b.tight_contacts(s, east)
    };
    Contacts chain_contacts = |b, s, east: i32| {
        b.in_row(s, east, |own_goes_on, enemy_goes_on| !own_goes_on & !enemy_goes_on)
    };
    Contacts mute_chain_contacts = |b, s, east: i32| {
        b.in_row(s, east, |own_goes_on, enemy_goes_on| own_goes_on & enemy_goes_on)
    };
    Contacts half_mute_chain_contacts = |b, s, east: i32| b.in_row(s, east, either);

    Squares front_span_of = |_b, s, t| T::from(t.file == s.file && t.rank > s.rank);
    Squares rear_span_of = |_b, s, t| T::from(t.file == s.file && t.rank < s.rank);
    Squares front_attack_span_of = |_b, s, t| T::from(s.is_one_file_from(t) && t.rank > s.rank);
    Squares rear_attack_span_of = |_b, s, t| T::from(s.is_one_file_from(t) && t.rank <= s.rank);
    Squares passer_span_of = |_b, s, t| T::from((s.file - t.file).abs() <= 1 && t.rank > s.rank);

    Pawns pawns_on_file = |b, s, t| T::from(t.file == s.file) & b.own(t);
    Pawns stoppers_of = |b, s, t| T::from((s.file - t.file).abs() <= 1 && t.rank > s.rank) & b.enemy(t);
    Pawns sentries_of = |b, s, t| T::from(s.is_one_file_from(t) && t.rank > s.rank) & b.enemy(t);
    Pawns helpers_of = |b, s, t| T::from(s.is_one_file_from(t) && t.rank <= s.rank) & b.own(t);

    Truth is_doubled = |b, s| b.doubled(s);
    Truth is_behind_own = |b, s| b.behind_own(s);
    Truth is_in_front_of_own = |b, s| b.in_front_of_own(s);
    Truth is_isolated = |b, s| b.isolated(s);
    Truth is_supported = |b, s| b.phalanx(s) | b.defended_from_west(s) | b.defended_from_east(s);
    Truth is_passed = |b, s| b.passed(s);
    Truth is_backward = |b, s| b.backward(s);
    Truth is_candidate = |b, s| b.candidates(s);
}

/// Parts of several definitions.
impl<T: Mask> Board<T> {
    fn enemy_on_file(&self, s: At) -> T {
        any(s.whole_file(), |t| self.enemy(t))
    }

    fn number_on_file(&self, s: At) -> Count<T> {
        Count::new(s.whole_file(), |t| self.own(t))
    }

    /// Returns `true` if this is the square of the foremost friendly pawn of the file. Rank 0
    /// stands for a file without one.
    fn foremost(&self, s: At) -> T {
        (self.own(s) | T::from(s.rank == 0)) & !any(s.ahead(), |t| self.own(t))
    }

    /// Returns the number of friendly pawns that attack the square.
    fn attackers(&self, s: At) -> Count<T> {
        Count::new([-1, 1], |east| self.own(s.step(east, -1)))
    }

    /// Returns `true` if this is a square of the board that an enemy pawn attacks.
    fn enemy_attacks(&self, s: At) -> T {
        T::from(s.on_board()) & any([-1, 1], |east| self.enemy(s.step(east, 1)))
    }

    /// Returns `true` if the square is in a horizontal run of exactly `length` friendly pawns.
    fn in_run(&self, s: At, length: i32) -> T {
        any(0..length, |west| {
            let first = s.step(-west, 0);
            let members = !any(0..length, |east| !self.own(first.step(east, 0)));
            members & !self.own(first.step(-1, 0)) & !self.own(first.step(length, 0))
        })
    }

    /// Returns the number of friendly pawns on the neighbor files, on the same rank as the square
    /// or behind it.
    pub fn number_of_helpers(&self, s: At) -> Count<T> {
        Count::new(
            s.beside().into_iter().flat_map(|t| t.step(0, 1).behind()),
            |t| self.own(t),
        )
    }

    /// Returns the number of enemy pawns on the neighbor files, ahead of the square.
    pub fn number_of_sentries(&self, s: At) -> Count<T> {
        Count::new(s.beside().into_iter().flat_map(|t| t.ahead()), |t| {
            self.enemy(t)
        })
    }
}

/// Parts of several classes of contacts.
impl<T: Mask> Board<T> {
    fn in_contact(&self, s: At, class: fn(&Self, At, i32) -> T) -> T {
        class(self, s, 1) | class(self, s, -1)
    }

    /// Returns the number of the two pawns that have an empty square ahead.
    fn can_pass(&self, s: At, east: i32) -> Count<T> {
        Count::new([s.step(0, 1), s.step(east, 0)], |stop| self.empty(stop))
    }

    /// Returns `true` if the contact is in a maximal diagonal row of two or more contacts that
    /// `accepts` accepts.
    ///
    /// Its arguments are: does another friendly pawn continue the row, and does another enemy pawn?
    fn in_row(&self, s: At, east: i32, accepts: fn(T, T) -> T) -> T {
        // The row rises away from the direction of the capture: its lowest contact has the rear
        // friendly pawn, and its highest contact has the rear enemy pawn.
        let place = |steps: i32| s.step(-east * steps, steps);
        let contact = |steps| self.contacts(place(steps), east);
        any(-7..=0, |lowest| {
            any(0..=7, |highest| {
                if lowest == highest {
                    return no();
                }
                let members = !any(lowest..=highest, |steps| !contact(steps));
                let maximal = !contact(lowest - 1) & !contact(highest + 1);
                let own_goes_on = self.own(place(lowest - 1));
                let enemy_goes_on = self.enemy(place(highest + 1).step(east, 1));
                members & maximal & accepts(own_goes_on, enemy_goes_on)
            })
        })
    }
}

/// Returns twice the distance of a file from the middle of the board.
fn from_center(file: i32) -> i32 {
    (2 * file - 9).abs()
}
