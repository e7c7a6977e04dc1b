//! The program for the tests of the command line. A variable selects functions that agree, disagree
//! or fail.

use pairbench::{Comparison, Suite};

/// Adds numbers in a loop, which is slow enough to be measured in a debug build.
fn sum(word: u64) -> u64 {
    (0..word % 8 + 8).sum()
}

/// Computes the same with the formula of Gauss.
fn gauss(word: u64) -> u64 {
    let count = word % 8 + 8;
    count * (count - 1) / 2
}

fn main() -> std::process::ExitCode {
    let words: Vec<u64> = (0..500).collect();
    let what = std::env::var("PROGRAM").unwrap_or_default();
    let measures = std::env::var_os("PAIRBENCH_CHILD").is_some();
    let mut suite = Suite::new().group("sums", "sum").with(
        Comparison::new("sum", &words)
            .about("the sum of the numbers below")
            .function("loop", sum)
            .function("gauss", gauss)
            .same("formula", "gauss"),
    );
    match what.as_str() {
        "disagree" => {
            let wrong = Comparison::new("wrong", &words)
                .function("right", gauss)
                .function("off by one", |word| gauss(word) + u64::from(word == 77));
            suite = suite.with(wrong);
        }
        "panic" | "stuck" => {
            let calls = std::cell::Cell::new(0);
            let wrong = Comparison::new("fails", &words)
                .long()
                .function("calm", gauss)
                .function("nervous", move |word| {
                    calls.set(calls.get() + 1);
                    // The first calls compare the results; later ones measure.
                    if calls.get() > 16_384 {
                        assert!(what == "stuck", "too much for {word}");
                        println!("it is stuck");
                        std::thread::sleep(std::time::Duration::from_secs(20));
                        std::process::exit(1);
                    }
                    gauss(word)
                });
            suite = suite.with(wrong);
        }
        "mistaken" => {
            let empty: [u64; 0] = [];
            suite = suite
                .with(Comparison::new("empty", empty).function("gauss", gauss))
                .with(
                    Comparison::new("late", &words)
                        .function("gauss", gauss)
                        .long(),
                );
        }
        "endless" => {
            let endless = Comparison::new("endless", &words)
                .function("gauss", gauss)
                .function("without end", |_| {
                    loop {
                        std::thread::sleep(std::time::Duration::from_secs(1));
                    }
                });
            suite = suite.with(endless);
        }
        "forgetful" => {
            let program = std::env::current_exe().expect("the path of this program");
            let harness = pairbench::session::Harness::new(std::process::Command::new(program));
            eprintln!("{}", harness.describe(1.0).expect_err("it cannot measure"));
            std::process::exit(5)
        }
        "exit" if measures => std::process::exit(0),
        _ if measures => println!("a line of the program itself"),
        _ => {}
    }
    pairbench::main(&suite)
}
