//! Stands in for the crate of this name, whose license is the GPL, with the signatures and the
//! layout of its 0.30, for one position.

pub const FEN: &[u8] = b"4k3/5ppp/8/2P5/8/8/8/4K3";

#[derive(Clone, Copy)]
pub enum Color {
    White,
    Black,
}

#[derive(Clone, Copy)]
pub struct Bitboard(pub u64);

impl std::ops::BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl From<Bitboard> for u64 {
    fn from(set: Bitboard) -> Self {
        set.0
    }
}

pub struct Board {
    pawns: u64,
    by_color: [u64; 2],
}

impl Board {
    /// Returns the board of [`FEN`], and an error for any other.
    pub fn from_ascii_board_fen(fen: &[u8]) -> Result<Self, &'static str> {
        let board = Self {
            pawns: 0x00e0_0004_0000_0000,
            by_color: [0x0000_0004_0000_0010, 0x10e0_0000_0000_0000],
        };
        (fen == FEN).then_some(board).ok_or("another position")
    }

    pub fn pawns(&self) -> Bitboard {
        Bitboard(self.pawns)
    }

    pub fn by_color(&self, color: Color) -> Bitboard {
        Bitboard(self.by_color[color as usize])
    }
}
