use super::*;

#[test]
fn misspelled_names_have_suggestions() {
    let known = [
        "north",
        "east",
        "west",
        "front_span",
        "front_fill",
        "rear_span",
        "safe_squares",
        "east",
    ];
    for (name, suggestion) in [
        ("nroth", "; did you mean `north`?"),
        ("est", "; did you mean `east` or `west`?"),
        ("span", "; did you mean `rear_span`?"),
        ("d4", ""),
        ("attacks", ""),
        ("frnot_spam", "; did you mean `front_span`?"),
        ("weak_squares", ""),
    ] {
        assert_eq!(suggest("", name, known), suggestion);
    }
}

#[test]
fn control_characters_are_not_shown() {
    assert_eq!(printable("Müller, Žižka (Ω)"), "Müller, Žižka (Ω)");
    assert_eq!(printable("a\tb\nc\u{2028}d"), "a b c d");
    assert_eq!(
        printable("\u{1b}[31m\u{7f}\u{9b}x"),
        "\u{fffd}[31m\u{fffd}\u{fffd}x"
    );
    assert_eq!(
        printable("\u{202e}a\u{2066}\u{200f}\u{61c}"),
        "\u{fffd}a\u{fffd}\u{fffd}\u{fffd}"
    );
    assert_eq!(printable_lines("a\tb\n\u{7}c"), "a b\n\u{fffd}c");
}
