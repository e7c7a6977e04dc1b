use super::*;

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_becomes_larger() {
    let (reader, _writer) = io::pipe().unwrap();
    widen(&reader);
    assert_eq!(rustix::pipe::fcntl_getpipe_size(&reader), Ok(PIPE));
}

#[test]
fn a_pipe_leaves_a_processor_to_its_writer() {
    let threads = |threads, is_stdin| {
        Reading { skip_bad: false, describe_all: false, input_format: None, threads }.threads(is_stdin)
    };
    assert_eq!(threads(None, true), threads(None, false).saturating_sub(1).max(1));
    assert_eq!(threads(Some(5), true), 5);
}

#[test]
fn the_rate_is_per_second() {
    assert_eq!(rate(5000, 4.0), "1,250 positions per second");
    assert_eq!(rate(3, 0.0), "3,000,000 positions per second");
}
