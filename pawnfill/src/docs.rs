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
         [`Bitboard::sum_by_rank`]: crate::Bitboard::sum_by_rank\n\
         [`FileSet::to_bitboard`]: crate::FileSet::to_bitboard\n\
         [`HasPawns`]: crate::HasPawns\n\
         [`Pawns`]: crate::Pawns\n\
         [`Pawns::key`]: crate::Pawns::key\n\
         [`Pawns::with_backend`]: crate::Pawns::with_backend\n\
         [`Side`]: crate::Side\n\
         [`SideView::backward`]: crate::SideView::backward\n\
         [`SideView::connected`]: crate::SideView::connected\n\
         [`SideView::front_span`]: crate::SideView::front_span\n\
         [`SideView::half_open_files`]: crate::SideView::half_open_files\n\
         [`SideView::holes`]: crate::SideView::holes\n\
         [`SquareSet`]: crate::SquareSet\n\
         [`SquareSet::splat`]: crate::SquareSet::splat\n\
         [`Terms`]: crate::Terms\n\
         [`each_pair`]: crate::Pawns::each_pair\n\
         [`interop`]: crate::interop\n\
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
