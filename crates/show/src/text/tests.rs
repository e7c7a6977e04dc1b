use pawnfill::pattern::Column;

use super::*;

#[test]
fn boards_and_notes_fit_the_width() {
    let position: Position = "8/8/8/8/8/2P5/2P5/8".parse().unwrap();
    let choice = |name| Column::from_name(name).unwrap();
    let picture = Picture::new(
        ["white_doubled", "white_stops", "white_rams"]
            .map(choice)
            .into(),
        false,
    );
    let page =
        |columns| anstream::adapter::strip_str(&picture.text(&position, columns)).to_string();
    let titles = |columns| -> Vec<String> {
        let page = page(columns);
        let gaps = page
            .split("\n\n")
            .skip(1)
            .map(|rows| rows.lines().next().unwrap_or_default());
        gaps.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    assert_eq!(titles(BOARD_WIDTH), ["BOARD", "WHITE", "stops", "rams"]);
    assert_eq!(titles(2 * BOARD_WIDTH + 1), ["BOARD", "WHITE", "rams"]);

    let notes = vec![
        ["aaaa", "bbb", "c"].map(str::to_owned).into(),
        vec!["d".to_owned()],
    ];
    assert_eq!(wrapped(&notes, 10), "aaaa   bbb\nc\nd\n");
}

#[test]
fn parentheses_have_the_color_of_the_set() {
    let position: Position = "8/8/8/8/8/2P5/2P5/8".parse().unwrap();
    let line = rank_of_board(
        Rank::ALL[2],
        position.pawns,
        position.pawns.white().doubled(),
    );
    assert!(
        line.contains(&format!("{SET}({SET:#}{SET}P{SET:#}{SET}){SET:#}")),
        "{line:?}"
    );
}
