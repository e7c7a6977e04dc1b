//! Names that a definition cannot have, because some language or some export gives
//! them another meaning.

/// Keywords and common macros of C and C++, keywords and types of Go, keywords and functions of
/// Python, and keywords of SQL.
const KEYWORDS: &str = "
    alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char class
    compl concept const const_cast consteval constexpr constinit continue co_await co_return
    co_yield decltype default delete do double dynamic_cast else enum errno explicit export
    extern false far float for friend goto huge if inline int interface linux long module
    mutable namespace near new noexcept not not_eq null nullptr operator or or_eq pascal private
    protected public register reinterpret_cast requires restrict return short signed sizeof
    small static static_assert static_cast struct switch template this thread_local throw true
    try typedef typeid typename typeof uint8_t uint64_t union unix unsigned using virtual void
    volatile wchar_t while xor xor_eq

    append bits cap chan close complex copy defer fallthrough func go import iota len main make
    map nil package panic range select string type uint uint8 uint64 var

    abs all any as ascii async await bin board breakpoint bytes callable def del dict dir divmod
    elif enumerate eval except exec exit filter finally format from frozenset functools getattr
    global hasattr hash help hex id in input inspect is isinstance issubclass iter lambda list
    locals match max min next nonlocal np npt object oct open ord pass pow print property quit
    raise re repr reversed round slice sorted str sum super tuple vars with yield zip

    analyse analyze array asc asymmetric both cast check collate column constraint create
    deferrable desc distinct end except fetch foreign grant group having initially intersect
    into lateral leading limit offset on only order pivot placing primary qualify references
    returning show some summarize symmetric table then to trailing unique unpivot variadic when
    where window";

/// What exports define besides the patterns, their parameters, and the methods of a tuple.
const DEFINED: &str = "
    ahead behind color count fen_pawns fens_to_arrays files index names opponent pawn_pairs set
    side_terms side_terms_t sets square squares terms terms_of terms_t";

/// Returns `true` if a definition cannot have this name. Exports write names that begin with
/// `detail_`, `t1` or two underscores within a name.
pub(crate) fn is_reserved(name: &str) -> bool {
    let number = name.strip_prefix('t').unwrap_or_default();
    number.parse::<u32>().is_ok()
        || name.contains("__")
        || name.ends_with('_')
        || name.starts_with("detail_")
        || name.starts_with("pawnfill_")
        || [KEYWORDS, DEFINED]
            .iter()
            .any(|words| words.split_whitespace().any(|word| word == name))
}
