//! A `no_std` engine that renames the dependency `pawnfill`.

#![no_std]

engine_pawns::tables! {
    /// Squares from which an enemy pawn can stop a white pawn on the index square.
    pub static WHITE_PASSER_SPAN: [u64; 64] = |sq| front_span(sq) | east(front_span(sq)) | west(front_span(sq));
    pub const ADJACENT_FILES: [u64; 8] = |file| east(file) | west(file);
    pub static FILES: [u64; 256] = |files| file_fill(files);
    pub static ISLANDS: [u8; 256] = |files| count(files & !(files >> 1));
    static BETWEEN: [[u64; 64]; 64] = |a, b| north_ray(a) & south_ray(b);
}

/// The squares between two squares of a file.
pub fn between(south: usize, north: usize) -> u64 {
    BETWEEN[south][north]
}

/// The other forms of an item.
pub mod forms {
    engine_pawns::tables! {
        #[doc = "Attacks of the pawns of a color."]
        pub(super) static ATTACKS: [[u64; 64]; 2] = |color, sq| any_attacks(sq, color);

        #[rustfmt::skip]
        pub(crate) const RANKS_AHEAD: [[u64; 8]; 2] = |color, rank| if color == white { north_fill(rank) - rank }
            else { south_ray(rank) };

        #[cfg(any())]
        static CHOSEN: [u64; 8] = |file| file;
        #[cfg(not(any()))]
        pub(in crate::forms) static CHOSEN: [u64; 8] = |file| flip_vertical(file) & (d4 | rank_5);
    }

    pub fn used() -> ([[u64; 64]; 2], [[u64; 8]; 2], [u64; 8]) {
        (ATTACKS, RANKS_AHEAD, CHOSEN)
    }
}

/// Other types with the names of those of entries.
pub mod shadowed {
    #[allow(non_camel_case_types, dead_code)]
    mod types {
        pub type u8 = u16;
        pub type u64 = u32;
    }
    #[allow(unused_imports)]
    use self::types::*;

    engine_pawns::tables! {
        pub static FILES: [u64; 256] = |files| file_fill(files);
        pub static COUNTS: [u8; 256] = |files| count(files);
    }
}

macro_rules! through_a_macro {
    ($(#[$meta:meta])* $vis:vis $name:ident: $ty:ty = |$file:ident| $body:expr) => {
        engine_pawns::tables! { $(#[$meta])* $vis static $name: $ty = |$file| $body; }
    };
}

through_a_macro! { #[allow(dead_code)] MIRRORED: [u64; 8] = |file| flip_horizontal(file) | flip_horizontal(file) & rank_1 }
through_a_macro! { pub MIRRORED_TOO: [u64; 8] = |file| flip_horizontal(file) }

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares whose index, file and rank meet a condition.
    fn squares(holds: impl Fn(usize, i32, i32) -> bool) -> u64 {
        (0..64).filter(|&square| holds(square, square as i32 % 8, square as i32 / 8)).map(|square| 1 << square).sum()
    }

    #[test]
    fn tables_equal_the_definitions() {
        for (square, &span) in WHITE_PASSER_SPAN.iter().enumerate() {
            let (file, rank) = (square as i32 % 8, square as i32 / 8);
            assert_eq!(span, squares(|_, f, r| (f - file).abs() <= 1 && r > rank), "{square}");
            assert_eq!(between(27, square), squares(|s, f, _| f == 3 && file == 3 && s > 27 && s < square), "{square}");
            let attacked = |forward| squares(|_, f, r| (f - file).abs() == 1 && r == rank + forward);
            assert_eq!([forms::ATTACKS[0][square], forms::ATTACKS[1][square]], [attacked(1), attacked(-1)], "{square}");
        }
        let (_, ahead, chosen) = forms::used();
        for index in 0..8 {
            let [neighbors, mirrored] = [ADJACENT_FILES, MIRRORED].map(|table| table[index as usize]);
            assert_eq!(neighbors, squares(|_, f, _| (f - index).abs() == 1), "{index}");
            assert_eq!(mirrored, squares(|_, f, _| f == 7 - index), "{index}");
            let ahead = ahead.map(|table| table[index as usize]);
            assert_eq!(ahead, [squares(|_, _, r| r > index), squares(|_, _, r| r < index)], "{index}");
            let marked = squares(|s, f, r| f == index && (r == 4 || s == 27));
            assert_eq!(chosen[index as usize], marked, "{index}");
        }
        assert_eq!(MIRRORED, MIRRORED_TOO);
        for files in 0..256_usize {
            assert_eq!(FILES[files], squares(|_, f, _| files >> f & 1 == 1), "{files:08b}");
            assert_eq!(ISLANDS[files], (files & !(files << 1)).count_ones() as u8, "{files:08b}");
            assert_eq!(shadowed::COUNTS[files], files.count_ones() as u8);
        }
        assert_eq!(shadowed::FILES, FILES);
    }
}
