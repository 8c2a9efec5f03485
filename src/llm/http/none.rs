//! The place of the client in a `mem` that was built without it.

use std::{convert::Infallible, time::Duration};

use super::{
    super::{Failure, Reason, proxy::Proxy},
    Answer, Broken,
};

/// A client that nobody can make.
pub(in crate::llm) struct Http(Infallible);

impl Http {
    pub(in crate::llm) fn new(_: &str, _: Option<&Proxy>) -> Result<Self, Failure> {
        Err(Reason::NoProvider.because("models over HTTP are not built in"))
    }

    pub(in crate::llm) fn post(
        &self,
        _: &str,
        _: &[(&'static str, String)],
        _: Vec<u8>,
        _: Duration,
    ) -> Result<Answer, Broken> {
        match self.0 {}
    }

    pub(in crate::llm) fn close(self) {}
}
