use super::*;

#[test]
fn both_sides_are_built_with_the_arguments_of_cargo() {
    let line = "cargo bench -p a --bench b --features c -F=d --no-default-features --profile fast -- --features e";
    let arguments: Vec<_> = line.split(' ').map(str::to_owned).collect();
    assert_eq!(
        same_build(&arguments).join(" "),
        "--features c -F=d --no-default-features --profile fast"
    );
}
