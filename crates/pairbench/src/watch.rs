//! Ends a process that takes too long, and says in which function.

use std::io::Write as _;
use std::sync::Mutex;
use std::time::Duration;

static DOING: Mutex<String> = Mutex::new(String::new());

/// Notes what is run from now on.
pub(crate) fn doing(what: &str) {
    if let Ok(mut doing) = DOING.lock() {
        what.clone_into(&mut doing);
    }
}

/// Returns what is run now.
pub(crate) fn what() -> String {
    DOING.lock().map(|doing| doing.clone()).unwrap_or_default()
}

/// Ends the process with an error after this many seconds.
pub(crate) fn limit(seconds: f64) {
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return;
    };
    std::thread::spawn(move || {
        std::thread::sleep(time);
        let _ = writeln!(
            std::io::stderr(),
            "error: {} did not end within {seconds:.1} s",
            what()
        );
        std::process::exit(1);
    });
}
