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
fn facts_of_macos() {
    let values = [
        ("machdep.cpu.brand_string", "A"),
        ("hw.l1dcachesize", "65536"),
        ("hw.l2cachesize", "4194304"),
    ];
    let sysctl = |name: &str| {
        values
            .iter()
            .find(|value| value.0 == name)
            .expect(name)
            .1
            .to_owned()
    };
    let facts = collect(&nothing, &sysctl);
    assert_eq!(
        (facts.cpu.as_str(), facts.l1d, facts.l2),
        ("A", 1 << 16, 1 << 22)
    );
    #[cfg(target_os = "macos")]
    assert_eq!(super::system("kern.ostype"), "Darwin");
    assert_eq!(super::system("no.such.name"), "");
}

#[test]
fn missing_facts() {
    let facts = collect(&nothing, &nothing);
    assert_eq!(
        (facts.cpu.as_str(), facts.l1d, facts.l2),
        ("unknown", 32 << 10, 2 << 20)
    );
    assert_eq!(
        (facts.os.as_str(), facts.load.as_str()),
        (std::env::consts::OS, "")
    );
    assert_eq!(
        (look().target, read("/no/such/file")),
        (facts.target, String::new())
    );
}
