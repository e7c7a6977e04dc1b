use fastrand::Rng;

use super::*;

#[test]
fn a_p_value_is_that_of_the_interval() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..2000 {
        let [lost, drawn, won] = [(); 3].map(|()| rng.u64(..40));
        let outcomes = Outcomes([lost, drawn, won + 1]);
        let [low, high] = outcomes.interval();
        for end in [low, high].into_iter().filter(|end| (1e-9..1.0 - 1e-9).contains(end)) {
            assert!((outcomes.p(end) - 0.05).abs() < 1e-4, "{lost} {drawn} {won} {}", outcomes.p(end));
        }
        assert!((outcomes.p(outcomes.score()) - 1.0).abs() < 1e-6);
    }
}
