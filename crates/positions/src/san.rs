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
    let (mut found, mut end) = match *text.first()? {
        b'a'..=b'h' => step(text, Piece::Pawn, 0)?,
        b'N' => step(text, Piece::Knight, 1)?,
        b'B' => step(text, Piece::Bishop, 1)?,
        b'R' => step(text, Piece::Rook, 1)?,
        b'Q' => step(text, Piece::Queen, 1)?,
        b'K' => step(text, Piece::King, 1)?,
        b'P' => step(text, Piece::Pawn, 1)?,
        _ => special(text)?,
    };
    // Nothing follows most moves.
    if !matches!(text.get(end), Some(b' ' | b'\n' | b'\r')) {
        end += suffixes(&text[end..], &mut found)?;
    }
    Some((found, end))
}

/// Reads a promotion and evaluations. Returns their length, or `None` if other letters or digits follow.
fn suffixes(text: &[u8], found: &mut San) -> Option<usize> {
    let mut at = 0;
    if let San::Step { piece: Piece::Pawn, promotion, .. } = found {
        if let Some((piece, length)) = promoted(text) {
            *promotion = Some(piece);
            at = length;
        }
        let en_passant: [&[u8]; 2] = [b"e.p.", b"ep"];
        let suffix = en_passant.iter().find(|suffix| text[at..].starts_with(suffix));
        at += suffix.map_or(0, |suffix| suffix.len());
    }
    while let Some(b'+' | b'#' | b'!' | b'?' | b'=' | b'-' | b'/') = text.get(at) {
        at += 1;
    }
    (!text.get(at).is_some_and(|&byte| is_symbol(byte))).then_some(at)
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
    // No move has more bytes before its suffixes.
    let mut bytes = [0; 8];
    match text.first_chunk() {
        Some(chunk) => bytes = *chunk,
        None => bytes[..text.len()].copy_from_slice(text),
    }
    let file = |at: usize| bytes[at & 7].wrapping_sub(b'a');
    let rank = |at: usize| bytes[at & 7].wrapping_sub(b'1');
    // Either these are the destination, or they are the origin and the destination follows.
    let mut at = start;
    let (first_file, has_file) = (file(at), file(at) < 8);
    at += usize::from(has_file);
    let (first_rank, has_rank) = (rank(at), rank(at) < 8);
    at += usize::from(has_rank);
    let captures = matches!(bytes[at & 7], b'x' | b':');
    let second = at + usize::from(captures || bytes[at & 7] == b'-');
    let mut origin = u64::MAX;
    let (to_file, to_rank) = if file(second) < 8 {
        if piece == Piece::Pawn && captures && (!has_file || first_file == file(second)) {
            // Without the file from which it captures, this would be a push.
            return None;
        }
        if has_file {
            origin &= FILE << first_file;
        }
        if has_rank {
            origin &= 0xff << (8 * first_rank);
        }
        at = second + 2;
        (file(second), rank(second + 1))
    } else if has_file {
        (first_file, first_rank)
    } else {
        return None;
    };
    (to_rank < 8).then(|| (San::Step { piece, origin, to: 8 * to_rank + to_file, promotion: None }, at))
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
