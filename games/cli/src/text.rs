//! Texts in the columns of a terminal.

use textwrap::{Options, WordSplitter, fill};
use unicode_width::UnicodeWidthStr as _;

/// The width of a terminal, at least.
pub(crate) const WIDTH: usize = 80;

/// Returns lines of a text, of which the first begins with one indent, and the others with another.
pub(crate) fn filled(text: &str, first: &str, others: &str) -> String {
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(others)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    fill(text, options) + "\n"
}

/// Returns a text that takes this many columns of a terminal.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let mut cut = text.to_owned();
    if text.width() > width {
        // Characters of Chinese and Japanese take two columns.
        while cut.width() >= width && cut.pop().is_some() {}
        cut.push('…');
    }
    let gap = width.saturating_sub(cut.width());
    cut + &" ".repeat(gap)
}
