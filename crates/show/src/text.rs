//! Text: boards side by side.

use anstyle::{AnsiColor, Color, Style};
use pawnfill::pattern::{Scope, Value};
use pawnfill::{Bitboard, File, FileSet, Pawns, Rank, Square};
use pawnfill_positions::Position;

use crate::{Picture, Section};

/// The longest name and a gap.
const BOARD_WIDTH: usize = 24;
/// A title, eight ranks, the letters of the files.
const BOARD_HEIGHT: usize = 10;

const TITLE: Style = Style::new().bold();
const QUIET: Style = Style::new().dimmed();
const WHITE: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const SET: Style = AnsiColor::Black
    .on_default()
    .bg_color(Some(Color::Ansi(AnsiColor::Yellow)));

impl Picture {
    /// Returns the boards of a position side by side, in lines of at most this many columns, with
    /// the styles of terminals.
    pub fn text(&self, position: &Position, columns: usize) -> String {
        let columns = columns.max(BOARD_WIDTH);
        let pawns = position.pawns;
        let mut page = format!("{TITLE}{}{TITLE:#}\n", position.fen());
        for scope in Scope::ALL {
            let section = self.section(pawns, scope);
            let mut boards = Vec::new();
            if let Scope::Board = scope {
                boards.push(board("position", pawns, Bitboard::EMPTY));
            }
            for drawing in &section.drawings {
                boards.push(board(drawing.pattern.name, pawns, drawing.set));
            }
            let notes = wrapped(&notes(&section, self.chosen), columns);
            if boards.is_empty() && notes.is_empty() {
                continue;
            }
            page += &format!("\n{TITLE}{}{TITLE:#}\n", scope.name().to_uppercase());
            for (at, row) in boards.chunks(columns / BOARD_WIDTH).enumerate() {
                page += if at > 0 { "\n" } else { "" };
                for line in 0..BOARD_HEIGHT {
                    for board in row {
                        page += &board[line];
                    }
                    page.truncate(page.trim_end_matches(' ').len());
                    page += "\n";
                }
            }
            page += &notes;
        }
        page
    }
}

/// Returns the lines of a board, each [`BOARD_WIDTH`] wide: the name, the ranks, the letters
/// of the files.
fn board(name: &str, pawns: Pawns, set: Bitboard) -> [String; BOARD_HEIGHT] {
    let mut ranks = Rank::ALL.into_iter().rev();
    std::array::from_fn(|line| match line {
        0 => format!(
            "{TITLE}{name}{TITLE:#}{:1$}",
            "",
            BOARD_WIDTH.saturating_sub(name.len())
        ),
        _ => match ranks.next() {
            Some(rank) => rank_of_board(rank, pawns, set),
            None => format!(
                "{QUIET}   a b c d e f g h{QUIET:#}{:1$}",
                "",
                BOARD_WIDTH - 18
            ),
        },
    })
}

fn rank_of_board(rank: Rank, pawns: Pawns, set: Bitboard) -> String {
    let (white, black) = (pawns.white().own(), pawns.black().own());
    let mut line = format!("{QUIET}{}{QUIET:#} ", rank.name());
    // Neighboring squares share the character between them.
    let (mut marked_before, mut in_set_before) = (false, false);
    for file in File::ALL {
        let square = Square::new(file, rank);
        let in_set = set.contains(square);
        let (sign, style) = if white.contains(square) {
            ('P', WHITE)
        } else if black.contains(square) {
            ('p', BLACK)
        } else {
            (if in_set { 'x' } else { '.' }, QUIET)
        };
        let marked = in_set && sign != 'x';
        line += &between(marked_before, marked, in_set_before || in_set);
        let style = if in_set { SET } else { style };
        line += &format!("{style}{sign}{style:#}");
        (marked_before, in_set_before) = (marked, in_set);
    }
    line += &between(marked_before, false, in_set_before);
    line + &" ".repeat(BOARD_WIDTH - 19)
}

/// Returns the character between two squares. Parentheses enclose the pawns of the set.
fn between(marked_before: bool, marked: bool, in_set: bool) -> String {
    let sign = match (marked_before, marked) {
        (false, false) => ' ',
        (false, true) => '(',
        (true, false) => ')',
        (true, true) => '|',
    };
    let style = if in_set { SET } else { Style::new() };
    format!("{style}{sign}{style:#}")
}

/// Returns the notes below the boards: files and numbers, further names of drawn sets,
/// and empty sets.
fn notes(section: &Section, is_chosen: bool) -> [Vec<String>; 3] {
    let mut values = Vec::new();
    for &(pattern, value) in &section.values {
        let text = match value {
            Value::Set(_) => continue,
            Value::Files(files) if !is_chosen && is_drawn(files, section) => continue,
            Value::Files(files) => files.to_string(),
            Value::Number(number) => number.to_string(),
        };
        values.push(format!("{} {text}", pattern.name));
    }
    let mut same = Vec::new();
    for drawing in &section.drawings {
        let mut names = drawing.pattern.name.to_owned();
        for pattern in &drawing.also {
            names += &format!(" = {}", pattern.name);
        }
        if !drawing.also.is_empty() {
            same.push(names);
        }
    }
    let empty: Vec<_> = section.empty.iter().map(|pattern| pattern.name).collect();
    let none = format!("none: {}", empty.join(", "));
    [
        values,
        same,
        if empty.is_empty() { vec![] } else { vec![none] },
    ]
}

/// Returns `true` if files need no note, because there are none, or a board shows them.
fn is_drawn(files: FileSet, section: &Section) -> bool {
    let set = files.to_bitboard();
    files.is_empty() || section.drawings.iter().any(|drawing| drawing.set == set)
}

/// Joins the notes of each group to lines of at most this width.
fn wrapped(groups: &[Vec<String>], columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for group in groups {
        let first = lines.len();
        for note in group {
            match lines[first..].last_mut() {
                Some(line) if line.len() + 3 + note.len() <= columns => {
                    *line += &format!("   {note}")
                }
                _ => lines.push(note.clone()),
            }
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests;
