use super::*;

#[test]
fn lines_are_as_wide_as_there_is_room() {
    let lines = [
        &["", "title", "title"][..],
        &["a long heading"],
        &["north_fill", "3.5x as long", "same"],
    ];
    let lines = lines.map(|cells| cells.iter().map(|text| plain((*text).to_owned())).collect());
    for (width, expected) in [
        (
            40,
            "            title         title\na long heading\nnorth_fill  3.5x as long  same\n",
        ),
        (
            29,
            "           title        title\na long heading\nnorth_fill 3.5x as long same\n",
        ),
        (
            27,
            "         title        title\na long heading\nnorth_f… 3.5x as long same\n",
        ),
        (
            24,
            "         title        t…\na long heading\nnorth_f… 3.5x as long s…\n",
        ),
    ] {
        assert_eq!(layout(&lines, width), expected);
    }
    assert_eq!(layout(&[], 24), "");
}

#[test]
fn words_are_wrapped() {
    assert_eq!(
        wrapped("one two three\nfour\n  as it is", 8, Style::new()),
        "one two\n  three\nfour\n  as it is\n"
    );
}
