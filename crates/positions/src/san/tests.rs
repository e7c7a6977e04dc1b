use super::*;

#[test]
fn common_forms_are_parsed_like_any() {
    let mut parsed = 0;
    let mut words: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..6 {
        let longer = |word: &Vec<u8>| b"b8x4NP-+ ".map(|byte| [word.as_slice(), &[byte]].concat());
        words = words.iter().flat_map(longer).collect();
        for word in words.iter().filter(|word| !word[0].is_ascii_whitespace()) {
            let mut text = [b' '; 8];
            text[..word.len()].copy_from_slice(word);
            if let Some(san) = common(u64::from_le_bytes(text)) {
                parsed += 1;
                assert_eq!(parse(&text), Some(san), "{}", word.escape_ascii());
            }
        }
    }
    assert!(parsed > 1000, "{parsed}");
}
