//! `mem config`: a setting a line with its origin, and who would be asked.

use std::io;

use super::line;
use crate::{
    ops::config::{Asked, SettingRow, Settings, Shown},
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

impl Human for Settings {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        if let (Some(key), Some(file)) = (self.changed, &self.file) {
            return writeln!(page.out, "set {key} in {}", line(file));
        }
        let values: Vec<String> = self.values.iter().map(shown).collect();
        let width = self.values.iter().map(|row| row.key.len()).max().unwrap_or(0);
        for (row, value) in self.values.iter().zip(&values) {
            let origin = if row.set { format!("  ({})", line(&row.origin)) } else { String::new() };
            writeln!(page.out, "{:<width$}  {value}{}", row.key, paint(&origin, Ink::Faint, page.colour))?;
        }
        writeln!(page.out, "\n{}", who(self.provider.as_ref()))
    }
}

fn shown(row: &SettingRow) -> String {
    match &row.value {
        Some(Shown::Number(number)) => number.to_string(),
        Some(Shown::Text(text)) => line(text),
        Some(Shown::List(words)) => line(&words.join(", ")),
        None if row.set => "set, not shown".into(),
        None => "-".into(),
    }
}

/// Who would be asked, and why.
fn who(provider: Option<&Asked>) -> String {
    let Some(Asked { name, named_by, model, url, key_from, problem }) = provider else {
        return "recall asks no model: `llm.provider` names none, and the local selector chooses".into();
    };
    let named_by = line(named_by);
    if let Some(problem) = problem {
        return format!("recall would ask {name} (named by {named_by}) and cannot: {}", line(problem));
    }
    let model = model.as_deref().map(|model| format!(" {}", line(model))).unwrap_or_default();
    let url = url.as_deref().map(|url| format!(" at {}", line(url))).unwrap_or_default();
    let key = match key_from {
        Some(origin) => format!(", with the key of {}", line(origin)),
        None if url.is_empty() => String::new(),
        None => ", without a key".into(),
    };
    format!("recall asks {name}{model}{url}{key}; named by {named_by}")
}
