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
