use super::*;

#[test]
fn names_match_by_words() {
    for (player, name, is_called) in [
        ("Hou", "Hou, Yifan", true),
        ("hou yifan", "Hou,Y", true),
        ("Hou", "Houska, Jovanka", false),
        ("Hou", "Zhou, Jianchao", false),
        ("Hou", "Polgar, H", false),
        ("Kramnik,V", "Kramnik, Vladimir", true),
        ("Kramnik, Vladimir", "V.Kramnik", true),
        ("Kramnik,V", "Kramnik, Oleg", false),
        ("Anand, A", "Anand, Viswanathan", false),
        ("Anand, A", "Anand", false),
        ("Keres", "KERES P.", true),
        ("H Horansky", "Horánský, Hugo", true),
        ("Muller", "Mu\u{308}ller, Karsten", true),
        ("M\u{fc}ller", "Mu\u{308}ller, Karsten", true),
        ("V", "Kramnik, Vladimir", true),
        ("Kramnik, V B", "K, Vladimir B", false),
        ("Kramnik", "", false),
    ] {
        assert_eq!(player.parse::<Player>().unwrap().is_called(name), is_called, "{player}: {name}");
    }
    assert!(" ,.".parse::<Player>().is_err());
}

#[test]
fn spellings_of_a_name_look_alike() {
    for (one, other, is_alike) in [
        ("Kortschnoj, Viktor", "Korchnoi, Victor", true),
        ("Korchnoi", "Kortschnoj,V", true),
        ("Nimzowitsch, A.", "Aron Nimzovich", true),
        ("Spassky, Boris", "Spasskij,B", true),
        ("Jussupow, Artur", "Yusupov, Artur", true),
        ("Polgar, Judit", "Polgar, Zsuzsa", false),
        ("Petrov, V", "Petrosian, T", false),
        ("Tal, M", "Tan, M", false),
        ("Korchnoi, Viktor", "Karpov, Viktor", false),
        ("", "Tal", false),
    ] {
        assert_eq!(look_alike(one, other), is_alike, "{one} {other}");
    }
}
