//! `mem schema`: a name a line.

use std::io;

use crate::{
    ops::schema::Documents,
    output::{Human, Page},
};

impl Human for Documents {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.documents.iter().try_for_each(|name| writeln!(page.out, "{name}"))
    }
}
