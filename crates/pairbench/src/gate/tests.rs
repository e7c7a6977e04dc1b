use super::*;

#[test]
fn a_run_that_does_not_end_is_ended_and_named() {
    let arguments = ["-c", "echo 5 nodes; exec sleep 9"].map(str::to_owned);
    let mut call = Call::new(arguments.into(), "").unwrap();
    call.limit = Duration::from_millis(100);
    let start = Instant::now();
    let run = call.together(&[(Path::new("/bin/sh"), Path::new("/")); 2]);
    assert_eq!(
        run.unwrap_err().to_string(),
        "/bin/sh did not end within 100ms"
    );
    assert!(start.elapsed() < Duration::from_secs(8));
}
