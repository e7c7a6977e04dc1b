use super::*;

fn nothing(_: &str) -> String {
    String::new()
}

#[test]
fn facts_of_linux() {
    let read = |path: &str| {
        let files = [
            (
                "/cpuinfo",
                "processor\t: 0\nmodel name\t: A: fast\nmodel name\t: B",
            ),
            ("/osrelease", "6.1"),
            ("/loadavg", "0.50 0.40 0.30 1/99 7"),
            ("/index0/size", "48K"),
            ("/index2/size", "1024K"),
        ];
        files
            .iter()
            .find(|(end, _)| path.ends_with(end))
            .expect(path)
            .1
            .to_owned()
    };
    let facts = collect(&read, &nothing);
    assert_eq!(
        (facts.cpu.as_str(), facts.l1d, facts.l2),
        ("A: fast", 48 << 10, 1 << 20)
    );
    assert_eq!(facts.os, format!("{} 6.1", std::env::consts::OS));
    assert_eq!(facts.load, "0.50 0.40 0.30");
}

#[test]
fn processors_without_a_model_name() {
    let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c";
    assert_eq!(cpu(&|_| arm.to_owned(), &nothing), "ARM 0x41 part 0xd0c");
    let windows = |name: &str| {
        if name == "PROCESSOR_IDENTIFIER" {
            "Intel64"
        } else {
            ""
        }
        .to_owned()
    };
    assert_eq!(cpu(&nothing, &windows), "Intel64");
}

#[test]
fn facts_of_other_systems() {
    let sysctl = |name: &str| match name {
        "machdep.cpu.brand_string" => "A".to_owned(),
        "hw.l1dcachesize" => "65536".to_owned(),
        _ => String::new(),
    };
    let facts = collect(&nothing, &sysctl);
    assert_eq!((&*facts.cpu, facts.l1d, facts.l2), ("A", 1 << 16, 2 << 20));
    let facts = collect(&nothing, &nothing);
    assert_eq!((&*facts.cpu, &*facts.load), ("unknown", ""));
    assert_eq!(
        (&*facts.os, look().target),
        (std::env::consts::OS, facts.target)
    );
    assert_eq!(super::system("no.such.name"), "");
}
