use super::*;
use crate::session::PROCESSES;

#[test]
fn options_of_the_command_line() {
    let options = |arguments: &[&str]| {
        let program = Program::parse_from([&["program"], arguments].concat());
        let Options { modes, seconds, processes, seed, .. } = program.args.options();
        (modes, seconds, processes, seed)
    };
    assert_eq!(options(&[]), (Mode::ALL.to_vec(), 40.0, PROCESSES, 1));
    let given = ["--time", "0.5", "--mode", "latency,throughput", "--processes", "3", "--seed", "7"];
    assert_eq!(options(&given), (vec![Mode::Throughput, Mode::Latency], 0.5, 3, 7));
}
