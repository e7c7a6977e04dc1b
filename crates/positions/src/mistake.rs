//! A mistake in a game.

/// A mistake in a game.
pub(super) struct Mistake {
    /// Its place in the text.
    pub(super) at: usize,
    pub(super) reason: String,
    /// The place where the next game begins, if it is known.
    pub(super) next: Option<usize>,
}

impl Mistake {
    /// Returns a mistake after which the next game must be found.
    #[cold]
    pub(super) fn new(at: usize, reason: impl Into<String>) -> Box<Self> {
        let reason = reason.into();
        Box::new(Self {
            at,
            reason,
            next: None,
        })
    }

    /// Returns a mistake before the place where the next game begins.
    #[cold]
    pub(super) fn before(next: usize, at: usize, reason: impl Into<String>) -> Box<Self> {
        let (reason, next) = (reason.into(), Some(next));
        Box::new(Self { at, reason, next })
    }
}
