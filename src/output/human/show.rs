//! `mem show`: each memory with its age, its warning and its text.

use std::io;

use super::{line, size};
use crate::{
    model::age,
    ops::show::{Show, Shown},
    output::{
        Human, Page, clean_text,
        paint::{Ink, paint},
    },
};

impl Human for Show {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for (at, shown) in self.memories.iter().enumerate() {
            if at > 0 {
                writeln!(page.out, "{}", paint("────", Ink::Faint, page.colour))?;
            }
            one(shown, page)?;
        }
        Ok(())
    }
}

fn one(shown: &Shown, page: &mut Page<'_>) -> io::Result<()> {
    let row = &shown.row;
    let kind = row.type_text.as_deref().map_or_else(|| "no type".into(), line);
    let ink = if row.type_known { Ink::Type } else { Ink::Warn };
    writeln!(page.out, "{}  {}", paint(&line(&row.name), Ink::Name, page.colour), paint(&kind, ink, page.colour))?;
    if let Some(description) = &row.description {
        writeln!(page.out, "{}", line(description))?;
    }
    let facts = format!("{} · saved {} · {}", line(&row.file), age::words(row.age_days), size(row.size));
    writeln!(page.out, "{}", paint(&facts, Ink::Faint, page.colour))?;
    if let Some(warning) = &shown.warning {
        writeln!(page.out, "{}", paint(warning, Ink::Warn, page.colour))?;
    }
    for remark in &shown.remarks {
        writeln!(page.out, "{}", paint(&format!("! {}", line(remark)), Ink::Warn, page.colour))?;
    }
    let body = clean_text(&shown.body);
    writeln!(page.out, "\n{}", body.trim_matches('\n'))
}
