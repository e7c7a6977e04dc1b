use fastrand::Rng;

use super::*;

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
