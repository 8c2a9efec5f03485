//! `mem ls`: a table that fits the terminal.

use std::io;

use comfy_table::{CellAlignment, ColumnConstraint, Table, Width, presets};
use unicode_width::UnicodeWidthStr as _;

use super::{fit, line, memories, size};
use crate::{
    model::age,
    ops::{ls::Ls, row::Row},
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

/// Columns that a name may take at most and should get at least; the least for a description.
const NAME: usize = 32;
const SHORT_NAME: usize = 8;
const DESCRIPTION: usize = 16;
/// Blanks between two columns.
const GAP: usize = 2;

impl Human for Ls {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.memories.is_empty() {
            return empty(self, page);
        }
        let plan = Plan::of(&self.memories, page.width);
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        if page.terminal {
            table.set_header(plan.pick(["TYPE", "NAME", "AGE", "SIZE", "", "DESCRIPTION"]));
        }
        for row in &self.memories {
            table.add_row(plan.cells(row));
        }
        arrange(&mut table, &plan);
        let mut rows = self.memories.iter();
        for (at, text) in table.lines().enumerate() {
            let text = text.trim_end();
            let head = page.terminal && at == 0;
            let painted = if head {
                paint(text, Ink::Head, page.colour).into_owned()
            } else {
                colour(text, rows.next(), page.colour)
            };
            writeln!(page.out, "{painted}")?;
        }
        if page.terminal { footer(self, page) } else { Ok(()) }
    }
}

fn empty(ls: &Ls, page: &mut Page<'_>) -> io::Result<()> {
    if !page.terminal {
        return Ok(());
    }
    if ls.total > 0 {
        return writeln!(page.out, "None of the {} in {} is meant", memories(ls.total), line(&ls.dir));
    }
    writeln!(page.out, "No memories in {}", line(&ls.dir))?;
    writeln!(page.out, "Save the first one: mem add -t feedback -n NAME -d DESCRIPTION -m TEXT")
}

/// Which columns there are, and how wide the two free ones.
struct Plan {
    name: usize,
    /// `None` where nothing is cut.
    description: Option<usize>,
    /// Whether the size and the description are shown; a narrow terminal has no room for them.
    shown: [bool; 2],
}

impl Plan {
    /// Names as wide as needed up to [`NAME`], descriptions what is left of the line.
    fn of(rows: &[Row], total: Option<usize>) -> Self {
        let widest = |text: fn(&Row) -> String| rows.iter().map(|r| text(r).width()).max().unwrap_or(0);
        let name = widest(|r| line(&r.name)).max(4);
        let Some(total) = total else { return Self { name, description: None, shown: [true; 2] } };
        let size = widest(|r| size(r.size)).max(4) + GAP;
        let fixed =
            widest(kind).max(4) + widest(|r| age::short(r.age_days)).max(3) + widest(|r| marks(r).into()) + 3 * GAP;
        let room = |taken: usize| total.saturating_sub(fixed + taken);
        let (taken, shown) = match (room(size + GAP), room(GAP)) {
            (free, _) if free >= SHORT_NAME + DESCRIPTION => (size + GAP, [true; 2]),
            (_, free) if free >= SHORT_NAME + DESCRIPTION => (GAP, [false, true]),
            _ => (0, [false; 2]),
        };
        let (free, kept) = (room(taken), if shown[1] { DESCRIPTION } else { 0 });
        let name = name.min(NAME).min(free.saturating_sub(kept).max(1));
        Self { name, description: Some(free.saturating_sub(name)), shown }
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let description = line(row.description.as_deref().unwrap_or_default());
        let description =
            self.description.map_or(description.clone(), |columns| fit(&description, columns).into_owned());
        let name = fit(&line(&row.name), self.name).into_owned();
        self.pick([kind(row), name, age::short(row.age_days), size(row.size), marks(row).into(), description])
    }

    /// Those of all columns that are shown.
    fn pick<T>(&self, all: [T; 6]) -> Vec<T> {
        let [size, description] = self.shown;
        let shown = [true, true, true, size, true, description];
        all.into_iter().zip(shown).filter_map(|(cell, shown)| shown.then_some(cell)).collect()
    }
}

fn arrange(table: &mut Table, plan: &Plan) {
    let last = table.column_count().saturating_sub(1);
    let right = plan.pick([false, false, true, true, false, false]);
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, if at == last { 0 } else { GAP as u16 }));
        if right.get(at) == Some(&true) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        // Cells are cut already: the table must not wrap what fits.
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(0)));
    }
}

/// The type as written; unknown ones in question marks, so that no meaning is in colour alone.
fn kind(row: &Row) -> String {
    match &row.type_text {
        Some(text) if row.type_known => fit(&line(text), 12).into_owned(),
        Some(text) => format!("{}?", fit(&line(text), 11)),
        None => "-".into(),
    }
}

/// `~` needs a check before it is relied on, `!` has a problem.
fn marks(row: &Row) -> &'static str {
    match (age::is_stale(row.age_days), row.problems.is_empty()) {
        (false, true) => "",
        (true, true) => "~",
        (false, false) => "!",
        (true, false) => "~!",
    }
}

/// The type coloured at the line's start; it is the first column.
fn colour(text: &str, row: Option<&Row>, colour: bool) -> String {
    let Some(row) = row.filter(|_| colour) else { return text.to_owned() };
    let ink = if row.type_known { Ink::Type } else { Ink::Warn };
    let kind = kind(row);
    match text.strip_prefix(&kind) {
        Some(rest) => format!("{}{rest}", paint(&kind, ink, true)),
        None => text.to_owned(),
    }
}

fn footer(ls: &Ls, page: &mut Page<'_>) -> io::Result<()> {
    let stale = ls.memories.iter().any(|r| age::is_stale(r.age_days));
    let problem = ls.memories.iter().any(|r| !r.problems.is_empty());
    let mut text = format!("{} in {}", memories(ls.memories.len()), line(&ls.dir));
    if stale {
        text.push_str("   ~ older than a day: check before relying on it");
    }
    if problem {
        text.push_str("   ! has a problem: see mem show");
    }
    let text = page.width.map_or(text.clone(), |width| fit(&text, width).into_owned());
    writeln!(page.out, "{}", paint(&text, Ink::Faint, page.colour))
}
