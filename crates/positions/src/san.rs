//! The text of a move, before it is known which piece moves.

use cozy_chess::Piece;

use super::bytes::ByteSet;

/// A move as written: everything that its text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum San {
    /// A move of a piece or a pawn from one of the squares of `origin`. A pawn with a single one
    /// stands for any piece, of which only the two squares were written.
    Step {
        piece: Piece,
        origin: u64,
        to: u8,
        promotion: Option<Piece>,
    },
    /// Castling, by the wing of the rook.
    Castle { kingside: bool },
    /// The other side moves twice in a row.
    Null,
}

impl San {
    /// Returns the move as two numbers, which differ for each.
    pub(super) fn words(self) -> [u64; 2] {
        match self {
            Self::Step {
                piece,
                origin,
                to,
                promotion,
            } => {
                let promotion = promotion.map_or(u8::MAX, |piece| piece as u8);
                let rest = [to, piece as u8, promotion, 0, 0, 0, 0, 0];
                [origin, u64::from_le_bytes(rest)]
            }
            Self::Castle { kingside } => [u64::from(kingside), u64::MAX],
            Self::Null => [2, u64::MAX],
        }
    }
}

/// The squares from which a letter or digit of a move says that the piece comes.
const ORIGINS: [u64; 256] = {
    let mut origins = [0; 256];
    let mut line = 0;
    while line < 8 {
        origins[b'a' as usize + line] = 0x0101_0101_0101_0101 << line;
        origins[b'1' as usize + line] = 0xff << (8 * line);
        line += 1;
    }
    origins
};

/// The piece that a move with this first letter moves.
const PIECES: [Option<Piece>; 256] = {
    let mut pieces = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        pieces[file as usize] = Some(Piece::Pawn);
        file += 1;
    }
    pieces[b'N' as usize] = Some(Piece::Knight);
    pieces[b'B' as usize] = Some(Piece::Bishop);
    pieces[b'R' as usize] = Some(Piece::Rook);
    pieces[b'Q' as usize] = Some(Piece::Queen);
    pieces[b'K' as usize] = Some(Piece::King);
    pieces
};

/// Parses the move at the start of a text. Returns it with its length, or `None` if there
/// is no move.
///
/// Besides SAN, this accepts the forms that programs and people write: `g1f3`, `e2-e4`, `Ng1xf3`,
/// `Pe4`, `ed5`, `e8Q`, `e8=q`, `e8(Q)`, `e8/Q`, `exd6e.p.`, `0-0`, `o-o`, `--` and `Z0`, with any
/// evaluation such as `+`, `#`, `!?` or `+-`.
pub(super) fn parse(text: &[u8]) -> Option<(San, usize)> {
    let (mut san, mut end) = match *text.first()? {
        b'P' => step(text, Piece::Pawn, 1)?,
        first => match PIECES[usize::from(first)] {
            Some(Piece::Pawn) => step(text, Piece::Pawn, 0)?,
            Some(piece) => step(text, piece, 1)?,
            None => special(text)?,
        },
    };
    end += suffixes(&text[end..], &mut san)?;
    Some((san, end))
}

/// Does the same for the forms of almost all moves, such as `e4`, `exd5` and `Nbxd7+`, at
/// the start of a word of eight bytes. The form of the next move cannot be predicted, so
/// this has few branches.
#[inline(always)]
pub(super) fn common(word: u64) -> Option<(San, usize)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The lowest of these bits belongs to the first byte that no move contains. Those after it may
    // be wrong.
    let ends = word.wrapping_sub(EACH * 0x21) & (EACH * 0x80);
    // Lengths are in bits from here on.
    let length = ends.trailing_zeros() & 0x78;
    let has_check = matches!(byte_at(word, length.wrapping_sub(8)), b'+' | b'#');
    let before = length.wrapping_sub(16 + 8 * u32::from(has_check));
    // The file and the rank of the destination, a byte each.
    let squares = u32::from(word.wrapping_shr(before) as u16);
    let to = squares.wrapping_sub(u32::from(u16::from_le_bytes(*b"a1")));
    if before > 24 || to & !0x0707 != 0 {
        return None;
    }
    let [first, second, third] = [0, 8, 16].map(|bits| byte_at(word, bits));
    let piece = PIECES[usize::from(first)]?;
    let origin = ORIGINS[usize::from(if piece == Piece::Pawn { first } else { second })];
    let (is_origin, captures) = (origin != 0, second == b'x');
    let (is_common, origin) = if piece == Piece::Pawn {
        let leaves_file = (u32::from(first) ^ squares) & 7 != 0;
        let is_capture = before == 16 && captures && leaves_file;
        let origin = if before == 0 { u64::MAX } else { origin };
        (before == 0 || is_capture, origin)
    } else {
        let is_common = match before {
            8 => true,
            16 => is_origin || captures,
            _ => is_origin && third == b'x',
        };
        let is_any = before == 8 || captures;
        (is_common, if is_any { u64::MAX } else { origin })
    };
    let san = San::Step {
        piece,
        origin,
        to: (to >> 5 | to & 7) as u8,
        promotion: None,
    };
    is_common.then_some((san, length as usize / 8))
}

