//! Signs and numbers that judge moves and positions.

/// The signs of moves and positions with the numbers of their glyphs, those with several characters
/// first. Besides those of ASCII, they are what chess.com and Lichess write.
const SIGNS: [(&str, u8); 34] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("!", 1),
    ("?", 2),
    ("=", 10),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("⇆", 132),
    ("⨁", 138),
    ("∆", 140),
    ("Δ", 140),
];

/// Returns the sign at the start of a text, and the number of its glyph.
pub(super) fn sign(text: &[u8]) -> Option<(&'static str, u8)> {
    SIGNS
        .into_iter()
        .find(|(sign, _)| text.starts_with(sign.as_bytes()))
}

/// Returns the numbers of a glyph such as `$14`, or of signs such as `!+-` or `(□)`.
pub(super) fn nags(text: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(text).unwrap_or_default();
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().into_iter().collect();
    }
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let (mut rest, mut numbers) = (inner.unwrap_or(text).trim(), Vec::new());
    while let Some((sign, number)) = sign(rest.as_bytes()) {
        numbers.push(number);
        rest = &rest[sign.len()..];
    }
    if rest.is_empty() { numbers } else { Vec::new() }
}
