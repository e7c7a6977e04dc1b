//! Reads the main lines of PGN games.

use std::mem::take;
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
    /// A token that is read again.
    pending: Option<Token>,
    state: State,
    /// The number of games so far.
    games: u64,
    last_game: Vec<u8>,
}

#[derive(Default)]
enum State {
    /// Between two games.
    #[default]
    Between,
    /// In the tags of a game, with its first position.
    Tags { first: Board, tags: Vec<(String, String)> },
    /// In the moves of a game.
    Moves { board: Board, ply: u32, game: Arc<Game> },
}

impl Pgn {
    /// Returns the next position, or `None` at the end of the input.
    pub(super) fn next(&mut self, lines: &mut Lines) -> Result<Option<Position>, Error> {
        loop {
            let token = match self.pending.take() {
                Some(token) => token,
                None => match self.tokens.next(lines) {
                    Ok(Some(token)) => token,
                    Ok(None) => return self.end(lines),
                    Err(error) => {
                        // A game whose first tag is invalid is not counted yet.
                        self.games += u64::from(is_tag(lines) && !matches!(self.state, State::Tags { .. }));
                        return Err(error);
                    }
                },
            };
            self.state = match (take(&mut self.state), token) {
                (state, Token::Tag { name, value }) => {
                    // The previous game has no result.
                    if let State::Moves { .. } = state {
                        self.last_game = lines.cut(true);
                    }
                    let (first, mut tags) = if let State::Tags { first, tags } = state {
                        (first, tags)
                    } else {
                        self.games += 1;
                        (Board::default(), Vec::new())
                    };
                    let first = tag(first, &name, &value).map_err(|reason| lines.error(reason))?;
                    tags.push((name, value));
                    State::Tags { first, tags }
                }
                (State::Moves { mut board, ply, game }, Token::Move(san)) => {
                    play(&mut board, ply, &san).map_err(|reason| lines.error(reason))?;
                    let position = position(&board, ply + 1, &game);
                    self.state = State::Moves { board, ply: ply + 1, game };
                    return Ok(Some(position));
                }
                (State::Moves { .. }, Token::Result) => {
                    self.last_game = lines.cut(false);
                    State::Between
                }
                // The first move, or the result, comes after the first position.
                (state @ (State::Between | State::Tags { .. }), token) => {
                    self.pending = Some(token);
                    let (board, tags) = if let State::Tags { first, tags } = state {
                        (first, tags)
                    } else {
                        self.games += 1;
                        (Board::default(), Vec::new())
                    };
                    let game = Arc::new(Game { number: self.games, tags });
                    let position = position(&board, 0, &game);
                    self.state = State::Moves { board, ply: 0, game };
                    return Ok(Some(position));
                }
            };
        }
    }

    /// Returns the text of the last complete game.
    pub(super) fn last_game(&self) -> &[u8] {
        &self.last_game
    }

    /// Skips to the next game after an error: past a result, or to a tag that follows moves.
    pub(super) fn skip_game(&mut self, lines: &mut Lines) {
        (self.tokens, self.pending, self.state) = Default::default();
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

    /// Handles the end of the input, which is valid after a result or a move.
    fn end(&mut self, lines: &mut Lines) -> Result<Option<Position>, Error> {
        let open = |what, line| Err(lines.error(format!("the {what} opened in line {line} is not closed")));
        match (self.tokens.comment, self.tokens.variation, &self.state) {
            (Some(line), ..) => open("comment", line),
            (_, Some(line), _) => open("variation", line),
            (.., State::Tags { .. }) => {
                Err(lines.error("the last game has tags, but neither moves nor a result"))
            }
            (.., State::Between) => Ok(None),
            (.., State::Moves { .. }) => {
                self.state = State::Between;
                self.last_game = lines.cut(false);
                Ok(None)
            }
        }
    }
}

/// Tests if the line begins like a tag.
fn is_tag(lines: &Lines) -> bool {
    matches!(lines.line().trim_ascii_start(), [b'[', letter, ..] if letter.is_ascii_alphabetic())
}

/// Returns the words of the line, read or not.
fn words(lines: &Lines) -> impl Iterator<Item = &[u8]> {
    lines.line().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
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
    Tag { name: String, value: String },
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
}

impl Tokens {
    fn next(&mut self, lines: &mut Lines) -> Result<Option<Token>, Error> {
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
                    self.comment = Some(lines.number());
                    lines.skip(1);
                }
                b'(' => {
                    self.variation.get_or_insert(lines.number());
                    self.depth += 1;
                    lines.skip(1);
                }
                b')' if self.depth == 0 => {
                    return Err(lines.error("`)` without an open variation"));
                }
                b')' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.variation = None;
                    }
                    lines.skip(1);
                }
                _ if self.depth > 0 => lines.skip(1),
                b'.' | b'$' => lines.skip(1),
                byte if byte.is_ascii_whitespace() => lines.skip(1),
                b'*' => {
                    lines.skip(1);
                    return Ok(Some(Token::Result));
                }
                b'[' => {
                    let (token, length) = tag_pair(rest)
                        .ok_or_else(|| lines.error("the tag does not have the form [Name \"value\"]"))?;
                    lines.skip(length);
                    return Ok(Some(token));
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
        Ok(None)
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
fn tag_pair(line: &[u8]) -> Option<(Token, usize)> {
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
    Some((Token::Tag { name: name.to_owned(), value }, end + 1))
}
