//! Text from inputs, made safe to show.

use std::borrow::Cow;

use pawnfill_codegen::emit::is_control;

/// Returns the text on one line, without characters that control a terminal or change the direction of text. White space
/// among them becomes a space, and the others become U+FFFD.
///
/// Everything from a tag or the name of a file passes through here before it is printed or written to a table.
pub(crate) fn printable<'a>(text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
    let text = text.into();
    if !text.contains(is_control) {
        return text;
    }
    let shown = text.chars().map(|character| match character {
        _ if !is_control(character) => character,
        _ if character.is_whitespace() => ' ',
        _ => char::REPLACEMENT_CHARACTER,
    });
    shown.collect()
}

/// Returns a message of several lines in the same way.
pub(crate) fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_not_shown() {
        assert_eq!(printable("Müller, Žižka (Ω)"), "Müller, Žižka (Ω)");
        assert_eq!(printable("a\tb\nc\u{2028}d"), "a b c d");
        assert_eq!(printable("\u{1b}[31m\u{7f}\u{9b}x"), "\u{fffd}[31m\u{fffd}\u{fffd}x");
        assert_eq!(printable("\u{202e}a\u{2066}\u{200f}\u{61c}"), "\u{fffd}a\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(printable_lines("a\tb\n\u{7}c"), "a b\n\u{fffd}c");
    }
}
