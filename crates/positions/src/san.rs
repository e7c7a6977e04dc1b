//! The text of a move, before it is known which piece moves.

use cozy_chess::Piece;

/// A move as written: everything that its text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum San {
    /// A move of a piece or a pawn from one of the squares of `origin`.
    Step { piece: Piece, origin: u64, to: u8, promotion: Option<Piece> },
    /// Castling, by the wing of the rook.
    Castle { kingside: bool },
    /// The other side moves twice in a row.
    Null,
}

/// Parses the move at the start of a text. Returns it with its length, or `None` if there is no move.
///
/// Besides SAN, this accepts the forms that programs and people write: `e2e4`, `e2-e4`, `Ng1xf3`, `Pe4`, `ed5`, `e8Q`,
/// `e8=q`, `e8(Q)`, `e8/Q`, `exd6e.p.`, `0-0`, `--` and `Z0`, with any evaluation such as `+`, `#`, `!?` or `+-`.
#[inline]
pub(super) fn parse(text: &[u8]) -> Option<(San, usize)> {
    let (found, length) = match *text.first()? {
        b'a'..=b'h' => step(text, Piece::Pawn, 0)?,
        b'N' => step(text, Piece::Knight, 1)?,
        b'B' => step(text, Piece::Bishop, 1)?,
        b'R' => step(text, Piece::Rook, 1)?,
        b'Q' => step(text, Piece::Queen, 1)?,
        b'K' => step(text, Piece::King, 1)?,
        b'P' => step(text, Piece::Pawn, 1)?,
        _ => special(text)?,
    };
    let mut end = length;
    while let Some(b'+' | b'#' | b'!' | b'?' | b'=' | b'-' | b'/') = text.get(end) {
        end += 1;
    }
    (!text.get(end).is_some_and(|&byte| is_symbol(byte))).then_some((found, end))
}

/// Returns the text of a move without evaluations, such as `!?` and `+-`. The signs of check and mate remain.
pub(super) fn without_evaluation(text: &[u8]) -> &[u8] {
    let last_of =
        |signs: &[u8]| text.iter().rposition(|byte| !signs.contains(byte)).map_or(0, |last| last + 1);
    let end = last_of(b"!?");
    let start = last_of(b"+#!?=-/");
    if matches!(&text[start..end.max(start)], b"+" | b"++" | b"#") { &text[..end] } else { &text[..start] }
}

/// Whether a byte can be part of a move, a number or a result.
pub(super) fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-#=:/!?_".contains(&byte)
}

/// Castling and null moves.
#[cold]
fn special(text: &[u8]) -> Option<(San, usize)> {
    let forms: [(&[u8], San); 6] = [
        (b"O-O-O", San::Castle { kingside: false }),
        (b"0-0-0", San::Castle { kingside: false }),
        (b"O-O", San::Castle { kingside: true }),
        (b"0-0", San::Castle { kingside: true }),
        (b"--", San::Null),
        (b"Z0", San::Null),
    ];
    forms.into_iter().find(|(form, _)| text.starts_with(form)).map(|(form, san)| (san, form.len()))
}

/// A move with squares, after the letter of its piece.
#[inline(always)]
fn step(text: &[u8], piece: Piece, start: usize) -> Option<(San, usize)> {
    const FILE: u64 = 0x0101_0101_0101_0101;
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let file = |at: usize| Some(byte(at).wrapping_sub(b'a')).filter(|&file| file < 8);
    let rank = |at: usize| Some(byte(at).wrapping_sub(b'1')).filter(|&rank| rank < 8);
    // Either these are the destination, or they are the origin and the destination follows.
    let (mut at, mut origin) = (start, u64::MAX);
    let (first_file, first_rank) = (file(at), rank(at + usize::from(file(at).is_some())));
    at += usize::from(first_file.is_some()) + usize::from(first_rank.is_some());
    let second = at + usize::from(matches!(byte(at), b'x' | b'-' | b':'));
    let to = if let Some(to_file) = file(second) {
        if let Some(file) = first_file {
            origin &= FILE << file;
        }
        if let Some(rank) = first_rank {
            origin &= 0xff << (8 * rank);
        }
        at = second + 2;
        8 * rank(second + 1)? + to_file
    } else {
        8 * first_rank? + first_file?
    };
    let mut promotion = None;
    if piece == Piece::Pawn {
        // No other letter may follow the square.
        if let Some((piece, length)) = promoted(&text[at..]) {
            promotion = Some(piece);
            at += length;
        }
        let en_passant: [&[u8]; 2] = [b"e.p.", b"ep"];
        if let Some(suffix) = en_passant.iter().find(|suffix| text[at..].starts_with(suffix)) {
            at += suffix.len();
        }
    }
    Some((San::Step { piece, origin, to, promotion }, at))
}

/// Returns the piece of a promotion, and the length of its text.
#[inline(always)]
fn promoted(text: &[u8]) -> Option<(Piece, usize)> {
    let (letter, length) = match *text {
        [b'=' | b'/', letter, ..] => (letter, 2),
        [b'(', letter, b')', ..] => (letter, 3),
        [letter, ..] => (letter, 1),
        [] => return None,
    };
    let piece = match letter.to_ascii_uppercase() {
        b'Q' => Piece::Queen,
        b'R' => Piece::Rook,
        b'B' => Piece::Bishop,
        b'N' => Piece::Knight,
        _ => return None,
    };
    Some((piece, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_evaluations() {
        for (text, expected) in [
            ("e4", "e4"),
            ("e4!?", "e4"),
            ("e4+-", "e4"),
            ("Qh5+!", "Qh5+"),
            ("Qxf7#", "Qxf7#"),
            ("Nf3++?", "Nf3++"),
            ("e8=Q+", "e8=Q+"),
            ("e8=Q", "e8=Q"),
            ("O-O-O/=", "O-O-O"),
        ] {
            assert_eq!(without_evaluation(text.as_bytes()), expected.as_bytes(), "{text}");
        }
    }
}
