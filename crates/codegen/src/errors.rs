//! The mistakes of a specification.

use std::fmt;

use proc_macro2::Span;

/// Collects the mistakes of a specification, so that all are reported at once.
#[derive(Default)]
pub(crate) struct Errors {
    pub(crate) all: Option<syn::Error>,
}

impl Errors {
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(errors) => errors.combine(error),
            None => self.all = Some(error),
        }
    }

    pub(crate) fn at(&mut self, span: Span, message: impl fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Reports a mistake in the place of a value.
    pub(crate) fn none<T>(&mut self, span: Span, message: impl fmt::Display) -> Option<T> {
        self.at(span, message);
        None
    }
}
