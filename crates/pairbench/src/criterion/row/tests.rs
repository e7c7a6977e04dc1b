use super::*;

/// Twelve turns of these lowest times, of both copies of both programs, with a neighbor in most.
fn row(floors: [[f64; 2]; 2]) -> Brief {
    let mut all = Floors::default();
    for turn in 0..12 {
        for (side, copies) in floors.iter().enumerate() {
            for (copy, floor) in copies.iter().enumerate() {
                let neighbor = if turn % 3 == 0 {
                    1.001
                } else {
                    1.5 + f64::from(turn)
                };
                all.add(side, copy, floor * neighbor, 0.3);
            }
        }
    }
    all.row("one")
}

#[test]
fn the_lowest_times_decide() {
    let verdict = |new: f64| row([[100.0; 2], [new; 2]]).verdict;
    assert_eq!(
        [96.9, 97.2, 100.0, 102.9, 103.1].map(verdict),
        [
            Verdict::Faster,
            Verdict::Same,
            Verdict::Same,
            Verdict::Same,
            Verdict::Slower
        ]
    );
    let slower = row([[100.0; 2], [110.0; 2]]);
    assert_eq!(
        slower.line(5),
        "one    1.10x as long  1.1000 (1.1000 … 1.1000)\n"
    );
    let mut few = Floors::default();
    assert!(few.is_empty());
    for process in [0, 0, 1, 1] {
        few.add(process, 0, 1.0, 2.0);
        few.add(process, 1, 1.0, 0.3);
    }
    assert_eq!(
        (few.row("one").verdict, few.is_empty()),
        (Verdict::Undecided, false)
    );
}

#[test]
fn layouts_that_differ_widen_the_bounds_or_end_the_trust() {
    // The lowest of both copies counts, so 1.9 % between layouts are no difference of the programs.
    let verdict = |floors| row(floors).verdict;
    assert_eq!(verdict([[100.0; 2], [102.1; 2]]), Verdict::Same);
    assert_eq!(verdict([[100.0; 2], [103.1; 2]]), Verdict::Slower);
    assert_eq!(verdict([[100.0, 101.9], [103.1; 2]]), Verdict::Same);
    assert_eq!(verdict([[100.0, 101.9], [106.0; 2]]), Verdict::Slower);
    let untrusted = row([[100.0; 2], [110.0, 113.6]]);
    assert_eq!(untrusted.verdict, Verdict::Untrusted);
    assert!(
        untrusted
            .line(3)
            .ends_with("two layouts of one program differ\n")
    );
}
