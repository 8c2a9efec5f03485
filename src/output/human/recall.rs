//! `mem recall`: what the agent reads is what the person reads.

use std::io;

use crate::{
    ops::recall::{Form, Recall, render},
    output::{Human, Page},
};

impl Human for Recall {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.out.write_all(render::answer(self, Form::Text).as_bytes())
    }
}
