//! A program with two dependencies. It prints the backend of `Auto` in one of them.

fn main() {
    #[cfg(feature = "tabled")]
    assert_eq!(tabled::passed(0x0100, 0).bits(), 0x0100);
    println!("{}", plain::auto());
}
