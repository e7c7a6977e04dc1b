use super::*;

#[test]
fn results_that_are_always_the_same_are_usual() {
    for games in 1..2000 {
        for outcomes in [[games, 0, 0], [0, games, 0], [0, 0, games]].map(|white| [white, [0; 3]]) {
            let sums = Sums { by_color: outcomes, ..Sums::default() };
            let row = row(Vec::new(), &sums, &outcomes);
            assert!(row.usual, "{row:?}");
        }
    }
    let sums = Sums { by_color: [[0, 0, 60], [0; 3]], ..Sums::default() };
    assert!(!row(Vec::new(), &sums, &[[30, 0, 70], [0; 3]]).usual);
}
