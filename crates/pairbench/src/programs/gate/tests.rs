use super::*;

#[test]
fn the_number_of_nodes_is_found_as_engines_print_it() {
    for (said, expected) in [
        ("Nodes searched  : 123\nNodes/second : 9", Some("123")),
        ("position 1: 7 nodes\n4567 nodes 890 nps\n", Some("4567")),
        (
            "backend hybrid, depth 6: 89 nodes, 12 nodes per second",
            Some("89"),
        ),
        ("5 nodes\ninfo depth 6 seldepth 7 nodes 88 nps 9", Some("5")),
        ("nothing", None),
    ] {
        assert_eq!(nodes(said, None).as_deref(), expected, "{said}");
    }
    let own = Regex::new("sum=(.)").unwrap();
    assert_eq!(
        nodes("sum=1 sum=2 3 nodes", Some(&own)).as_deref(),
        Some("2")
    );
}

#[test]
fn a_run_that_does_not_end_is_ended_and_named() {
    let call = Call {
        arguments: vec!["-c".to_owned(), "echo 5 nodes; exec sleep 9".to_owned()],
        input: "/dev/null".into(),
        nodes: None,
        limit: Duration::from_millis(100),
    };
    let start = Instant::now();
    let run = call.together(&[(Path::new("/bin/sh"), Path::new("/")); 2]);
    let error = run.err().unwrap().to_string();
    assert_eq!(error, "/bin/sh did not end within 100ms");
    assert!(start.elapsed() < Duration::from_secs(8));
}
