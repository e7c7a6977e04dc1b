//! Reads the main lines of PGN games.

use std::sync::Arc;

use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Color, Piece};
use pawnfill::Pawns;

use super::{Error, Game, Lines, Pieces, Position, fen, quoted};

/// The maximum number of half-moves: more than the 75-move rule allows, and fewer than the counters of a board.
const MAX_PLIES: u32 = 20_000;

/// A reader of games, with its position in the current game.
#[derive(Default)]
pub(super) struct Pgn {
    tokens: Tokens,
    /// The current game after its first position: the board, the half-moves so far, and the game.
    moves: Option<(Board, u32, Arc<Game>)>,
    /// The number of games so far.
    games: u64,
    /// The text of the last complete game.
    pub(super) last_game: Vec<u8>,
}

impl Pgn {
    /// Returns the next position, or `None` at the end of the input.
    pub(super) fn next(&mut self, lines: &mut Lines) -> Result<Option<Position>, Error> {
        if let Some((board, ply, game)) = &mut self.moves {
            match self.tokens.next(lines)? {
                Some(Token::Move(san)) => {
                    play(board, *ply, &san).map_err(|reason| lines.error(reason))?;
                    *ply += 1;
                    return Ok(Some(position(board, *ply, game)));
                }
                token => {
                    // A tag belongs to the next game: this one has no result.
                    let is_tag = matches!(token, Some(Token::Tag(_)));
                    self.last_game = lines.cut(is_tag);
                    self.moves = None;
                    self.tokens.pending = token.filter(|_| is_tag);
                }
            }
        }
        self.first_position(lines)
    }

    /// Returns the first position of the next game, after its tags.
    fn first_position(&mut self, lines: &mut Lines) -> Result<Option<Position>, Error> {
        let (mut board, mut tags) = (Board::default(), Vec::new());
        let Some(mut token) = self.tokens.next(lines)? else { return Ok(None) };
        self.games += 1;
        while let Token::Tag(pair) = token {
            let (name, value) = pair?;
            board = tag(board, &name, &value).map_err(|reason| lines.error(reason))?;
            tags.push((name, value));
            token = self
                .tokens
                .next(lines)?
                .ok_or_else(|| lines.error("the last game has tags, but neither moves nor a result"))?;
        }
        // The first move, or the result, comes after the first position.
        self.tokens.pending = Some(token);
        let game = Arc::new(Game { number: self.games, tags });
        let position = position(&board, 0, &game);
        self.moves = Some((board, 0, game));
        Ok(Some(position))
    }

    /// Skips to the next game after an error: past a result, or to a tag that follows moves.
    pub(super) fn skip_game(&mut self, lines: &mut Lines) {
        (self.tokens, self.moves) = Default::default();
        let mut in_tags = is_tag(lines);
        loop {
            let ends_game = !is_tag(lines) && words(lines).last().is_some_and(is_result);
            lines.skip_line();
            // If reading fails here, the next call reports it.
            if ends_game || !lines.advance().unwrap_or(false) || (is_tag(lines) && !in_tags) {
                break;
            }
            in_tags &= is_tag(lines) || words(lines).next().is_none();
        }
        lines.cut(false);
    }
}

/// Tests if the line begins like a tag.
fn is_tag(lines: &Lines) -> bool {
    matches!(lines.line.trim_ascii_start(), [b'[', letter, ..] if letter.is_ascii_alphabetic())
}

