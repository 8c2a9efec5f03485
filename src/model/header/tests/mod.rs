//! Tests of the header as a whole.

mod edit;
mod properties;
mod reading;
