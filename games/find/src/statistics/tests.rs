use super::*;

#[test]
fn results_that_are_always_the_same_are_usual() {
    for games in 1..2000 {
        for outcomes in [[games, 0, 0], [0, games, 0], [0, 0, games]].map(|white| [white, [0; 3]]) {
            let results = outcomes.map(|outcomes| Results { outcomes, ..Results::default() });
            let row = row(Vec::new(), &results, &results);
            assert!(row.chance, "{row:?}");
        }
    }
    let white = |outcomes| [Results { outcomes, ..Results::default() }, Results::default()];
    assert!(!row(Vec::new(), &white([0, 0, 60]), &white([30, 0, 70])).chance);
    // A few games are no reason to wonder.
    for (games, chance) in [(4, true), (5, false)] {
        assert_eq!(row(Vec::new(), &white([0, games, 0]), &white([100, 0, 0])).chance, chance);
    }
}
