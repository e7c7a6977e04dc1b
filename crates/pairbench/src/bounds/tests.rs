use super::*;

#[test]
fn wider_noise_widens_the_tolerance() {
    let bound = Bound { noise: 0.02, tolerance: 0.03, noise_ns: 0.1, tolerance_ns: 0.2 };
    let wide = bound.widened(0.05);
    assert!((wide.noise - 0.05).abs() < 1e-12 && (wide.tolerance - 0.06).abs() < 1e-12);
    assert_eq!(bound.widened(0.01), bound);
}

#[test]
fn noise_is_less_than_what_matters() {
    for mode in Mode::ALL {
        let [bound, branches] = [false, true].map(|branches| Bound::of(mode, branches));
        assert!(bound.noise < bound.tolerance && bound.noise_ns < bound.tolerance_ns);
        assert_eq!(bound != branches, mode == Mode::Latency);
    }
    assert_eq!(Bound::of(Mode::Latency, true), Bound::of(Mode::Throughput, true));
}