/// Returns the words of the line, read or not.
fn words(lines: &Lines) -> impl Iterator<Item = &[u8]> {
    lines.line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn position(board: &Board, ply: u32, game: &Arc<Game>) -> Position {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
    Position {
        pawns: Pawns::from_bits(pawns(Color::White), pawns(Color::Black)),
        ply,
        game: Some(Arc::clone(game)),
        pieces: Pieces::Board(board.clone()),
    }
}

/// Returns the first position of the game after a tag.
fn tag(first: Board, name: &str, value: &str) -> Result<Board, String> {
    match name {
        "FEN" => {
            fen::parse(value)?;
            let mut fields = value.split_ascii_whitespace();
            let mut field = |default| fields.next().unwrap_or(default);
            let (board, side, castling, en_passant) = (field(""), field("w"), field("-"), field("-"));
            let castling: String = castling.chars().map(|right| rook_file(board, right)).collect();
            // The counters do not affect the pawns, and `Board` rejects some of their values.
            Board::from_fen(&format!("{board} {side} {castling} {en_passant} 0 1"), true)
                .map_err(|error| format!("{} is not a legal position: {error}", quoted(value)))
        }
        "Variant" => {
            let variant = value.replace([' ', '-'], "").to_ascii_lowercase();
            match variant.as_str() {
                "chess" | "standard" | "normal" | "fromposition" | "chess960" | "fischerandom" => Ok(first),
                _ => Err(format!("the variant {} is not supported", quoted(value))),
            }
        }
        _ => Ok(first),
    }
}

/// Returns the castling right as the file of a rook. `K` and `Q` mean the outermost rook on their side.
fn rook_file(board: &str, right: char) -> char {
    let white = right.is_ascii_uppercase();
    let (rank, rook) = if white { (board.rsplit('/').next(), 'R') } else { (board.split('/').next(), 'r') };
    let digits_spread_out = rank.unwrap_or_default().chars().flat_map(|symbol| {
        let squares = symbol.to_digit(10).unwrap_or(1);
        std::iter::repeat_n(symbol, squares as usize)
    });
    let files = if white { 'A'..='H' } else { 'a'..='h' };
    let rooks: Vec<char> =
        files.zip(digits_spread_out).filter(|&(_, symbol)| symbol == rook).map(|(file, _)| file).collect();
    let outermost = match right {
        'K' | 'k' => rooks.last(),
        'Q' | 'q' => rooks.first(),
        _ => None,
    };
    outermost.copied().unwrap_or(right)
}

fn play(board: &mut Board, ply: u32, san: &str) -> Result<(), String> {
    if ply == MAX_PLIES {
        return Err(format!("the game has more than {MAX_PLIES} half-moves"));
    }
    let (number, dots) = (ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." });
    let illegal = || format!("{number}{dots} {} is illegal or ambiguous in {board}", quoted(san));
    let played = parse_san_move(board, san).map_err(|_| illegal())?;
    board.play_unchecked(played);
    Ok(())
}

/// A token of a main line.
enum Token {
    /// The name and the value of a tag, or why it has none.
    Tag(Result<(String, String), Error>),
    Move(String),
    Result,
}

/// Finds the tokens of the main line, and skips everything else.
#[derive(Default)]
struct Tokens {
    /// The line that opens the current comment.
    comment: Option<u64>,
    /// The line that opens the outermost current variation; `depth` is the number of nested variations.
    variation: Option<u64>,
    depth: u64,
    /// A token that is returned again.
    pending: Option<Token>,
}

impl Tokens {
    fn next(&mut self, lines: &mut Lines) -> Result<Option<Token>, Error> {
        if self.pending.is_some() {
            return Ok(self.pending.take());
        }
        while lines.advance()? {
            let rest = lines.rest();
            if self.comment.is_some() {
                match rest.iter().position(|&byte| byte == b'}') {
                    Some(end) => {
                        self.comment = None;
                        lines.skip(end + 1);
                    }
                    None => lines.skip_line(),
                }
                continue;
            }
            match rest[0] {
                b'%' if lines.at_start() => lines.skip_line(),
                b';' => lines.skip_line(),
                b'{' => {
                    self.comment = Some(lines.number);
                    lines.skip(1);
                }
                b'(' => {
                    self.variation.get_or_insert(lines.number);
                    self.depth += 1;
                    lines.skip(1);
                }
                b')' if self.depth == 0 => return Err(lines.error("`)` without an open variation")),
                b')' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.variation = None;
                    }
                    lines.skip(1);
                }
                byte if self.depth > 0 || byte.is_ascii_whitespace() || b".$".contains(&byte) => {
                    lines.skip(1)
                }
                b'*' => {
                    lines.skip(1);
                    return Ok(Some(Token::Result));
                }
                b'[' => {
                    let error = || lines.error("the tag does not have the form [Name \"value\"]");
                    let (pair, length) =
                        tag_pair(rest).map_or_else(|| (Err(error()), 1), |(pair, length)| (Ok(pair), length));
                    lines.skip(length);
                    return Ok(Some(Token::Tag(pair)));
                }
                byte => {
                    let length = rest.iter().take_while(|&&byte| is_symbol(byte)).count();
                    if length == 0 {
                        return Err(lines.error(format!("unexpected character {:?}", char::from(byte))));
                    }
                    let token = symbol(&String::from_utf8_lossy(&rest[..length]));
                    lines.skip(length);
                    if token.is_some() {
                        return Ok(token);
                    }
                }
            }
        }
        let open = |what, line| Err(lines.error(format!("the {what} opened in line {line} is not closed")));
        match (self.comment, self.variation) {
            (Some(line), _) => open("comment", line),
            (_, Some(line)) => open("variation", line),
            _ => Ok(None),
        }
    }
}

fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-#=:/!?_".contains(&byte)
}

fn is_result(word: &[u8]) -> bool {
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
}

/// Returns a move or a result, or `None` for a move number or an annotation.
fn symbol(text: &str) -> Option<Token> {
    let san = text.trim_end_matches(['!', '?']);
    match san {
        _ if is_result(san.as_bytes()) => Some(Token::Result),
        _ if san.bytes().all(|byte| byte.is_ascii_digit()) => None,
        // Some programs write castling with zeros.
        _ if san.starts_with("0-0") => Some(Token::Move(san.replace('0', "O"))),
        _ => Some(Token::Move(san.to_owned())),
    }
}

/// Returns the tag pair at the start of the line, and its length.
fn tag_pair(line: &[u8]) -> Option<((String, String), usize)> {
    let quote = line.iter().position(|&byte| byte == b'"')?;
    let name = std::str::from_utf8(&line[1..quote]).ok()?.trim();
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let mut value = Vec::new();
    let mut bytes = line.iter().copied().enumerate().skip(quote + 1);
    loop {
        match bytes.next()?.1 {
            b'"' => break,
            b'\\' => value.push(bytes.next()?.1),
            byte => value.push(byte),
        }
    }
    let (end, _) = bytes.find(|(_, byte)| !byte.is_ascii_whitespace()).filter(|&(_, byte)| byte == b']')?;
    let value = String::from_utf8_lossy(&value).into_owned();
    Some(((name.to_owned(), value), end + 1))
}