#[inline(always)]
fn byte_at(word: u64, bits: u32) -> u8 {
    word.wrapping_shr(bits) as u8
}

/// Reads a promotion and evaluations. Returns their length, or `None` if other letters
/// or digits follow.
fn suffixes(text: &[u8], san: &mut San) -> Option<usize> {
    let mut at = 0;
    if let San::Step {
        piece: Piece::Pawn,
        promotion,
        ..
    } = san
    {
        if let Some((piece, length)) = promoted(text) {
            *promotion = Some(piece);
            at = length;
        }
        at += match &text[at..] {
            [b'e', b'.', b'p', b'.', ..] => 4,
            [b'e', b'p', ..] => 2,
            _ => 0,
        };
    }
    at = EVALUATIONS.skip(text, at);
    (SYMBOLS.skip(text, at) == at).then_some(at)
}

/// Returns the text of a move without evaluations, such as `!?` and `+-`. The signs of check and
/// mate remain.
pub(super) fn without_evaluation(text: &[u8]) -> &[u8] {
    // Only the null move `--` has no other bytes.
    let least = text.len().min(2);
    let end = end_before(text, b"!?").max(least);
    let start = end_before(text, b"+#!?=-/").max(least);
    if matches!(&text[start..end], b"+" | b"++" | b"#") {
        &text[..end]
    } else {
        &text[..start]
    }
}

/// Returns the place where these signs at the end of a text begin.
fn end_before(text: &[u8], signs: &[u8]) -> usize {
    let last = text.iter().rposition(|byte| !signs.contains(byte));
    last.map_or(0, |last| last + 1)
}

/// The bytes that can be part of a move, a number or a result.
pub(super) const SYMBOLS: ByteSet =
    ByteSet::new(b"+-#=:/!?_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

const EVALUATIONS: ByteSet = ByteSet::new(b"+#!?=-/");

/// Castling and null moves.
fn special(text: &[u8]) -> Option<(San, usize)> {
    let (san, length) = match text {
        [b'O', b'-', b'O', b'-', b'O', ..]
        | [b'0', b'-', b'0', b'-', b'0', ..]
        | [b'o', b'-', b'o', b'-', b'o', ..] => (San::Castle { kingside: false }, 5),
        [b'O', b'-', b'O', ..] | [b'0', b'-', b'0', ..] | [b'o', b'-', b'o', ..] => {
            (San::Castle { kingside: true }, 3)
        }
        [b'-', b'-', ..] | [b'Z', b'0', ..] => (San::Null, 2),
        _ => return None,
    };
    Some((san, length))
}

/// A move with squares, after the letter of its piece.
fn step(text: &[u8], piece: Piece, start: usize) -> Option<(San, usize)> {
    // Either these are the destination, or they are the origin and the destination follows.
    let mut at = start;
    at += usize::from(line(text, at, b'a') < 8);
    at += usize::from(line(text, at, b'1') < 8);
    let captures = matches!(text.get(at), Some(b'x' | b':'));
    let second = at + usize::from(captures || text.get(at) == Some(&b'-'));
    let (mut origin, mut to) = (u64::MAX, start);
    if line(text, second, b'a') < 8 {
        to = second;
        for byte in &text[start..at] {
            origin &= ORIGINS[usize::from(*byte)];
        }
        let leaves_file = origin & ORIGINS[usize::from(text[second])] == 0;
        if piece == Piece::Pawn && captures && !leaves_file && !origin.is_power_of_two() {
            // Without the file from which it captures, this would be a push.
            return None;
        }
    }
    let (file, rank) = (line(text, to, b'a'), line(text, to + 1, b'1'));
    if file >= 8 || rank >= 8 {
        return None;
    }
    let san = San::Step {
        piece,
        origin,
        to: 8 * rank + file,
        promotion: None,
    };
    Some((san, to + 2))
}

/// Returns the number of the file or rank at a place, of which this is the first, or 8 or more.
fn line(text: &[u8], at: usize, first: u8) -> u8 {
    text.get(at)
        .map_or(u8::MAX, |byte| byte.wrapping_sub(first))
}

/// Returns the piece of a promotion, and the length of its text.
fn promoted(text: &[u8]) -> Option<(Piece, usize)> {
    let (letter, length) = match *text {
        [b'=' | b'/', letter, ..] => (letter, 2),
        [b'(', letter, b')', ..] => (letter, 3),
        [letter, ..] => (letter, 1),
        [] => return None,
    };
    match PIECES[usize::from(letter.to_ascii_uppercase())]? {
        Piece::King => None,
        piece => Some((piece, length)),
    }
}

#[cfg(test)]
mod tests;
