use fastrand::Rng;

use super::*;

/// Returns results of one color with these outcomes in unrated games, and in as many rated ones of
/// equal players.
fn equal(lost: u64, drawn: u64, won: u64) -> [Results; 2] {
    let rated = Outcomes([lost, drawn, won]);
    let games = rated.games() as f64;
    [
        Results {
            all: rated,
            rated,
            expected: games / 2.0,
        },
        Results::default(),
    ]
}

#[test]
fn a_p_value_is_that_of_the_interval() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..2000 {
        let [lost, drawn, won] = [(); 3].map(|()| rng.u64(..40));
        let outcomes = Outcomes([lost, drawn, won + 1]);
        let [low, high] = outcomes.interval();
        for end in [low, high]
            .into_iter()
            .filter(|end| (1e-9..1.0 - 1e-9).contains(end))
        {
            assert!(
                (outcomes.p(end) - 0.05).abs() < 1e-4,
                "{lost} {drawn} {won} {}",
                outcomes.p(end)
            );
        }
        assert!((outcomes.p(outcomes.score()) - 1.0).abs() < 1e-6);
    }
}

/// Marks the only row of a table.
fn is_marked(row: Row) -> bool {
    let mut rows = [row];
    mark(&mut rows);
    rows[0].marked
}

#[test]
fn few_games_and_the_usual_score_are_not_marked() {
    for (games, is_compared) in [(4, false), (5, true)] {
        let row = Row::new(Vec::new(), &equal(0, games, 0), Some(&equal(100, 0, 0)));
        assert_eq!(row.p.is_some(), is_compared);
    }
    for (won, marked) in [(50, false), (59, false), (61, true)] {
        let row = Row::new(
            Vec::new(),
            &equal(100 - won, 0, won),
            Some(&equal(500, 0, 500)),
        );
        assert_eq!(is_marked(row), marked);
    }
}

/// Tables of 60 rows whose results are drawn from the ratings alone.
#[test]
fn shuffled_results_have_few_marks() {
    let mut rng = Rng::with_seed(2);
    let mut with_mark = 0;
    for _ in 0..1000 {
        let mut usual = [Results::default(); 2];
        let mut rows = vec![[Results::default(); 2]; 60];
        for game in 0..1110 {
            let color = game % 2;
            let expected = 1.0 / (1.0 + 10_f64.powf(rng.f64() * 0.6 - 0.35));
            let drawn = 0.7 * f64::min(expected, 1.0 - expected);
            let at = rng.f64();
            let half_points = if at < expected - drawn / 2.0 {
                2
            } else {
                usize::from(at < expected + drawn / 2.0)
            };
            usual[color].count(half_points, Some(expected));
            for _ in 0..6 {
                // Few structures are frequent.
                let row = (60.0 * rng.f64().powi(3)) as usize;
                rows[row][color].count(half_points, Some(expected));
            }
        }
        let row = |results: &_| Row::new(Vec::new(), results, Some(&usual));
        let mut rows: Vec<_> = rows.iter().map(row).collect();
        mark(&mut rows);
        with_mark += usize::from(rows[0].marked);
    }
    assert!((5..=65).contains(&with_mark), "{with_mark}");
}
