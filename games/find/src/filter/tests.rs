use super::*;

#[test]
fn options_are_parsed() {
    let plies = |text: &str| text.parse().map(|Duration(plies)| plies).ok();
    assert_eq!(
        ["4", "8plies", "3 moves", "0", "x", "", "-1", "70000"].map(plies),
        [Some(8), Some(8), Some(6), None, None, None, None, None]
    );
    let span = |text: &str| text.parse().map(|Span(span)| span).ok();
    assert_eq!(
        ["10-30", "40-", "-9", "7", "3-2", "-", "", "a-b"].map(span),
        [Some(10..=30), Some(40..=u32::MAX), Some(0..=9), Some(7..=7), None, None, None, None]
    );
    let years = |text: &str| Span::years(text).map(|Span(span)| span).ok();
    assert_eq!(
        ["1990-1999", "1972", "2000-", "90-95", "1990-95", "x"].map(years),
        [Some(1990..=1999), Some(1972..=1972), Some(2000..=u32::MAX), None, None, None]
    );
    let material = |text: &str| text.parse().map(|Material(sides)| sides).ok();
    let [knight, bishop, rook] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]];
    let expected = [[rook; 2], [[0, 1, 1, 1], [1, 0, 1, 1]], [[0; 4]; 2], [bishop, knight]].map(Some);
    assert_eq!(["RvR", "QRBvqrn", "v", "KBvKN"].map(material), expected);
    assert_eq!(["R", "RPvR", "RvXR", "RvRvR"].map(material), [const { None }; 4]);
}
