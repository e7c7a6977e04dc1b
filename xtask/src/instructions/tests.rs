use super::*;

#[test]
fn functions_call_a_pattern_with_a_backend() {
    assert!(backends().contains(&("kogge-stone", "KoggeStone")));
    let probes = probes("Lookup");
    for (name, call) in [
        ("passed", ".white().passed()"),
        ("open_files", ".open_files()"),
        ("is_passed", ".white().is_passed(square)"),
    ] {
        let call = format!("Pawns::from_bits(white, black).with_backend::<Lookup>(){call}");
        assert!(probes.contains(&(name, call)), "{name}");
    }
}
