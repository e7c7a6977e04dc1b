//! Pages about topics beyond a single pattern.

/// The links of the pages. In their files, links lead to other files. Here, they lead to items,
/// because of two definitions of a link the first one counts.
macro_rules! links {
    () => {
        "\
         [`backends`]: crate::docs::backends\n\
         [`definitions`]: crate::docs::definitions\n\
         [`porting_c`]: crate::docs::porting_c\n\
         [`proof`]: crate::docs::proof\n\
         [`checks`]: crate::docs::checks\n\
         [`costs`]: crate::docs::costs\n\
         [`Auto`]: crate::Auto\n\
         [`Bitboard::from_bits_a8_first`]: crate::Bitboard::from_bits_a8_first\n\
         [`Bitboard::from_bits_file_major`]: crate::Bitboard::from_bits_file_major\n\
         [`Bitboard::from_bits_h1_first`]: crate::Bitboard::from_bits_h1_first\n\
         [`Bitboard::sum_by_rank`]: crate::Bitboard::sum_by_rank\n\
         [`Color`]: crate::Color\n\
         [`Color::from_index_wrapping`]: crate::Color::from_index_wrapping\n\
         [`CHECKED_FENS`]: crate::pairs::CHECKED_FENS\n\
         [`Dense`]: crate::pairs::Dense\n\
         [`FileMajor`]: crate::pairs::FileMajor\n\
         [`FileSet::to_bitboard`]: crate::FileSet::to_bitboard\n\
         [`HasPawns`]: crate::HasPawns\n\
         [`Numbering`]: crate::pairs::Numbering\n\
         [`Pawns`]: crate::Pawns\n\
         [`Pawns::from`]: crate::Pawns::from\n\
         [`Pawns::from_bits`]: crate::Pawns::from_bits\n\
         [`Pawns::key`]: crate::Pawns::key\n\
         [`Pawns::on_last_ranks`]: crate::Pawns::on_last_ranks\n\
         [`Pawns::with_backend`]: crate::Pawns::with_backend\n\
         [`Perspective`]: crate::pairs::Perspective\n\
         [`Side`]: crate::Side\n\
         [`SideView::backward`]: crate::SideView::backward\n\
         [`SideView::connected`]: crate::SideView::connected\n\
         [`SideView::front_span`]: crate::SideView::front_span\n\
         [`SideView::half_open_files`]: crate::SideView::half_open_files\n\
         [`SideView::holes`]: crate::SideView::holes\n\
         [`Square::flip_diagonal`]: crate::Square::flip_diagonal\n\
         [`Square::flip_horizontal`]: crate::Square::flip_horizontal\n\
         [`Square::flip_vertical`]: crate::Square::flip_vertical\n\
         [`Square::from_index`]: crate::Square::from_index\n\
         [`Square::from_index_wrapping`]: crate::Square::from_index_wrapping\n\
         [`SquareSet`]: crate::SquareSet\n\
         [`SquareSet::splat`]: crate::SquareSet::splat\n\
         [`Terms`]: crate::Terms\n\
         [`Triangular`]: crate::pairs::Triangular\n\
         [`check_value`]: crate::pairs::Numbering::check_value\n\
         [`each_pair`]: crate::Pawns::each_pair\n\
         [`interop`]: crate::interop\n\
         [`king_on_abcd`]: crate::pairs::Perspective::king_on_abcd\n\
         [`pairs`]: crate::pairs\n\
         [`pattern::PATTERNS`]: crate::pattern::PATTERNS\n"
    };
}

/// Adds pages, each with its file in `docs`.
macro_rules! pages {
    ($($name:ident)*) => { $(
        #[doc = links!()]
        #[doc = include_str!(concat!("../docs/", stringify!($name), ".md"))]
        pub mod $name {}
    )* };
}

pages! { backends definitions wiki porting porting_c proof checks costs inputs }
