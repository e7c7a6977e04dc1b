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
        Source {
            skip_bad: false,
            describe_all: false,
            input_format: None,
            labels: Labels::default(),
            threads,
        }
        .threads(is_stdin)
    };
    assert_eq!(
        threads(None, true),
        threads(None, false).saturating_sub(1).max(1)
    );
    assert_eq!(threads(Some(5), true), 5);
}

#[test]
fn results_of_an_input_wait_in_their_order() {
    let error = || Error {
        source: "x".into(),
        line: Some(1),
        reason: "damaged".to_owned(),
    };
    let parts = move || -> Parts<Vec<u32>> {
        let numbers = (0..1000).map(|number| Ok((NoteCounts::default(), vec![number])));
        Box::new(numbers.chain([Err(error())]))
    };
    let join: Join<Vec<u32>> = |numbers, next| {
        let joins = numbers.len() < 3;
        numbers.extend(next.iter().filter(|_| joins));
        (!joins).then_some(next)
    };
    let mut results: Vec<_> = ahead(parts, 1, join).unwrap().collect();
    assert_eq!(results.pop().unwrap().err(), Some(error()));
    let numbers = results.into_iter().flat_map(|part| part.unwrap().1);
    assert!(numbers.eq(0..1000));
    // A panic is not the end.
    let panics = || {
        ahead(|| panic!("a decoder panics"), 1, join)
            .unwrap()
            .count()
    };
    assert!(std::panic::catch_unwind(panics).is_err());
}
