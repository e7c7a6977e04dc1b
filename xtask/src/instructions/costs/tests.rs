use pawnfill::pattern::PATTERNS;

use super::*;

/// Every pattern takes 3 and 4 instructions, every question 5 and 6.
fn costs(target_cpu: &str) -> Costs<'_> {
    let patterns = PATTERNS.iter().map(|pattern| (pattern.name, vec![3, 4]));
    let questions = QUESTIONS.iter().map(|question| (question.name, vec![5, 6]));
    let sets = <Pawns>::default().terms().columns().count();
    let others = [
        ("terms", vec![3 * sets, 4 * sets]),
        ("terms_by_hand", vec![3 * sets]),
        ("ten_sets", vec![102, 999]),
        ("ten_sets_by_hand", vec![100]),
        ("engine", vec![102, 999]),
        ("engine_by_hand", vec![100]),
    ];
    Costs {
        target_cpu,
        backends: vec!["a", "b"],
        functions: patterns.chain(questions).chain(others).collect(),
        loops: vec![Loop {
            work: "fold",
            cpu: "avx2",
            positions: 4,
            instructions: 1.3,
        }],
    }
}

#[test]
fn the_page_has_a_line_for_everything() {
    let page = costs("cpu").page(&[costs("newer")]).unwrap();
    for line in [
        "| pattern | `a` | `b` |",
        "| `passed` | 3 | 4 |",
        "| `is_passed` | 5 | 6 |",
        "| the sets that `examples/engine` reads | cpu | 102 | 999 | 100 |",
        "| the sets that `examples/engine` reads | newer | 102 | 999 | 100 |",
        "| fold | avx2 | 4 | 1.3 |",
    ] {
        assert!(page.lines().any(|shown| shown == line), "{line}\n{page}");
    }
    let mut missing = costs("cpu");
    missing.functions.remove(0);
    assert!(missing.page(&[]).is_err());
}

#[test]
fn sets_cost_no_more_together_or_by_patterns() {
    let wrong = |name, more: usize| {
        let mut costs = costs("cpu");
        costs
            .functions
            .iter_mut()
            .find(|function| function.0 == name)
            .unwrap()
            .1[0] += more;
        costs.too_high().unwrap()
    };
    for (name, message) in [
        (
            "ten_sets",
            "ten_sets takes 103 instructions with the patterns, 100 by hand on cpu",
        ),
        ("terms", "terms take ["),
    ] {
        assert_eq!(wrong(name, 0), [""; 0]);
        let [found] = &wrong(name, 1)[..] else {
            panic!("one message")
        };
        assert!(found.starts_with(message), "{found}");
    }
    assert_eq!(wrong("ten_sets_by_hand", 1), [""; 0]);
}

#[test]
fn a_newer_processor_needs_no_more_instructions() {
    let more = |more: usize| {
        let mut newer = costs("newer");
        newer
            .functions
            .iter_mut()
            .find(|function| function.0 == "engine")
            .unwrap()
            .1[0] += more;
        newer.higher_than(&costs("cpu")).unwrap()
    };
    assert_eq!(more(3), [""; 0]);
    assert_eq!(
        more(4),
        ["engine takes 106 instructions on newer, 102 on cpu"]
    );
}
