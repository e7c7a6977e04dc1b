use super::*;
use crate::protocol::Sample;

#[test]
fn there_is_no_verdict_without_controls() {
    let (times, logs) = (vec![1.0, 1.0, 2.0, 2.0], vec![0.0, 0.0, 0.7, 0.7]);
    let sample = Sample {
        times,
        logs,
        ..Sample::default()
    };
    let pooled = Pooled((0..20).map(|process| (process, sample.clone())).collect());
    let pool = [((String::new(), Mode::Throughput), pooled)].into();
    let one = Comparison {
        info: &ComparisonInfo::default(),
        codes: Vec::new(),
        noise: 0.0,
        pool: &pool,
    };
    let row = one.empty(Mode::Throughput, ["a", "b"]);
    let own = one.judged(row.clone(), &[0..1, 1..2], &[], 0.0);
    let judged = |controls: &[Option<&Row>]| {
        one.judged(row.clone(), &[0..2, 2..4], controls, 0.0)
            .verdict
    };
    assert_eq!(judged(&[Some(&own)]), Verdict::Slower);
    assert_eq!(judged(&[Some(&own), None]), Verdict::Undecided);
}
