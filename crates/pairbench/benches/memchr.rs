//! Compares `memchr` with an iterator, in haystacks of several lengths.

use pairbench::{Comparison, Suite};

fn main() -> std::process::ExitCode {
    let mut rng = fastrand::Rng::with_seed(1);
    let text: Vec<u8> = (0..100_000).map(|_| rng.u8(b'a'..=b'z')).collect();
    let mut suite = Suite::new().group("find a byte that is not there", "search");
    for length in [4, 32, 256] {
        let parts: Vec<&[u8]> = (0..4096)
            .map(|_| &text[rng.usize(..text.len() - length)..][..length])
            .collect();
        let search = Comparison::new(&format!("in {length} bytes"), parts)
            .long()
            .function("iterator", |part: &[u8]| {
                part.iter().position(|&byte| byte == b'\n')
            })
            .function("memchr", |part: &[u8]| memchr::memchr(b'\n', part));
        suite = suite.with(search);
    }
    pairbench::main(&suite)
}
