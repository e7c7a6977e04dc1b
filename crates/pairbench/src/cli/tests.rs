use super::*;
use crate::protocol::{Mode, Record, Sample};
use crate::session::PROCESSES;
use crate::session::tests::description;

#[test]
fn options_of_the_command_line() {
    let options = |arguments: &[&str]| {
        let program = Program::parse_from([&["program"], arguments].concat());
        let options = program.args.options;
        let seconds = options.seconds();
        (options.modes, seconds, options.processes, options.seed)
    };
    assert_eq!(options(&[]), (Mode::ALL.to_vec(), 40.0, PROCESSES, 1));
    let given = [
        "--time",
        "0.5",
        "--mode",
        "latency,l2",
        "--processes",
        "3",
        "--seed",
        "7",
    ];
    assert_eq!(options(&given), (vec![Mode::Latency, Mode::L2], 0.5, 3, 7));
}

#[cfg(unix)]
#[test]
fn the_notes_of_a_harness_are_in_the_report() {
    let sample = Sample {
        times: vec![1.0; 4],
        logs: vec![0.0; 4],
        ..Sample::default()
    };
    let records = [
        Record::Description(Box::new(description())),
        Record::Sample(sample),
        Record::Done(String::new()),
    ];
    let echo = |record| {
        format!(
            "echo 'pairbench: {}';",
            serde_json::to_string(record).unwrap()
        )
    };
    let mut command = Command::new("sh");
    command.args(["-c", &records.iter().map(echo).collect::<String>()]);
    let harness = || Ok(Harness::new(command).note("commit", "abc"));
    let answer = |report: &Report| {
        assert_eq!(report.notes, [("commit".to_owned(), "abc".to_owned())]);
        Vec::new()
    };
    let args = Program::parse_from(["program", "--time", "0.1", "--processes", "1"]).args;
    assert_eq!(args.try_run(harness, &answer), Ok(3));
}

#[test]
fn both_sides_are_built_with_the_arguments_of_cargo() {
    let line = "cargo bench -p a --bench b --features c -F=d --no-default-features --profile fast -- --features e";
    let arguments: Vec<_> = line.split(' ').map(str::to_owned).collect();
    assert_eq!(
        same_build(&arguments).join(" "),
        "--features c -F=d --no-default-features --profile fast"
    );
}
