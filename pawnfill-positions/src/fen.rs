//! FEN and EPD.

use pawnfill::{File, Pawns, Rank, Square};

use super::{Pieces, Position, quoted};

/// Reads a FEN or an EPD record; the error is the reason, in words.
///
/// Fields may be missing from the end, down to the placement of the pieces alone; those that are there must be right.
pub(super) fn parse(text: &str) -> Result<Position, String> {
    let mut rest = Fields(text.trim());
    let text = rest.0;
    let pawns = placement(rest.next_field().ok_or("there is no position")?)?;
    for check in [side_to_move, castling_rights, en_passant] {
        match rest.next_field() {
            Some(field) => check(field)?,
            None => break,
        }
    }
    for what in ["half-move clock", "move number"] {
        // What begins with a letter is an EPD operation.
        if rest.0.starts_with(|c: char| c.is_ascii_alphabetic()) {
            break;
        }
        if let Some(field) = rest.next_field() {
            field.parse::<u32>().map_err(|_| format!("the {what} {} is not a number", quoted(field)))?;
        }
    }
    let fen = text[..text.len() - rest.0.len()].trim_end();
    operations(rest)?;
    Ok(Position { pawns, ply: 0, game: None, pieces: Pieces::Fen(fen.into()) })
}

/// The squares that are not empty, each with the letter of its piece. The FEN was found to be right.
pub(super) fn pieces(fen: &str) -> Vec<(Square, char)> {
    let ranks = fen.split_ascii_whitespace().next().unwrap_or_default().split('/');
    let mut pieces = Vec::new();
    for (row, rank) in ranks.zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for symbol in row.chars() {
            if let (None, Some(&file)) = (symbol.to_digit(10), File::ALL.get(file)) {
                pieces.push((Square::new(file, rank), symbol));
            }
            file += symbol.to_digit(10).unwrap_or(1) as usize;
        }
    }
    pieces
}

/// What has not been read yet of fields that white space separates.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn next_field(&mut self) -> Option<&'a str> {
        let (field, rest) = self.0.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((self.0, ""));
        self.0 = rest.trim_ascii_start();
        (!field.is_empty()).then_some(field)
    }
}

fn placement(field: &str) -> Result<Pawns, String> {
    let ranks = field.split('/').count();
    if ranks != 8 {
        let s = if ranks == 1 { "" } else { "s" };
        return Err(format!("the board has {ranks} rank{s} instead of 8: {}", quoted(field)));
    }
    let (mut white, mut black) = (0, 0);
    for (row, number) in field.split('/').zip((1..=8).rev()) {
        let mut file = 0;
        let mut after_digit = false;
        for symbol in row.chars() {
            let digit = symbol.to_digit(10);
            if digit.is_some() && after_digit {
                return Err(format!("rank {number} has two digits in a row: {}", quoted(row)));
            }
            after_digit = digit.is_some();
            match (symbol, digit) {
                ('1'..='8', Some(empty)) => file += empty,
                ('P' | 'p', _) => {
                    if let 1 | 8 = number {
                        return Err(format!("there is a pawn on rank {number}: {}", quoted(row)));
                    }
                    let set = if symbol == 'P' { &mut white } else { &mut black };
                    // The file may be wrong, which the sum of the rank shows.
                    *set |= 1_u64 << (8 * (number - 1) + file.min(7));
                    file += 1;
                }
                ('N' | 'B' | 'R' | 'Q' | 'K' | 'n' | 'b' | 'r' | 'q' | 'k', _) => file += 1,
                _ => {
                    return Err(format!(
                        "rank {number} has {symbol:?}, which is no piece and no number from 1 to 8"
                    ));
                }
            }
        }
        if file != 8 {
            return Err(format!("rank {number} has {file} files instead of 8: {}", quoted(row)));
        }
    }
    Ok(Pawns::from_bits(white, black))
}

fn side_to_move(field: &str) -> Result<(), String> {
    if matches!(field, "w" | "b") {
        return Ok(());
    }
    Err(format!("the side to move is {} instead of w or b", quoted(field)))
}

/// Castling rights by the king's and queen's side, or by the files of the rooks.
fn castling_rights(field: &str) -> Result<(), String> {
    let known = |c: char| matches!(c.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    let mut letters: Vec<_> = field.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    if field == "-" || (letters.iter().all(|&c| known(c)) && letters.len() == field.len() && field.len() <= 4)
    {
        return Ok(());
    }
    Err(format!("the castling rights are {} instead of - or some of KQkq", quoted(field)))
}

fn en_passant(field: &str) -> Result<(), String> {
    if field == "-" || matches!(field.as_bytes(), [b'a'..=b'h', b'3' | b'6']) {
        return Ok(());
    }
    Err(format!("the en passant square is {} instead of - or a square on rank 3 or 6", quoted(field)))
}

/// Checks the form of EPD operations, a name and operands up to a semicolon each; their meaning is not ours.
fn operations(Fields(mut rest): Fields) -> Result<(), String> {
    while !rest.is_empty() {
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(format!("after the position stands {}, which is no EPD operation", quoted(rest)));
        }
        let mut in_string = false;
        let end = rest.find(|c| {
            in_string ^= c == '"';
            c == ';' && !in_string
        });
        if end.is_none() && in_string {
            return Err(format!("the string in the operation {} is not closed", quoted(rest)));
        }
        rest = end.map_or("", |end| rest[end + 1..].trim_ascii_start());
    }
    Ok(())
}
